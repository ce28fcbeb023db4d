import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events, names } from '#server/db/tables/events.ts';
import { type EventRow, lockEvents } from '#server/domain/events/event-rows.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { keyOrder } from '#shared/rules/series/date-times.ts';
import type { SeriesScope as Reach } from '#shared/rules/series/repeat.ts';
import type { SeriesScope } from '../series-record.ts';

/** A date of a series that a change may reach. */
export interface DateRef {
	id: string;
	key: string;
	startsAt: Date;
	timeZone: string;
	/** Over, cancelled or archived: no change of several dates touches it. */
	isPast: boolean;
}

/** Most dates of a series that a change looks at, the latest ones: more than it can have ahead. */
const mostDates = 1_200;

/** Dates of a series in the order of their keys, the latest ones. */
export async function readDateRefs(
	tx: Tx,
	{ organisationId, seriesId }: SeriesScope,
	now: Date,
): Promise<DateRef[]> {
	const rows = await tx
		.select({
			id: events.id,
			key: events.seriesKey,
			startsAt: events.startsAt,
			endsAt: events.endsAt,
			timeZone: events.timeZone,
			status: events.status,
		})
		.from(events)
		.where(and(eq(events.organisationId, organisationId), eq(events.seriesId, seriesId)))
		.orderBy(desc(events.startsAt), desc(events.id))
		.limit(mostDates);
	return rows
		.map(({ id, key, startsAt, endsAt, timeZone, status }) => ({
			id,
			key: key as string,
			startsAt,
			timeZone,
			isPast: endsAt <= now || status === 'cancelled' || status === 'archived',
		}))
		.sort((a, b) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1));
}

/** Rows of the dates that are published and ahead, locked in the order of their ids. The series is locked. */
export async function lockShownDates(tx: Tx, scope: SeriesScope, now: Date): Promise<EventRow[]> {
	const refs = (await readDateRefs(tx, scope, now)).filter(({ isPast }) => !isPast);
	const rows = await lockEvents(
		tx,
		scope.organisationId,
		refs.map(({ id }) => id),
	);
	return rows.filter(({ status }) => status === 'published' || status === 'postponed');
}

/** The id of the date that a change is made from, by id, slug or code. @throws not-found */
export async function findDate(
	tx: Tx,
	{ organisationId, seriesId }: SeriesScope,
	reference: string,
): Promise<string> {
	const name = reference.toLowerCase();
	if (name.includes('\0')) throw notFound('Event');
	const [row] = await tx
		.select({ id: events.id })
		.from(names)
		.innerJoin(events, and(eq(events.organisationId, names.organisationId), eq(events.id, names.targetId)))
		.where(
			and(
				eq(names.kind, 'event'),
				eq(names.name, name),
				eq(names.organisationId, organisationId),
				eq(events.seriesId, seriesId),
			),
		);
	if (row) return row.id;
	// A code is written in capitals.
	const [byCode] = await tx
		.select({ id: events.id })
		.from(events)
		.where(
			and(
				eq(events.organisationId, organisationId),
				eq(events.seriesId, seriesId),
				sql`upper(${events.code}) = ${reference.toUpperCase()}`,
			),
		)
		.limit(1);
	if (!byCode) throw notFound('Event');
	return byCode.id;
}

export interface DatesInScope {
	from: DateRef;
	/** In the order of their keys, the one that it is made from among them. */
	refs: DateRef[];
	/** All dates of the series, in scope or not. */
	all: DateRef[];
	/** Rows of the dates that it may change, locked in the order of their ids. */
	rows: Map<string, EventRow>;
}

/** Locks the dates that a change reaches, in the order of their ids. The series is locked. */
export async function lockDates(
	tx: Tx,
	scope: SeriesScope,
	how: { reach: Reach; from: string; now: Date },
): Promise<DatesInScope> {
	const fromId = await findDate(tx, scope, how.from);
	const all = await readDateRefs(tx, scope, how.now);
	const from = all.find(({ id }) => id === fromId);
	if (!from) throw notFound('Event');
	const order = keyOrder(from.key);
	const refs = all.filter(
		({ id, key, isPast }) =>
			id === from.id ||
			(how.reach === 'following' && keyOrder(key) >= order) ||
			(how.reach === 'all' && (!isPast || keyOrder(key) >= order)),
	);
	const rows = await lockEvents(
		tx,
		scope.organisationId,
		refs.filter(({ id, isPast }) => id === from.id || !isPast).map(({ id }) => id),
	);
	return { from, refs, all, rows: new Map(rows.map((row) => [row.id, row])) };
}
