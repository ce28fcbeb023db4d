import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { MenuItem } from '#app/ui/menu.tsx';
import type { SeriesStaffLink } from '#shared/contracts/series-staff-links.ts';
import { isSeriesLinkOver } from '../link-state.ts';
import { LinkRow } from './link-row.tsx';

/** Actions for a link of a series. */
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
		<LinkRow
			link={link}
			isOver={over}
			facts={over ? null : <DateText link={link} />}
			countsDevices
			onCode={hasCode ? () => onAction('code') : null}
			items={items}
		/>
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
