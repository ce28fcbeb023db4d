import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
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
import { expireHolds } from '../expire-holds.ts';
import { returnGiftCards } from './return-gift-cards.ts';

/** Two servers on one database: what a gift card has is paid once, and goes back once. */
const { servers, apis, owner, query } = useTestServers();
let event: PricedEvent;
beforeAll(async () => {
	event = await makePricedEvent(servers[0], apis[0], owner, { capacity: 10_000 });
});

const apiOf = (n: number) => apis[n % 2] as TestApi;
const balanceOf = async (id: string) =>
	(await query<{ n: number }>('SELECT balance_minor::int AS n FROM gift_cards WHERE id = $1', [id]))[0]?.n;
const rulesOf = (answers: readonly ApiAnswer[]) => {
	for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
	return answers.flatMap(({ status, body }) => (status < 300 ? [] : [body.metadata?.rule ?? body.code]));
};
const lookNow = () =>
	query(`UPDATE gift_card_uses SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL`);
const times = rounds(3, 200);

describe('races', () => {
	test('twenty orders at once with one card, on two servers: it pays what it has', async () => {
		for (let round = 0; round < times; round += 1) {
			const card = await issueCard(servers[0], owner, { issuedMinor: 6_000 });
			const orders = await Promise.all(Array.from({ length: 20 }, (_, n) => holdTickets(apiOf(n), event)));
			const answers = await Promise.all(
				orders.map((order, n) => payByGiftCard(apiOf(n), order, { code: card.code })),
			);
			expect(answers.filter(({ body }) => body.order?.status === 'confirmed')).toHaveLength(2);
			expect(answers.filter(({ body }) => body.order?.status === 'pending')).toHaveLength(1);
			expect(new Set(rulesOf(answers))).toEqual(new Set(['gift-card-empty']));
			expect(await balanceOf(card.id)).toBe(0);
		}
		await expectInvariants(servers[0]);
	});

	test('one order eight times at once, with different keys: once', async () => {
		const card = await issueCard(servers[0], owner, { issuedMinor: 10_000 });
		const order = await holdTickets(apis[0], event);
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, n) => payByGiftCard(apiOf(n), order, { code: card.code })),
		);
		expect(rulesOf(answers)).toEqual([]);
		expect(await balanceOf(card.id)).toBe(7_600);
		await expectInvariants(servers[0]);
	});

	test('two orders with the same two cards the other way round: none waits for the other for ever', async () => {
		for (let round = 0; round < times; round += 1) {
			const cards = await Promise.all([0, 1].map(() => issueCard(servers[0], owner, { issuedMinor: 1_000 })));
			const orders = await Promise.all([0, 1].map((n) => holdTickets(apiOf(n), event)));
			for (const [n, order] of orders.entries())
				await payByGiftCard(apiOf(n), order, { code: cards[n]?.code ?? '' });
			const answers = await Promise.all(
				orders.map((order, n) => payByGiftCard(apiOf(n), order, { code: cards[1 - n]?.code ?? '' })),
			);
			expect(new Set(rulesOf(answers))).toEqual(new Set(['gift-card-empty']));
		}
		await expectInvariants(servers[0]);
	});

	test('paying beside the end of its time: the order is confirmed, or the card has all', async () => {
		for (let round = 0; round < times; round += 1) {
			const card = await issueCard(servers[0], owner, { issuedMinor: 2_400 });
			const order = await holdTickets(apis[0], event);
			await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [order.id]);
			const [paid] = await Promise.all([
				payByGiftCard(apis[0], order, { code: card.code }),
				expireHolds(servers[1]),
			]);
			expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(500);
			const isPaid = paid.status === 201;
			expect(await balanceOf(card.id)).toBe(isPaid ? 0 : 2_400);
			const { body } = await apis[0].get(`/api/orders/${order.manageToken}`);
			expect(body.status).toBe(isPaid ? 'confirmed' : 'expired');
		}
		await expectInvariants(servers[0]);
	});

	test('removing beside the bank card for the rest: one of them', async () => {
		for (let round = 0; round < times; round += 1) {
			const card = await issueCard(servers[0], owner, { issuedMinor: 1_000 });
			const order = await holdTickets(apis[0], event);
			const { body } = await payByGiftCard(apis[0], order, { code: card.code });
			const [rest, removed] = await Promise.all([
				payByGiftCard(apis[1], order, { code: card.code, card: '4242424242424242' }),
				apis[0].delete(`/api/orders/${order.manageToken}/gift-cards/${body.payment.id}`),
			]);
			for (const answer of [rest, removed])
				expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
			await settleAll(servers[0]);
			const { body: now } = await apis[0].get(`/api/orders/${order.manageToken}`);
			const [sum] = await query<{ n: number }>(
				`SELECT coalesce(sum(captured_minor - refunded_minor - refunding_minor), 0)::int AS n FROM payments
				WHERE subject_id = $1 AND state = 'succeeded'`,
				[order.id],
			);
			if (now.status === 'confirmed') expect(sum?.n).toBe(2_400);
		}
		await expectInvariants(servers[0]);
	});

	test('refunds beside uses: nothing is lost', async () => {
		const card = await issueCard(servers[0], owner, { issuedMinor: 24_000 });
		const paid = [];
		for (let n = 0; n < 5; n += 1) {
			const order = await holdTickets(apis[0], event);
			await payByGiftCard(apis[0], order, { code: card.code });
			paid.push(order);
		}
		const fresh = await Promise.all(Array.from({ length: 5 }, (_, n) => holdTickets(apiOf(n), event)));
		const answers = await Promise.all([
			...paid.map((order, n) =>
				refundOrder(apiOf(n), event, order, { token: owner.token, isCancelling: true }),
			),
			...fresh.map((order, n) => payByGiftCard(apiOf(n + 1), order, { code: card.code })),
		]);
		expect(rulesOf(answers)).toEqual([]);
		expect(await balanceOf(card.id)).toBe(12_000);
		await expectInvariants(servers[0]);
	});

	test('blocking beside uses: what is used after it is refused', async () => {
		for (let round = 0; round < times; round += 1) {
			const card = await issueCard(servers[0], owner, { issuedMinor: 24_000 });
			const orders = await Promise.all(Array.from({ length: 6 }, (_, n) => holdTickets(apiOf(n), event)));
			const answers = await Promise.all([
				...orders.map((order, n) => payByGiftCard(apiOf(n), order, { code: card.code })),
				query(`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`, [
					card.id,
				]).then(() => ({ status: 200, body: {} }) as ApiAnswer),
			]);
			for (const rule of rulesOf(answers)) expect(rule).toBe('gift-card-not-usable');
			const used = answers.filter(({ body }) => body.order?.status === 'confirmed').length;
			expect(await balanceOf(card.id)).toBe(24_000 - used * 2_400);
		}
		await expectInvariants(servers[0]);
	});

	test('two workers give back what was not sold once', async () => {
		const card = await issueCard(servers[0], owner, { issuedMinor: 9_000 });
		for (let round = 0; round < times; round += 1) {
			const order = await holdTickets(apis[0], event, 4);
			await payByGiftCard(apis[0], order, { code: card.code });
			expect(await balanceOf(card.id)).toBeLessThan(9_000);
			await apis[0].delete(`/api/orders/${order.manageToken}/hold`);
			await lookNow();
			await Promise.all(servers.map((server) => returnGiftCards(server)));
			expect(await balanceOf(card.id)).toBe(9_000);
		}
		await expectInvariants(servers[0]);
	});
});

