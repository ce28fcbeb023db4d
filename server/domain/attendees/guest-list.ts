import { isAdmissionTicket } from '#server/db/admissions.ts';
import { foldedHasWordsText } from '#server/db/search-words.ts';
import { selectList } from '#server/db/statement.ts';
import { decodeCursor, eachPage, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { guestFilters } from '#shared/contracts/guest-list.ts';
import type { z } from '#shared/lib/z.ts';
import { guestColumns } from '../orders/attendee-columns.ts';
import { orderCodeIn } from '../orders/order-code.ts';

export type GuestFilters = z.output<typeof guestFilters> & { ids?: string[] | undefined };

interface GuestRow extends Omit<Attendee, 'createdAt' | 'checkedInAt'> {
	createdAt: Date;
	checkedInAt: Date | null;
	searchText: string;
}

/** A page of guests as rows of `attendees`; $1 is the organisation, $2 the event. */
export interface GuestPage {
	text: string;
	values: unknown[];
	/** The order of the page, by columns of `a`. */
	orderBy: string;
	/** What stands beside a guest: ticket type `t`, order `o`, and `inside`, the first check-in that stands. */
	beside: string;
}

/** Entries of a guest `a` that stand, at whichever list of the event. */
const validEntries = `FROM check_ins c
	WHERE c.attendee_id = a.id AND c.organisation_id = $1 AND c.event_id = $2 AND c.verdict = 'accepted' AND c.annulled_at IS NULL`;

/**
 * Chooses a page of the guest list: every word of `q` must stand in the name or address (accents, case, order and the spelling of umlauts do not matter), or
 * `q` is the code of an order. Who came in at any list counts as checked in, or at `listId` alone. Walks one index per sort, so page 1,000 costs what page 1 costs.
 */
export function guestPage(
	scope: { organisationId: string; eventId: string },
	filters: GuestFilters,
	page: { after: string[] | undefined; limit: number },
): GuestPage {
	const values: unknown[] = [scope.organisationId, scope.eventId];
	const where = ['a.organisation_id = $1', 'a.event_id = $2'];
	const use = (value: unknown) => `$${values.push(value)}`;

	if (filters.q?.trim()) {
		const matches = foldedHasWordsText('a.search_text', filters.q, use);
		const code = orderCodeIn(filters.q);
		const ofEvent = code?.eventCode
			? ` AND EXISTS (SELECT 1 FROM events WHERE organisation_id = $1 AND id = $2 AND code = ${use(code.eventCode)}::text)`
			: '';
		const byCode = code
			? ` OR a.order_id = (SELECT id FROM orders WHERE organisation_id = $1 AND event_id = $2 AND code = ${use(code.code)}::text${ofEvent})`
			: '';
		where.push(`((${matches})${byCode})`, "(a.name <> '' OR foyer_found(a.search_text))");
	}
	// Of those who gave their tickets back nobody is checked in, and nobody is still to come (countCheckedIn in stats.ts).
	const status = filters.status ?? (filters.checkedIn ? 'active' : undefined);
	if (status) where.push(`a.status = ${use(status)}`);
	if (filters.ids) where.push(`a.id = ANY(${use(filters.ids)}::uuid[])`);
	if (filters.ticketTypeId) where.push(`a.ticket_type_id = ${use(filters.ticketTypeId)}`);
	const ofList = filters.listId ? ` AND c.list_id = ${use(filters.listId)}::uuid` : '';
	// As in the figures: who came in at any list is a guest, and the ticket of an add-on is none.
	if (filters.checkedIn && !filters.listId && !filters.ticketTypeId) where.push(isAdmissionTicket('a'));
	if (filters.checkedIn)
		where.push(`${filters.checkedIn === 'true' ? '' : 'NOT '}EXISTS (SELECT ${validEntries}${ofList})`);
	const byName = filters.sort === 'name';
	if (page.after) {
		where.push(
			byName
				? `(a.search_text, a.id) > (${use(page.after[0])}, ${use(page.after[1])}::uuid)`
				: `a.id < ${use(page.after[0])}::uuid`,
		);
	}
	const orderBy = byName ? 'a.search_text, a.id' : 'a.id DESC';
	const text = `SELECT * FROM attendees a WHERE ${where.join(' AND ')} ORDER BY ${orderBy} LIMIT ${use(page.limit)}`;
	// Ticket type and order are always there; joined so that the planner knows that no guest is lost: it took one row for what were
	// thousands, and fetched the same order again for each of its guests.
	const beside = `
LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.event_id = $2 AND t.id = a.ticket_type_id
LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = $2 AND o.id = a.order_id
LEFT JOIN LATERAL (SELECT min(c.occurred_at) AS occurred_at ${validEntries}${ofList}) inside ON true`;
	return { text, values, orderBy, beside };
}

function guestQuery(page: GuestPage): { text: string; values: unknown[] } {
	const text = `
SELECT ${selectList({ ...guestColumns, checkedInAt: 'inside.occurred_at', searchText: 'a.search_text' })}
FROM (${page.text}) a ${page.beside}
ORDER BY ${page.orderBy}`;
	return { text, values: page.values };
}

function present({ searchText: _, ...row }: GuestRow): Attendee {
	return {
		...row,
		checkedInAt: row.checkedInAt?.toISOString() ?? null,
		createdAt: row.createdAt.toISOString(),
	};
}

/** A page of the guest list. Cursors hold for one sort; anything else is refused. */
export async function listGuests(
	services: Services,
	scope: { organisationId: string; eventId: string },
	query: GuestFilters & { limit: number; cursor?: string | undefined },
): Promise<{ data: Attendee[]; nextCursor: string | null }> {
	const after = query.cursor ? decodeCursor(query.cursor, query.sort === 'name' ? 2 : 1) : undefined;
	const { rows } = await services.database.pool.query<GuestRow>(
		guestQuery(guestPage(scope, query, { after, limit: query.limit + 1 })),
	);
	const shown = rows.slice(0, query.limit);
	const last = shown.at(-1);
	const nextCursor =
		rows.length > query.limit && last
			? encodeCursor(query.sort === 'name' ? [last.searchText, last.id] : [last.id])
			: null;
	return { data: shown.map(present), nextCursor };
}

/** All guests of the filters, page by page from the database, for exports: memory stays flat. */
export async function* everyGuest(
	services: Services,
	scope: { organisationId: string; eventId: string },
	filters: GuestFilters,
): AsyncGenerator<Attendee[]> {
	for await (const page of eachPage((cursor) =>
		listGuests(services, scope, { ...filters, limit: 2_000, cursor }),
	))
		if (page.length > 0) yield page;
}
