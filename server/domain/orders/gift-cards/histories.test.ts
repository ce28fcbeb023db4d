import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { giftCardPart } from '#shared/rules/gift-cards.ts';
import { issueCard, offerGiftCards } from '#tests/factories/gift-cards.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	payByGiftCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, isLong } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { expireHolds } from '../expire-holds.ts';
import { returnGiftCards } from './return-gift-cards.ts';

/**
 * Random histories of some orders and gift cards: parts, bank cards that are declined or wait at their bank, removals, ends of holds,
 * refunds, to where the money came from or onto new cards, and blocks. A model says after each step what each card has and what each order was paid; in the end every check of `foyer verify`
 * holds.
 */
const { services, api, owner, query } = useTestOwner();
let event: PricedEvent;
beforeAll(async () => {
	event = await makePricedEvent(services, api, owner, { capacity: 40_000, taxBasisPoints: 700 });
	await offerGiftCards(services, owner);
});

/** `GIFT_CARD_HISTORIES` sets how many. */
const histories = Number(process.env.GIFT_CARD_HISTORIES ?? (isLong ? 2_000 : 10));

const bankCards = ['4242424242424242', '4000000000000002', '4000002760003184'] as const;
const act = fc.record({
	what: fc.constantFrom(
		...(['gift', 'gift', 'gift', 'both', 'both', 'bank', 'answer', 'remove'] as const),
		...(['end', 'release', 'again', 'refund', 'cancel', 'block', 'unblock', 'replay'] as const),
		...(['credit', 'credit', 'credit-all'] as const),
	),
	order: fc.nat(2),
	card: fc.nat(2),
	bank: fc.constantFrom(...bankCards),
	amount: fc.integer({ min: 1, max: 4_000 }),
});
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Card {
	id: string;
	code: string;
	issuedMinor: number;
	balanceMinor: number;
	isBlocked: boolean;
}
/** Money of an order, in the order in which it came. */
interface Part {
	paymentId: string;
	card: Card | null;
	leftMinor: number;
}
interface Order {
	held: Awaited<ReturnType<typeof holdTickets>>;
	status: string;
	parts: Part[];
	/** A bank card waits for its payer. */
	isWaiting: boolean;
	wasConfirmed: boolean;
}
interface World {
	cards: Card[];
	orders: Order[];
}

async function makeWorld(amounts: readonly number[]): Promise<World> {
	const cards: Card[] = [];
	for (const issuedMinor of amounts) {
		const { id, code } = await issueCard(services, owner, { issuedMinor });
		cards.push({ id, code, issuedMinor, balanceMinor: issuedMinor, isBlocked: false });
	}
	const orders: Order[] = [];
	for (const quantity of [1, 2, 1])
		orders.push({
			held: await holdTickets(api, event, quantity),
			...{ status: 'pending', parts: [], isWaiting: false, wasConfirmed: false },
		});
	return { cards, orders };
}

const leftOf = ({ parts }: Order) => parts.reduce((sum, { leftMinor }) => sum + leftMinor, 0);
const usesOf = ({ parts }: Order, card: Card) => parts.find((one) => one.card === card && one.leftMinor > 0);

/** What the model says that a gift card pays of an order now. */
function partOf(order: Order, card: Card): number {
	if (order.status !== 'pending' || card.isBlocked || card.balanceMinor === 0 || usesOf(order, card))
		return 0;
	const dueMinor = order.held.totalMinor - leftOf(order);
	return giftCardPart({ dueMinor, donatedMinor: 0, balanceMinor: card.balanceMinor, currency: 'EUR' });
}

/** What came of a bank card, as its answer or the page says. */
async function readBank(order: Order): Promise<void> {
	const { body } = await api.get(`/api/orders/${order.held.manageToken}`);
	const known = new Set(order.parts.map(({ paymentId }) => paymentId));
	const ofBank = body.payments.filter(({ method }: { method: string }) => method === 'card');
	for (const { id, state, amountMinor } of ofBank)
		if (state === 'succeeded' && !known.has(id))
			order.parts.push({ paymentId: id, card: null, leftMinor: amountMinor });
	order.isWaiting = ofBank.some(({ state }: { state: string }) => state === 'requires_action');
	order.status = body.status;
	order.wasConfirmed ||= body.status === 'confirmed';
}

