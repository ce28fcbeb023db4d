/**
 * SQL: whether the pool of places `pool` is one of a ticket type that lets people in. Its places are guests; those of an add-on such as
 * parking are not. Pools that are shared count places of both.
 */
export const isAdmissionPool = (pool: string): string =>
	`NOT EXISTS (SELECT FROM ticket_types n WHERE n.organisation_id = ${pool}.organisation_id AND n.event_id = ${pool}.event_id
		AND n.pool_id = ${pool}.id AND NOT n.is_admission)`;

/** SQL: whether the ticket `attendee` lets somebody in. */
export const isAdmissionTicket = (attendee: string): string =>
	`NOT EXISTS (SELECT FROM ticket_types n WHERE n.organisation_id = ${attendee}.organisation_id AND n.event_id = ${attendee}.event_id
		AND n.id = ${attendee}.ticket_type_id AND NOT n.is_admission)`;
