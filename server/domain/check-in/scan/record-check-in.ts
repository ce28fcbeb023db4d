import type { Verdict } from '#shared/contracts/check-in.ts';
import { newId } from '#shared/lib/ids.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Services } from '../../../services.ts';
import { type Admitted, admitTogether } from './admit-party.ts';
import type { CheckInTry, PartyMember } from './check-in-try.ts';

export interface CheckInOutcome {
	/** The row that was written for this try. */
	checkInId: string;
	verdict: Verdict;
	guest: { id: string; name: string; ticketTypeName: string } | null;
	/** The check-in that stands, for `already_checked_in`. */
	previous: { checkedInAt: Date; device: string } | null;
	recordedAt: Date;
	/** True when this nonce had been answered before: nothing was written now. */
	isReplay: boolean;
	/** The others of the same order. */
	party: PartyMember[];
}

interface OutcomeRow {
	id: string | null;
	verdict: Verdict | 'needs_log';
	recorded_at: Date;
	is_replay: boolean;
	guest_id: string | null;
	guest_name: string | null;
	ticket_type_name: string | null;
	previous_at: Date | null;
	previous_device: string | null;
	party: PartyMember[] | null;
}

/**
 * One statement: finds the ticket, admits it unless somebody was admitted on it, and writes the scan with its verdict.
 * `check_ins_admitted_once` decides between two doors at the same instant: the second waits for the first to commit, finds the
 * place taken and falls through to the refusal. A nonce that is already known writes nothing and answers as before. Lists that
 * count exits, and scans that an undo waits for, need the whole log: `needs_log`, and nothing is written. `foyer_undo_waits` also
 * keeps such undos out until this scan is committed (docs/decisions/140-check-in-log.md).
 *
 * $1 organisation $2 event $3 code or null $4 attendee or null $5 link $6 user $7 device $8 nonce $9 scanned at $10 id
 * $11 id of the refusal $12 method $13 list $14 gate $15 the device's id
 */
