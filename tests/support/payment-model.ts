import type fc from 'fast-check';
import { expect } from 'vitest';
import type { PaymentWorld } from './payment-histories.ts';

/* What orders, money and places come to, without any of the product's code: commands change it and say what the product must answer. */

export const priceMinor = 2_400;
const amountMinor = 1_000;
const mostAttempts = 5;

export interface OrderModel {
	/** Which one it is, by the order in which they were placed. */
	index: number;
	quantity: number;
	status: 'pending' | 'confirmed' | 'expired' | 'cancelled';
	/** Valid tickets. */
	tickets: number;
	paidMinor: number;
	/** Returned, or on its way back. */
	refundedMinor: number;
	contestedMinor: number;
	attempts: number;
	/** `challenge`: the bank's page is open; `refused`: it was, and the product may not know yet; `lost`: the provider's answer did not arrive. */
	payment: 'none' | 'challenge' | 'refused' | 'lost';
	/** What the provider knows and the product does not. */
	unknown: 'charge' | 'dispute' | 'decision' | null;
}

export interface PaymentModel {
	size: number;
	orders: OrderModel[];
}

const isHolding = ({ status }: OrderModel) => status === 'pending';
export const takenPlaces = ({ orders }: PaymentModel): number =>
	orders.reduce((sum, order) => sum + (isHolding(order) ? order.quantity : order.tickets), 0);
const freePlaces = (model: PaymentModel) => model.size - takenPlaces(model);
const refundableMinor = (order: OrderModel) => order.paidMinor - order.refundedMinor - order.contestedMinor;

/** The product learns of a charge: of a hold, or of one that has ended while there is room, it makes tickets; else the money goes back. */
export function learnCharge(
	model: PaymentModel,
	order: OrderModel,
	hasTickets = canConfirm(model, order),
): void {
	Object.assign(order, { payment: 'none', unknown: null, paidMinor: order.quantity * priceMinor });
	if (hasTickets) Object.assign(order, { status: 'confirmed', tickets: order.quantity });
	else order.refundedMinor = order.paidMinor;
}
export const canConfirm = (model: PaymentModel, order: OrderModel): boolean =>
	isHolding(order) || (order.status === 'expired' && freePlaces(model) >= order.quantity);

type Command = fc.AsyncCommand<PaymentModel, PaymentWorld>;

/** A command on one of the orders, left out where it makes no sense. */
function onOrder<How>(
	name: string,
	makesSense: (order: OrderModel, how: How) => boolean,
	run: (step: { model: PaymentModel; order: OrderModel; world: PaymentWorld; how: How }) => Promise<void>,
) {
	return (nth: number, how: How): Command => {
		const pick = ({ orders }: PaymentModel) => orders[nth % Math.max(1, orders.length)];
		return {
			check: (model) => {
				const order = pick(model);
				return order !== undefined && makesSense(order, how);
			},
			async run(model, world) {
				await run({ model, order: pick(model) as OrderModel, world, how });
				await world.compare(model);
			},
			toString: () => `${name}(${nth}, ${JSON.stringify(how)})`,
		};
	};
}

export const place = (quantity: number): Command => ({
	check: () => true,
	async run(model, world) {
		const isPlaced = await world.place(quantity);
		expect(isPlaced).toBe(freePlaces(model) >= quantity);
		if (!isPlaced) return;
		model.orders.push({
			...{ index: model.orders.length, quantity, status: 'pending', tickets: 0, attempts: 0 },
			...{ paidMinor: 0, refundedMinor: 0, contestedMinor: 0, payment: 'none', unknown: null },
		});
		await world.compare(model);
	},
	toString: () => `place(${quantity})`,
});

