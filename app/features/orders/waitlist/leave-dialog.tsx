import { useLingui } from '@lingui/react/macro';
import { ConfirmAction } from '../components/order-dialogs.tsx';
import type { WaitlistActions } from './use-waitlist-entry.ts';

/** Asks before a guest leaves the waitlist. */
export function LeaveDialog(props: { actions: WaitlistActions; onClose: () => void }) {
	const { t } = useLingui();
	const { actions, onClose } = props;
	return (
		<ConfirmAction
			onClose={onClose}
			title={t`Leave the waitlist?`}
			description={
				actions.entry.offer
					? t`The tickets held for you go to the next in line.`
					: t`You lose your place in line. You can join again at the end.`
			}
			confirmLabel={t`Leave the waitlist`}
			cancelLabel={t`Go back`}
			onConfirm={actions.leave}
		/>
	);
}
