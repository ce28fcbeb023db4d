import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createEvent as contract } from '#shared/contracts/event-creation.ts';
import { eventPlan } from '#shared/contracts/event-plan.ts';
import { localDayOf, resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import type { SeriesBooking } from '#shared/rules/series/repeat.ts';
import { cancelEvent, publishEvent } from '../domain/events/commands/change-status.ts';
import { createEvent } from '../domain/events/commands/create-event.ts';
import { updateEvent } from '../domain/events/commands/update-event.ts';
import { placeGuests } from '../domain/orders/commands/place-guests.ts';
import { makeSeries } from '../domain/series/commands/make-series.ts';
import { updateTicketType } from '../domain/tickets/commands/update-ticket-type.ts';
import { stockStore } from '../domain/tickets/stock-store.ts';
import type { Services } from '../services.ts';
import type { DatedOrder } from './date-back.ts';
import { demoPerson } from './people.ts';

/** The values of one date that differ from its series. */
interface OwnOfDate {
	/** Counted from 1. */
	date: number;
	venueName?: string;
	/** Of its ticket with a price. */
	priceMinor?: number;
	/** Called off, with this message. */
	cancelled?: string;
	laterByDays?: number;
}

export interface DemoSeries {
	input: Omit<
		BodyOf<typeof contract>,
		'startsAt' | 'startsAtLocal' | 'endsAt' | 'endsAtLocal' | 'organisationId' | 'tickets'
	> & { timeZone: string };
	/** Start by the clock of its place. */
	at: string;
	lastsMinutes: number;
	/** Weekly from a day on, or monthly on the last Saturday. */
	first: { inDays: number } | 'last Saturday';
	/** Without a count it goes on until it is stopped. */
	repeat: { count?: number };
	booking: SeriesBooking;
	tickets: {
		name: string;
		kind: 'free' | 'paid';
		priceMinor?: number;
		capacity: number | null;
		currency?: string;
	}[];
	/** Regulars who come to each of the first dates that are on. */
	guests: { dates: number; each: number };
	changes: OwnOfDate[];
}

const dayMs = 86_400_000;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const SATURDAY = 6;

/** The first day of a series that is loaded now, and its rule. */
export function beginningOf({ first, input }: DemoSeries, now: Date): { day: string; rule: string } {
	const inDays = (days: number) =>
		Temporal.PlainDate.from(localDayOf(new Date(now.getTime() + days * dayMs), input.timeZone));
	if (first !== 'last Saturday') {
		const day = inDays(first.inDays);
		return { day: day.toString(), rule: `FREQ=WEEKLY;BYDAY=${weekdays[day.dayOfWeek - 1]}` };
	}
	const soon = inDays(2);
	const lastOf = (month: Temporal.PlainYearMonth) => {
		const last = month.toPlainDate({ day: month.daysInMonth });
		return last.subtract({ days: (last.dayOfWeek - SATURDAY + 7) % 7 });
	};
	const month = soon.toPlainYearMonth();
	const here = lastOf(month);
	const day = Temporal.PlainDate.compare(here, soon) < 0 ? lastOf(month.add({ months: 1 })) : here;
	return { day: day.toString(), rule: 'FREQ=MONTHLY;BYDAY=-1SA' };
}

/**
 * Makes a series with its dates, what some of them have of their own, and guests who come to several.
 * @param how.firstPerson number of its first guest among the invented people
 * @returns how many events and guests there are, and when its orders are said to have been placed
 */
export async function makeDemoSeries(
	services: Services,
	{ organisationId, userId }: { organisationId: string; userId: string },
	series: DemoSeries,
	how: { now: Date; firstPerson: number },
): Promise<{ events: number; guests: number; dated: DatedOrder[] }> {
	const { database } = services;
	const { day, rule } = beginningOf(series, how.now);
	const { timeZone } = series.input;
	const start = new Date(resolveWallTime(`${day}T${series.at}`, timeZone).instant);
	const { eventId } = await createEvent(services, {
		...{ organisationId, userId },
		input: {
			...series.input,
			startsAt: start.toISOString(),
			endsAt: new Date(start.getTime() + series.lastsMinutes * 60_000).toISOString(),
			tickets: eventPlan.shape.tickets.parse(
				series.tickets.map(({ currency: _currency, ...type }, n) => ({ ...type, key: `type-${n}` })),
			),
			...(series.tickets.some(({ currency }) => currency) && { currency: 'EUR' }),
		},
	});
	await publishEvent(services, { organisationId, eventId }, { isEmailVerified: true });
	const seriesId = await database.transaction((tx) =>
		makeSeries(services, tx, {
			...{ organisationId, eventId, userId, booking: series.booking },
			repeat: { rule, ...series.repeat },
		}),
	);
	const { rows: dates } = await database.pool.query<{ id: string; starts_at: Date; type: string | null }>(
		`SELECT e.id, e.starts_at, (SELECT t.id FROM ticket_types t
				WHERE t.organisation_id = e.organisation_id AND t.event_id = e.id AND t.kind = 'paid') AS type
			FROM events e WHERE e.organisation_id = $1 AND e.series_id = $2 ORDER BY e.starts_at, e.id`,
		[organisationId, seriesId],
	);
	for (const own of series.changes) {
		const date = dates[own.date - 1];
		if (date) await changeDate(services, { organisationId, eventId: date.id }, { own, date, timeZone });
	}
	const off = new Set(series.changes.filter(({ cancelled }) => cancelled).map(({ date }) => date - 1));
	const open = dates.filter((_, n) => !off.has(n)).slice(0, series.guests.dates);
	const dated = await bookDates(services, organisationId, open, { ...how, each: series.guests.each });
	return { events: dates.length, guests: dated.length, dated };
}

async function changeDate(
	services: Services,
	scope: { organisationId: string; eventId: string },
	{
		own,
		date,
		timeZone,
	}: { own: OwnOfDate; date: { starts_at: Date; type: string | null }; timeZone: string },
): Promise<void> {
	const { venueName, priceMinor, cancelled, laterByDays } = own;
	const input = {
		...(venueName !== undefined && { venueName }),
		...(laterByDays !== undefined && {
			startsAtLocal: Temporal.PlainDateTime.from(wallTimeOf(date.starts_at, timeZone))
				.add({ days: laterByDays })
				.toString()
				.slice(0, 16),
		}),
	};
	if (Object.keys(input).length > 0) await updateEvent(services, { ...scope, input, ifMatch: undefined });
	if (priceMinor !== undefined && date.type)
		await updateTicketType(services, scope, { ticketTypeId: date.type, input: { priceMinor } });
	if (cancelled) await cancelEvent(services, scope, cancelled);
}

/** Books a free seat at each of some dates, for the same people. */
async function bookDates(
	services: Services,
	organisationId: string,
	dates: readonly { id: string }[],
	{ each, firstPerson, now }: { each: number; firstPerson: number; now: Date },
): Promise<DatedOrder[]> {
	if (each === 0 || dates.length === 0) return [];
	const { rows: types } = await services.database.pool.query<{ event_id: string; id: string }>(
		`SELECT DISTINCT ON (event_id) event_id, id FROM ticket_types
			WHERE organisation_id = $1 AND event_id = ANY ($2::uuid[]) AND kind = 'free' ORDER BY event_id, position`,
		[organisationId, dates.map(({ id }) => id)],
	);
	const typeOf = new Map(types.map((row) => [row.event_id, row.id]));
	await services.database.transaction(async (tx) => {
		for (const { id: eventId } of dates)
			await placeGuests(
				services,
				tx,
				Array.from({ length: each }, (_, n) => ({
					...{ organisationId, eventId, buyer: demoPerson(firstPerson + n), isAnnounced: false },
					items: [{ ticketTypeId: typeOf.get(eventId) as string, quantity: 1 }],
				})),
			);
	});
	for (const { id } of dates) stockStore(services).forget(id);
	// Each booked all dates in one go, on days of their own.
	return dates.flatMap(({ id: eventId }) =>
		Array.from({ length: each }, (_, n) => ({
			...{ eventId, n: n + 1 },
			at: new Date(now.getTime() - (each - n) * 2 * dayMs),
		})),
	);
}
