import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import type { SeriesDates, ShownDate } from '#app/features/events/series-dates.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const path = ({ slug }: { slug: string }) => `/events/${slug}`;

/** The series on the page of a date: at its head the dates beside it, further down all by month, and below the form booking several. */
export function SeriesParts(props: {
	event: PublicEvent;
	series: SeriesDates;
	now: string;
	isSoldOut: boolean;
	at: 'head' | 'rest' | 'form';
}) {
	const { event, series, now } = props;
	if (props.at === 'form') return <BookDatesLink {...{ event, now }} />;
	if (props.at === 'rest') return <SeriesCalendar {...{ event, series }} />;
	const isClosed = props.isSoldOut || eventState(event, new Date(now)) !== 'upcoming';
	return <SeriesBar {...{ event, series, isClosed }} />;
}

/** The dates of a series by month: a calendar where there is room, a list on a phone. Links alone, so it works without script. */
function SeriesCalendar({ event, series }: { event: PublicEvent; series: SeriesDates }) {
	const { t } = useLingui();
	const locale = useFormatLocale();
	const formats = useFormats();
	const { month, dates, previousMonth, nextMonth } = series;
	const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
		new Date(`${month}-01T00:00:00Z`),
	);
	return (
		<section id="dates" aria-labelledby="dates-title" className="flex scroll-mt-20 flex-col gap-3">
			<div className="flex items-center gap-1">
				<h2 id="dates-title" className="me-auto text-xl font-semibold">
					<Trans>Dates</Trans>
				</h2>
				<MonthLink month={previousMonth} label={t`Previous month`} icon={ChevronLeft} />
				<p className="min-w-32 text-center font-medium" aria-live="polite">
					{name}
				</p>
				<MonthLink month={nextMonth} label={t`Next month`} icon={ChevronRight} />
			</div>
			{dates.length === 0 ? (
				<p className="text-muted">
					{nextMonth ? (
						<Trans>
							No more dates this month.{' '}
							<Link to={`?month=${nextMonth}#dates`} preventScrollReset className="link">
								Show the next ones
							</Link>
						</Trans>
					) : (
						<Trans>No more dates are planned.</Trans>
					)}
				</p>
			) : (
				<div>
					<div className="hidden grid-cols-7 gap-1 pb-1 lg:grid" aria-hidden="true">
						{Array.from({ length: 7 }, (_, day) => formats.tile(MONDAY + day * dayMs, 'UTC').weekday).map(
							(weekday) => (
								<span key={weekday} className="ps-2 text-sm text-muted">
									{weekday}
								</span>
							),
						)}
					</div>
					<ol className="flex flex-col gap-1 lg:grid lg:grid-cols-7">
						{daysOf(month).map((day, index) => (
							<Day
								key={day}
								day={day}
								isFirst={index === 0}
								event={event}
								dates={dates.filter(({ startsAtLocal }) => startsAtLocal.startsWith(day))}
							/>
						))}
					</ol>
				</div>
			)}
		</section>
	);
}

/** Days of a month: `2027-03-01` and on. */
function daysOf(month: string): string[] {
	const days: string[] = [];
	for (let at = Date.parse(`${month}-01T00:00:00Z`); ; at += dayMs) {
		const day = new Date(at).toISOString().slice(0, 10);
		if (!day.startsWith(month)) return days;
		days.push(day);
	}
}

function MonthLink(props: { month: string | null; label: string; icon: LucideIcon }) {
	const { month, label, icon } = props;
	const style = 'grid size-11 flex-none place-items-center rounded-md';
	if (!month)
		return (
			<span className={clsx(style, 'text-muted opacity-40')} aria-hidden="true">
				<Icon icon={icon} isDirectional />
			</span>
		);
	return (
		<Link
			to={`?month=${month}#dates`}
			preventScrollReset
			aria-label={label}
			className={clsx(style, 'hover:bg-sunken')}
		>
			<Icon icon={icon} isDirectional />
		</Link>
	);
}

