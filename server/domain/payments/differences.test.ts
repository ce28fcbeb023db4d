import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { syncBalance } from '#server/domain/payments/balance.ts';
import { listDifferences } from '#server/domain/payments/differences.ts';
import { paymentJobs } from '#server/domain/payments/jobs.ts';
import { syncPayouts } from '#server/domain/payments/payout-content.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	chargeByHand,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import { post } from '../ledger/post.ts';

/**
 * The comparison with the provider: each kind of difference is put into the balance of the built-in gateway, or into the rows of ours, and
 * is found by its name; a month without differences has none.
 */
const database = useTestDatabase();
let services: Services;
let api: TestApi;
beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
});

const provider = () => services.testGateway as NonNullable<Services['testGateway']>;
const query = (text: string, values: unknown[]) => services.database.pool.query(text, values);

/** An order that is paid, at a seller of its own. */
async function sell(number?: string) {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event);
	expect((await payByCard(api, order, { number })).status).toBe(201);
	await settleAll(services);
	const account = await findAccount(services.database.db, event.organisationId);
	if (!account?.providerAccount) throw new Error('no account');
	const { rows } = await query('SELECT id, provider_id FROM payments WHERE subject_id = $1', [order.id]);
	const { id: paymentId, provider_id: providerId } = rows[0] as { id: string; provider_id: string };
	return { event, order, account, at: account.providerAccount, paymentId, providerId };
}
type Sale = Awaited<ReturnType<typeof sell>>;

const refund = (event: PricedEvent, order: { id: string }, body: object = {}) =>
	refundOrder(api, event, order, { token: event.owner.token, reason: 'ill', ...body });

async function sellAndRefund(number?: string): Promise<Sale> {
	const sale = await sell(number);
	expect((await refund(sale.event, sale.order, { amountMinor: 1_000 })).status).toBe(201);
	await settleAll(services);
	return sale;
}

/** A refund that its bank sends back. */
async function sellAndFailToRefund(): Promise<Sale> {
	const sale = await sellAndRefund('4000000000005126');
	await letPass(600);
	return sale;
}

const letPass = async (seconds: number) => {
	await provider().moveClock(new Date((await provider().now()).getTime() + seconds * 1_000));
	await settleAll(services);
};

const disputing = (outcome?: 'won' | 'lost') => async (): Promise<Sale> => {
	const sale = await sell();
	const id = (await provider().openDispute(sale.at, sale.providerId)) as string;
	await settleAll(services);
	if (outcome) await provider().closeDispute(sale.at, id, outcome);
	await settleAll(services);
	return sale;
};

const payingOut = (outcome: 'paid' | 'failed') => async (): Promise<Sale> => {
	const sale = await sell();
	const [id] = await provider().runPayout(sale.at, { isEarly: true });
	await settleAll(services);
	await provider().settlePayout(sale.at, id as string, outcome);
	await settleAll(services);
	return sale;
};

/** Charged in the provider's dashboard. */
const chargeThere = ({ at }: Sale, metadata: Record<string, string> = {}) =>
	chargeByHand(services, api, at, metadata);

interface Item {
	id: string;
	amount: number;
	net: number;
	fee: number;
	fee_details: { type: string; amount: number }[];
	[property: string]: unknown;
}

/** The movement of that reporting category in the balance of the built-in gateway. */
async function readItem({ at }: Sale, category: string): Promise<Item> {
	const { rows } = await query(
		`SELECT data->'object' AS item FROM test_gateway_objects
		WHERE account = $1 AND type = 'balance_transaction' AND data->'object'->>'reporting_category' = $2`,
		[at, category],
	);
	expect(rows).toHaveLength(1);
	return rows[0].item;
}

type Inject = (sale: Sale) => Promise<unknown>;

const changing =
	(category: string, change: (item: Item) => Partial<Item>): Inject =>
	async (sale) => {
		const item = await readItem(sale, category);
		await query(`UPDATE test_gateway_objects SET data = jsonb_set(data, '{object}', $2) WHERE id = $1`, [
			item.id,
			JSON.stringify({ ...item, ...change(item) }),
		]);
	};

