import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type {
	AdminPayment,
	AdminPaymentFigures,
	adminPaymentFilters,
	ProviderEvent,
	providerEventFilters,
} from '#shared/contracts/admin-payments.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lowestIdAt } from '#shared/lib/ids.ts';
import { unmatchedOutcomes } from '#shared/rules/payment-states.ts';
import { LATE_PAYMENT_MINUTES } from '#shared/rules/periods.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { failedRefundsSql } from './failed-refunds.ts';

/** Payments and events of all organisations, for administrators. Sandboxes are left out: nothing in them is real. */

interface ListQuery<Filter> {
	filter: Filter;
	limit: number;
	cursor?: string | undefined;
}

type PaymentTimes = 'createdAt' | 'settledAt' | 'nextCheckAt';
type PaymentRow = Omit<AdminPayment, PaymentTimes> & {
	createdAt: Date;
	settledAt: Date | null;
	nextCheckAt: Date | null;
};

/** A payment `p` whose answer is missing for so long that something may be wrong; nothing is required of its payer. */
const isLate = `p.next_check_at IS NOT NULL AND p.state <> 'requires_action' AND p.created_at < now() - interval '${LATE_PAYMENT_MINUTES} minutes'`;

/** How many payments are late, as an expression of SQL. */
export const latePaymentsSql = `(SELECT count(*)::int FROM payments p WHERE ${isLate} AND NOT ${isSandboxSql('p.organisation_id')})`;

// Each uses an index of its own: payments_newest_index, payments_due_index, payments_failed_index.
const paymentConditions: Record<(typeof adminPaymentFilters)[number], string> = {
	all: 'true',
	open: 'p.next_check_at IS NOT NULL',
	late: isLate,
	failed: `p.state = 'failed'`,
};

const paymentsSql = `
	SELECT p.id, p.organisation_id AS "organisationId", o.name AS "organisationName", e.title AS "eventTitle",
		p.subject_kind AS "subjectKind", p.method, p.state, p.amount_minor::float8 AS "amountMinor",
		p.refunded_minor::float8 AS "refundedMinor", p.fee_minor::float8 AS "feeMinor", p.currency, p.failure, p.gateway,
		p.provider_id AS "providerId", p.created_at AS "createdAt", p.settled_at AS "settledAt", p.next_check_at AS "nextCheckAt"
	FROM payments p JOIN organisations o ON o.id = p.organisation_id
		LEFT JOIN events e ON e.organisation_id = p.organisation_id AND e.id = p.event_id`;