function Day(props: { day: string; isFirst: boolean; event: PublicEvent; dates: ShownDate[] }) {
	const { day, isFirst, event, dates } = props;
	const column = isFirst ? { gridColumnStart: ((new Date(day).getUTCDay() + 6) % 7) + 1 } : undefined;
	const number = Number(day.slice(8));
	if (dates.length === 0)
		return (
			<li className="hidden p-2 text-sm text-muted lg:block" aria-hidden="true" style={column}>
				{number}
			</li>
		);
	return (
		<li className="min-w-0 rounded-md lg:bg-surface lg:p-1" style={column}>
			<span className="hidden px-1 text-sm font-medium lg:block" aria-hidden="true">
				{number}
			</span>
			{dates.map((date) => (
				<DateLink key={date.slug} date={date} isCurrent={date.slug === event.slug} />
			))}
		</li>
	);
}

function DateLink({ date, isCurrent }: { date: ShownDate; isCurrent: boolean }) {
	const formats = useFormats();
	const state = useStateOf(date);
	return (
		<Link
			to={path(date)}
			aria-current={isCurrent ? 'date' : undefined}
			className={clsx(
				'flex min-h-11 flex-wrap items-center gap-x-2 rounded-md border px-3 text-sm [overflow-wrap:anywhere] lg:px-1.5',
				isCurrent
					? 'border-event-ink bg-event-wash font-medium text-event-ink'
					: 'border-edge bg-surface hover:border-control',
			)}
		>
			<span className="lg:sr-only">{formats.shortDate(date.startsAt, date.timeZone)}</span>
			<span className={date.status === 'cancelled' ? 'line-through' : undefined}>
				{formats.time(date.startsAt, date.timeZone)}
			</span>
			{state ? <span className="text-muted max-lg:ms-auto lg:text-xs">{state}</span> : null}
		</Link>
	);
}

function useStateOf({ status, isSoldOut }: ShownDate): string {
	const { t } = useLingui();
	if (status === 'cancelled') return t`Cancelled`;
	if (status === 'postponed') return t`Postponed`;
	return isSoldOut ? t`Sold out` : '';
}

/** Before all else on the page of a date: the dates beside it, or where this one is closed the next that has room. */
function SeriesBar(props: { event: PublicEvent; series: SeriesDates; isClosed: boolean }) {
	const { event, series, isClosed } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { nextOpen } = series;
	const dayOf = (date: ShownDate) => formats.shortDate(date.startsAt, date.timeZone);
	if (isClosed && nextOpen) {
		const day = dayOf(nextOpen);
		return (
			<>
				<Callout
					title={t`There is another date`}
					action={<ButtonLink to={path(nextOpen)} tone="event">{t`Go to ${day}`}</ButtonLink>}
				>
					<Trans>The next date with spots left is {day}.</Trans>
				</Callout>
				<div
					data-bottom-bar="narrow"
					className="fixed inset-x-0 bottom-0 z-30 flex border-t border-hairline bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] min-[45rem]:hidden print:hidden"
				>
					<ButtonLink to={path(nextOpen)} tone="event" size="lg" className="grow">
						{t`Next date: ${day}`}
					</ButtonLink>
				</div>
			</>
		);
	}
	const index = series.dates.findIndex(({ slug }) => slug === event.slug);
	const previous = series.dates[index - 1];
	const { next } = series;
	return (
		<nav aria-label={t`Dates of this series`} className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
			{previous ? (
				<Link to={path(previous)} rel="prev" className="link inline-flex min-h-11 items-center gap-1">
					<Icon icon={ChevronLeft} isDirectional />
					<span className="sr-only">{t`Previous date:`}</span> {dayOf(previous)}
				</Link>
			) : null}
			<a href="#dates" className="link inline-flex min-h-11 items-center">
				<Trans>All dates</Trans>
			</a>
			{next ? (
				<Link to={path(next)} rel="next" className="link inline-flex min-h-11 items-center gap-1">
					<span className="sr-only">{t`Next date:`}</span> {dayOf(next)}
					<Icon icon={ChevronRight} isDirectional />
				</Link>
			) : null}
		</nav>
	);
}

/** The way to booking several dates of the series at once. */
function BookDatesLink({ event, now }: { event: PublicEvent; now: string }) {
	const { t } = useLingui();
	const isOpen = ['upcoming', 'ongoing'].includes(eventState(event, new Date(now))) && !event.externalUrl;
	if (!isOpen || event.series?.booking !== 'any') return null;
	return (
		<p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
			<Trans>Coming more than once?</Trans>
			<ButtonLink to={`/events/${event.slug}/dates`} variant="outline">
				{t`Book several dates`}
			</ButtonLink>
		</p>
	);
}
