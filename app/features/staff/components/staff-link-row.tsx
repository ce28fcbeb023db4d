import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, KeyRound } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { STAFF_GRACE_HOURS } from '#shared/rules/staff-tokens.ts';

/** What can be done with a link. */
export type LinkAction = 'edit' | 'devices' | 'share' | 'rotate' | 'revoke';

/** Whether a link opens nothing any more: revoked, past its own end, or some time after its event. */
function isOver(link: StaffLink, eventEndsAt: string, now: number): boolean {
	const lastMs = Date.parse(eventEndsAt) + STAFF_GRACE_HOURS * 3_600_000;
	return link.revokedAt !== null || Math.min(lastMs, link.endsAt ? Date.parse(link.endsAt) : lastMs) <= now;
}

/** One staff link with its state, its devices and what can be done with it. */
export function StaffLinkRow(props: {
	event: string;
	link: StaffLink;
	eventEndsAt: string;
	timeZone: string;
	gate: string | undefined;
	lists: string[];
	onAction: (act: LinkAction) => void;
}) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const formats = useFormats();
	const { link, timeZone, onAction } = props;
	const used = link.lastUsedAt ? formats.relative(link.lastUsedAt) : '';
	const over = isOver(link, props.eventEndsAt, Date.now());
	const begins = link.startsAt && Date.parse(link.startsAt) > Date.now() ? link.startsAt : null;
	const places = [props.gate, ...props.lists].filter(Boolean).join(' · ');
	const span = [
		link.startsAt ? t`from ${formats.dateTime(link.startsAt, timeZone)}` : '',
		link.endsAt ? t`until ${formats.dateTime(link.endsAt, timeZone)}` : '',
	]
		.filter(Boolean)
		.join(' ');
	const items = [
		{ id: 'edit', label: t`Edit`, onSelect: () => onAction('edit') },
		...(over
			? []
			: [
					{ id: 'poster', label: t`Show poster`, to: `/events/${props.event}/door/poster/${link.id}` },
					...(hasEmail ? [{ id: 'share', label: t`Send by email`, onSelect: () => onAction('share') }] : []),
				]),
		{ id: 'rotate', label: link.revokedAt ? t`Reactivate` : t`Renew`, onSelect: () => onAction('rotate') },
		...(link.revokedAt
			? []
			: [
					{
						id: 'revoke',
						label: t`Revoke`,
						tone: 'destructive' as const,
						onSelect: () => onAction('revoke'),
					},
				]),
	];
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2">
					<span className="font-medium [overflow-wrap:anywhere]" dir="auto">
						{link.label}
					</span>
					{link.revokedAt || over ? (
						<StatusBadge tone="neutral">
							<Trans>Ended</Trans>
						</StatusBadge>
					) : begins ? (
						<StatusBadge tone="pending">
							<Trans>Not started</Trans>
						</StatusBadge>
					) : (
						<StatusBadge tone="success">
							<Trans>Active</Trans>
						</StatusBadge>
					)}
					{link.isPinLocked ? (
						<StatusBadge tone="danger" icon={KeyRound}>
							<Trans>PIN locked, set a new one</Trans>
						</StatusBadge>
					) : link.hasPin ? (
						<StatusBadge tone="info" icon={KeyRound}>
							<Trans>PIN</Trans>
						</StatusBadge>
					) : null}
					{link.withheld.length > 0 && !over ? (
						<StatusBadge tone="warning" icon={KeyRound}>
							<Trans>Limited: its creator lost rights</Trans>
						</StatusBadge>
					) : null}
				</p>
				{places || span ? (
					<p className="text-sm text-muted" dir="auto">
						{[places, span].filter(Boolean).join(' · ')}
					</p>
				) : null}
				<p className="text-sm text-muted">
					{over || link.shortCode === '' ? null : (
						<>
							<Trans>
								Short code <code className="text-ink">{link.shortCode}</code>
							</Trans>
							{' · '}
						</>
					)}
					{used ? <Trans>last used {used}</Trans> : <Trans>not used yet</Trans>}
				</p>
			</div>
			<div className="flex items-center gap-2">
				<Button size="sm" variant="outline" onClick={() => onAction('devices')}>
					{link.deviceLimit === null ? (
						<Plural value={link.deviceCount} one="# device" other="# devices" />
					) : (
						<Trans>
							{formats.number(link.deviceCount)} of{' '}
							<Plural value={link.deviceLimit} one="# device" other="# devices" />
						</Trans>
					)}
				</Button>
				<Menu
					label={t`Actions for ${link.label}`}
					align="end"
					items={items}
					trigger={(trigger) => (
						<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${link.label}`} tip="none" />
					)}
				/>
			</div>
		</li>
	);
}