/** Another movement like the one of a category. */
const adding =
	(category: string, change: (item: Item) => Partial<Item> = () => ({})): Inject =>
	async (sale) => {
		const item = await readItem(sale, category);
		const added = { ...item, ...change(item), id: `${item.id}b` };
		await query(
			`INSERT INTO test_gateway_objects (id, account, type, data) VALUES ($1, $2, 'balance_transaction', $3)`,
			[added.id, sale.at, JSON.stringify({ object: added, hidden: { payout: '' } })],
		);
	};

const removing =
	(category: string): Inject =>
	async (sale) =>
		query('DELETE FROM test_gateway_objects WHERE id = $1', [(await readItem(sale, category)).id]);

const more = ({ amount, net }: Item) => ({ amount: amount + 100, net: net + 100 });
/** The installation's share is another one than was agreed. */
const otherFee = (sign: 1 | -1) => (item: Item) => ({
	fee: item.fee + sign * 50,
	net: item.net - sign * 50,
	fee_details: [
		...item.fee_details,
		{ type: 'application_fee', amount: sign * 50, currency: 'eur', application: null, description: null },
	],
});
const inDollars = () => ({ currency: 'usd' });
const back = (type: string, category: string) => (item: Item) => ({
	...{ type, reporting_category: category },
	...{ amount: -item.amount, net: -item.amount, fee: 0, fee_details: [] },
});
const withoutSource = (type: string) => () => ({ type, reporting_category: type, source: null });

const cases: [expected: string, make: () => Promise<Sale>, inject: Inject][] = [
	['charge unknown-charge', sell, (sale) => chargeThere(sale)],
	[
		'charge other-installation',
		sell,
		(sale) => chargeThere(sale, { foyer_payment: randomUUID(), foyer_organisation: randomUUID() }),
	],
	[
		'charge charged-twice',
		sell,
		(sale) =>
			chargeThere(sale, {
				foyer_payment: sale.paymentId,
				foyer_organisation: sale.event.organisationId,
			}),
	],
	[
		'charge other-account',
		sell,
		async ({ account, paymentId }) => {
			const { rows } = await query(
				`INSERT INTO payment_accounts (id, organisation_id, gateway, provider_account, country, state, is_live, disconnected_at)
				SELECT gen_random_uuid(), organisation_id, gateway, provider_account || '_former', country, state, is_live, now()
				FROM payment_accounts WHERE id = $1 RETURNING id`,
				[account.id],
			);
			await query('UPDATE payments SET account_id = $2 WHERE id = $1', [paymentId, rows[0].id]);
		},
	],
	['charge other-currency', sell, changing('charge', inDollars)],
	['charge amount-differs', sell, changing('charge', more)],
	['charge fee-differs', sell, changing('charge', otherFee(1))],
	['charge moved-twice', sell, adding('charge')],
	[
		'charge state-differs',
		sell,
		({ paymentId }) => query(`UPDATE payments SET state = 'cancelled' WHERE id = $1`, [paymentId]),
	],
	[
		'charge books-differ',
		sell,
		({ event, order, paymentId }) =>
			services.database.transaction((tx) =>
				post(tx, [
					{
						...{
							organisationId: event.organisationId,
							eventId: event.id,
							subjectId: order.id,
							currency: 'EUR',
						},
						...{ sourceKind: 'payment', sourceId: paymentId },
						transfers: [{ kind: 'again', debit: 'gateway', credit: 'adjustments', amountMinor: 100 }],
					},
				]),
			),
	],
	['ours missing-charge', sell, removing('charge')],
	[
		'charge unknown-charge, refund unknown-refund',
		sell,
		async (sale) =>
			services.gateway.refund({
				...{ key: randomUUID(), account: sale.at, amountMinor: 500, currency: 'EUR', refundFee: false },
				...{ paymentId: (await chargeThere(sale)).id, metadata: {} },
			}),
	],
	['refund amount-differs', sellAndRefund, changing('refund', more)],
	['refund fee-differs', sellAndRefund, changing('refund', otherFee(-1))],
	['refund other-currency', sellAndRefund, changing('refund', inDollars)],
	['refund moved-twice', sellAndRefund, adding('refund')],
	['ours missing-refund', sellAndRefund, removing('refund')],
	['ours missing-refund-failure', sellAndFailToRefund, removing('refund_failure')],
	['refund_failure state-differs', sellAndRefund, adding('refund', back('refund_failure', 'refund_failure'))],
	[
		'charge unknown-charge, dispute unknown-dispute',
		sell,
		async (sale) => provider().openDispute(sale.at, (await chargeThere(sale)).id),
	],
	['dispute amount-differs', disputing(), changing('dispute', more)],
	[
		'dispute provider-fee-differs',
		disputing(),
		changing('dispute', ({ fee, net }) => ({ fee: fee + 100, net: net - 100 })),
	],
	['ours missing-dispute', disputing(), removing('dispute')],
	['ours missing-reversal', disputing('won'), removing('dispute_reversal')],
	[
		'dispute_reversal state-differs',
		disputing('lost'),
		adding('dispute', back('adjustment', 'dispute_reversal')),
	],
	[
		'payout unknown-payout',
		sell,
		adding('charge', () => ({ ...withoutSource('payout')(), source: 'po_nowhere' })),
	],
	['payout amount-differs', payingOut('paid'), changing('payout', more)],
	[
		'payout_failure state-differs',
		payingOut('paid'),
		adding('payout', back('payout_failure', 'payout_reversal')),
	],
	['ours missing-payout', payingOut('paid'), removing('payout')],
	['ours missing-payout-failure', payingOut('failed'), removing('payout_reversal')],
	[
		'ours content-differs',
		sell,
		async (sale) => {
			await provider().runPayout(sale.at, { isEarly: true });
			const { id } = await readItem(sale, 'charge');
			await query(
				`UPDATE test_gateway_objects SET data = jsonb_set(data, '{hidden,payout}', '""') WHERE id = $1`,
				[id],
			);
		},
	],
	['fee unknown-fee', sell, adding('charge', withoutSource('stripe_fee'))],
	['other unknown-movement', sell, adding('charge', withoutSource('adjustment'))],
];

