import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readError } from '#app/lib/read-error.ts';
import { readUserAgain } from '#app/lib/session.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { Invitation, Member } from '#shared/contracts/team.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { useInvitations, useMembers, useTeamActions } from '../api.ts';
import { InvitationRow, type MemberAct, MemberRow } from './member-row.tsx';

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));
const RoleMatrix = lazyPart(
	() => import('./role-matrix.tsx').then((module) => module.RoleMatrix),
	<Skeleton className="h-12" />,
);
const MemberDialog = lazyDialog(() => import('./member-dialog.tsx').then((module) => module.MemberDialog));

type Open =
	| { act: 'invite' }
	| { act: MemberAct; member: Member }
	| { act: 'withdraw'; invitation: Invitation }
	| null;

/** The members of an organisation and who was invited. */
export function TeamSection(props: {
	organisation: CurrentUser['organisations'][number];
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const { organisation, confirmed } = props;
	const attempt = useAttempt();
	const mayManage = memberCan(organisation, 'members.manage');
	const members = useMembers(organisation.id);
	const invitations = useInvitations(organisation.id, mayManage);
	const actions = useTeamActions(organisation.id);
	const [open, setOpen] = useState<Open>(null);
	const [links, setLinks] = useState<Invitation[]>([]);
	const close = () => setOpen(null);
	const error = readError(members);
	if (error) return <ErrorCallout error={error} onRetry={members.refetch} />;
	if (!members.data || (mayManage && invitations.isPending)) return <RouteSkeleton />;
	const invited = invitations.data ?? [];

	/** Where no email can be sent, the links are shown to pass on. */
	function reportSent(sent: Invitation[]) {
		setLinks(sent.filter(({ link }) => link !== null));
		if (sent.every(({ link }) => link === null))
			toast({
				variant: 'success',
				description: sent.length === 1 ? t`Invitation sent` : t`Invitations sent`,
			});
	}

	const invite = (
		<Button icon={UserPlus} onClick={() => setOpen({ act: 'invite' })}>
			{t`Invite people`}
		</Button>
	);
	return (
		<section className="flex flex-col gap-5" aria-labelledby="team">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0 flex-1 basis-64">
					<h2 id="team" className="text-lg font-medium">
						<Trans>Team</Trans>
					</h2>
					<p className="text-muted">
						{members.data.data.length === 1 && invited.length === 0 ? (
							<Trans>
								You’re the only member. Invite people, or share an access link for check-in: it needs no
								account.
							</Trans>
						) : (
							<Trans>People with an account who work for {organisation.name}.</Trans>
						)}
					</p>
				</div>
				{mayManage ? invite : null}
			</div>
			{links.length > 0 ? <InvitationLinks links={links} onClose={() => setLinks([])} /> : null}
			<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
				{members.data.data.map((member) => (
					<MemberRow
						key={member.userId}
						member={member}
						isOwner={memberCan(organisation, 'ownership.transfer')}
						onAction={(act) => setOpen({ act, member })}
					/>
				))}
				{invited.map((invitation) => (
					<InvitationRow
						key={invitation.id}
						invitation={invitation}
						onAction={(act) => {
							if (act === 'withdraw') setOpen({ act, invitation });
							else void attempt(actions.resend.mutateAsync(invitation.id).then((one) => reportSent([one])));
						}}
					/>
				))}
			</ul>
			<ShowMore
				hasMore={invitations.hasNextPage}
				isLoading={invitations.isFetchingNextPage}
				onMore={() => void invitations.fetchNextPage()}
				label={<Trans>Show more invitations</Trans>}
			/>
			<RoleMatrix />
			{open?.act === 'invite' ? (
				<InviteDialog
					organisation={organisation.id}
					giver={organisation}
					onClose={close}
					onInvite={async (body) => {
						const sent = await confirmed(() => actions.invite.mutateAsync(body));
						if (!sent) return;
						reportSent(sent.data);
						close();
					}}
				/>
			) : null}
			{open?.act === 'change' ? (
				<MemberDialog
					organisation={organisation.id}
					giver={organisation}
					member={open.member}
					onClose={close}
					onSave={async (body) => {
						const { userId } = open.member;
						if (!(await confirmed(() => actions.update.mutateAsync({ user: userId, body })))) return;
						toast({ variant: 'success', description: t`Saved` });
						close();
					}}
				/>
			) : null}
			<Confirmations
				{...{ open, close, actions, attempt, confirmed }}
				organisation={organisation.name}
				isOnly={members.data.data.length === 1}
			/>
		</section>
	);
}

/** What is asked before somebody is removed, leaves, or hands the organisation over. */
function Confirmations(props: {
	open: Open;
	close: () => void;
	organisation: string;
	isOnly: boolean;
	actions: ReturnType<typeof useTeamActions>;
	attempt: ReturnType<typeof useAttempt>;
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { open, close, actions, attempt, organisation } = props;
	const member = open && 'member' in open ? open.member : null;
	const name = member ? member.name || member.email : '';
	return (
		<>
			<ConfirmDialog
				isOpen={open?.act === 'remove'}
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
				isOpen={open?.act === 'withdraw'}
				onClose={close}
				title={t`Revoke the invitation?`}
				description={t`The link in it stops working.`}
				confirmLabel={t`Revoke`}
				isPending={actions.withdraw.isPending}
				onConfirm={() => {
					if (open?.act === 'withdraw')
						void attempt(actions.withdraw.mutateAsync(open.invitation.id), t`Invitation revoked`).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open?.act === 'hand-over'}
				onClose={close}
				title={t`Hand ${organisation} over to ${name}?`}
				description={t`They become the owner and you become an admin. Only they can undo this.`}
				confirmLabel={t`Hand over`}
				isPending={actions.handOver.isPending}
				onConfirm={() => {
					if (!member) return;
					void attempt(
						props
							.confirmed(() => actions.handOver.mutateAsync(member.userId))
							.then(async (done) => {
								if (!done) return;
								await readUserAgain();
								toast({ variant: 'success', description: t`${name} is now the owner` });
							}),
					).then(close);
				}}
			/>
			<ConfirmDialog
				isOpen={open?.act === 'leave'}
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

function InvitationLinks({ links, onClose }: { links: Invitation[]; onClose: () => void }) {
	const { t } = useLingui();
	return (
		<Callout tone="info" title={t`Pass these links on`} isUrgent>
			<div className="flex flex-col gap-3">
				<p>
					<Trans>Email isn’t set up on this site. Each link is for one person, and shown only now.</Trans>
				</p>
				<ul className="flex flex-col gap-2">
					{links.map(({ id, email, link }) => (
						<li key={id} className="flex flex-wrap items-center gap-2">
							<span className="min-w-0 [overflow-wrap:anywhere]" dir="ltr">
								{email}
							</span>
							<CopyButton text={link ?? ''} label={t`Copy link for ${email}`} />
						</li>
					))}
				</ul>
				<div>
					<Button variant="outline" size="sm" onClick={onClose}>{t`Done`}</Button>
				</div>
			</div>
		</Callout>
	);
}