async function payWith(order: Order, card: Card, step: Act): Promise<ApiAnswer> {
	await query('UPDATE payment_attempts SET network = NULL WHERE network IS NOT NULL');
	const isKnown = usesOf(order, card) !== undefined;
	const partMinor = partOf(order, card);
	const isRefused = partMinor === 0 && !isKnown;
	const answer = await payByGiftCard(api, order.held, {
		code: card.code,
		...(step.what === 'both' && { card: step.bank }),
	});
	if (isRefused) expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
	if (partMinor > 0) {
		card.balanceMinor -= partMinor;
		const [use] = await query<{ id: string; amount: number }>(
			`SELECT payment_id AS id, amount_minor::int AS amount FROM gift_card_uses
			WHERE order_id = $1 AND gift_card_id = $2 ORDER BY payment_id DESC LIMIT 1`,
			[order.held.id, card.id],
		);
		expect(use?.amount, JSON.stringify(answer.body)).toBe(partMinor);
		order.parts.push({ paymentId: use?.id ?? '', card, leftMinor: partMinor });
	}
	await readBank(order);
	return answer;
}

/** What has ended without being confirmed is given back, unless a bank card for the rest may still confirm it. */
async function look({ orders }: World): Promise<void> {
	await query(
		`UPDATE gift_card_uses SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL AND order_id = ANY($1)`,
		[orders.map(({ held }) => held.id)],
	);
	// A round does a turn of each organisation.
	while ((await returnGiftCards(services)) > 0);
	for (const order of orders)
		if (!order.wasConfirmed && !order.isWaiting && ['expired', 'cancelled'].includes(order.status))
			for (const part of order.parts) giveBack(part, part.leftMinor);
}

function giveBack(part: Part, amountMinor: number): void {
	part.leftMinor -= amountMinor;
	if (part.card) part.card.balanceMinor += amountMinor;
}

/** The last payment first. @returns what no gift card had paid of it */
function refund(order: Order, amountMinor: number): number {
	let leftMinor = amountMinor;
	let byBankMinor = 0;
	for (const part of order.parts.toSorted((a, b) => (a.paymentId < b.paymentId ? 1 : -1))) {
		const partMinor = Math.min(leftMinor, part.leftMinor);
		giveBack(part, partMinor);
		if (!part.card) byBankMinor += partMinor;
		leftMinor -= partMinor;
	}
	return byBankMinor;
}

async function play(world: World, step: Act): Promise<ApiAnswer | undefined> {
	const order = world.orders[step.order] as Order;
	const card = world.cards[step.card] as Card;
	const path = `/api/orders/${order.held.manageToken}`;
	const { token } = owner;
	switch (step.what) {
		case 'gift':
		case 'both':
			return payWith(order, card, step);
		case 'bank': {
			await query('UPDATE payment_attempts SET network = NULL WHERE network IS NOT NULL');
			const answer = await payByCard(api, order.held, { number: step.bank });
			await readBank(order);
			return answer;
		}
		case 'answer': {
			const waiting = await query<{ provider_id: string; provider_account: string }>(
				`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
				WHERE p.subject_id = $1 AND p.state = 'requires_action'`,
				[order.held.id],
			);
			for (const one of waiting)
				await services.testGateway?.endChallenge(
					one.provider_account,
					one.provider_id,
					step.amount % 2 === 0,
				);
			await settleAll(services);
			await readBank(order);
			await look(world);
			return;
		}
		case 'remove': {
			const part = usesOf(order, card);
			if (!part) return;
			const answer = await api.delete(`${path}/gift-cards/${part.paymentId}`);
			expect(answer.status < 300).toBe(order.status === 'pending' && !order.isWaiting);
			if (answer.status < 300) giveBack(part, part.leftMinor);
			return answer;
		}
		case 'end':
			await query(
				`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1 AND status = 'pending'`,
				[order.held.id],
			);
			await expireHolds(services);
			await readBank(order);
			await look(world);
			return;
		case 'release': {
			const answer = await api.delete(`${path}/hold`);
			await readBank(order);
			await look(world);
			return answer;
		}
		case 'again': {
			const answer = await api.post(`${path}/hold`);
			await readBank(order);
			return answer;
		}
		case 'refund':
		case 'cancel': {
			const amountMinor = step.what === 'cancel' ? leftOf(order) : step.amount;
			const answer = await refundOrder(api, event, order.held, {
				token,
				...(step.what === 'cancel' ? { isCancelling: true } : { amountMinor }),
			});
			if (answer.status < 300) refund(order, amountMinor);
			await settleAll(services);
			await readBank(order);
			await look(world);
			return answer;
		}
		case 'credit':
		case 'credit-all': {
			const amountMinor = step.what === 'credit-all' ? leftOf(order) : step.amount;
			const answer = await refundOrder(api, event, order.held, {
				...{ token, refundTo: 'gift_card' },
				...(step.what === 'credit-all' ? { isCancelling: true } : { amountMinor }),
			});
			if (answer.status < 300) await expectCard(world, order, refund(order, amountMinor));
			await settleAll(services);
			await readBank(order);
			await look(world);
			return answer;
		}
		case 'block':
		case 'unblock':
			card.isBlocked = step.what === 'block';
			await query('UPDATE gift_cards SET state = $2, blocked_by = $3 WHERE id = $1', [
				card.id,
				...(card.isBlocked ? ['blocked', 'organiser'] : ['active', null]),
			]);
			return;
		default:
			await query(
				'UPDATE provider_events SET settled_at = NULL, next_try_at = now() - make_interval(secs => 1)',
			);
			await settleAll(services);
			return;
	}
}

