import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import { EmergencyCard } from './emergency-card.tsx';
import { WaitingScans } from './waiting-scans.tsx';

/** No network, and no guest list on this device: nothing can be decided here. It opens by itself when the network is back. */
export function NoNetwork({ session, view }: { session: DoorSession; view: SessionView }) {
	return (
		<section className="form-width m-auto flex flex-col items-center gap-4 py-16 text-center">
			<Icon icon={WifiOff} size={24} className="size-12 text-warning" />
			<h1 className="title-page">
				<Trans>You’re offline</Trans>
			</h1>
			<p role="status" className="text-muted">
				<Trans>
					This device hasn’t downloaded the guest list. It will open when you’re back online; use another
					device meanwhile.
				</Trans>
			</p>
			<WaitingScans session={session} view={view} />
			<div className="w-full text-start">
				<EmergencyCard />
			</div>
		</section>
	);
}
