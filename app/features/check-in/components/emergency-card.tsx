import { Trans } from '@lingui/react/macro';
import { LifeBuoy } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import { UNDO_SECONDS } from '../undo-seconds.ts';

/** What to do when something fails, to read before it does; it prints on half a page. */
export function EmergencyCard() {
	return (
		<details className="rounded-lg border border-hairline bg-surface p-4" data-print="keep">
			<summary className="flex min-h-11 cursor-pointer items-center gap-2 text-lg font-medium">
				<Icon icon={LifeBuoy} size={20} />
				<Trans>Troubleshooting</Trans>
			</summary>
			<dl className="mt-2 flex flex-col gap-3 text-sm [&_dd]:text-muted [&_dt]:font-medium">
				<div>
					<dt>
						<Trans>No connection</Trans>
					</dt>
					<dd>
						<Trans>Keep scanning. The device uses its own list and syncs when you’re back online.</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>Camera can’t read the ticket</Trans>
					</dt>
					<dd>
						<Trans>
							Ask the guest to turn up their brightness, or type the code under the QR. You can also search by
							name and choose Check In.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>Red or yellow screen</Trans>
					</dt>
					<dd>
						<Trans>
							Read the reason and next step on the screen. Send the guest to the organiser and keep the queue
							moving.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>Device lost, broken or out of battery</Trans>
					</dt>
					<dd>
						<Trans>
							Use the same code on another device. Unsynced scans stay on the old device and can be exported
							there.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>Checked in by mistake</Trans>
					</dt>
					<dd>
						<Trans>Choose Undo within {UNDO_SECONDS} seconds, or use the guest list later.</Trans>
					</dd>
				</div>
			</dl>
		</details>
	);
}
