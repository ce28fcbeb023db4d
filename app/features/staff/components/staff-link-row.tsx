import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Banknote, Repeat } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import type { MenuItem } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { isOver, lastMomentMs } from '../link-state.ts';
import { LinkRow } from './link-row.tsx';

/** Actions for a link. */
export type LinkAction = 'edit' | 'code' | 'devices' | 'share' | 'rotate' | 'revoke';

interface RowProps {
	event: string;
	link: StaffLink;
	eventEndsAt: string;
	timeZone: string;
	gate: string | undefined;
	lists: string[];
	onAction: (act: LinkAction) => void;
}

/** What the menu of a link offers. @param hasCode it opens something, and the member may see its code */
function useLinkItems({ event, link, eventEndsAt, onAction }: RowProps, hasCode: boolean): MenuItem[] {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	// The link of a series is changed and renewed there.
	const isOwn = link.seriesLinkId === null;
	const items: MenuItem[] = isOwn
		? [{ id: 'edit', label: t`Edit`, onSelect: () => onAction('edit') }]
		: [{ id: 'devices', label: t`Show devices`, onSelect: () => onAction('devices') }];
	if (hasCode) {
		items.push({ id: 'poster', label: t`Show poster`, to: `/events/${event}/door/poster/${link.id}` });
		if (hasEmail) items.push({ id: 'share', label: t`Send by email`, onSelect: () => onAction('share') });
	}
	if (isOwn && lastMomentMs(eventEndsAt) > Date.now()) {
		const label = link.revokedAt ? t`Reactivate` : t`Renew`;
		items.push({ id: 'rotate', label, onSelect: () => onAction('rotate') });
	}
	if (!link.revokedAt)
		items.push({ id: 'revoke', label: t`Revoke`, tone: 'destructive', onSelect: () => onAction('revoke') });
	return items;
}

/** One staff link with its state, its devices and what can be done with it. */
export function StaffLinkRow(props: RowProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { link, timeZone, onAction } = props;
	const over = isOver(link, props.eventEndsAt, Date.now());
	const hasCode = !over && link.shortCode !== '';
	const begins = link.startsAt && Date.parse(link.startsAt) > Date.now() ? link.startsAt : null;
	const places = [props.gate, ...props.lists].filter(Boolean).join(' · ');
	const span = [
		link.startsAt ? t`from ${formats.dateTime(link.startsAt, timeZone)}` : '',
		link.endsAt ? t`until ${formats.dateTime(link.endsAt, timeZone)}` : '',
	]
		.filter(Boolean)
		.join(' ');
	const items = useLinkItems(props, hasCode);
	return (
		<LinkRow
			link={link}
			isOver={over}
			state={
				begins ? (
					<StatusBadge tone="pending">
						<Trans>Not started</Trans>
					</StatusBadge>
				) : undefined
			}
			badges={
				<>
					{link.seriesLinkId ? (
						<StatusBadge tone="info" icon={Repeat}>
							<Trans>Of the series</Trans>
						</StatusBadge>
					) : null}
					{link.abilities.includes('sell_at_door') ? (
						<StatusBadge tone="info" icon={Banknote}>
							<Trans>Sells tickets</Trans>
						</StatusBadge>
					) : null}
				</>
			}
			facts={
				places || span ? (
					<p className="text-sm text-muted" dir="auto">
						{[places, span].filter(Boolean).join(' · ')}
					</p>
				) : null
			}
			onCode={hasCode ? () => onAction('code') : null}
			actions={
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
			}
			items={items}
		/>
	);
}
