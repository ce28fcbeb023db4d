import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, KeyRound, QrCode } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { SeriesStaffLink } from '#shared/contracts/series-staff-links.ts';
import { isSeriesLinkOver } from '../link-state.ts';

/** What can be done with a link of a series. */
export type SeriesLinkAction = 'edit' | 'code' | 'rotate' | 'revoke';

/** One staff link of a series: its state, and which date it opens. */
export function SeriesLinkRow(props: {
	series: string;
	link: SeriesStaffLink;
	onAction: (act: SeriesLinkAction) => void;
}) {
	const { t } = useLingui();
	const { series, link, onAction } = props;
	const over = isSeriesLinkOver(link, Date.now());
	const hasCode = !over && link.shortCode !== '';
	const items: MenuItem[] = [{ id: 'edit', label: t`Edit`, onSelect: () => onAction('edit') }];
	if (hasCode)
		items.push({ id: 'poster', label: t`Show poster`, to: `/series/${series}/door/poster/${link.id}` });
	items.push({
		id: 'rotate',
		label: link.revokedAt ? t`Reactivate` : t`Renew`,
		onSelect: () => onAction('rotate'),
	});
	if (!link.revokedAt)
		items.push({ id: 'revoke', label: t`Revoke`, tone: 'destructive', onSelect: () => onAction('revoke') });
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2">
					<span className="font-medium [overflow-wrap:anywhere]" dir="auto">
						{link.label}
					</span>
					<LinkState link={link} over={over} />
				</p>
				{over ? null : <DateText link={link} />}
				<UseText link={link} hasCode={hasCode} />
			</div>
			<div className="flex flex-wrap items-center gap-2">
				{hasCode ? (
					<Button size="sm" variant="outline" icon={QrCode} onClick={() => onAction('code')}>
						<Trans>Show QR code</Trans>
					</Button>
				) : null}
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

function LinkState({ link, over }: { link: SeriesStaffLink; over: boolean }) {
	return (
		<>
			{over ? (
				<StatusBadge tone="neutral">
					<Trans>Ended</Trans>
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
		</>
	);
}

/** Which date it opens, or when it opens the next one. */
function DateText({ link: { date } }: { link: SeriesStaffLink }) {
	const formats = useFormats();
	if (!date)
		return (
			<p className="text-sm text-muted">
				<Trans>No published date ahead</Trans>
			</p>
		);
	const starts = formats.dateTime(date.startsAt, date.timeZone);
	const opens = formats.dateTime(date.opensAt, date.timeZone);
	const closes = formats.dateTime(date.closesAt, date.timeZone);
	return (
		<p className="text-sm text-muted">
			{Date.parse(date.opensAt) <= Date.now() ? (
				<Trans>
					Open now for {starts}, until {closes}
				</Trans>
			) : (
				<Trans>
					Next date {starts}, opens {opens}
				</Trans>
			)}
		</p>
	);
}

function UseText({ link, hasCode }: { link: SeriesStaffLink; hasCode: boolean }) {
	const formats = useFormats();
	const used = link.lastUsedAt ? formats.relative(link.lastUsedAt) : '';
	return (
		<p className="text-sm text-muted">
			{hasCode ? (
				<>
					<Trans>
						Short code <code className="text-ink">{link.shortCode}</code>
					</Trans>
					{' · '}
				</>
			) : null}
			{link.deviceCount > 0 ? (
				<>
					<Plural value={link.deviceCount} one="# device" other="# devices" />
					{' · '}
				</>
			) : null}
			{used ? <Trans>last used {used}</Trans> : <Trans>not used yet</Trans>}
		</p>
	);
}
