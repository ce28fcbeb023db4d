import { and, eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { testGatewayObjects } from '#server/db/tables/platform.ts';
import { canPayOut, getAccount } from './accounts.ts';
import { addBalanceItem } from './balance.ts';
import { makeId, unix } from './ids.ts';
import type { Session, Stored } from './session.ts';

/**
 * Pays out what is available, one payout for each currency, and marks the movements it is made of. Nothing happens for a balance that is
 * not positive, or while payouts are paused.
 * @param how `isEarly`: also what is not available yet
 */
export async function payOut(session: Session, { isEarly = false } = {}): Promise<Stripe.Payout[]> {
	const account = await getAccount(session, session.account);
	if (!canPayOut(account) || !account.bank) return [];
	const payouts: Stripe.Payout[] = [];
	for (const [currency, items] of Map.groupBy(
		await unpaidItems(session, isEarly),
		({ object }) => object.currency,
	)) {
		const amount = items.reduce((sum, { object }) => sum + object.net, 0);
		if (amount <= 0) continue;
		const id = makeId('po');
		for (const { object } of items) session.put('balance_transaction', object, { payout: id });
		const payout: Stripe.Payout = {
			id,
			object: 'payout',
			amount,
			application_fee: null,
			application_fee_amount: null,
			arrival_date: unix(session.now) + session.controls.payoutArrivalSeconds,
			automatic: true,
			balance_transaction: addBalanceItem(session, {
				type: 'payout',
				category: 'payout',
				amount: -amount,
				currency,
				source: id,
				description: 'STRIPE PAYOUT',
				payout: id,
			}).id,
			created: unix(session.now),
			currency,
			description: 'STRIPE PAYOUT',
			destination: `ba_${account.bank.last4}`,
			failure_balance_transaction: null,
			failure_code: null,
			failure_message: null,
			livemode: false,
			metadata: {},
			method: 'standard',
			original_payout: null,
			payout_method: null,
			reconciliation_status: 'completed',
			reversed_by: null,
			source_type: 'card',
			statement_descriptor: null,
			status: 'in_transit',
			trace_id: { status: 'pending', value: null },
			type: 'bank_account',
		};
		session.put('payout', payout);
		session.emit('payout.created', { ...payout, status: 'pending' });
		session.emit('payout.updated', payout);
		session.schedule(
			{
				type: 'settle-payout',
				account: session.account,
				payout: id,
				outcome: account.bank.failsPayouts ? 'failed' : 'paid',
			},
			session.controls.payoutArrivalSeconds,
		);
		payouts.push(payout);
	}
	return payouts;
}

/** The bank has the money, or sends it back; a bank may send it back after it said that it had it. */
export async function settlePayout(session: Session, id: string, outcome: 'paid' | 'failed'): Promise<void> {
	const { object: payout } = await session.lock('payout', id);
	if (payout.status === outcome || payout.status === 'failed' || payout.status === 'canceled') return;
	const settled: Stripe.Payout = { ...payout, status: outcome };
	if (outcome === 'paid') {
		settled.trace_id = { status: 'supported', value: `FOYERTEST${id.slice(-12).toUpperCase()}` };
	} else {
		settled.failure_code = 'account_closed';
		settled.failure_message = 'The bank account has been closed.';
		settled.failure_balance_transaction = addBalanceItem(session, {
			type: 'payout_failure',
			category: 'payout_reversal',
			amount: payout.amount,
			currency: payout.currency,
			source: id,
			description: 'STRIPE PAYOUT FAILURE',
		}).id;
	}
	session.put('payout', settled);
	session.emit(outcome === 'paid' ? 'payout.paid' : 'payout.failed', settled);
}

/** The available balance, or the whole, that is in no payout yet; locked. */
async function unpaidItems(session: Session, isEarly: boolean): Promise<Stored<'balance_transaction'>[]> {
	const { account, type, data } = testGatewayObjects;
	const rows = await session.tx
		.select({ data })
		.from(testGatewayObjects)
		.where(
			and(
				eq(account, session.account),
				eq(type, 'balance_transaction'),
				sql`${data} -> 'hidden' ->> 'payout' = ''`,
				isEarly ? undefined : sql`(${data} -> 'object' ->> 'available_on')::bigint <= ${unix(session.now)}`,
			),
		)
		.orderBy(testGatewayObjects.id)
		.for('update');
	return rows.map((row) => row.data as unknown as Stored<'balance_transaction'>);
}

/** The account’s balance, by currency. */
export async function getBalance(session: Session): Promise<Stripe.Balance> {
	const { account, type, data } = testGatewayObjects;
	const currency = sql<string>`${data} -> 'object' ->> 'currency'`;
	const isAvailable = sql<boolean>`(${data} -> 'object' ->> 'available_on')::bigint <= ${unix(session.now)}`;
	const rows = await session.tx
		.select({ currency, isAvailable, amount: sql<string>`sum((${data} -> 'object' ->> 'net')::bigint)` })
		.from(testGatewayObjects)
		.where(and(eq(account, session.account), eq(type, 'balance_transaction')))
		.groupBy(sql`1`, sql`2`)
		.orderBy(sql`1`);
	const amounts = (available: boolean) => {
		const found = rows.filter((row) => row.isAvailable === available);
		const list = found.map((row) => ({
			amount: Number(row.amount),
			currency: row.currency,
			source_types: { card: Number(row.amount) },
		}));
		return list.length > 0 ? list : [{ amount: 0, currency: 'eur', source_types: { card: 0 } }];
	};
	return { object: 'balance', available: amounts(true), livemode: false, pending: amounts(false) };
}
