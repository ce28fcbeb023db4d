import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { QueuedSale, SalesView, Till } from '../model.ts';

interface SalesQueueProps {
	view: SalesView;
	till: Pick<Till, 'retry'>;
	timeZone: string;
}

/** Sales that the server does not have yet: how many wait, and which it refused. Nothing while there are none. */
export function SalesQueue({ view, till, timeZone }: SalesQueueProps) {
	const { queue } = view;
	const refused = queue.filter(({ problem }) => problem !== null);
	const waiting = queue.length - refused.length;
	return (
		<>
			{waiting > 0 ? (
				<p className="flex items-center gap-2 text-sm font-medium" role="status">
					<Icon icon={CloudUpload} size={20} />
					<Plural value={waiting} one="# sale waits for the network" other="# sales wait for the network" />
				</p>
			) : null}
			{refused.map((sale) => (
				<RefusedSale key={sale.nonce} {...{ sale, view, till, timeZone }} />
			))}
		</>
	);
}

function RefusedSale({ sale, view, till, timeZone }: SalesQueueProps & { sale: QueuedSale }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [isPending, setPending] = useState(false);
	const nameOf = (id: string) => view.shop?.types.find((type) => type.id === id)?.name ?? t`Ticket`;
	const currency = view.shop?.terms.currency ?? 'EUR';
	const what = sale.items.map(({ ticketTypeId, quantity }) => `${quantity} × ${nameOf(ticketTypeId)}`);
	const time = formats.time(sale.soldAt, timeZone);
	return (
		<Callout
			tone="danger"
			title={<Trans>A sale was not accepted</Trans>}
			action={
				<Button
					variant="outline"
					className="min-h-11"
					isLoading={isPending}
					onClick={() => {
						setPending(true);
						void till
							.retry(sale.nonce)
							.catch(() => {})
							.finally(() => setPending(false));
					}}
				>
					{t`Try again`}
				</Button>
			}
		>
			<p className="tabular-nums [overflow-wrap:anywhere]">
				{[time, what.join(', '), formats.money(sale.dueMinor, currency)].join(' · ')}
			</p>
			<p>{sale.problem}</p>
		</Callout>
	);
}

/** Without a network: what can still be sold. */
export function OfflineNotice({ view }: { view: SalesView }) {
	const { shop, isConnected, offlineLeft } = view;
	if (isConnected || !shop) return null;
	const parts = shop.types.flatMap(({ id, name }) => {
		const left = offlineLeft.get(id);
		return left === undefined ? [] : `${name}: ${left}`;
	});
	const list = parts.join(', ');
	return (
		<Callout tone="warning" title={<Trans>Offline: cash only</Trans>}>
			{list ? (
				<Trans>Left for this device: {list}</Trans>
			) : (
				<Trans>No tickets are reserved for this device.</Trans>
			)}
		</Callout>
	);
}