/** Payments, the newest first: ids are made in order. */
export async function listAllPayments(
	services: Services,
	query: ListQuery<keyof typeof paymentConditions> & { organisation?: string | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
	const { rows } = await services.database.pool.query<PaymentRow>(
		`${paymentsSql}
		WHERE ${paymentConditions[query.filter]} AND o.sandbox_of IS NULL
			${query.organisation === undefined ? 'AND $2::uuid IS NULL' : 'AND p.organisation_id = $2'} AND ($1::uuid IS NULL OR p.id < $1)
		ORDER BY p.id DESC LIMIT $3`,
		[after, query.organisation ?? null, query.limit + 1],
	);
	return pageOf(rows, query.limit, presentPayment, (row) => [row.id]);
}

/**
 * A payment of any organisation with its state.
 * @throws not-found
 */
export async function getAnyPayment(services: Services, paymentId: string): Promise<AdminPayment> {
	const { rows } = await services.database.pool.query<PaymentRow>(`${paymentsSql} WHERE p.id = $1`, [
		paymentId,
	]);
	if (!rows[0]) throw notFound('Payment');
	return presentPayment(rows[0]);
}

/**
 * Schedules late payments to be fetched from the provider now; the poller takes them in turns of their organisations. Those already due
 * keep their position.
 * @param most maximum number, longest awaited first
 * @returns how many
 */
export async function hastenLatePayments(services: Services, most: number): Promise<{ count: number }> {
	const { rowCount } = await services.database.pool.query(
		`UPDATE payments SET next_check_at = now() WHERE (organisation_id, id) IN (
			SELECT p.organisation_id, p.id FROM payments p WHERE ${isLate} AND p.next_check_at > now() AND NOT ${isSandboxSql('p.organisation_id')}
			ORDER BY p.id LIMIT $1 FOR UPDATE SKIP LOCKED)`,
		[most],
	);
	return { count: rowCount ?? 0 };
}

const presentPayment = (row: PaymentRow): AdminPayment => ({
	...row,
	createdAt: row.createdAt.toISOString(),
	settledAt: row.settledAt?.toISOString() ?? null,
	nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
});

/** Tries after which an event counts as failing: the pauses before are seconds long (`retrySeconds`). */
const failingTries = 3;

/** SQL: the number of events that are probably failing. */
export const failingEventsSql = `(SELECT count(*)::int FROM provider_events WHERE settled_at IS NULL AND tries >= ${failingTries})`;

/** An event `v` that led to nothing of this installation and was not dismissed, as the index provider_events_unmatched_index has it. */
const isUnmatched = `v.set_aside_at IS NULL AND v.outcome IN (${unmatchedOutcomes.map((one) => `'${one}'`).join(', ')})`;

const figuresSql = `
	SELECT
		(SELECT coalesce(json_agg(json_build_object('currency', currency, 'amountMinor', amount) ORDER BY currency), '[]') FROM (
			SELECT currency, sum(fee_minor) AS amount FROM payments p WHERE id >= $1 AND state = 'succeeded' AND fee_minor > 0
				AND NOT ${isSandboxSql('p.organisation_id')} GROUP BY currency) f) AS fees,
		(SELECT json_build_object('enabled', count(*) FILTER (WHERE charges_enabled AND stopped_at IS NULL),
				'restricted', count(*) FILTER (WHERE state IN ('restricted', 'needs_information')),
				'stopped', count(*) FILTER (WHERE stopped_at IS NOT NULL))
			FROM payment_accounts a WHERE disconnected_at IS NULL AND NOT ${isSandboxSql('a.organisation_id')}) AS accounts,
		${latePaymentsSql} AS "latePayments",
		${failingEventsSql} AS "failingEvents",
		(SELECT count(*)::int FROM provider_events v WHERE ${isUnmatched}) AS "unmatchedEvents",
		${failedRefundsSql} AS "failedRefunds",
		(SELECT count(*)::int FROM balance_items i WHERE state = 'unmatched' AND NOT ${isSandboxSql('i.organisation_id')}) AS differences,
		(SELECT count(*)::int FROM disputes WHERE closed_at IS NULL) AS disputes`;

/** Fees earned since the first of the month, and open differences between the provider and the books. */
export async function getAllFigures(services: Services): Promise<AdminPaymentFigures> {
	const now = services.clock.now();
	const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
	const { rows } = await services.database.pool.query(figuresSql, [lowestIdAt(monthStart.getTime())]);
	return { gateway: services.gateway.name, ...rows[0] };
}

type EventTimes = 'receivedAt' | 'settledAt' | 'nextTryAt' | 'setAsideAt';
type EventRow = Omit<ProviderEvent, EventTimes> & {
	receivedAt: Date;
	settledAt: Date | null;
	nextTryAt: Date;
	setAsideAt: Date | null;
};

const eventsSql = `
	SELECT v.id, v.gateway, v.account, o.name AS "organisationName", v.type, v.object_id AS "objectId", v.received_at AS "receivedAt",
		v.settled_at AS "settledAt", v.outcome, v.tries, v.next_try_at AS "nextTryAt", v.last_error AS "lastError",
		v.set_aside_at AS "setAsideAt", v.note
	FROM provider_events v
		LEFT JOIN payment_accounts a ON a.gateway = v.gateway AND a.provider_account = v.account
		LEFT JOIN organisations o ON o.id = a.organisation_id`;

// Their indexes are provider_events_due_index, provider_events_unmatched_index and provider_events_received_index.
const eventConditions: Record<(typeof providerEventFilters)[number], string> = {
	waiting: 'v.settled_at IS NULL',
	unmatched: isUnmatched,
	all: 'true',
};

/** Events of the provider, the newest first. */
export async function listProviderEvents(services: Services, query: ListQuery<keyof typeof eventConditions>) {
	const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [null, null];
	const { rows } = await services.database.pool.query<EventRow>(
		`${eventsSql} WHERE ${eventConditions[query.filter]}
			AND ($1::timestamptz IS NULL OR (v.received_at, v.id) < ($1, $2))
		ORDER BY v.received_at DESC, v.id DESC LIMIT $3`,
		[at, id, query.limit + 1],
	);
	return pageOf(rows, query.limit, presentEvent, (row) => [row.receivedAt, row.id]);
}

const presentEvent = (row: EventRow): ProviderEvent => ({
	...row,
	receivedAt: row.receivedAt.toISOString(),
	settledAt: row.settledAt?.toISOString() ?? null,
	setAsideAt: row.setAsideAt?.toISOString() ?? null,
	nextTryAt: row.settledAt === null ? row.nextTryAt.toISOString() : null,
});

/** Has an event tried again now. @throws not-found */
export async function retryProviderEvent(services: Services, eventId: string): Promise<ProviderEvent> {
	const { pool } = services.database;
	const key = [services.gateway.name, eventId];
	await pool.query(
		`UPDATE provider_events SET settled_at = NULL, outcome = NULL, set_aside_at = NULL, note = '', next_try_at = now() WHERE gateway = $1 AND id = $2`,
		key,
	);
	const { rows } = await pool.query<EventRow>(`${eventsSql} WHERE v.gateway = $1 AND v.id = $2`, key);
	if (!rows[0]) throw notFound('Event');
	return presentEvent(rows[0]);
}

/**
 * Notes that an event that led to nothing of this installation is right to do so: it is listed no more.
 * @throws not-found, `event-matched`
 */
export async function setAsideProviderEvent(
	services: Services,
	eventId: string,
	note: string,
): Promise<ProviderEvent> {
	const { pool } = services.database;
	const key = [services.gateway.name, eventId];
	const { rowCount } = await pool.query(
		`UPDATE provider_events SET set_aside_at = now(), note = $3 WHERE gateway = $1 AND id = $2 AND outcome = ANY ($4::text[])`,
		[...key, note, unmatchedOutcomes],
	);
	const { rows } = await pool.query<EventRow>(`${eventsSql} WHERE v.gateway = $1 AND v.id = $2`, key);
	if (!rows[0]) throw notFound('Event');
	if (rowCount === 0)
		throw ruleViolation('event-matched', message`Only events that match nothing here can be set aside.`);
	return presentEvent(rows[0]);
}
