import { Plural, Trans } from '@lingui/react/macro';
import { Callout } from '#app/ui/callout.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import { SaveQueueButton } from './queue-buttons.tsx';

/** Where the door itself cannot be shown: that scans wait, and how to take them elsewhere. */
export function WaitingScans({ session, view }: { session: DoorSession; view: SessionView }) {
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