const recordStatement = {
	name: 'check-in.record',
	text: `
WITH list AS (
	SELECT ticket_type_ids, opens_at, closes_at, counts_exits OR allows_reentry AS has_exits FROM check_in_lists
	WHERE id = $13::uuid AND organisation_id = $1::uuid AND event_id = $2::uuid
), replay AS (
	SELECT id, verdict, recorded_at, attendee_id FROM check_ins
	WHERE event_id = $2::uuid AND nonce = $8::text
), found AS (
	SELECT a.id, a.event_id, a.order_id, a.name, a.status, a.ticket_type_id, t.name AS ticket_type_name
	FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
	WHERE a.organisation_id = $1::uuid AND a.ticket_code = $3::text
	UNION ALL
	SELECT a.id, a.event_id, a.order_id, a.name, a.status, a.ticket_type_id, t.name
	FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
	WHERE a.id = $4::uuid AND a.organisation_id = $1::uuid AND a.event_id = $2::uuid
), ticket AS (
	SELECT found.*, CASE
		WHEN event_id <> $2::uuid THEN 'wrong_event'
		WHEN status = 'cancelled' THEN 'cancelled'
		WHEN status = 'held' THEN 'unpaid'
		WHEN ticket_type_id <> ALL (list.ticket_type_ids) THEN 'wrong_list'
		WHEN list.opens_at > now() THEN 'not_yet_valid'
		WHEN list.closes_at <= now() THEN 'no_longer_valid'
	END AS objection
	FROM found LEFT JOIN list ON true
), plain AS (
	SELECT ($13::uuid = $2::uuid OR EXISTS (SELECT FROM list)) AND NOT coalesce((SELECT has_exits FROM list), false)
		AND NOT EXISTS (SELECT FROM ticket WHERE foyer_undo_waits($2::uuid, $8::text, ticket.id)) AS is_enough
), admitted AS (
	INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, staff_link_id, user_id, device, nonce, scanned_at, gate_id, device_id, shown_verdict)
	SELECT $10::uuid, $1::uuid, $2::uuid, $13::uuid, ticket.id, 'accepted', $12::text, $5::uuid, $6::uuid, $7::text,
		coalesce($8::text, $10::uuid::text), coalesce($9::timestamptz, now()), $14::uuid, $15::text, 'accepted'
	FROM ticket
	WHERE ticket.objection IS NULL AND (SELECT is_enough FROM plain) AND NOT EXISTS (SELECT 1 FROM replay)
	ON CONFLICT DO NOTHING
	RETURNING id, recorded_at
), refusal AS (
	SELECT
		CASE
			WHEN NOT EXISTS (SELECT 1 FROM ticket) THEN CASE
				WHEN EXISTS (SELECT 1 FROM retired_ticket_codes r WHERE r.organisation_id = $1::uuid AND r.ticket_code = $3::text AND r.event_id = $2::uuid)
				THEN 'cancelled' ELSE 'unknown_code' END
			ELSE coalesce((SELECT objection FROM ticket), 'already_checked_in')
		END AS verdict
	WHERE (SELECT is_enough FROM plain) AND NOT EXISTS (SELECT 1 FROM admitted) AND NOT EXISTS (SELECT 1 FROM replay)
), refused AS (
	INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, staff_link_id, user_id, device, nonce, scanned_at, gate_id, device_id, shown_verdict, decision, objection, scanned_text)
	SELECT $11::uuid, $1::uuid, $2::uuid, $13::uuid, (SELECT id FROM ticket WHERE event_id = $2::uuid), refusal.verdict, $12::text,
		$5::uuid, $6::uuid, $7::text, coalesce($8::text, $11::uuid::text), coalesce($9::timestamptz, now()), $14::uuid, $15::text,
		refusal.verdict, 'refused', nullif(refusal.verdict, 'already_checked_in'),
		CASE WHEN EXISTS (SELECT FROM ticket WHERE event_id = $2::uuid) THEN '' ELSE left(coalesce($3::text, ''), 80) END
	FROM refusal
	WHERE $4::uuid IS NULL OR EXISTS (SELECT 1 FROM ticket)
	RETURNING id, verdict, recorded_at
), outcome AS (
	SELECT id, 'accepted' AS verdict, recorded_at, false AS is_replay FROM admitted
	UNION ALL SELECT id, verdict, recorded_at, false FROM refused
	UNION ALL SELECT id, verdict, recorded_at, true FROM replay
	UNION ALL SELECT NULL, 'needs_log', now(), false FROM plain
	WHERE NOT is_enough AND NOT EXISTS (SELECT 1 FROM replay) AND ($4::uuid IS NULL OR EXISTS (SELECT 1 FROM ticket))
)
SELECT outcome.id, outcome.verdict, outcome.recorded_at, outcome.is_replay,
	ticket.id AS guest_id, ticket.name AS guest_name, ticket.ticket_type_name,
	previous.recorded_at AS previous_at, previous.device AS previous_device, party.people AS party
FROM outcome
LEFT JOIN ticket ON ticket.event_id = $2::uuid
LEFT JOIN LATERAL (
	SELECT occurred_at AS recorded_at, device FROM check_ins
	WHERE list_id = $13::uuid AND attendee_id = ticket.id AND verdict = 'accepted' AND annulled_at IS NULL
		AND outcome.verdict = 'already_checked_in'
	ORDER BY recorded_at DESC LIMIT 1
) previous ON true
LEFT JOIN LATERAL (
	SELECT jsonb_agg(jsonb_build_object('id', o.id, 'guestName', o.name, 'ticketTypeName', o.type_name, 'isCheckedIn', EXISTS (
		SELECT FROM check_ins c WHERE c.list_id = $13::uuid AND c.attendee_id = o.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL
	)) ORDER BY o.id) AS people
	FROM (
		SELECT a.id, a.name, t.name AS type_name FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
		WHERE a.organisation_id = $1::uuid AND a.event_id = $2::uuid AND a.order_id = ticket.order_id AND a.id <> ticket.id
			AND a.status = 'active' ORDER BY a.id LIMIT 49
	) o
	WHERE outcome.verdict IN ('accepted', 'already_checked_in')
) party ON true`,
};

