import { Trans, useLingui } from '@lingui/react/macro';
import { Vault } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import type { SalesView } from '../model.ts';

/** Whether the cash drawer of this device is open, and what should be in it. */
export function DrawerBar({ view, onCount }: { view: SalesView; onCount(action: 'open' | 'close'): void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { shop, drawer } = view;
	if (!shop?.ways.includes('cash') && !drawer) return null;
	const inside = drawer && formats.money(drawer.expectedMinor + drawer.unsentMinor, drawer.currency);
	return (
		<section
			aria-label={t`Cash drawer`}
			className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken py-2 ps-4 pe-2"
		>
			<Icon icon={Vault} size={20} />
			<p role="status" className="min-w-0 flex-1 basis-24 text-sm font-medium tabular-nums">
				{inside ? <Trans>In the drawer: {inside}</Trans> : <Trans>Cash drawer: not open</Trans>}
			</p>
			<Button
				variant={drawer ? 'ghost' : 'outline'}
				className="min-h-11"
				aria-haspopup="dialog"
				onClick={() => onCount(drawer ? 'close' : 'open')}
			>
				{drawer ? t`Close drawer` : t`Open drawer`}
			</Button>
		</section>
	);
}

/** Cash register requirements of a country’s law that this one does not meet. */
export function CashNotice({ country }: { country: DoorShop['cashNotice'] }) {
	if (!country) return null;
	return (
		<Callout tone="info">
			{country === 'DE' ? (
				<Trans>
					German law asks for a certified security device (TSE) for electronic cash registers. Foyer has none:
					record cash sales in your own register too.
				</Trans>
			) : (
				<Trans>
					Austrian law asks for a certified security device (RKSV) for electronic cash registers. Foyer has
					none: record cash sales in your own register too.
				</Trans>
			)}
		</Callout>
	);
}
