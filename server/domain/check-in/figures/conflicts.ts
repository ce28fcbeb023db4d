import type { Services } from '#server/services.ts';
import type { EventWithConflicts } from '#shared/contracts/door-figures.ts';
import type { DoorConflict } from '#shared/contracts/door-setup.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type DoorCaller, nameFor } from '../door-caller.ts';
import { defaultListName } from '../lists/lists.ts';

interface ConflictRow {
	id: string;
	conflict_kind: DoorConflict['kind'];
	list_id: string;
	list_name: string | null;
	attendee_id: string | null;
	guest_name: string | null;
	type_name: string | null;
	occurred_at: Date;
	recorded_at: Date;
	device: string;
	gate: string | null;
	nonce: string | null;
	standing_at: Date | null;
	standing_device: string | null;
	standing_gate: string | null;
	settled_at: Date | null;
	settled_note: string;
}

const columns = `
SELECT c.id, c.conflict_kind, c.list_id, l.name AS list_name, c.attendee_id, a.name AS guest_name, t.name AS type_name,
	c.occurred_at, c.recorded_at, c.device, g.name AS gate, c.nonce,
	s.occurred_at AS standing_at, s.device AS standing_device, sg.name AS standing_gate, c.settled_at, c.settled_note
FROM check_ins c
LEFT JOIN check_in_lists l ON l.organisation_id = c.organisation_id AND l.id = c.list_id
LEFT JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
LEFT JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
LEFT JOIN gates g ON g.organisation_id = c.organisation_id AND g.id = c.gate_id
LEFT JOIN check_ins s ON s.organisation_id = c.organisation_id AND s.id = c.conflict_with
LEFT JOIN gates sg ON sg.organisation_id = s.organisation_id AND sg.id = s.gate_id
WHERE c.organisation_id = $1 AND c.event_id = $2 AND c.conflict_kind IS NOT NULL AND c.annulled_at IS NULL`;

function present(row: ConflictRow): DoorConflict {
	return {
		id: row.id,
		kind: row.conflict_kind,
		listId: row.list_id,
		listName: row.list_name ?? defaultListName,
		guest: row.attendee_id
			? { id: row.attendee_id, guestName: row.guest_name ?? '', ticketTypeName: row.type_name ?? '' }
			: null,
		admitted: {
			at: row.occurred_at.toISOString(),
			recordedAt: row.recorded_at.toISOString(),
			device: row.device,
			gate: row.gate,
			nonce: row.nonce,
		},
		standing: row.standing_at
			? { at: row.standing_at.toISOString(), device: row.standing_device ?? '', gate: row.standing_gate }
			: null,
		settledAt: row.settled_at?.toISOString() ?? null,
		note: row.settled_note,
	};
}

/** Conflicts of an event, open ones first, newest first. An admission that was taken back is none. */
export async function listConflicts(
	services: Services,
	scope: { organisationId: string; eventId: string },
	which: { isSettled?: boolean | undefined; listIds?: string[] | null; limit: number },
): Promise<DoorConflict[]> {
	const { rows } = await services.database.pool.query<ConflictRow>({
		name: 'check-in.conflicts',
		text: `${columns}
	AND ($3::boolean IS NULL OR (c.settled_at IS NOT NULL) = $3) AND ($4::uuid[] IS NULL OR c.list_id = ANY ($4::uuid[]))
ORDER BY c.settled_at IS NOT NULL, c.sequence DESC LIMIT $5`,
		values: [
			scope.organisationId,
			scope.eventId,
			which.isSettled ?? null,
			which.listIds ?? null,
			which.limit,
		],
	});
	return rows.map(present);
}

/** Unresolved conflicts of a device’s lists, 50 at most. */
export async function readOpenConflicts(
	services: Services,
	door: DoorCaller,
	lists: readonly { id: string }[],
): Promise<DoorConflict[]> {
	const listIds = lists.map((list) => list.id);
	const conflicts = await listConflicts(services, door, { isSettled: false, listIds, limit: 50 });
	return conflicts.map((conflict) => conflictFor(door, conflict));
}

/** A conflict with the fields that a device or member with these abilities may see. */
export const conflictFor = (door: Pick<DoorCaller, 'abilities'>, conflict: DoorConflict): DoorConflict => ({
	...conflict,
	guest: conflict.guest && nameFor(door, conflict.guest),
});

/** SQL: open conflicts `c` of events `e`; $1 the organisation, $2 its events or null for all. */
export const openConflicts = `check_ins c JOIN events e ON e.organisation_id = c.organisation_id AND e.id = c.event_id
WHERE c.organisation_id = $1 AND c.conflict_kind IS NOT NULL AND c.settled_at IS NULL AND c.annulled_at IS NULL
	AND ($2::uuid[] IS NULL OR e.id = ANY ($2::uuid[]))`;

/** More events than that are not worked off in one sitting. */
const mostEvents = 20;

/**
 * Events of an organisation with unresolved conflicts, latest start first.
 * @param scope `eventIds`: null for a member of all events
 */
export async function listEventsWithConflicts(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
): Promise<EventWithConflicts[]> {
	const { rows } = await services.database.pool.query<EventWithConflicts>({
		name: 'check-in.events-with-conflicts',
		text: `SELECT e.id AS "eventId", e.title, count(*)::int AS "openConflicts"
FROM ${openConflicts}
GROUP BY e.organisation_id, e.id ORDER BY e.starts_at DESC, e.id LIMIT $3`,
		values: [scope.organisationId, scope.eventIds, mostEvents],
	});
	return rows;
}

/** Notes that a member looked into a conflict. The admission stays on record as it was. */
export async function settleConflict(
	services: Services,
	scope: { organisationId: string; eventId: string },
	command: { checkInId: string; userId: string; note: string },
): Promise<DoorConflict> {
	await services.database.pool.query(
		`UPDATE check_ins SET settled_at = coalesce(settled_at, clock_timestamp()), settled_by = coalesce(settled_by, $4),
			settled_note = CASE WHEN $5 = '' THEN settled_note ELSE $5 END,
			sequence = nextval(pg_get_serial_sequence('check_ins', 'sequence'))
		WHERE id = $3 AND organisation_id = $1 AND event_id = $2 AND conflict_kind IS NOT NULL`,
		[scope.organisationId, scope.eventId, command.checkInId, command.userId, command.note],
	);
	const { rows } = await services.database.pool.query<ConflictRow>(`${columns} AND c.id = $3`, [
		scope.organisationId,
		scope.eventId,
		command.checkInId,
	]);
	if (!rows[0]) throw notFound('Conflict');
	return present(rows[0]);
}
