import { pollers, scheduledJobs } from '#server/domain/modules.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';

/* What happens after a fault: the worker and its nightly reconciliation continue, and the waiting times of all that is open are over. */

const { signal } = new AbortController();
/** What works on payments, orders and the facts of both. */
export const working = [
	...pollers.filter(({ name }) => name.startsWith('payments.') || name.startsWith('orders.')),
	factPoller,
];
const reconciliation = scheduledJobs.filter(({ name }) => name === 'payments.reconcile');

const overdue = [
	'UPDATE payments SET next_check_at = now() - make_interval(secs => 1) WHERE next_check_at IS NOT NULL',
	'UPDATE refunds SET next_check_at = now() - make_interval(secs => 1) WHERE next_check_at IS NOT NULL',
	'UPDATE provider_events SET next_try_at = now() - make_interval(secs => 1) WHERE settled_at IS NULL',
	`UPDATE test_gateway_events SET due_at = now() - make_interval(secs => 1) WHERE delivered_at IS NULL AND due_at < 'infinity'`,
	'UPDATE payment_accounts SET balance_due_at = now() - make_interval(secs => 1) WHERE balance_due_at IS NOT NULL',
	'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
];

/** More rounds than a payment is looked for at the provider before it is given up. */
const mostRounds = 8;

/** Runs the worker until nothing of payments is open any more but what waits for a payer. */
export async function recoverPayments(services: Services): Promise<void> {
	for (let round = 0; round < mostRounds; round += 1) {
		let open = 0;
		for (const statement of overdue) open += (await services.database.pool.query(statement)).rowCount ?? 0;
		if (open === 0 && round > 0) break;
		for (const poller of working) while ((await poller.run(services, signal)) > 0);
	}
	for (const job of reconciliation) await job.run(services);
	while ((await factPoller.run(services, signal)) > 0);
}

export interface ProviderFigures {
	/** Payments that were charged, what they took and what went back. */
	payments: number;
	captured: number;
	refunded: number;
	/** The balance of the account, with what was paid out taken off. */
	balance: number;
}

/** What the built-in gateway itself says of an account. */
export async function providerFigures(services: Services, account: string): Promise<ProviderFigures> {
	const { rows } = await services.database.pool.query(
		`SELECT count(*) FILTER (WHERE is_charge)::int AS payments,
			coalesce(sum((object->>'amount_captured')::int) FILTER (WHERE is_charge), 0)::int AS captured,
			coalesce(sum((object->>'amount_refunded')::int) FILTER (WHERE is_charge), 0)::int AS refunded,
			coalesce(sum((object->>'net')::int) FILTER (WHERE type = 'balance_transaction'), 0)::int AS balance
		FROM test_gateway_objects, LATERAL (SELECT data->'object' AS object,
			type = 'charge' AND data->'object'->>'status' = 'succeeded' AS is_charge) AS o
		WHERE account = $1`,
		[account],
	);
	return rows[0];
}

/** What the books of an organisation have at the provider. */
export async function bookedBalance(services: Services, organisationId: string): Promise<number> {
	const { rows } = await services.database.pool.query(
		`SELECT coalesce(sum(CASE WHEN debit = 'gateway' THEN amount_minor ELSE -amount_minor END), 0)::int AS balance
		FROM ledger_transfers WHERE organisation_id = $1 AND (debit = 'gateway' OR credit = 'gateway')`,
		[organisationId],
	);
	return rows[0].balance;
}
