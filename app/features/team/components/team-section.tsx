import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { Invitation, Member } from '#shared/contracts/team.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { useInvitations, useMembers, useTeamActions } from '../api.ts';
import { InvitationRow, MemberRow } from './member-row.tsx';
import { SectionHead } from './section-head.tsx';
import type { ToConfirm } from './team-confirmation.tsx';

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));
const RoleMatrix = lazyPart(
	() => import('./role-matrix.tsx').then((module) => module.RoleMatrix),
	<Skeleton className="h-12" />,
);
const TeamConfirmation = lazyDialog(() =>
	import('./team-confirmation.tsx').then((module) => module.TeamConfirmation),
);
const TwoFactorRequirement = lazyPart(
	() => import('./two-factor-requirement.tsx').then((module) => module.TwoFactorRequirement),
	<Skeleton className="h-48" />,
);
const MemberDialog = lazyDialog(() => import('./member-dialog.tsx').then((module) => module.MemberDialog));

type Open = { act: 'invite' } | { act: 'change'; member: Member } | ToConfirm | null;

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
	const { needsTwoFactorFrom, ownershipOffer: offer } = members.data;
	const isOwner = memberCan(organisation, 'ownership.transfer');

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
			<SectionHead
				id="team"
				title={<Trans>Team</Trans>}
				description={
					members.data.data.length === 1 && invited.length === 0 ? (
						<Trans>
							You’re the only member. Invite people, or share an access link for check-in: it needs no
							account.
						</Trans>
					) : (
						<Trans>People with an account who work for {organisation.name}.</Trans>
					)
				}
				actions={mayManage ? invite : null}
			/>
			{links.length > 0 ? <InvitationLinks links={links} onClose={() => setLinks([])} /> : null}
			<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
				{members.data.data.map((member) => (
					<MemberRow
						key={member.userId}
						member={member}
						isOwner={isOwner}
						isOffered={offer?.userId === member.userId}
						hasOffer={offer !== null}
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
			<ShowMore {...moreOf(invitations)} label={<Trans>Show more invitations</Trans>} />
			{isOwner || needsTwoFactorFrom !== null ? (
				<TwoFactorRequirement
					members={members.data.data}
					from={needsTwoFactorFrom}
					isOwner={isOwner && !organisation.isSandbox}
					confirmed={confirmed}
					require={actions.require}
				/>
			) : null}
			<RoleMatrix />
			<TeamDialogs {...{ open, close, organisation, actions, attempt, confirmed }} onInvited={reportSent} />
		</section>
	);
}

/** What a member chose in the list: to invite, to change rights, or what wants a second press. */
function TeamDialogs(props: {
	open: Open;
	close: () => void;
	organisation: CurrentUser['organisations'][number];
	actions: ReturnType<typeof useTeamActions>;
	attempt: ReturnType<typeof useAttempt>;
	confirmed: Confirmed;
	onInvited: (sent: Invitation[]) => void;
}) {
	const { t } = useLingui();
	const { open, close, organisation, actions, attempt, confirmed } = props;
	return (
		<>
			{open?.act === 'invite' ? (
				<InviteDialog
					organisation={organisation.id}
					giver={organisation}
					onClose={close}
					onInvite={async (body) => {
						const sent = await confirmed(() => actions.invite.mutateAsync(body));
						if (!sent) return;
						props.onInvited(sent.data);
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
			{open && open.act !== 'invite' && open.act !== 'change' ? (
				<TeamConfirmation
					{...{ open, close, actions, attempt, confirmed }}
					organisation={organisation.name}
				/>
			) : null}
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
