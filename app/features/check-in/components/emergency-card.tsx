import { Trans } from '@lingui/react/macro';
import { LifeBuoy } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';

/** What to do when something fails, to read before it does; it prints on half a page. */
export function EmergencyCard() {
	return (
		<details className="rounded-lg border border-hairline bg-surface p-4" data-print="keep">
			<summary className="flex min-h-11 cursor-pointer items-center gap-2 text-lg font-medium">
				<Icon icon={LifeBuoy} size={20} />
				<Trans>If something goes wrong</Trans>
			</summary>
			<dl className="mt-2 flex flex-col gap-3 text-sm [&_dd]:text-muted [&_dt]:font-medium">
				<div>
					<dt>
						<Trans>The network is gone</Trans>
					</dt>
					<dd>
						<Trans>
							Go on. The device decides by its own list and hands in every scan when the network is back.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>The camera does not read a ticket</Trans>
					</dt>
					<dd>
						<Trans>
							Ask the guest to make the screen bright. Else type the code under the QR, or search for the name
							and press Check In.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>The screen is red or yellow</Trans>
					</dt>
					<dd>
						<Trans>
							The reason and the next step stand under it. Send the guest to the organiser; keep the queue
							moving.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>This device is empty, lost or broken</Trans>
					</dt>
					<dd>
						<Trans>
							Open the same door on another device with the same code. What was not handed in waits on the old
							device and can be saved there as a file.
						</Trans>
					</dd>
				</div>
				<div>
					<dt>
						<Trans>Somebody was let in by mistake</Trans>
					</dt>
					<dd>
						<Trans>Press Undo within ten seconds, or later beside the guest in the list.</Trans>
					</dd>
				</div>
			</dl>
		</details>
	);
}
