import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CloudDownload, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import { useOfflineShell } from '../use-offline-shell.ts';
import { SaveQueueButton, TakeQueueButton } from './queue-buttons.tsx';

/** Whether this device can do without a network, how fresh what it knows is, and what waits on it. */
export function OfflineCard({ session, view }: { session: DoorSession; view: SessionView }) {
	const { t } = useLingui();
	const formats = useFormats();
	const title = useId();
	const shell = useOfflineShell();
	const { eventId, isWhole, progress, bytes, waiting, isLasting, book } = view;
	const isReady = isWhole && isLasting && shell === 'ready';
	const size = formats.number(Math.max(0.1, Math.round(bytes / 100_000) / 10));
	const guests = formats.number(book.size);
	return (
		<section
			aria-labelledby={title}
			className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4 md:p-5"
			data-offline={isReady ? 'ready' : 'not-ready'}
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Without a network</Trans>
			</h2>
			<p className="flex items-start gap-2 text-sm">
				<Icon
					icon={isReady ? CircleCheck : isLasting ? CloudDownload : TriangleAlert}
					size={20}
					className={isReady ? 'text-success' : isLasting ? 'text-muted' : 'text-warning'}
				/>
				<span>
					{isReady ? (
						<Trans>
							Ready: this device can check guests in with no network, also after it is opened again.
						</Trans>
					) : !isLasting ? (
						<Trans>
							This browser keeps nothing (private window, or full). Leave this page open: scans live as long
							as it does.
						</Trans>
					) : isWhole ? (
						<Trans>Works with no network as long as this page stays open. Opening it again needs one.</Trans>
					) : (
						<Trans>Not ready yet: the guest list is being fetched.</Trans>
					)}
				</span>
			</p>
			<p className="text-sm text-muted tabular-nums" role="status">
				{progress !== null && !isWhole ? (
					<Plural value={progress} one="# guest so far" other="# guests so far" />
				) : isWhole ? (
					t`${guests} guests, ${size} MB, encrypted; removed when the link ends.`
				) : null}
			</p>
			<div className="flex flex-wrap gap-2">
				{isWhole ? null : (
					<Button variant="outline" icon={CloudDownload} className="min-h-11" onClick={() => session.wake()}>
						{t`Get ready for offline`}
					</Button>
				)}
				{waiting > 0 ? <SaveQueueButton session={session} eventId={eventId} /> : null}
				{eventId ? <TakeQueueButton session={session} eventId={eventId} /> : null}
			</div>
		</section>
	);
}
