import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { offerGiftCards } from '#tests/factories/gift-cards.ts';
import {
	buyTickets,
	makePricedEvent,
	type PricedEvent,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { rewriteStatements, withoutGuards } from '#tests/support/without-guards.ts';

/** Two servers on one database: what was paid goes back once, to the bank card or onto a gift card. */
const { database, services, apis, owner } = useTestServers();
let event: PricedEvent;
beforeAll(async () => {
	event = await makePricedEvent(services, apis[0], owner, { capacity: 10_000 });
	await offerGiftCards(services, owner);
});

const times = rounds(3, 200);
const rulesOf = (answers: readonly ApiAnswer[]) => {
	for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
	return answers.flatMap(({ status, body }) => (status < 300 ? [] : [body.metadata?.rule ?? body.code]));
};
const refund = (n: number, order: { id: string }, more: Record<string, unknown>) =>
	refundOrder(apis[n % 2] as TestApi, event, order, { token: owner.token, ...more });
/** What is on gift cards, and what goes back to bank cards. */
async function returnedOf({ id }: { id: string }): Promise<{ onCards: number; toBank: number }> {
	const { rows } = await database().pool.query<{ on_cards: number; to_bank: number }>(
		`SELECT (SELECT coalesce(sum(balance_minor), 0)::int FROM gift_cards WHERE refund_order_id = $1) AS on_cards,
			(SELECT coalesce(sum(amount_minor), 0)::int FROM refunds WHERE subject_id = $1 AND gift_card_id IS NULL) AS to_bank`,
		[id],
	);
	return { onCards: rows[0]?.on_cards ?? 0, toBank: rows[0]?.to_bank ?? 0 };
}

describe('races', () => {
	test('two whole refunds onto a gift card at once: one card', async () => {
		for (let round = 0; round < times; round += 1) {
			const order = await buyTickets(apis[0], event, 2);
			const answers = await Promise.all([0, 1].map((n) => refund(n, order, { refundTo: 'gift_card' })));
			expect(rulesOf(answers)).toEqual(['nothing-to-refund']);
			expect(await returnedOf(order)).toEqual({ onCards: 4_800, toBank: 0 });
		}
		await expectInvariants(services);
	});

	test('a refund onto a gift card beside one to the bank card: what was paid, and no cent more', async () => {
		for (let round = 0; round < times; round += 1) {
			const order = await buyTickets(apis[0], event, 2);
			const answers = await Promise.all([
				refund(0, order, { refundTo: 'gift_card', amountMinor: 3_000 }),
				refund(1, order, { amountMinor: 3_000 }),
			]);
			expect(rulesOf(answers)).toEqual(['more-than-paid']);
			const { onCards, toBank } = await returnedOf(order);
			expect([onCards, toBank].toSorted((a, b) => a - b)).toEqual([0, 3_000]);
		}
		await settleAll(services);
		await expectInvariants(services);
	});

	test('a buyer who cancels onto a gift card beside a member who refunds: once', async () => {
		await database().pool.query('UPDATE events SET refund_policy = $2 WHERE id = $1', [
			event.id,
			'Full refund until 1 day before the event.',
		]);
		for (let round = 0; round < times; round += 1) {
			const order = await buyTickets(apis[0], event);
			const answers = await Promise.all([
				apis[0].post(
					`${order.path}/cancel`,
					{ refundTo: 'gift_card', refundMinor: 2_400 },
					{ headers: { 'Idempotency-Key': randomUUID() } },
				),
				refund(1, order, {}),
			]);
			rulesOf(answers);
			const { onCards, toBank } = await returnedOf(order);
			expect(onCards + toBank).toBe(2_400);
		}
		await settleAll(services);
		await expectInvariants(services);
	});
});

test('without its guards a payment is refunded onto two cards: the tests above can fail', async () => {
	await withoutGuards(async ({ database: unguarded, services: bare, api, gate, waitBefore }) => {
		const seller = await makeUser(bare);
		const priced = await makePricedEvent(bare, api, seller);
		await offerGiftCards(bare, seller);
		const order = await buyTickets(api, priced);
		await unguarded.pool.query(`
			ALTER TABLE payments DROP CONSTRAINT payments_refunds;
			ALTER TABLE order_lines DROP CONSTRAINT order_lines_pkey`);
		await waitBefore('INSERT ON gift_cards');
		const cuts = cutGuards();
		const answers = [0, 1].map(() =>
			refundOrder(api, priced, order, { token: seller.token, refundTo: 'gift_card' }),
		);
		await untilBlocked(unguarded, 2);
		await gate.open();
		const done = await Promise.all(answers);
		expect(cuts()).toEqual({ locks: true, paid: true });
		expect(rulesOf(done)).toEqual([]);
		const { rows } = await unguarded.pool.query(
			'SELECT count(*)::int AS cards, sum(balance_minor)::int AS minor FROM gift_cards',
		);
		expect(rows).toEqual([{ cards: 2, minor: 4_800 }]);
	});
});

/** Nothing is held before it is read, nor is what was paid compared. @returns which of it was cut out */
function cutGuards(): () => { locks: boolean; paid: boolean } {
	const locks = /\sfor update/gi;
	const turns = /pg_advisory_xact_lock\(/g;
	const paid = /(?<= )<= "payments"\."captured_minor"/;
	const done = { locks: false, paid: false };
	rewriteStatements((text) => {
		done.locks ||= /\sfor update/i.test(text);
		done.paid ||= paid.test(text);
		return text
			.replace(locks, '')
			.replace(turns, 'pg_advisory_xact_lock_shared(')
			.replace(paid, 'IS NOT NULL');
	});
	return () => done;
}
