import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import type { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readUserAgain } from '#app/lib/session.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Invitation, Member } from '#shared/contracts/team.ts';
import { ownershipOfferDays } from '#shared/contracts/team-ownership.ts';
import type { useTeamActions } from '../api.ts';
import type { MemberAct } from './member-row.tsx';

/** What wants a second press, and about whom. */
export type ToConfirm =
	| { act: Exclude<MemberAct, 'change'>; member: Member }
	| { act: 'withdraw'; invitation: Invitation };

/** The confirmation before a member is removed, leaves, or is offered the organisation. */
export function TeamConfirmation(props: {
	open: ToConfirm;
	close: () => void;
	organisation: string;
	actions: ReturnType<typeof useTeamActions>;
	attempt: ReturnType<typeof useAttempt>;
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { open, close, actions, attempt, organisation } = props;
	const member = 'member' in open ? open.member : null;
	const name = member ? member.name || member.email : '';
	return (
		<>
			<ConfirmDialog
				isOpen={open.act === 'remove'}
				onClose={close}
				title={t`Remove ${name}?`}
				description={t`They lose access at once. API keys they created stop working. You can invite them again.`}
				confirmLabel={t`Remove`}
				isPending={actions.remove.isPending}
				onConfirm={() => {
					if (member) void attempt(actions.remove.mutateAsync(member.userId), t`Member removed`).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open.act === 'withdraw'}
				onClose={close}
				title={t`Revoke the invitation?`}
				description={t`The link in it stops working.`}
				confirmLabel={t`Revoke`}
				isPending={actions.withdraw.isPending}
				onConfirm={() => {
					if (open.act === 'withdraw')
						void attempt(actions.withdraw.mutateAsync(open.invitation.id), t`Invitation revoked`).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open.act === 'hand-over'}
				onClose={close}
				title={t`Offer ${name} ownership of ${organisation}?`}
				description={t`They get an email and have ${ownershipOfferDays} days to accept. Then they become the owner and you become an admin. Until then you can cancel the offer.`}
				confirmLabel={t`Offer ownership`}
				isDestructive={false}
				isPending={actions.offer.isPending}
				onConfirm={() => {
					if (!member) return;
					void attempt(
						props
							.confirmed(() => actions.offer.mutateAsync(member.userId))
							.then((done) => {
								if (done) toast({ variant: 'success', description: t`Ownership offered to ${name}` });
							}),
					).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open.act === 'cancel-offer'}
				onClose={close}
				title={t`Cancel the offer to ${name}?`}
				description={t`You stay the owner. You can offer ownership again.`}
				confirmLabel={t`Cancel offer`}
				cancelLabel={t`Keep offer`}
				isPending={actions.cancelOffer.isPending}
				onConfirm={() => {
					void attempt(actions.cancelOffer.mutateAsync(undefined), t`Offer cancelled`).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open.act === 'leave'}
				onClose={close}
				title={t`Leave ${organisation}?`}
				description={t`You lose access at once. You’ll need a new invitation to come back.`}
				confirmLabel={t`Leave`}
				isPending={actions.leave.isPending}
				onConfirm={() => {
					void attempt(actions.leave.mutateAsync(undefined), t`You left ${organisation}`).then(
						async (isDone) => {
							close();
							if (!isDone) return;
							await readUserAgain();
							await navigate('/dashboard');
						},
					);
				}}
			/>
		</>
	);
}
