import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import type { EventRevenue, EventWithRefundsDue } from '#shared/contracts/organiser-orders.ts';
import { costAccounts, type LedgerAccount, taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { listBalances } from '../ledger/queries.ts';

/** Revenue of an event by currency: sums of its books. Empty before the first sale. */
export async function getEventRevenue(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<{ data: EventRevenue[]; isTest: boolean }> {
	const { db } = services.database;
	const [balances, { rows }] = await Promise.all([
		listBalances(db, scope),
		db.execute<{ is_test: boolean }>(sql`
			SELECT EXISTS (SELECT FROM payments WHERE organisation_id = ${scope.organisationId}
				AND event_id = ${scope.eventId} AND gateway = 'test' AND captured_minor > 0) AS is_test`),
	]);
	const data = balances.map(({ currency, accounts }) => {
		const sum = (of: readonly LedgerAccount[]) =>
			accounts.reduce((total, one) => total + (of.includes(one.account) ? one.balanceMinor : 0), 0);
		// Income and tax stand on the credit side.
		const [soldMinor, taxMinor, feesMinor] = [0 - sum(taxableAccounts), 0 - sum(['tax']), sum(costAccounts)];
		return {
			currency,
			grossMinor: soldMinor + taxMinor,
			taxMinor,
			feesMinor,
			netMinor: soldMinor - feesMinor,
		};
	});
	return { data, isTest: rows[0]?.is_test === true };
}

/**
 * SQL: whether the order of a balance `s` is owed money that no provider returns: a refund failed, too much was paid, or a member has to send it.
 * What was paid in advance for an order that is still open is not, nor what gift cards paid of one that is yet to be looked at: it goes back to
 * them by itself.
 */
export const isRefundDue = `s.balance_minor < 0
	AND s.balance_minor + (SELECT coalesce(sum(CASE WHEN p.gateway IS NOT NULL THEN p.refunding_minor
			WHEN EXISTS (SELECT FROM gift_card_uses u WHERE u.organisation_id = p.organisation_id AND u.payment_id = p.id
				AND u.check_at IS NOT NULL) THEN p.captured_minor - p.refunded_minor ELSE 0 END), 0) FROM payments p
		WHERE p.organisation_id = s.organisation_id AND p.subject_id = s.subject_id AND (p.gateway IS NOT NULL OR p.method = 'gift_card')) < 0
	AND (EXISTS (SELECT FROM payments p WHERE p.organisation_id = s.organisation_id AND p.subject_id = s.subject_id
			AND p.gateway IS NULL AND p.refunding_minor > 0)
		OR NOT EXISTS (SELECT FROM orders o WHERE o.organisation_id = s.organisation_id AND o.event_id = s.event_id
			AND o.id = s.subject_id AND o.status = 'pending'))`;

/** SQL: orders `s` of events `e` with such an owed amount; $1 the organisation, $2 its events or null for all. */
export const refundsDue = `ledger_subjects s JOIN events e ON e.organisation_id = s.organisation_id AND e.id = s.event_id
WHERE s.organisation_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2::uuid[])) AND ${isRefundDue}`;

/** More events than that are not worked off in one sitting. */
const mostEvents = 20;

/**
 * Events of an organisation with owed amounts that no refund covers, latest start first.
 * @param scope `eventIds`: null for a member of all events
 */
export async function listEventsWithRefundsDue(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
): Promise<EventWithRefundsDue[]> {
	const { rows } = await services.database.pool.query<EventWithRefundsDue>({
		name: 'orders.events-with-refunds-due',
		text: `SELECT e.id AS "eventId", e.title, count(*)::int AS orders
FROM ${refundsDue}
GROUP BY e.organisation_id, e.id ORDER BY e.starts_at DESC, e.id LIMIT $3`,
		values: [scope.organisationId, scope.eventIds, mostEvents],
	});
	return rows;
}
