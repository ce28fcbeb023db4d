import { plural } from '@lingui/core/macro';
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
	return (
		<section
			aria-labelledby={title}
			className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4 md:p-5"
			data-offline={isReady ? 'ready' : 'not-ready'}
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Offline mode</Trans>
			</h2>
			<p className="flex items-start gap-2 text-sm">
				<Icon
					icon={isReady ? CircleCheck : isLasting ? CloudDownload : TriangleAlert}
					size={20}
					className={isReady ? 'text-success' : isLasting ? 'text-muted' : 'text-warning'}
				/>
				<span>
					{isReady ? (
						<Trans>Ready: works offline on this device.</Trans>
					) : !isLasting ? (
						<Trans>This browser can’t save data (private window or storage full). Keep this page open.</Trans>
					) : isWhole ? (
						<Trans>Works offline while this page stays open.</Trans>
					) : (
						<Trans>Not ready yet: downloading the guest list.</Trans>
					)}
				</span>
			</p>
			<p className="text-sm text-muted tabular-nums" role="status">
				{progress !== null && !isWhole ? (
					<Plural value={progress} one="# guest so far" other="# guests so far" />
				) : isWhole ? (
					t`${plural(book.size, { one: '# guest', other: '# guests' })}, ${size} MB, encrypted. Removed when access ends.`
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
