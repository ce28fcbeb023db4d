import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useActionLabels } from '#app/lib/action-labels.ts';
import { useFormats } from '#app/lib/format.ts';
import { useRoleLabels } from '#app/lib/role-labels.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { RowName } from '#app/ui/row-name.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Invitation, Member } from '#shared/contracts/team.ts';

export type MemberAct = 'change' | 'remove' | 'hand-over' | 'cancel-offer' | 'leave';

/** Which events a role reaches, in words. */
function Reach({ eventIds }: { eventIds: string[] | null }) {
	return eventIds ? (
		<Plural value={eventIds.length} one="# event" other="# events" />
	) : (
		<Trans>All events</Trans>
	);
}

/** One member: who, what they may do, when they were last here, and what can be done about it. */
export function MemberRow(props: {
	member: Member;
	/** The viewer owns the organisation. */
	isOwner: boolean;
	/** Ownership is offered to this member. */
	isOffered: boolean;
	/** Ownership is offered to one of the members. */
	hasOffer: boolean;
	onAction: (act: MemberAct) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const roles = useRoleLabels();
	const actions = useActionLabels();
	const { member, onAction } = props;
	const name = member.name || member.email;
	const differs = [
		...member.extra.map((action) => `+ ${actions[action]}`),
		...member.denied.map((action) => `− ${actions[action]}`),
	];
	const items = [
		...(member.isEditable
			? [{ id: 'change', label: t`Change rights`, onSelect: () => onAction('change') }]
			: []),
		...(props.isOwner && props.isOffered
			? [{ id: 'cancel-offer', label: t`Cancel offer`, onSelect: () => onAction('cancel-offer') }]
			: []),
		...(props.isOwner && !member.isYou && !props.hasOffer
			? [{ id: 'hand-over', label: t`Hand over ownership`, onSelect: () => onAction('hand-over') }]
			: []),
		...(member.isEditable
			? [{ id: 'remove', label: t`Remove`, tone: 'destructive' as const, onSelect: () => onAction('remove') }]
			: []),
		...(member.isYou
			? [{ id: 'leave', label: t`Leave`, tone: 'destructive' as const, onSelect: () => onAction('leave') }]
			: []),
	];
	return (
		<li className="flex items-start gap-3 p-4">
			<Avatar person={{ name: member.name, email: member.email }} imageUrl={member.photoUrl} size="lg" />
			<div className="flex min-w-0 flex-1 flex-col gap-0.5">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<RowName>{name}</RowName>
					{member.isYou ? <StatusBadge tone="neutral">{t`You`}</StatusBadge> : null}
					{props.isOffered ? <StatusBadge tone="pending">{t`Ownership offered`}</StatusBadge> : null}
				</p>
				{member.name ? (
					<p className="text-sm text-muted [overflow-wrap:anywhere]" dir="ltr">
						{member.email}
					</p>
				) : null}
				<p className="text-sm text-muted">
					{roles[member.role]}
					{' · '}
					<Reach eventIds={member.eventIds} />
					{' · '}
					{member.hasTwoFactor ? <Trans>two-factor on</Trans> : <Trans>two-factor off</Trans>}
					{' · '}
					{member.lastSeenAt ? (
						<Trans>last seen {formats.relative(member.lastSeenAt)}</Trans>
					) : (
						<Trans>not seen lately</Trans>
					)}
				</p>
				{differs.length > 0 ? <p className="text-sm text-muted">{differs.join(', ')}</p> : null}
			</div>
			{items.length > 0 ? (
				<Menu
					label={t`Actions for ${name}`}
					align="end"
					items={items}
					trigger={(trigger) => (
						<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${name}`} tip="none" />
					)}
				/>
			) : null}
		</li>
	);
}

/** Somebody who was invited and has not joined. */
export function InvitationRow(props: {
	invitation: Invitation;
	onAction: (act: 'resend' | 'withdraw') => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const roles = useRoleLabels();
	const { invitation, onAction } = props;
	return (
		<li className="flex items-start gap-3 p-4">
			<div className="flex min-w-0 flex-1 flex-col gap-0.5">
				<p className="flex flex-wrap items-center gap-2">
					<RowName dir="ltr">{invitation.email}</RowName>
					{invitation.state === 'open' ? (
						<StatusBadge tone="pending">{t`Invited`}</StatusBadge>
					) : (
						<StatusBadge tone="warning">{t`Expired`}</StatusBadge>
					)}
				</p>
				<p className="text-sm text-muted">
					{roles[invitation.role]}
					{' · '}
					<Reach eventIds={invitation.eventIds} />
					{' · '}
					<Trans>invited {formats.relative(invitation.createdAt)}</Trans>
				</p>
			</div>
			<Menu
				label={t`Actions for ${invitation.email}`}
				align="end"
				items={[
					{ id: 'resend', label: t`Send again`, onSelect: () => onAction('resend') },
					{
						id: 'withdraw',
						label: t`Revoke`,
						tone: 'destructive',
						onSelect: () => onAction('withdraw'),
					},
				]}
				trigger={(trigger) => (
					<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${invitation.email}`} tip="none" />
				)}
			/>
		</li>
	);
}
