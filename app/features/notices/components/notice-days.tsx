import { useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { SectionColumns, SectionLinks } from '#app/ui/section-columns.tsx';
import type { Notice } from '#shared/contracts/notices.ts';
import { byDay, type DayOf } from '../days.ts';
import { NoticeRow } from './notice-row.tsx';

/** Notices by day, with the days at the side of a wide screen. */
export function NoticeDays(props: {
	notices: readonly Notice[];
	onRead: (notice: Notice) => void;
	/** Below the last day. */
	children?: React.ReactNode;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const days = byDay(props.notices, zone);
	const label = ({ ago, entries }: DayOf<Notice>) =>
		ago === 0 ? t`Today` : ago === 1 ? t`Yesterday` : formats.shortDate(entries[0]?.toldAt ?? '', zone);
	return (
		<SectionColumns
			side={
				<SectionLinks
					label={t`Days`}
					items={days.map((day) => ({ id: `day-${day.day}`, label: label(day) }))}
				/>
			}
		>
			{days.map((day) => (
				<section
					key={day.day}
					id={`day-${day.day}`}
					aria-labelledby={`of-${day.day}`}
					className="flex scroll-mt-20 flex-col gap-3"
				>
					<h2 id={`of-${day.day}`} className="text-base font-semibold">
						<time dateTime={day.day}>{label(day)}</time>
					</h2>
					<Card padding="none">
						<ul className="divide-y divide-hairline">
							{day.entries.map((notice) => (
								<NoticeRow key={notice.id} notice={notice} onRead={() => props.onRead(notice)} />
							))}
						</ul>
					</Card>
				</section>
			))}
			{props.children}
		</SectionColumns>
	);
}
