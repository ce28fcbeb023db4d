import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { payouts } from '#server/db/tables/payments.ts';
import type { GatewayPayout } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { payoutStatesBefore } from '#shared/rules/payment-states.ts';
import { type Entry, post, reversed } from '../ledger/post.ts';
import type { AccountRow } from './queries.ts';

export type PayoutRow = typeof payouts.$inferSelect;

/**
 * Fetches a payout from the provider, stores its state and books its effect.
 * @throws GatewayError
 */
export async function fetchPayout(
	services: Services,
	account: AccountRow,
	payoutId: string,
): Promise<PayoutRow> {
	const request = { account: account.providerAccount, payoutId };
	return applyPayout(services, account, await services.gateway.getPayout(request));
}

/** Stores the state of a payout. The same or an older state changes nothing. */
export async function applyPayout(
	services: Services,
	account: AccountRow,
	object: GatewayPayout,
): Promise<PayoutRow> {
	return services.database.transaction(async (tx) => {
		const row = await upsertPayout(tx, account, object);
		await book(tx, row);
		const { organisationId, id, state } = row;
		if (state === 'failed' || state === 'paid') {
			const fact = { organisationId, eventId: null, payload: { payoutId: id } };
			await services.facts.publish(tx, { name: `payments.payout-${state}`, ...fact }, services);
		}
		return row;
	});
}

const stateOf = (status: GatewayPayout['status']): PayoutRow['state'] =>
	status === 'canceled' ? 'cancelled' : status;

async function upsertPayout(tx: Tx, account: AccountRow, object: GatewayPayout): Promise<PayoutRow> {
	const { organisationId } = account;
	const state = stateOf(object.status);
	const values = {
		state,
		arrivesAt: object.arrivesOn,
		failure: object.failureReason,
		trace: object.trace,
	};
	await tx
		.insert(payouts)
		.values({
			...values,
			id: newId(),
			organisationId,
			accountId: account.id,
			providerId: object.id,
			amountMinor: object.amountMinor,
			currency: object.currency,
			isAutomatic: object.isAutomatic,
			madeAt: object.createdAt,
		})
		.onConflictDoNothing();
	const ofPayout = and(eq(payouts.organisationId, organisationId), eq(payouts.providerId, object.id));
	await tx
		.update(payouts)
		.set({ ...values, updatedAt: sql`now()` })
		.where(and(ofPayout, inArray(payouts.state, [state, ...payoutStatesBefore(state)])));
	const [row] = await tx.select().from(payouts).where(ofPayout).for('update');
	return row as PayoutRow;
}

/** The way of the money: from the provider to "under way", to the bank; or back, from wherever it was. */
async function book(tx: Tx, row: PayoutRow): Promise<void> {
	const { organisationId, id, currency, state } = row;
	const entry = (
		sourceKind: Entry['sourceKind'],
		debit: 'transit' | 'bank',
		credit: 'gateway' | 'transit',
	) => {
		const transfers = [
			{ kind: sourceKind, debit, credit, amountMinor: Math.abs(row.amountMinor) },
		] as const satisfies Entry['transfers'];
		return {
			...{ organisationId, eventId: null, subjectId: id, sourceKind, sourceId: id, currency },
			transfers: row.amountMinor < 0 ? reversed(transfers) : transfers,
		};
	};
	await post(tx, [entry('payout', 'transit', 'gateway')]);
	if (state === 'paid') await post(tx, [entry('payout_paid', 'bank', 'transit')]);
	if (state !== 'failed' && state !== 'cancelled') return;
	const { rows } = await tx.execute<Record<string, never>>(sql`
		SELECT FROM ledger_transfers WHERE organisation_id = ${organisationId} AND source_id = ${id}
			AND source_kind = 'payout_paid' LIMIT 1`);
	const back = entry('payout_failed', rows.length > 0 ? 'bank' : 'transit', 'gateway');
	await post(tx, [{ ...back, transfers: reversed(back.transfers) }]);
}
