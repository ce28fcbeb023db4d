import { foldedHasWordsText } from '#server/db/search-words.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { StaffScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { DoorGuest, StaffEvent } from '#shared/contracts/check-in.ts';
import { pick } from '#shared/lib/pick.ts';
import { maskEmail, type StaffAbility } from '#shared/rules/staff-abilities.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { firstListId, seesNames } from './door-caller.ts';
import { readDoorStats } from './figures/stats.ts';

/** Longest list that a door gets in one piece; beyond it the search asks the server. */
const maxListed = 5_000;

interface DoorRow {
	id: string;
	name: string;
	email: string;
	ticket_type_name: string;
	checked_in_at: Date | null;
	search_text: string;
}

const doorColumns = `
	a.id, a.name, a.email, t.name AS ticket_type_name, a.search_text, (
		SELECT min(c.occurred_at) FROM check_ins c
		WHERE c.organisation_id = $1 AND c.list_id = $3 AND c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL
	) AS checked_in_at`;

const listGuests = {
	name: 'check-in.door-list',
	text: `
SELECT ${doorColumns}
FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
WHERE a.organisation_id = $1 AND a.event_id = $2 AND a.status = 'active'
ORDER BY a.search_text, a.id LIMIT $4`,
};

function present(row: DoorRow, abilities: StaffAbility[]): DoorGuest {
	return {
		id: row.id,
		guestName: row.name,
		guestEmail: abilities.includes('see_emails') ? row.email : maskEmail(row.email),
		checkedInAt: row.checked_in_at?.toISOString() ?? null,
		ticketTypeName: row.ticket_type_name,
	};
}

/**
 * Everything the staff scanner shows (section 3 of the specification). Guests in the order of their names; none for links that may not
 * search.
 */
export async function getStaffEvent(
	services: Services,
	staff: Pick<StaffScope, 'organisationId' | 'eventId' | 'label' | 'abilities'> & {
		listIds?: string[] | null;
	},
): Promise<StaffEvent> {
	const listId = firstListId(staff);
	const [event, stats, guests] = await Promise.all([
		getDoorEvent(services, staff),
		readDoorStats(services, { ...staff, listId }),
		seesNames(staff)
			? services.database.pool.query<DoorRow>({
					...listGuests,
					values: [staff.organisationId, staff.eventId, listId, maxListed + 1],
				})
			: { rows: [] },
	]);
	return {
		event: {
			...pick(event, ['id', 'title', 'location', 'timeZone']),
			startDate: event.startsAt.toISOString(),
		},
		guestList: guests.rows.slice(0, maxListed).map((row) => present(row, staff.abilities)),
		hasMoreGuests: guests.rows.length > maxListed,
		stats,
		link: { label: staff.label, abilities: staff.abilities },
	};
}

/**
 * Searches the list of a large event at the door by name or address, as the guest list does. A link that does not see addresses
 * finds by a whole address only.
 */
export async function searchDoorGuests(
	services: Services,
	staff: StaffScope,
	query: { q: string; ids?: string[] | undefined; limit: number; cursor?: string | undefined },
): Promise<{ data: DoorGuest[]; nextCursor: string | null }> {
	const values: unknown[] = [staff.organisationId, staff.eventId, firstListId(staff)];
	const use = (value: unknown) => `$${values.push(value)}`;
	const where: string[] = [];
	const seesEmails = staff.abilities.includes('see_emails');
	if (!seesEmails && query.q.includes('@'))
		where.push(`lower(a.email) = lower(${use(query.q.trim())}::text)`);
	else {
		where.push(foldedHasWordsText('a.search_text', query.q, use));
		if (!seesEmails) where.push(foldedHasWordsText('foyer_fold(a.name)', query.q, use));
	}
	if (query.ids) where.push(`a.id = ANY(${use(query.ids)}::uuid[])`);
	if (query.cursor) {
		const [text, id] = decodeCursor(query.cursor, 2);
		where.push(`(a.search_text, a.id) > (${use(text)}, ${use(id)}::uuid)`);
	}
	const { rows } = await services.database.pool.query<DoorRow>({
		text: `
SELECT ${doorColumns}
FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
WHERE a.organisation_id = $1 AND a.event_id = $2 AND a.status = 'active' ${where.map((one) => `AND ${one}`).join(' ')}
ORDER BY a.search_text, a.id LIMIT ${use(query.limit + 1)}`,
		values,
	});
	const shown = rows.slice(0, query.limit);
	const last = shown.at(-1);
	return {
		data: shown.map((row) => present(row, staff.abilities)),
		nextCursor: rows.length > query.limit && last ? encodeCursor([last.search_text, last.id]) : null,
	};
}
