import { randomUUID } from 'node:crypto';
import type fc from 'fast-check';
import { expect } from 'vitest';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { settleDueEvents } from '#server/domain/payments/events.ts';
import { settleDueRefunds } from '#server/domain/payments/refund-poller.ts';
import { deliverTestEvents } from '#server/domain/payments/test-mode.ts';
import { testCards } from '#server/platform/payments/test-gateway/cards.ts';
import type { TestGateway } from '#server/platform/payments/test-gateway/index.ts';
import type { Services } from '#server/services.ts';
import { holdTickets, type PricedEvent, payByCard, refundOrder } from '#tests/factories/money.ts';
import type { ApiAnswer, TestApi } from './api.ts';
import { expectInvariants } from './invariants.ts';
import {
	type Card,
	canConfirm,
	type Fault,
	learnCharge,
	type OrderModel,
	type PaymentModel,
	takenPlaces,
} from './payment-model.ts';
import { bookedBalance, providerFigures, recoverPayments } from './payment-recovery.ts';

const declining = testCards.filter(({ decline }) => decline).map(({ number }) => number);
const cards: Record<Exclude<Card, 'declined'>, string> = {
	good: '4242424242424242',
	challenge: '4000002760003184',
};
const controls: Record<Fault, object> = {
	none: {},
	'answer-lost': { cutConnectionRate: 1 },
	unreachable: { refuseConnectionRate: 1 },
};

/** Events that wait are swallowed, or arrive in any order, perhaps twice; hours pass at the provider; or all that is late is over. */
export const passing = ['swallowed', 'arrive', 'arrive-twice', 'hours', 'settled'] as const;
type Passing = (typeof passing)[number];

interface Row {
	status: OrderModel['status'];
	tickets: number;
	paidMinor: number;
	refundedMinor: number;
	contestedMinor: number;
	isOpen: boolean;
	isDecided: boolean;
	confirmations: number;
	refunds: number;
	refundMails: number;
}

