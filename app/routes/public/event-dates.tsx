import { useLingui } from '@lingui/react/macro';
import { data, redirect } from 'react-router';
import { BookDates } from '#app/features/orders/series/book-dates.tsx';
import { prepareFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { getEvent } from '#shared/contracts/events.ts';
import { listDates } from '#shared/contracts/series.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import { MAX_BOOKED_DATES } from '#shared/rules/series/repeat.ts';
import type { Route } from './+types/event-dates';

prepareFormats();

export const headers = publicPageHeaders(5);
export const handle = publicPageHandle([]);

/** The dates of the series of an event, and what is booked of each: the tickets of the first. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const api = serverApi({ context, request });
	const event = await api.call(getEvent, { params: { event: params.event } }).catch((error) => {
		// The page of the event asks for its password.
		if (error.init?.status === 403) throw redirect(`/events/${params.event}`);
		throw error;
	});
	const { series } = event;
	if (!series) throw redirect(`/events/${event.slug}`);
	const { data: listed } = await api.call(listDates, {
		params: { series: series.id },
		query: { limit: String(MAX_BOOKED_DATES) },
	});
	const now = Date.now();
	const dates = listed.filter(({ startsAt, status }) => status === 'published' && Date.parse(startsAt) > now);
	const first = dates.find(({ isSoldOut }) => !isSoldOut) ?? dates[0];
	if (!first) throw data(null, { status: 404 });
	const { data: types, pricing } = await api.call(listTicketTypes, { params: { event: first.id } });
	return {
		series: { id: series.id, booking: series.booking ?? 'each' },
		event: { slug: event.slug, title: event.title, organiser: event.organiser.name },
		dates: dates.map(({ id, slug, key, startsAt, endsAt, timeZone, isSoldOut }) => ({
			...{ id, slug, key, startsAt, endsAt, timeZone, isSoldOut },
		})),
		types: types
			.filter(({ needsApproval, kind }) => !needsApproval && kind !== 'donation')
			.map(({ id, lineageId, name, description, totalMinor, currency, minPerOrder, maxPerOrder }) => ({
				...{ lineageId: lineageId ?? id, name, description, totalMinor, currency, minPerOrder, maxPerOrder },
			})),
		currency: pricing?.currency ?? first.currency,
	};
}

export type DatesPage = Route.ComponentProps['loaderData'];

/** /events/:event/dates: several dates of a series in one booking. */
export default function EventDatesPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<div className="page-width flex flex-1 flex-col gap-5 py-4 md:gap-8 md:py-10">
			<PageTitle title={t`Book several dates: ${loaderData.event.title}`} />
			<meta name="robots" content="noindex" />
			<BookDates page={loaderData} />
		</div>
	);
}