/** The newest card of refunds of an order has what no gift card had paid; it takes the place of a card of the world. */
async function expectCard(world: World, order: Order, amountMinor: number): Promise<void> {
	if (amountMinor === 0) return;
	const [made] = await query<{ id: string; n: number }>(
		'SELECT id, balance_minor::int AS n FROM gift_cards WHERE refund_order_id = $1 ORDER BY id DESC LIMIT 1',
		[order.held.id],
	);
	expect(made?.n).toBe(amountMinor);
	const id = made?.id ?? '';
	const { body } = await api.get(`/api/orders/${order.held.manageToken}/refund-cards/${id}`);
	const used = new Set(world.orders.flatMap(({ parts }) => parts.map((part) => part.card)));
	const unused = [...world.cards.keys()].find((index) => !used.has(world.cards[index] as Card));
	const card = { id, code: body.code, issuedMinor: amountMinor, balanceMinor: amountMinor, isBlocked: false };
	if (unused !== undefined) world.cards[unused] = card;
}

async function expectBalances({ cards, orders }: World): Promise<void> {
	const rows = await query<{ id: string; n: number }>(
		'SELECT id, balance_minor::int AS n FROM gift_cards WHERE id = ANY($1)',
		[cards.map(({ id }) => id)],
	);
	for (const card of cards) {
		expect(rows.find(({ id }) => id === card.id)?.n).toBe(card.balanceMinor);
		const usedMinor = orders.flatMap(({ parts }) => parts).filter((one) => one.card === card);
		expect(card.issuedMinor - card.balanceMinor).toBe(usedMinor.reduce((sum, one) => sum + one.leftMinor, 0));
	}
}

const step = (what: Act['what'], order: number, card = 0, amount = 1): Act => ({
	...{ what, order, card, amount, bank: bankCards[0] },
});
/** What random histories may miss: each of these is done here, not refused. */
const everyAct: [number[], Act[]] = [
	[1_000, 6_000, 3_000],
	[
		...[step('gift', 0), step('remove', 0), step('gift', 2, 1), step('both', 1, 2)],
		...[step('bank', 0), step('refund', 0, 0, 500), step('credit', 1, 0, 1_000)],
	],
];

test('whatever happens to gift cards and orders, each card has what the model says', async () => {
	const done: Record<string, number> = {};
	const history = fc.asyncProperty(
		fc.array(fc.integer({ min: 100, max: 6_000 }), { minLength: 3, maxLength: 3 }),
		fc.array(act, { minLength: 8, maxLength: 20 }),
		async (amounts, steps) => {
			const world = await makeWorld(amounts);
			for (const step of steps) {
				const answer = await play(world, step);
				expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(500);
				const name = `${step.what} ${!answer || answer.status < 300 ? 'done' : 'refused'}`;
				done[name] = (done[name] ?? 0) + 1;
				await expectBalances(world);
			}
			await settleAll(services);
			if (isLong) await expectInvariants(services);
			for (const order of world.orders)
				if (order.status === 'confirmed') expect(leftOf(order)).toBeLessThanOrEqual(order.held.totalMinor);
		},
	);
	await fc.assert(history, { numRuns: histories, seed: faultSeed, examples: [everyAct] });
	await expectInvariants(services);
	for (const what of ['gift', 'both', 'bank', 'remove', 'refund', 'credit'])
		expect(done[`${what} done`]).toBeGreaterThan(0);
}, 600_000);