/** The product with its provider, as the commands of a history drive it: over the API, and as payers, banks and time do. */
export function createPaymentHistory(options: {
	services: Services;
	api: TestApi;
	event: PricedEvent;
	account: string;
}) {
	const { services, api, event, account } = options;
	const { pool } = services.database;
	const { token } = event.owner;
	const gateway = services.testGateway as TestGateway;
	const placed: Awaited<ReturnType<typeof holdTickets>>[] = [];
	const orderAt = (index: number) => placed[index] as (typeof placed)[number];
	const ruleOf = ({ body }: ApiAnswer): string => body.metadata?.rule ?? body.code;

	/** The last payment of an order that reached the provider. */
	const paymentOf = async (index: number): Promise<{ id: string; provider_id: string }> =>
		(
			await pool.query(
				'SELECT id, provider_id FROM payments WHERE subject_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
				[orderAt(index).id],
			)
		).rows[0];

	async function rowsOf(): Promise<Row[]> {
		const { rows } = await pool.query<Row & { id: string }>(
			`SELECT o.id, o.status, (SELECT count(*)::int FROM attendees a WHERE a.order_id = o.id AND a.status = 'active') AS tickets,
				p.*, (SELECT count(*)::int FROM refunds r WHERE r.subject_id = o.id) AS refunds,
				EXISTS (SELECT FROM disputes d WHERE d.subject_id = o.id AND d.state IN ('won', 'lost')) AS "isDecided",
				(SELECT count(*)::int FROM mails m WHERE m.props->>'orderId' = o.id::text AND m.template = 'orders/confirmation') AS confirmations,
				(SELECT count(*)::int FROM mails m WHERE m.props->>'orderId' = o.id::text AND m.template = 'orders/refunded') AS "refundMails"
			FROM orders o CROSS JOIN LATERAL (
				SELECT coalesce(sum(captured_minor) FILTER (WHERE state = 'succeeded'), 0)::int AS "paidMinor",
					coalesce(sum(refunded_minor + refunding_minor), 0)::int AS "refundedMinor",
					coalesce(sum(contested_minor), 0)::int AS "contestedMinor",
					coalesce(bool_or(state IN ('created', 'processing', 'requires_action')), false) AS "isOpen"
				FROM payments WHERE subject_id = o.id) p
			WHERE o.event_id = $1`,
			[event.id],
		);
		const byId = new Map(rows.map((row) => [row.id, row]));
		return placed.map(({ id }) => byId.get(id) as Row);
	}

	const waiting = `account = $1 AND delivered_at IS NULL AND due_at < 'infinity'`;

	async function arrive(): Promise<void> {
		await pool.query(
			`UPDATE test_gateway_events SET due_at = now() - make_interval(secs => 1) WHERE ${waiting}`,
			[account],
		);
		while ((await deliverTestEvents(services)) + (await settleDueEvents(services)) > 0);
	}

	return {
		/** @returns whether there was room */
		async place(quantity: number): Promise<boolean> {
			const order = await holdTickets(api, event, quantity).catch((error: Error) => error);
			if (order instanceof Error) expect(order.message).toContain('sold-out');
			else placed.push(order);
			return !(order instanceof Error);
		},

		/** @returns what came of it, or the rule or code of the refusal */
		async pay(index: number, how: { card: Card; number: number; fault: Fault }): Promise<string> {
			const number =
				how.card === 'declined' ? (declining[how.number % declining.length] as string) : cards[how.card];
			// All buyers of all histories pay from one network.
			await pool.query('UPDATE payment_attempts SET network = NULL WHERE network IS NOT NULL');
			if (how.fault !== 'none') await gateway.setControls(account, controls[how.fault]);
			const answer = await payByCard(api, orderAt(index), { number });
			if (how.fault !== 'none') await gateway.setControls(account, {});
			if (answer.status !== 201) return ruleOf(answer);
			const { state } = answer.body.payment;
			if (state === 'succeeded') return 'paid';
			return state === 'requires_action' ? 'challenge' : 'open';
		},

		async answerBank(index: number, isPassed: boolean): Promise<void> {
			await gateway.endChallenge(account, (await paymentOf(index)).provider_id, isPassed);
		},

		async comeBack(index: number): Promise<void> {
			const { id } = await paymentOf(index);
			const { body } = await api.get(`/api/orders/${orderAt(index).manageToken}/payments/${id}`);
			expect(body.payment.state).toBe('succeeded');
			await settleDueRefunds(services);
		},

		async endHold(index: number): Promise<void> {
			await pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
				orderAt(index).id,
			]);
			await expireHolds(services);
		},

		/** @returns whether there was room */
		async holdAgain(index: number): Promise<boolean> {
			const answer = await api.post(`/api/orders/${orderAt(index).manageToken}/hold`);
			if (answer.status !== 200) expect(ruleOf(answer)).toBe('hold-ended');
			return answer.status === 200;
		},

		async cancel(index: number): Promise<void> {
			const path = `/api/events/${event.id}/orders/${orderAt(index).id}/cancel`;
			expect((await api.post(path, {}, { token })).status).toBe(200);
		},

		/** @returns `refunded`, or the rule of the refusal */
		async refund(
			index: number,
			how: { what: 'all' | 'amount' | 'ticket'; isCancelling: boolean; amountMinor: number },
		): Promise<string> {
			// A ticket is refunded once: the first one that was not yet.
			const { rows } = await pool.query(
				`SELECT id FROM attendees a WHERE order_id = $1 AND status = 'active'
				ORDER BY EXISTS (SELECT FROM refunded_tickets r WHERE r.attendee_id = a.id), id LIMIT 1`,
				[orderAt(index).id],
			);
			const answer = await refundOrder(api, event, orderAt(index), {
				...{ token, key: randomUUID(), isCancelling: how.isCancelling },
				...(how.what === 'amount' && { amountMinor: how.amountMinor }),
				...(how.what === 'ticket' && { attendeeIds: [rows[0].id] }),
			});
			// Sent at once: a provider refuses to refund what is disputed meanwhile.
			await settleDueRefunds(services);
			return answer.status === 201 ? 'refunded' : ruleOf(answer);
		},

		async dispute(index: number): Promise<void> {
			expect(await gateway.openDispute(account, (await paymentOf(index)).provider_id)).not.toBeNull();
		},

		/** @returns whether it was open */
		async decide(index: number, outcome: 'won' | 'lost'): Promise<boolean> {
			const { rows } = await pool.query(
				`SELECT provider_id FROM disputes WHERE subject_id = $1 AND state = 'needs_response'`,
				[orderAt(index).id],
			);
			if (rows.length === 0) return false;
			await gateway.closeDispute(account, rows[0].provider_id, outcome);
			return true;
		},

		async letPass(how: Passing): Promise<void> {
			if (how === 'settled') return recoverPayments(services);
			if (how === 'hours') {
				await gateway.moveClock(new Date((await gateway.now()).getTime() + 6 * 3_600_000));
				while ((await gateway.runDueTasks()) > 0);
				return;
			}
			if (how === 'swallowed') {
				await pool.query(`UPDATE test_gateway_events SET due_at = 'infinity' WHERE ${waiting}`, [account]);
				return;
			}
			await arrive();
			if (how === 'arrive') return;
			await pool.query(
				`UPDATE test_gateway_events SET delivered_at = NULL WHERE account = $1 AND due_at < 'infinity'`,
				[account],
			);
			await pool.query(
				'UPDATE provider_events SET settled_at = NULL, next_try_at = now() - make_interval(secs => 1)',
			);
			await arrive();
		},

		/** What the product has learned from events is known to the model too, where it may be so. */
		async learn(model: PaymentModel): Promise<void> {
			const rows = await rowsOf();
			const learned = model.orders.filter((order) => {
				const row = rows[order.index] as Row;
				if (order.unknown === 'charge') return row.paidMinor > 0;
				if (order.unknown === 'dispute') return row.contestedMinor > 0;
				return order.unknown === 'decision' && row.isDecided;
			});
			const charged = learned.filter(({ unknown }) => unknown === 'charge');
			for (const order of learned.filter((one) => !charged.includes(one))) {
				if (order.unknown === 'dispute') order.contestedMinor = order.paidMinor - order.refundedMinor;
				else order.contestedMinor = (rows[order.index] as Row).contestedMinor;
				order.unknown = null;
			}
			// Which of several gets the last places is chance: those with tickets first, then nobody else may have had room.
			const hasTickets = (order: OrderModel) => (rows[order.index] as Row).status === 'confirmed';
			for (const order of charged.filter(hasTickets)) {
				expect(canConfirm(model, order)).toBe(true);
				learnCharge(model, order, true);
			}
			for (const order of charged.filter((one) => !hasTickets(one))) {
				expect(canConfirm(model, order)).toBe(false);
				learnCharge(model, order, false);
			}
		},

		async compare(model: PaymentModel): Promise<void> {
			const rows = await rowsOf();
			const seen = model.orders.map(({ index }) => {
				const { status, tickets, paidMinor, refundedMinor, contestedMinor } = rows[index] as Row;
				return { index, status, tickets, paidMinor, refundedMinor, contestedMinor };
			});
			const expected = model.orders.map(({ quantity, attempts, payment, unknown, ...rest }) => rest);
			expect(seen).toEqual(expected);
			const { rows: pools } = await pool.query(
				'SELECT confirmed + held AS taken FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
				[event.ticketTypeId],
			);
			expect(pools).toEqual([{ taken: takenPlaces(model) }]);
		},

		/** After everything is settled: the provider, the books and what was sent by email agree too. */
		async expectSettled(model: PaymentModel): Promise<void> {
			const provider = await providerFigures(services, account);
			const rows = await rowsOf();
			const sum = (of: (order: OrderModel) => number) =>
				model.orders.reduce((total, one) => total + of(one), 0);
			expect(provider.captured).toBe(sum((order) => order.paidMinor));
			expect(provider.refunded).toBe(sum((order) => order.refundedMinor));
			expect(await bookedBalance(services, event.organisationId)).toBe(provider.balance);
			for (const row of rows) {
				expect(row.refundMails).toBe(row.refunds);
				if (row.status === 'confirmed') expect(row.confirmations).toBe(1);
				else expect(row.confirmations).toBeLessThanOrEqual(1);
			}
			await expectInvariants(services);
		},
	};
}
export type PaymentWorld = ReturnType<typeof createPaymentHistory>;

export const letPass = (how: Passing): fc.AsyncCommand<PaymentModel, PaymentWorld> => ({
	check: () => true,
	async run(model, world) {
		await world.letPass(how);
		await world.learn(model);
		if (how === 'settled') expect(model.orders.filter(({ unknown }) => unknown !== null)).toEqual([]);
		await world.compare(model);
	},
	toString: () => `letPass(${how})`,
});
