import { cartProblem, codeProblem } from '#server/domain/codes/code-problem.ts';
import { MAX_ATTENDEES_PER_ORDER, quantityProblem } from '#server/domain/orders/order-items.ts';
import {
	type EventStock,
	type PoolState,
	poolsOf,
	type SaleTerms,
	takesMoney,
} from '#server/domain/tickets/stock.ts';
import { saleState, ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { unlocks } from '#shared/rules/pricing/codes.ts';
import { isHeld, settlePrice } from './price.ts';
import type { OrderGift, SaleOrder } from './sale-order.ts';

/** Why an order cannot be taken. */
export interface Refusal {
	error: AppError;
	/** How old a stock may be that says so, in milliseconds before the order came. */
	trustMs: number;
	/** True when it rests on numbers of places, which are read more often than the rest. */
	isAboutCounts: boolean;
}

/** Numbers and the clock change by themselves: other processes' releases are seen within a second. */
const countsTrustMs = 1_000;
/** What people change is read again sooner: whoever opens a sale tries it at once. */
const termsTrustMs = 100;

export interface JudgeOptions {
	/** The instant to judge windows by, in milliseconds since the epoch. */
	nowMs: number;
	/** How far that instant may be off; within it, a window counts as open and the database decides. */
	toleranceMs: number;
}

/**
 * Says why an order cannot be taken from this stock, in the words for the buyer; null when nothing speaks against it. Pure but for the
 * price, which it notes in the order: the locked way uses it on exact numbers, the desk on remembered ones.
 */
export function judge(order: SaleOrder, stock: EventStock, options: JudgeOptions): Refusal | null {
	if (order.mode === 'public') {
		const error = eventProblem(stock) ?? wholeProblem(order, stock);
		if (error) return about(error);
	}
	if (order.items.length === 0 && !order.gift) return about(fieldError('items', message`Choose a ticket.`));
	if (order.gift) {
		const error = giftProblem(stock, order.gift);
		if (error) return about(error);
	}
	const codeError = judgeCode(order, stock, options);
	if (codeError) return about(codeError);
	let places = 0;
	for (const item of order.items) {
		const terms = stock.types.get(item.ticketTypeId);
		const isShown = !terms?.isHidden || order.mode !== 'public' || order.offered?.ticketTypeId === terms.id;
		if (!terms || !(isShown || unlocks(order.discount?.code, terms))) {
			const error = fieldError(`items.${item.line}.ticketTypeId`, message`This ticket type does not exist.`);
			// It may have been made a moment ago, by another process.
			return { ...about(error), trustMs: 0 };
		}
		places += item.quantity * terms.admits;
		const refusal = itemProblem(order, item, terms, stock, options);
		if (refusal) return refusal;
	}
	if (places > MAX_ATTENDEES_PER_ORDER) {
		return about(
			ruleViolation('order-too-large', message`Limit ${MAX_ATTENDEES_PER_ORDER} people per order.`),
		);
	}
	if (order.attendees.length > places) {
		const error = fieldError(
			'attendees',
			places === 1
				? message`This order is for 1 person, but it has ${order.attendees.length} names.`
				: message`This order is for ${places} people, but it has ${order.attendees.length} names.`,
		);
		return about(error);
	}
	const nowMs = order.offered?.pricedAtMs ?? options.nowMs;
	const priceError = settlePrice(order, stock, { nowMs, code: order.discount?.code });
	return priceError ? about(priceError) : sharedProblem(order, stock);
}

/** Why the code of an order cannot be used, once it was looked up. */
function judgeCode(order: SaleOrder, stock: EventStock, { nowMs }: JudgeOptions): AppError | null {
	if (order.typedCode === null || order.discount === undefined) return null;
	const code = order.discount?.code ?? null;
	return codeProblem(code, nowMs) ?? (code && cartProblem(code, order.items, stock.types));
}

/** A refusal that rests on what people set. */
function about(error: AppError): Refusal {
	return { error, trustMs: termsTrustMs, isAboutCounts: false };
}

/** Of a course, guests order no single date. What a waitlist or a group has for them, they may still take. */
function wholeProblem(order: SaleOrder, stock: EventStock): AppError | null {
	if (!stock.isSoldWhole || order.isOfBooking || order.offered || order.items.length === 0) return null;
	return ruleViolation(
		'series-whole-only',
		message`This course is booked as a whole. Book all of its dates together.`,
	);
}

/** Why an event takes no orders at all. */
function eventProblem(stock: EventStock): AppError | null {
	if (stock.status === 'draft') return notFound('Event');
	if (stock.status === 'cancelled')
		return ruleViolation('event-cancelled', message`This event was cancelled. Registration is closed.`);
	if (stock.status === 'postponed') {
		return ruleViolation(
			'event-postponed',
			message`This event was postponed. Registration reopens once there’s a new date.`,
		);
	}
	if (stock.status === 'archived')
		return ruleViolation('event-archived', message`Registration for this event has ended.`);
	if (stock.externalUrl !== '') {
		return ruleViolation('registers-elsewhere', message`This event takes registrations on another site.`, {
			url: stock.externalUrl,
		});
	}
	return null;
}

/** Gifts are taken while a fundraiser is live and there is a way to pay. */
function giftProblem(stock: EventStock, { monthly }: OrderGift): AppError | null {
	if (!stock.takesGifts) return ruleViolation('gifts-closed', message`This event isn’t taking donations.`);
	if (monthly && !stock.takesMonthlyGifts)
		return ruleViolation(
			'monthly-gifts-closed',
			message`This fundraiser takes one-time donations only. Give once instead.`,
		);
	if (monthly && !stock.payment.takesCards)
		return ruleViolation(
			'monthly-needs-card',
			message`Monthly donations are paid by card, which isn’t possible here right now. Give once instead.`,
		);
	return takesMoney(stock)
		? null
		: ruleViolation('payment-account-missing', message`Donations can’t be paid right now.`);
}

function itemProblem(
	order: SaleOrder,
	item: SaleOrder['items'][number],
	terms: SaleTerms,
	stock: EventStock,
	{ nowMs, toleranceMs }: JudgeOptions,
): Refusal | null {
	const pools = poolsOf(stock, terms);
	const left = ticketsLeft(pools, terms.admits);
	const refuse = (
		rule: string,
		message: TranslatableMessage,
		trustMs: number,
		more: Record<string, unknown> = {},
	): Refusal => ({
		error: itemError(rule, message, item, { ...more, ticketTypeId: item.ticketTypeId }),
		trustMs,
		isAboutCounts: rule === 'sold-out',
	});
	if (order.mode === 'public') {
		const isOfGroup = order.offered?.isOfGroup ?? false;
		const closesAtMs = isOfGroup ? stock.endsAtMs : (terms.closesAtMs ?? stock.endsAtMs);
		const state = saleState(
			{
				kind: terms.kind,
				takesMoney: takesMoney(stock),
				isClosed: (terms.isClosed && !isOfGroup) || pools.some((pool) => pool.isClosed),
				opensAtMs: terms.opensAtMs === null || isOfGroup ? null : terms.opensAtMs - toleranceMs,
				closesAtMs: closesAtMs + toleranceMs,
				// What is left is judged below, against the quantity.
				left: null,
			},
			nowMs,
		);
		if (state === 'closed')
			return refuse('ticket-type-closed', message`“${terms.name}” is no longer available.`, termsTrustMs);
		if (state === 'unavailable')
			return refuse('payment-account-missing', message`“${terms.name}” isn’t on sale yet.`, termsTrustMs);
		if (state === 'ended') {
			const salesEndedAt = new Date(closesAtMs).toISOString();
			return refuse('sale-ended', message`Registration for “${terms.name}” has ended.`, countsTrustMs, {
				salesEndedAt,
			});
		}
		if (state === 'not_yet') {
			const salesStartAt = new Date(terms.opensAtMs ?? 0).toISOString();
			return refuse('not-on-sale-yet', message`“${terms.name}” isn’t on sale yet.`, countsTrustMs, {
				salesStartAt,
			});
		}
		const problem = quantityProblem(terms, item.quantity);
		// Of tickets that guests resell, any number can be had; guests of a group take one each.
		if (problem === 'below_minimum' && !order.resale && !isOfGroup) {
			const text = message`“${terms.name}”: minimum ${terms.minPerOrder} per order.`;
			return refuse('below-minimum', text, termsTrustMs, { minPerOrder: terms.minPerOrder });
		}
		if (problem === 'above_maximum') {
			const text = message`“${terms.name}”: limit ${terms.maxPerOrder} per order.`;
			return refuse('above-maximum', text, termsTrustMs, { maxPerOrder: terms.maxPerOrder });
		}
	}
	if (left !== null && item.quantity > left) {
		const limit = planProblem(order, pools, item.quantity * terms.admits);
		if (limit) return limit;
		return refuse('sold-out', soldOutText(terms.name, left), countsTrustMs, { left });
	}
	return null;
}

/** An organiser sees that their plan has no room; buyers only read that it is sold out. */
function planProblem(order: SaleOrder, pools: PoolState[], places: number): Refusal | null {
	const pool = pools.find(({ isPlan }) => isPlan);
	if (order.mode === 'public' || !pool || pool.size === null) return null;
	if (pool.confirmed + pool.held + places <= pool.size) return null;
	const metadata = { quota: 'attendeesPerEvent', limit: pool.size };
	const error = new AppError('INSUFFICIENT_QUOTA', { metadata });
	return { error, trustMs: countsTrustMs, isAboutCounts: true };
}

/** Several types of one order may want the same shared places: none of them too many alone, but all together. */
function sharedProblem(order: SaleOrder, stock: EventStock): Refusal | null {
	const wanted = new Map<string, number>();
	for (const item of order.items) {
		const terms = stock.types.get(item.ticketTypeId) as SaleTerms;
		for (const pool of poolsOf(stock, terms)) {
			const sum = (wanted.get(pool.id) ?? 0) + item.quantity * terms.admits;
			wanted.set(pool.id, sum);
			const left = pool.size === null ? Number.POSITIVE_INFINITY : pool.size - pool.confirmed - pool.held;
			if (sum > left) {
				const limit = planProblem(order, [pool], sum);
				if (limit) return limit;
				const places = Math.max(0, left);
				const message = soldOutPlaces(places);
				const error = itemError('sold-out', message, item, { left: places, ticketTypeId: item.ticketTypeId });
				return { error, trustMs: countsTrustMs, isAboutCounts: true };
			}
		}
	}
	return null;
}

/** "Sold out" or how many there still are. */
export function soldOutText(name: string, left: number): TranslatableMessage {
	if (left <= 0) return message`“${name}” is sold out.`;
	return left === 1
		? message`Only 1 ticket left for “${name}”.`
		: message`Only ${left} tickets left for “${name}”.`;
}

function soldOutPlaces(left: number): TranslatableMessage {
	if (left === 0) return message`Sold out.`;
	return left === 1 ? message`Only 1 ticket left.` : message`Only ${left} tickets left.`;
}

function itemError(
	rule: string,
	message: TranslatableMessage,
	item: { line: number; quantity: number },
	metadata: Record<string, unknown>,
): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage: message,
		metadata: { rule, ...metadata },
		details: [
			{
				field: `items.${item.line}.quantity`,
				message,
				value: item.quantity,
				code: 'BUSINESS_RULE_VIOLATION',
			},
		],
	});
}

/** Takes an order's places out of the numbers of a stock, so that the next order is judged after it. */
export function reserve(order: SaleOrder, stock: EventStock): void {
	for (const item of order.items) {
		const terms = stock.types.get(item.ticketTypeId) as SaleTerms;
		for (const pool of poolsOf(stock, terms)) {
			if (isHeld(order)) pool.held += item.quantity * terms.admits;
			else pool.confirmed += item.quantity * terms.admits;
		}
	}
}
