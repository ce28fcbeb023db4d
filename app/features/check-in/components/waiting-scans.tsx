import { Plural, Trans } from '@lingui/react/macro';
import { Callout } from '#app/ui/callout.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import { SaveQueueButton } from './queue-buttons.tsx';

/** Where the door itself cannot be shown: that scans and sales wait, and how to take the scans elsewhere. */
export function WaitingScans({ session, view }: { session: DoorSession; view: SessionView }) {
	return (
		<>
			<WaitingSales sales={view.waitingSales} />
			<ScansAlone session={session} view={view} />
		</>
	);
}

function WaitingSales({ sales }: { sales: number }) {
	if (sales === 0) return null;
	return (
		<Callout
			tone="warning"
			className="text-start"
			title={<Plural value={sales} one="# sale isn’t synced" other="# sales aren’t synced" />}
		>
			<Trans>
				Saved on this device. Stay online and keep this page open until they’re sent. Offline sales are
				accepted for a week after access has ended.
			</Trans>
		</Callout>
	);
}

function ScansAlone({ session, view }: { session: DoorSession; view: SessionView }) {
	if (view.waiting === 0) return null;
	return (
		<Callout
			tone="warning"
			className="text-start"
			title={<Plural value={view.waiting} one="# scan isn’t synced" other="# scans aren’t synced" />}
			action={<SaveQueueButton session={session} eventId={view.eventId} />}
		>
			<Trans>They’re saved on this device. Export them and give the file to the organiser to import.</Trans>
		</Callout>
	);
}
