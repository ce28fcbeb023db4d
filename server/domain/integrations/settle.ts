import type { Tx } from '#server/db/client.ts';
import { bindStatement } from '#server/db/statement.ts';
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
 * Records how a call ended: its attempts, what becomes of the deliveries and of their connection. One transaction: who dies before
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
	await services.database.transaction(async (tx) => {
		const mine = await lockClaims(tx, deliveries);
		const isDead = mine.map(({ attempts }) => !isDelivered && pauseMs(attempts) === null);
		for (const [index, { organisationId, id, attempts }] of mine.entries()) {
			await tx.execute(
				bindStatement(recordAttempt, [
					...[organisationId, id, attempts, startedAt, result.durationMs],
					...[result.status, result.error, result.address, result.bytes],
				]),
			);
			const waitMs = Math.max(pauseMs(attempts) ?? 0, (result.retryAfterSeconds ?? 0) * 1_000);
			const state = isDelivered ? 'delivered' : isDead[index] ? 'dead' : 'due';
			await tx.execute(
				bindStatement(recordOutcome, [
					...[organisationId, id, state, new Date(now.getTime() + (isDelivered ? 0 : waitMs))],
					...[result.status, result.error, state === 'due' ? null : now],
				]),
			);
		}
		const since = isDelivered ? null : (first.failingSince ?? now);
		const isGone = result.status === gone;
		const isLost = since !== null && now.getTime() - since.getTime() >= failingDays * dayMs;
		const reason = isGone ? 'gone' : isLost ? 'failing' : null;
		const { rows } = await tx.execute<{ state: string }>(
			bindStatement(recordConnection, [
				...[first.organisationId, first.connectionId, since, isDelivered ? now : null],
				...[notBefore(first, result, now), reason],
			]),
		);
		if (rows[0]?.state === 'disabled') await notifyManagers(tx, first, 'disabled', now);
		else if (isDead.includes(true)) await notifyManagers(tx, first, 'failing', now);
	});
}

/** Those of the deliveries that still are this worker's. */
async function lockClaims(tx: Tx, deliveries: readonly Claimed[]): Promise<Claimed[]> {
	const { rows } = await tx.execute<{ id: string }>(
		bindStatement(lockMine, [
			deliveries[0]?.organisationId,
			`{${deliveries.map(({ id }) => id).join(',')}}`,
			`{${deliveries.map(({ attempts }) => attempts).join(',')}}`,
		]),
	);
	const ids = new Set(rows.map(({ id }) => id));
	return deliveries.filter(({ id }) => ids.has(id));
}

/** Chats take a message a second; who asks for a pause gets it for all that is sent there. */
function notBefore({ kind }: Claimed, result: OutboundResult, now: Date): Date | null {
	const isBusy = result.status === 429 || result.status === 503;
	const seconds = isBusy ? (result.retryAfterSeconds ?? 5) : kind === 'webhook' ? 0 : 1;
	return seconds > 0 ? new Date(now.getTime() + seconds * 1_000) : null;
}

const lockMine = {
	name: 'integrations.lock-claims',
	text: `SELECT d.id FROM outbound_deliveries d
		JOIN unnest($2::uuid[], $3::int[]) AS mine(id, attempts) ON mine.id = d.id AND mine.attempts = d.attempts
		WHERE d.organisation_id = $1 AND d.state = 'due' ORDER BY d.id FOR UPDATE OF d`,
};

const recordAttempt = {
	name: 'integrations.record-attempt',
	text: `INSERT INTO outbound_attempts (organisation_id, delivery_id, number, at, duration_ms, status, error, address, bytes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
};

const recordOutcome = {
	name: 'integrations.record-outcome',
	text: `UPDATE outbound_deliveries SET state = $3, next_at = $4, last_status = $5, last_error = $6, settled_at = $7
		WHERE organisation_id = $1 AND id = $2`,
};

const recordConnection = {
	name: 'integrations.record-connection',
	text: `UPDATE connections SET failing_since = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(failing_since, $3) END,
			last_delivered_at = coalesce($4, last_delivered_at), not_before = $5,
			state = CASE WHEN $6::text = 'gone' OR ($6 = 'failing' AND failing_since IS NOT NULL) THEN 'disabled' ELSE state END,
			state_reason = CASE WHEN $6::text = 'gone' OR ($6 = 'failing' AND failing_since IS NOT NULL) THEN $6 ELSE state_reason END
		WHERE organisation_id = $1 AND id = $2 AND state = 'active' RETURNING state`,
};
