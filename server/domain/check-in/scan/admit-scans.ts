import { arrayRows } from '#server/db/statement.ts';
import { createBatchQueue, createSlots } from '#server/platform/concurrency/batch-queue.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { TicketObjection } from '#shared/rules/door-log.ts';
import { type PartyMember, partyColumn } from './party.ts';

/** An entry at a list: of a ticket by its canonical code, or of a guest picked from the list. */
export interface EntryScan {
	organisationId: string;
	eventId: string;
	listId: string;
	guest: { ticketCode: string } | { attendeeId: string };
	staffLinkId: string | null;
	userId: string | null;
	gateId: string | null;
	/** Id and name that the device gave itself. */
	deviceId: string | null;
	device: string;
	/** Made by the device; the same nonce twice counts once. */
	nonce: string;
	/** The device's time, as text of ISO 8601. */
	scannedAt: string;
}

export interface AdmittedRow {
	id: string;
	guest_id: string;
	guest_name: string;
	ticket_type_name: string;
	is_counted: boolean;
	party: PartyMember[] | null;
}

const scanRows = arrayRows<EntryScan & { id: string }>(1, 's', [
	['id', 'uuid', (scan) => scan.id],
	['organisation_id', 'uuid', (scan) => scan.organisationId],
	['event_id', 'uuid', (scan) => scan.eventId],
	['list_id', 'uuid', (scan) => scan.listId],
	['code', 'text', ({ guest }) => ('ticketCode' in guest ? guest.ticketCode : null)],
	['guest_id', 'uuid', ({ guest }) => ('attendeeId' in guest ? guest.attendeeId : null)],
	['staff_link_id', 'uuid', (scan) => scan.staffLinkId],
	['user_id', 'uuid', (scan) => scan.userId],
	['gate_id', 'uuid', (scan) => scan.gateId],
	['device_id', 'text', (scan) => scan.deviceId],
	['device', 'text', (scan) => scan.device],
	['nonce', 'text', (scan) => scan.nonce],
	['scanned_at', 'instant', (scan) => scan.scannedAt],
]);

/**
 * For each objection of `objectionTo`, when it does not apply, of attendee `a` and list `l`. Only whether there is an objection is
 * checked here, never which: what is not admitted is decided by the rule itself. admit-scans.test.ts compares the two.
 */
const hasNo: Record<TicketObjection, string> = {
	cancelled: "a.status <> 'cancelled'",
	unpaid: "a.status <> 'held'",
	wrong_list: '(l.ticket_type_ids IS NULL OR a.ticket_type_id = ANY (l.ticket_type_ids))',
	not_yet_valid: '(l.opens_at IS NULL OR l.opens_at <= now())',
	no_longer_valid: '(l.closes_at IS NULL OR l.closes_at > now())',
};

/**
 * Admits all scans that nothing speaks against, and answers a row for each of them. `check_ins_admitted_once` decides between two
 * doors at the same instant: the second waits for the first to commit and is not admitted. `foyer_undo_waits` holds undos that name
 * the scan out until it is committed (docs/decisions/140-check-in-log.md). Guests are taken in one order, so that two processes do
 * not wait for each other in a circle. Each ticket is held, so that it is not transferred or cancelled at the same moment: whoever comes second
 * finds what the first has left.
 */
const admitStatement = {
	name: 'check-in.admit-together',
	text: `
WITH scans AS (SELECT * FROM ${scanRows.from}), found AS MATERIALIZED (
	SELECT s.*, a.id AS attendee_id, a.order_id, a.group_id, a.holder_version, a.name, t.name AS ticket_type_name, l.ticket_type_ids IS NOT NULL OR t.is_admission AS is_counted
	FROM scans s
	JOIN LATERAL (
		SELECT * FROM attendees o WHERE o.organisation_id = s.organisation_id AND o.ticket_code = s.code
		UNION ALL
		SELECT * FROM attendees o WHERE o.organisation_id = s.organisation_id AND o.event_id = s.event_id AND o.id = s.guest_id
	) a ON a.event_id = s.event_id
	JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id
	LEFT JOIN check_in_lists l ON l.organisation_id = s.organisation_id AND l.event_id = s.event_id AND l.id = s.list_id
	WHERE ${Object.values(hasNo).join(' AND ')}
		AND CASE WHEN l.id IS NULL THEN s.list_id = s.event_id ELSE NOT l.counts_exits AND NOT l.allows_reentry END
		AND NOT foyer_undo_waits(s.organisation_id, s.event_id, s.nonce, a.id)
), held AS MATERIALIZED (
	SELECT f.* FROM (SELECT * FROM found ORDER BY attendee_id) f CROSS JOIN LATERAL (
		SELECT FROM attendees o WHERE o.organisation_id = f.organisation_id AND o.event_id = f.event_id AND o.id = f.attendee_id
			AND o.status = 'active' AND (f.code IS NULL OR o.ticket_code = f.code)
		FOR KEY SHARE
	) o
), admitted AS (
	INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, shown_verdict, method, staff_link_id, user_id,
		gate_id, device_id, device, nonce, scanned_at)
	SELECT id, organisation_id, event_id, list_id, attendee_id, 'accepted', 'accepted', CASE WHEN guest_id IS NULL THEN 'scan' ELSE 'manual' END,
		staff_link_id, user_id, gate_id, device_id, device, nonce, scanned_at
	FROM held ORDER BY attendee_id
	ON CONFLICT DO NOTHING
	RETURNING id
)
SELECT found.id, found.attendee_id AS guest_id, found.name AS guest_name, found.ticket_type_name, found.is_counted, ${partyColumn('found')} AS party
FROM admitted JOIN found USING (id)`,
};

async function admitAll(services: Services, scans: EntryScan[]): Promise<(AdmittedRow | null)[]> {
	const withIds = scans.map((scan) => ({ ...scan, id: newId() }));
	const { rows } = await services.database.pool.query<AdmittedRow>({
		...admitStatement,
		values: scanRows.values(withIds),
	});
	// A guest who was admitted by this same statement was not yet inside when it read the others of a party.
	const admitted = new Set(rows.map((row) => row.guest_id));
	for (const { party } of rows) for (const one of party ?? []) one.isCheckedIn ||= admitted.has(one.id);
	const byId = new Map(rows.map((row) => [row.id, row]));
	return withIds.map(({ id }) => byId.get(id) ?? null);
}

const queueOf = createPoolMemo((services: Services) =>
	createBatchQueue<EntryScan, { row: AdmittedRow | null }>(
		{
			cap: 64,
			maxWeight: 64,
			maxWaiting: 5_000,
			maxWaitMs: 5_000,
			weigh: () => 1,
			// Whatever went wrong, each scan is decided by itself next, and reports its own failure.
			run: (scans) =>
				admitAll(services, scans).then(
					(rows) => rows.map((row) => ({ row })),
					() => scans.map(() => ({ row: null })),
				),
		},
		createSlots(1),
	),
);

/**
 * Tries to admit a guest at a list without exits, together with all others that arrive while one statement is in progress.
 * Committed when it answers.
 * @returns null when something speaks against it, the list counts exits, or the statement failed: nothing was recorded then
 */
export async function admitTogether(services: Services, scan: EntryScan): Promise<AdmittedRow | null> {
	return (await queueOf(services).push(scan)).row;
}
