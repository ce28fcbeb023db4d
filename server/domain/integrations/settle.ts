import { bindStatement, plainArray } from '#server/db/statement.ts';
import type { OutboundResult } from '#server/platform/outbound.ts';
import type { Services } from '#server/services.ts';
import { failingDays, retrySeconds } from '#shared/rules/webhook-types.ts';
import type { Claimed } from './claim.ts';
import { notifyManagers } from './notify-managers.ts';

const dayMs = 24 * 3_600_000;
const gone = 410;

/** The pause before the next try, spread by a tenth; null when there were enough. */
export function pauseMs(attempts: number, random = Math.random()): number | null {
	const seconds = retrySeconds[attempts - 1];
	return seconds === undefined ? null : seconds * 1_000 * (0.9 + random / 5);
}

/**
 * Records how a call ended: its attempts, what becomes of the deliveries and of their connection. All or nothing: who dies before
 * it is through has recorded nothing, and the claim ends by itself.
 * @param deliveries what the call carried: one of a webhook, some of a chat
 */
export async function settle(
	services: Services,
	deliveries: readonly [Claimed, ...Claimed[]],
	result: OutboundResult,
	startedAt: Date,
): Promise<void> {
	const now = services.clock.now();
	const isDelivered = result.error === null;
	const [first] = deliveries;
	const outcomes = deliveries.map(({ attempts }) => {
		const pause = pauseMs(attempts);
		if (isDelivered) return { state: 'delivered', nextAt: now };
		if (pause === null) return { state: 'dead', nextAt: now };
		const waitMs = Math.max(pause, (result.retryAfterSeconds ?? 0) * 1_000);
		return { state: 'due', nextAt: new Date(now.getTime() + waitMs) };
	});
	const since = isDelivered ? null : (first.failingSince ?? now);
	const isGone = result.status === gone;
	const isLost = since !== null && now.getTime() - since.getTime() >= failingDays * dayMs;
	const values = [
		...[first.organisationId, first.connectionId],
		plainArray(deliveries.map(({ id }) => id)),
		plainArray(deliveries.map(({ attempts }) => attempts)),
		plainArray(outcomes.map(({ state }) => state)),
		plainArray(outcomes.map(({ nextAt }) => nextAt.toISOString())),
		...[startedAt, result.durationMs, result.status, result.error, result.address, result.bytes, now],
		...[since, isDelivered ? now : null, notBefore(first, result, now)],
		...[isGone ? 'gone' : isLost ? 'failing' : null, first.guests],
	];
	if (isDelivered) return void (await services.database.pool.query({ ...recordCall, values }));
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ state: string | null; isDead: boolean }>(
			bindStatement(recordCall, values),
		);
		if (rows[0]?.state === 'disabled') await notifyManagers(tx, first, 'disabled', now);
		else if (rows[0]?.isDead) await notifyManagers(tx, first, 'failing', now);
	});
}

/** Chats take a message a second; who asks for a pause gets it for all that is sent there. */
function notBefore({ kind }: Claimed, result: OutboundResult, now: Date): Date | null {
	const isBusy = result.status === 429 || result.status === 503;
	const seconds = isBusy ? (result.retryAfterSeconds ?? 5) : kind === 'webhook' ? 0 : 1;
	return seconds > 0 ? new Date(now.getTime() + seconds * 1_000) : null;
}

/**
 * $1 organisation, $2 connection; of each delivery $3 id, $4 attempts, $5 state and $6 next try; of the call $7 start, $8 milliseconds,
 * $9 status, $10 error, $11 address and $12 bytes; $13 now; of the connection $14 failing since, $15 delivered at, $16 not before and $17
 * why it is switched off; $18 whether the call carried guest data. Only deliveries that still are this worker's are recorded. The connection's row is left alone where it would
 * say the same: calls beside each other would wait for it.
 */
export const recordCall = {
	name: 'integrations.record-call',
	text: `
		WITH mine AS MATERIALIZED (
			SELECT d.id, given.attempts, given.state, given.next_at
			FROM outbound_deliveries d
			JOIN unnest($3::uuid[], $4::int[], $5::text[], $6::timestamptz[]) AS given(id, attempts, state, next_at)
				ON given.id = d.id AND given.attempts = d.attempts
			WHERE d.organisation_id = $1 AND d.id = ANY($3::uuid[]) AND d.state = 'due'
			ORDER BY d.id FOR UPDATE OF d
		), attempt AS (
			INSERT INTO outbound_attempts (organisation_id, delivery_id, number, at, duration_ms, status, error, address, bytes, guests)
			SELECT $1, id, attempts, $7, $8, $9, $10, $11, $12, $18 FROM mine ON CONFLICT DO NOTHING
		), outcome AS (
			UPDATE outbound_deliveries d SET state = mine.state, next_at = mine.next_at, last_status = $9, last_error = $10,
				settled_at = CASE WHEN mine.state <> 'due' THEN $13::timestamptz END
			FROM mine WHERE d.organisation_id = $1 AND d.id = mine.id
		), connection AS (
			UPDATE connections SET failing_since = CASE WHEN $14::timestamptz IS NOT NULL THEN coalesce(failing_since, $14) END,
				last_delivered_at = coalesce($15, last_delivered_at), not_before = $16,
				state = CASE WHEN $17::text = 'gone' OR ($17 = 'failing' AND failing_since IS NOT NULL) THEN 'disabled' ELSE state END,
				state_reason = CASE WHEN $17::text = 'gone' OR ($17 = 'failing' AND failing_since IS NOT NULL) THEN $17 ELSE state_reason END
			WHERE organisation_id = $1 AND id = $2 AND state = 'active' AND NOT (
				$15::timestamptz IS NOT NULL AND failing_since IS NULL AND not_before IS NOT DISTINCT FROM $16
				AND last_delivered_at > $15::timestamptz - interval '1 second')
			RETURNING state
		)
		SELECT (SELECT state FROM connection) AS state, EXISTS (SELECT FROM mine WHERE state = 'dead') AS "isDead"`,
};