/** The nightly comparison of an account, a day after everything has happened. */
async function compare({ event, account }: Pick<Sale, 'event' | 'account'>): Promise<string> {
	await syncBalance(services, account, { hours: 72 });
	await syncPayouts(services, account);
	const day = `interval '25 hours'`;
	for (const text of [
		`UPDATE payments SET settled_at = settled_at - ${day} WHERE organisation_id = $1`,
		`UPDATE refunds SET settled_at = settled_at - ${day}, updated_at = updated_at - ${day} WHERE organisation_id = $1`,
		`UPDATE disputes SET created_at = created_at - ${day}, closed_at = closed_at - ${day} WHERE organisation_id = $1`,
		`UPDATE payouts SET created_at = created_at - ${day}, updated_at = updated_at - ${day} WHERE organisation_id = $1`,
	])
		await query(text, [event.organisationId]);
	const { data } = await listDifferences(services.database.db, event.organisationId);
	return data
		.map(({ kind, difference }) => `${kind ?? 'ours'} ${difference}`)
		.sort()
		.join(', ');
}

test.each(cases)('%s is found by its name', async (expected, make, inject) => {
	const sale = await make();
	await inject(sale);
	expect(await compare(sale)).toBe(expected);
	// What was found stays found, once.
	expect(await compare(sale)).toBe(
		expected === 'charge charged-twice' ? `${expected}, refund charged-twice` : expected,
	);
});

test.each(['lost', 'won'] as const)(
	'a dispute that is %s is known by the morning, whatever became of the event',
	async (outcome) => {
		const sale = await sell();
		const id = (await provider().openDispute(sale.at, sale.providerId)) as string;
		await settleAll(services);
		await provider().closeDispute(sale.at, id, outcome);
		await query(
			`UPDATE test_gateway_events SET due_at = 'infinity' WHERE account = $1 AND delivered_at IS NULL`,
			[sale.at],
		);
		await settleAll(services);
		const states = async () =>
			(await query('SELECT state FROM disputes WHERE provider_id = $1', [id])).rows.map(({ state }) => state);
		expect(await states()).toEqual(['needs_response']);
		const reconcile = paymentJobs.find(({ name }) => name === 'payments.reconcile');
		for (const _night of [1, 2]) {
			await reconcile?.run(services);
			expect(await states()).toEqual([outcome]);
		}
		const { rows } = await query(
			`SELECT kind FROM ledger_transfers WHERE organisation_id = $1 AND source_kind = 'dispute_closed'`,
			[sale.event.organisationId],
		);
		expect(rows).toEqual([{ kind: outcome }]);
	},
);