export type Card = 'good' | 'declined' | 'challenge';
export type Fault = 'none' | 'answer-lost' | 'unreachable';
export const pay = onOrder<{ card: Card; number: number; fault: Fault }>(
	'pay',
	(order, { fault, card }) =>
		order.attempts < mostAttempts && (fault === 'none' || (card === 'good' && order.payment === 'none')),
	async ({ model, order, world, how }) => {
		const answer = await world.pay(order.index, how);
		const { status } = order;
		if (status === 'confirmed') return expect(answer).toBe('order-confirmed');
		if (status === 'cancelled') return expect(answer).toBe('order-cancelled');
		if (status === 'expired') return expect(answer).toBe('hold-ended');
		if (order.payment === 'lost') return expect(answer).toBe('payment-in-progress');
		if (order.unknown === 'charge') {
			expect(answer).toBe('paid');
			return learnCharge(model, order);
		}
		order.attempts += 1;
		order.payment = 'none';
		if (how.fault === 'unreachable') return expect(answer).toBe('SERVICE_UNAVAILABLE');
		if (how.fault === 'answer-lost') {
			expect(answer).toBe('open');
			Object.assign(order, { payment: 'lost', unknown: 'charge' });
		} else if (how.card === 'declined') expect(answer).toMatch(/^PAYMENT_/);
		else if (how.card === 'challenge') {
			expect(answer).toBe('challenge');
			order.payment = 'challenge';
		} else {
			expect(answer).toBe('paid');
			learnCharge(model, order);
		}
	},
);

export const answerBank = onOrder<boolean>(
	'answerBank',
	(order) => order.payment === 'challenge' && order.unknown === null,
	async ({ order, world, how: isPassed }) => {
		await world.answerBank(order.index, isPassed);
		if (isPassed) order.unknown = 'charge';
		else order.payment = 'refused';
	},
);

/** The buyer's page asks how the payment stands. */
export const comeBack = onOrder<null>(
	'comeBack',
	(order) => order.unknown === 'charge',
	async ({ model, order, world }) => {
		await world.comeBack(order.index);
		learnCharge(model, order);
	},
);

export const endHold = onOrder<null>('endHold', isHolding, async ({ order, world }) => {
	await world.endHold(order.index);
	order.status = 'expired';
});

export const holdAgain = onOrder<null>(
	'holdAgain',
	({ status }) => status === 'expired',
	async ({ model, order, world }) => {
		const isHeld = freePlaces(model) >= order.quantity;
		expect(await world.holdAgain(order.index)).toBe(isHeld);
		if (isHeld) order.status = 'pending';
	},
);

export const cancel = onOrder<null>(
	'cancel',
	() => true,
	async ({ order, world }) => {
		await world.cancel(order.index);
		Object.assign(order, { status: 'cancelled', tickets: 0 });
	},
);

export const refund = onOrder<{ what: 'all' | 'amount' | 'ticket'; isCancelling: boolean }>(
	'refund',
	({ unknown, status }, { what }) => unknown === null && (what !== 'ticket' || status === 'confirmed'),
	async ({ order, world, how }) => {
		const leftMinor = refundableMinor(order);
		const wanted = { all: leftMinor, amount: amountMinor, ticket: Math.min(priceMinor, leftMinor) }[how.what];
		const answer = await world.refund(order.index, { ...how, amountMinor });
		if (wanted <= 0) return expect(answer).toBe('nothing-to-refund');
		if (wanted > leftMinor) return expect(answer).toBe('more-than-paid');
		expect(answer).toBe('refunded');
		order.refundedMinor += wanted;
		if (!how.isCancelling) return;
		order.tickets = how.what === 'ticket' ? order.tickets - 1 : 0;
		if (order.tickets === 0) order.status = 'cancelled';
	},
);

export const dispute = onOrder<null>(
	'dispute',
	(order) => order.unknown === null && order.contestedMinor === 0 && refundableMinor(order) > 0,
	async ({ order, world }) => {
		await world.dispute(order.index);
		order.unknown = 'dispute';
	},
);

export const decide = onOrder<'won' | 'lost'>(
	'decide',
	(order) => order.unknown === null && order.contestedMinor > 0,
	async ({ order, world, how }) => {
		if (await world.decide(order.index, how)) order.unknown = 'decision';
	},
);
