import type { Services } from '#server/services.ts';
import { MOST_GROUP_PLACES } from '#shared/rules/groups.ts';

/** Another guest of the same group, or of the same order. */
export interface PartyMember {
	id: string;
	guestName: string;
	ticketTypeName: string;
	isCheckedIn: boolean;
}

/** Attendee `a` with the ticket type `t`, of those that `which` finds, if `of` can let them in with its own guest. */
const others = (of: string, which: string, most: number): string => `(
		SELECT a.id, a.name, t.name AS type_name
		FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = ${of}.organisation_id AND a.event_id = ${of}.event_id AND ${which}
			AND a.id <> ${of}.attendee_id AND a.status = 'active' AND (t.is_admission OR t.id = ANY ((
				SELECT l.ticket_type_ids FROM check_in_lists l WHERE l.organisation_id = ${of}.organisation_id AND l.id = ${of}.list_id)::uuid[]))
		ORDER BY a.id LIMIT ${most}
	)`;

const ofOrder = (of: string) =>
	`${of}.group_id IS NULL AND a.group_id IS NULL AND a.order_id = ${of}.order_id AND a.holder_version IS NULL AND ${of}.holder_version IS NULL`;
const ofGroup = (of: string) => `${of}.group_id IS NOT NULL AND a.group_id = ${of}.group_id`;

/**
 * The others of the party of `of` whom the list counts, which has organisation_id, event_id, order_id, group_id, attendee_id,
 * holder_version and list_id; null: there are none. Guests of a group come with the group, whoever has claimed the ticket; the others
 * come with their order, and whom a ticket was transferred to comes by themself.
 */
export const partyColumn = (of: string): string => `(
	SELECT jsonb_agg(jsonb_build_object('id', o.id, 'guestName', o.name, 'ticketTypeName', o.type_name, 'isCheckedIn', EXISTS (
		SELECT FROM check_ins c
		WHERE c.organisation_id = ${of}.organisation_id AND c.list_id = ${of}.list_id AND c.attendee_id = o.id
			AND c.verdict = 'accepted' AND c.annulled_at IS NULL
	)) ORDER BY o.id)
	FROM (${others(of, ofOrder(of), 49)} UNION ALL ${others(of, ofGroup(of), MOST_GROUP_PLACES - 1)}) o
)`;

const findParty = {
	name: 'check-in.party',
	text: `
SELECT ${partyColumn('found')} AS party
FROM (
	SELECT organisation_id, event_id, order_id, group_id, id AS attendee_id, holder_version, $4::uuid AS list_id FROM attendees
	WHERE organisation_id = $1 AND event_id = $2 AND id = $3
) found`,
};

/** The others of a guest's group or order, with whether they are checked in to the list. */
export async function readParty(
	services: Services,
	of: { organisationId: string; eventId: string; attendeeId: string; listId: string },
): Promise<PartyMember[]> {
	const { rows } = await services.database.pool.query<{ party: PartyMember[] | null }>({
		...findParty,
		values: [of.organisationId, of.eventId, of.attendeeId, of.listId],
	});
	return rows[0]?.party ?? [];
}
