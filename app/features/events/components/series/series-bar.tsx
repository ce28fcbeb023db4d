import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useAllDates, useSeries } from '#app/features/events/series-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SeriesScope } from '#shared/rules/series/repeat.ts';
import { useDatesScope } from './scope.tsx';
import { SeriesChangeCallout } from './series-change-callout.tsx';

/** The first day of all. */
const FIRST_DAY = '2000-01-01';

/** Where a date is in its series, the dates beside it, and which dates a change reaches. */
export function SeriesBar({
	event,
	page,
	hasScope,
}: {
	event: PublicEvent;
	page: 'edit' | 'tickets';
	hasScope: boolean;
}) {
	const { t } = useLingui();
	const { scope, setScope } = useDatesScope();
	if (!event.series) return null;
	const { id } = event.series;
	return (
		<section
			aria-label={t`Series`}
			className="flex min-w-0 flex-col gap-4 rounded-lg border border-hairline bg-surface p-4"
		>
			<Place event={event} series={id} page={page} />
			{hasScope ? (
				<RadioGroup
					label={t`Applies to`}
					value={scope}
					onChange={(change) => setScope(change.currentTarget.value as SeriesScope)}
					options={[
						{ value: 'this', label: t`This date` },
						{ value: 'following', label: t`This and following dates` },
						{ value: 'all', label: t`All dates` },
					]}
					hint={
						scope === 'this'
							? undefined
							: t`Changes take effect once you publish them. You’ll preview the effect on each date first.`
					}
				/>
			) : null}
			<SeriesChangeCallout event={event} series={id} />
		</section>
	);
}

function Place({ event, series, page }: { event: PublicEvent; series: string; page: 'edit' | 'tickets' }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { data: own } = useSeries(series);
	const { data } = useAllDates(series, FIRST_DAY);
	const dates = data?.data ?? [];
	const place = dates.findIndex((date) => date.id === event.id);
	const [before, after] = [
		place > 0 ? dates[place - 1] : undefined,
		place < 0 ? undefined : dates[place + 1],
	];
	const day = formats.date(event.startsAt, event.timeZone);
	const [number, all] = [place + 1, own ? own.counts.ahead + own.counts.past : dates.length];
	const link = (
		date: { id: string } | undefined,
		label: string,
		text: string,
		icon: { icon: LucideIcon } | { trailingIcon: LucideIcon },
	) =>
		date ? (
			<ButtonLink
				to={`/events/${date.id}/${page}`}
				variant="outline"
				className="min-w-11 min-h-11"
				aria-label={label}
				{...icon}
			>
				<span className="max-sm:sr-only">{text}</span>
			</ButtonLink>
		) : null;
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
			<p className="min-w-0 text-sm">
				<span className="font-medium">{day}</span>
				{place >= 0 && !data?.nextCursor ? (
					<span className="text-muted">
						{' · '}
						<Trans>
							date {number} of {all}
						</Trans>
					</span>
				) : null}
				<br />
				<Link to={`/series/${series}`} className="link">
					<Trans>Whole series</Trans>
				</Link>
			</p>
			<nav aria-label={t`Dates beside it`} className="flex gap-2">
				{link(before, t`Previous date`, t`Previous`, { icon: ChevronLeft })}
				{link(after, t`Next date`, t`Next`, { trailingIcon: ChevronRight })}
			</nav>
		</div>
	);
}