const previousStatement = {
	name: 'check-in.previous',
	text: `
SELECT occurred_at AS recorded_at, device FROM check_ins
WHERE list_id = $1 AND attendee_id = $2 AND verdict = 'accepted' AND annulled_at IS NULL
ORDER BY recorded_at DESC LIMIT 1`,
};

/**
 * Tries to let somebody in and tells the verdict. Every try is kept as a row, refused ones too. Scanned tickets of the first list, nearly
 * all of a door, are admitted many at a time; what is not admitted so is looked at by itself.
 * @returns null when the guest picked from the list is not of this event; `needs-log` when the list or the guest needs the whole
 *   log (applyScans).
 */
export async function recordCheckIn(
	services: Services,
	attempt: CheckInTry,
): Promise<CheckInOutcome | 'needs-log' | null> {
	const byCode = 'ticketCode' in attempt.guest;
	if ('ticketCode' in attempt.guest && (attempt.listId ?? attempt.eventId) === attempt.eventId) {
		const row = await admitTogether(services, { ...attempt, ticketCode: attempt.guest.ticketCode });
		if (row) return admittedOutcome(row);
	}
	const values = [
		attempt.organisationId,
		attempt.eventId,
		'ticketCode' in attempt.guest ? attempt.guest.ticketCode : null,
		'attendeeId' in attempt.guest ? attempt.guest.attendeeId : null,
		attempt.staffLinkId,
		attempt.userId,
		attempt.device,
		attempt.nonce,
		attempt.scannedAt,
		newId(),
		newId(),
		byCode ? 'scan' : 'manual',
		attempt.listId ?? attempt.eventId,
		attempt.gateId ?? null,
		attempt.deviceId ?? null,
	];
	for (let round = 1; ; round += 1) {
		try {
			const { rows } = await services.database.pool.query<OutcomeRow>({ ...recordStatement, values });
			const row = rows[0];
			if (row?.verdict === 'needs_log') return 'needs-log';
			return row?.id ? await toOutcome(services, attempt, row, row.id) : null;
		} catch (error) {
			// The same nonce at the same instant on two connections: the second look finds it as a replay.
			if (round >= 3 || !isUniqueViolation(error, 'check_ins_nonce_unique')) throw error;
		}
	}
}

function admittedOutcome(row: Admitted): CheckInOutcome {
	return {
		checkInId: row.id,
		verdict: 'accepted',
		guest: { id: row.guest_id, name: row.guest_name, ticketTypeName: row.ticket_type_name },
		previous: null,
		recordedAt: row.recorded_at,
		isReplay: false,
		party: row.party ?? [],
	};
}

async function toOutcome(
	services: Services,
	attempt: CheckInTry,
	row: OutcomeRow,
	checkInId: string,
): Promise<CheckInOutcome> {
	let previous = row.previous_at ? { checkedInAt: row.previous_at, device: row.previous_device ?? '' } : null;
	if (row.verdict === 'already_checked_in' && !previous && row.guest_id) {
		// The other door committed after this statement began, so its row was not yet to be seen.
		const { rows } = await services.database.pool.query<{ recorded_at: Date; device: string }>({
			...previousStatement,
			values: [attempt.listId ?? attempt.eventId, row.guest_id],
		});
		if (rows[0]) previous = { checkedInAt: rows[0].recorded_at, device: rows[0].device };
	}
	return {
		checkInId,
		verdict: row.verdict as Verdict,
		guest: row.guest_id
			? { id: row.guest_id, name: row.guest_name ?? '', ticketTypeName: row.ticket_type_name ?? '' }
			: null,
		previous,
		recordedAt: row.recorded_at,
		isReplay: row.is_replay,
		party: row.party ?? [],
	};
}
