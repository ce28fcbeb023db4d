import { Trans, useLingui } from '@lingui/react/macro';
import { ScanLine } from 'lucide-react';
import { useId } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** The way into the scanner of an event on this device, for members who may check guests in. */
export function StartCheckIn({ event }: { event: Pick<PublicEvent, 'code' | 'organisation'> }) {
	const { t } = useLingui();
	const title = useId();
	if (!event.organisation?.permissions.includes('check_ins.perform')) return null;
	return (
		<section
			aria-labelledby={title}
			className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-hairline bg-surface p-4 md:p-5 print:hidden"
		>
			<div className="min-w-0">
				<h2 id={title} className="text-lg font-medium">
					<Trans>Check in on this device</Trans>
				</h2>
				<p className="text-muted">
					<Trans>Scan tickets or find guests by name. No staff link needed.</Trans>
				</p>
			</div>
			<ButtonLink to={`/qr-scanner/${event.code}`} size="lg" icon={ScanLine} className="max-sm:w-full">
				{t`Start check-in`}
			</ButtonLink>
		</section>
	);
}
