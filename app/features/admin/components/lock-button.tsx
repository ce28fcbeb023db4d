import { Trans } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';

/** Locks an account or an organisation once a reason is given, or unlocks it at once. */
export function LockButton(props: { lockedAt: string | null; onUnlock: () => void; onLock: () => void }) {
	return props.lockedAt ? (
		<Button variant="outline" onClick={props.onUnlock}>
			<Trans>Unlock</Trans>
		</Button>
	) : (
		<Button variant="outline" onClick={props.onLock}>
			<Trans>Lock…</Trans>
		</Button>
	);
}