test('without its guards one card pays two orders: the tests above can fail', async () => {
	await withoutGuards(async ({ database: unguarded, services, api, gate, waitBefore }) => {
		const seller = await makeUser(services);
		const priced = await makePricedEvent(services, api, seller);
		const card = await issueCard(services, seller, { issuedMinor: 2_400 });
		const orders = [await holdTickets(api, priced), await holdTickets(api, priced)];
		await unguarded.pool.query('ALTER TABLE gift_cards DROP CONSTRAINT gift_cards_never_overspent');
		await waitBefore('UPDATE ON gift_cards');
		const cuts = cutGuards();
		const answers = orders.map((order) => payByGiftCard(api, order, { code: card.code }));
		await untilBlocked(unguarded, 2);
		await gate.open();
		const paid = await Promise.all(answers);
		expect(paid.map(({ body }) => body.order?.status)).toEqual(['confirmed', 'confirmed']);
		expect(cuts()).toEqual({ lock: true, balance: true });
		const { rows } = await unguarded.pool.query(
			'SELECT balance_minor::int AS n FROM gift_cards WHERE id = $1',
			[card.id],
		);
		expect(rows).toEqual([{ n: -2_400 }]);
	});
});

/** Cards are not held before they are read, nor is their balance compared. @returns which of it was cut out */
function cutGuards(): () => { lock: boolean; balance: boolean } {
	const lock = /(from "gift_cards" .*) for update$/;
	const balance = /\("gift_cards"\."balance_minor" >= (\$\d+)\)/;
	const done = { lock: false, balance: false };
	rewriteStatements((text) => {
		done.lock ||= lock.test(text);
		done.balance ||= balance.test(text);
		return text.replace(lock, '$1').replace(balance, '($1::bigint IS NOT NULL)');
	});
	return () => done;
}
