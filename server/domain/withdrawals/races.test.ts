import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	type BoughtCards,
	buyGiftCards,
	type CardSeller,
	makeCardSeller,
} from '#tests/factories/gift-cards.ts';
import {
	buyTickets,
	holdTickets,
	makePricedEvent,
	payByGiftCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { rewriteStatements, withoutGuards } from '#tests/support/without-guards.ts';

/** Two servers on one database: what is withdrawn from is refunded once, and not used as well. */
const { database, servers, apis, owner, query } = useTestServers();
let seller: CardSeller;
beforeAll(async () => {
	seller = await makeCardSeller(servers[0], apis[0], owner);
	await database().pool.query('UPDATE capacity_pools SET size = NULL');
});

const withdraw = (api: TestApi, path: string) =>
	api.post(`${path}/withdrawal`, { name: 'Ada' }, { headers: { 'Idempotency-Key': randomUUID() } });
const refundedOf = async (subject: string) =>
	(
		await query<{ n: number }>(
			`SELECT coalesce(sum(amount_minor), 0)::int AS n FROM refunds WHERE subject_id = $1`,
			[subject],
		)
	)[0]?.n;
const expectAnswers = (answers: readonly ApiAnswer[]) => {
	for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
};
const codeOf = async (api: TestApi, { path, purchase }: BoughtCards): Promise<string> =>
	(await api.get(`${path}/cards/${purchase.cards[0]?.id}/code`)).body.code;
const times = rounds(3, 100);

describe('races', () => {
	test('a withdrawal beside the use of the gift card: what is used is not refunded', async () => {
		for (let round = 0; round < times; round += 1) {
			const bought = await buyGiftCards(apis[0], seller.slug);
			const code = await codeOf(apis[0], bought);
			const order = await holdTickets(apis[0], seller);
			const [paid, done] = await Promise.all([
				payByGiftCard(apis[0], order, { code }),
				withdraw(apis[1], bought.path),
			]);
			expectAnswers([paid, done]);
			const usedMinor = paid.body.order?.status === 'confirmed' ? 2_400 : 0;
			expect(done.body.last).toMatchObject({ state: 'accepted', refundMinor: 2_500 - usedMinor });
		}
		await settleAll(servers[0]);
		await expectInvariants(servers[0]);
	});

	test('the same withdrawal four times at once, by link and by number: once', async () => {
		for (let round = 0; round < times; round += 1) {
			const bought = await buyGiftCards(apis[0], seller.slug);
			const { number } = bought.purchase;
			const byNumber = { name: 'Ada', email: 'ada@example.org', reference: number };
			const answers = await Promise.all([
				...[0, 1, 0].map((n) => withdraw(apis[n] as TestApi, bought.path)),
				apis[1].post(`/api/organisers/${seller.slug}/withdrawals`, byNumber),
			]);
			expectAnswers(answers);
			const [{ id } = { id: '' }] = await query<{ id: string }>(
				'SELECT purchase_id AS id FROM gift_cards WHERE id = $1',
				[bought.purchase.cards[0]?.id],
			);
			expect(await refundedOf(id)).toBe(2_500);
			await query('UPDATE withdrawals SET source = NULL');
		}
		await expectInvariants(servers[0]);
	});

	test('a withdrawal beside a refund by the organiser: never more than was paid', async () => {
		const event = await makePricedEvent(servers[0], apis[0], owner, { hasWithdrawal: true, capacity: null });
		for (let round = 0; round < times; round += 1) {
			const order = await buyTickets(apis[0], event, 2);
			const answers = await Promise.all([
				withdraw(apis[0], order.path),
				refundOrder(apis[1], event, order, { token: owner.token, isCancelling: true }),
			]);
			expectAnswers(answers);
			expect(await refundedOf(order.id)).toBe(4_800);
			expect((await apis[0].get(order.path)).body.status).toBe('cancelled');
		}
		await settleAll(servers[0]);
		await expectInvariants(servers[0]);
	});
});

test('without its lock a gift card is used and refunded: the tests above can fail', async () => {
	await withoutGuards(async ({ database: unguarded, services, api, gate, waitBefore }) => {
		const shop = await makeCardSeller(services, api, await makeUser(services));
		const bought = await buyGiftCards(api, shop.slug);
		const code = await codeOf(api, bought);
		const order = await holdTickets(api, shop);
		await unguarded.pool.query(`
			ALTER TABLE gift_cards DROP CONSTRAINT gift_cards_never_overspent, DROP CONSTRAINT gift_cards_ended`);
		await waitBefore('UPDATE ON gift_cards');
		const cuts = cutGuards();
		const paying = payByGiftCard(api, order, { code });
		await untilBlocked(unguarded, 1);
		const withdrawing = withdraw(api, bought.path);
		await untilBlocked(unguarded, 2);
		await gate.open();
		const [paid, done] = await Promise.all([paying, withdrawing]);
		expect(paid.body.order?.status).toBe('confirmed');
		expect(done.body.last).toMatchObject({ state: 'accepted', refundMinor: 2_500 });
		expect(cuts()).toBe(true);
		const { rows } = await unguarded.pool.query('SELECT balance_minor::int AS n FROM gift_cards');
		expect(rows).toEqual([{ n: -2_400 }]);
	});
});

/** Cards are not held before they are read. @returns whether a lock was cut out */
function cutGuards(): () => boolean {
	const lock = /(from "gift_cards" .*) for update$/;
	let isCut = false;
	rewriteStatements((text) => {
		const cut = text.replace(lock, '$1');
		isCut ||= cut !== text;
		return cut;
	});
	return () => isCut;
}
