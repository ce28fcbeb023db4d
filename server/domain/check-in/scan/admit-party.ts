import { newId } from '#shared/lib/ids.ts';
import { plainArray, textArray } from '../../../db/statement.ts';
import { type BatchQueue, createBatchQueue, createSlots } from '../../../platform/concurrency/batch-queue.ts';
import type { Services } from '../../../services.ts';
import type { CheckInTry, PartyMember } from './check-in-try.ts';

/** A scanned ticket of an event's first list. */
export type TicketScan = Omit<CheckInTry, 'guest' | 'listId'> & { ticketCode: string };

export interface Admitted {
	id: string;
	recorded_at: Date;
	guest_id: string;
	guest_name: string;
	ticket_type_name: string;
	party: PartyMember[] | null;
}

/**
 * Admits all scans that nothing speaks against, and answers a row for each of them; the others are left to the statement that
 * knows every reason (record-check-in.ts). `check_ins_admitted_once` and `check_ins_nonce_unique` decide here as there. Tickets
 * are taken in one order, so that two processes do not wait for each other in a circle.
 */
const admitStatement = {
	name: 'check-in.admit-together',
	text: `
WITH scans AS (
	SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::timestamptz[], $9::uuid[],
		$10::uuid[], $11::text[])
		AS s(organisation_id, event_id, code, staff_link_id, user_id, device, nonce, scanned_at, id, gate_id, device_id)
), found AS MATERIALIZED (
	SELECT s.*, a.id AS attendee_id, a.order_id, a.name, t.name AS ticket_type_name
	FROM scans s
	JOIN attendees a ON a.organisation_id = s.organisation_id AND a.ticket_code = s.code
	JOIN ticket_types t ON t.id = a.ticket_type_id
	WHERE a.event_id = s.event_id AND a.status = 'active'
		AND NOT EXISTS (SELECT FROM check_in_lists l WHERE l.id = s.event_id)
		AND NOT foyer_undo_waits(s.event_id, s.nonce, a.id)
), admitted AS (
	INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, staff_link_id, user_id, device, nonce,
		scanned_at, gate_id, device_id, shown_verdict)
	SELECT id, organisation_id, event_id, event_id, attendee_id, 'accepted', 'scan', staff_link_id, user_id, device,
		coalesce(nonce, id::text), coalesce(scanned_at, now()), gate_id, device_id, 'accepted'
	FROM found ORDER BY attendee_id
	ON CONFLICT DO NOTHING
	RETURNING id, recorded_at
)
SELECT admitted.id, admitted.recorded_at, found.attendee_id AS guest_id, found.name AS guest_name, found.ticket_type_name,
	party.people AS party
FROM admitted JOIN found USING (id)
LEFT JOIN LATERAL (
	SELECT jsonb_agg(jsonb_build_object('id', o.id, 'guestName', o.name, 'ticketTypeName', o.type_name, 'isCheckedIn', EXISTS (
		SELECT FROM check_ins c
		WHERE c.list_id = found.event_id AND c.attendee_id = o.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL
	)) ORDER BY o.id) AS people
	FROM (
		SELECT a.id, a.name, t.name AS type_name FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
		WHERE a.organisation_id = found.organisation_id AND a.event_id = found.event_id AND a.order_id = found.order_id
			AND a.id <> found.attendee_id AND a.status = 'active' ORDER BY a.id LIMIT 49
	) o
) party ON true`,
};

async function admitAll(services: Services, scans: TicketScan[]): Promise<(Admitted | null)[]> {
	const ids = scans.map(() => newId());
	const { rows } = await services.database.pool.query<Admitted>({
		...admitStatement,
		values: [
			plainArray(scans.map((scan) => scan.organisationId)),
			plainArray(scans.map((scan) => scan.eventId)),
			textArray(scans.map((scan) => scan.ticketCode)),
			plainArray(scans.map((scan) => scan.staffLinkId)),
			plainArray(scans.map((scan) => scan.userId)),
			textArray(scans.map((scan) => scan.device)),
			textArray(scans.map((scan) => scan.nonce)),
			textArray(scans.map((scan) => scan.scannedAt?.toISOString() ?? null)),
			plainArray(ids),
			plainArray(scans.map((scan) => scan.gateId ?? null)),
			textArray(scans.map((scan) => scan.deviceId ?? null)),
		],
	});
	// Who was admitted by this same statement was not yet inside when it looked at the others of an order.
	const admitted = new Set(rows.map((row) => row.guest_id));
	for (const { party } of rows) for (const one of party ?? []) one.isCheckedIn ||= admitted.has(one.id);
	const byId = new Map(rows.map((row) => [row.id, row]));
	return ids.map((id) => byId.get(id) ?? null);
}

const queues = new WeakMap<object, BatchQueue<TicketScan, { row: Admitted | null }>>();

function queueOf(services: Services): BatchQueue<TicketScan, { row: Admitted | null }> {
	const known = queues.get(services.database.pool);
	if (known) return known;
	const queue = createBatchQueue<TicketScan, { row: Admitted | null }>(
		{
			cap: 64,
			maxWeight: 64,
			maxWaiting: 5_000,
			maxWaitMs: 5_000,
			weigh: () => 1,
			// Whatever went wrong, each scan is tried by itself next, and tells of its own trouble.
			run: (scans) =>
				admitAll(services, scans).then(
					(rows) => rows.map((row) => ({ row })),
					() => scans.map(() => ({ row: null })),
				),
		},
		createSlots(1),
	);
	queues.set(services.database.pool, queue);
	return queue;
}

/**
 * Tries to admit a scanned ticket, together with all others that arrive while one statement is under way. Committed when it answers.
 * @returns null when something speaks against it, or nothing could be said: the scan was not recorded then
 */
export async function admitTogether(services: Services, scan: TicketScan): Promise<Admitted | null> {
	return (await queueOf(services).push(scan)).row;
}