test('a second charge whose events are lost goes back to the buyer, once', async () => {
	const sale = await sell();
	const { id } = await chargeThere(sale, {
		...{ foyer_payment: sale.paymentId, foyer_organisation: sale.event.organisationId },
	});
	await compare(sale);
	await settleAll(services);
	const request = { account: sale.at, paymentId: id };
	expect(await services.gateway.getPayment(request)).toMatchObject({
		capturedMinor: 500,
		refundedMinor: 500,
	});
	expect(await services.gateway.listRefunds(request)).toHaveLength(1);
});

const orders = rounds(30, 10_000);
const days = 30;
/** Most are simply paid; others are declined first, disputed, asked about, or refunded, by cards whose refunds settle later or fail. */
const cards = [
	...Array.from({ length: 12 }, () => '4242424242424242'),
	...['4000000000000259', '4000000000002685', '4000000000001976', '4000000000007726', '4000000000005126'],
];
/** Of the first days, so that each kind is in a short month too. */
const firstCards = ['4000000000005126', '4000000000000259'];

test(
	`a month of ${orders.toLocaleString('en')} orders without differences has none`,
	async () => {
		const chance = createChance('differences');
		// Without the rows that were spoiled above.
		await database().truncate();
		services = await createTestServices(database());
		api = createTestApi(services);
		const event = await makePricedEvent(services, api, await makeUser(services), { capacity: orders });
		const account = await findAccount(services.database.db, event.organisationId);
		if (!account?.providerAccount) throw new Error('no account');
		const at = account.providerAccount;
		const paid: { order: { id: string }; number: string }[] = [];
		for (let day = 0; day < days; day += 1) {
			for (let sold = 0; sold < orders / days; sold += 1) {
				const order = await holdTickets(api, event);
				const number = (sold === 0 && firstCards[day]) || chance.pick(cards);
				expect((await payByCard(api, order, { number })).status).toBe(201);
				paid.push({ order, number });
			}
			await letPass(3_600);
			for (const { order, number } of chance.shuffle(paid.splice(0, paid.length / 2))) {
				const isRefundable = !['0259', '2685', '1976'].some((end) => number.endsWith(end));
				if (!isRefundable || (chance.next() < 0.5 && !number.endsWith('5126'))) continue;
				if (chance.next() < 0.2) {
					const { rows } = await query('SELECT provider_id FROM payments WHERE subject_id = $1', [order.id]);
					await services.gateway.refund({
						...{
							key: randomUUID(),
							account: at,
							paymentId: rows[0].provider_id,
							amountMinor: 700,
							currency: 'EUR',
						},
						...{ refundFee: false, metadata: {} },
					});
					continue;
				}
				const body = chance.next() < 0.5 ? { amountMinor: 900 } : { isCancelling: true };
				expect((await refund(event, order, body)).status).toBe(201);
			}
			await settleAll(services);
			const { rows } = await query(
				`SELECT provider_id FROM disputes WHERE organisation_id = $1 AND state = 'needs_response'`,
				[event.organisationId],
			);
			for (const { provider_id: id } of rows)
				await provider().closeDispute(at, id, chance.pick(['won', 'lost']));
			await letPass(86_400 - 3_600);
			if (day % 10 === 9) {
				await provider().moveClock(new Date((await provider().now()).getTime() + 2 * 86_400_000));
				const [failing] = await provider().runPayout(at, { isEarly: true });
				if (failing) await provider().settlePayout(at, failing, 'failed');
				await settleAll(services);
			}
			await query('UPDATE payment_attempts SET network = NULL', []);
			// A long month takes longer than a sign-in is fresh.
			await query('UPDATE sessions SET confirmed_at = now()', []);
			expect(await compare({ event, account })).toBe('');
		}
		const { rows } = await query('SELECT DISTINCT kind FROM balance_items WHERE organisation_id = $1', [
			event.organisationId,
		]);
		expect(rows.map(({ kind }) => kind)).toEqual(
			expect.arrayContaining(['charge', 'refund', 'refund_failure', 'dispute', 'payout', 'payout_failure']),
		);
		await expectInvariants(services);
	},
	isLong ? 7_200_000 : 600_000,
);
