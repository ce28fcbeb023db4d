import { useCallback, useEffect, useRef, useState } from 'react';
import type { DoorSession } from '#app/features/check-in/offline/door-session.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cashDue, type DoorWay } from '#shared/rules/door-sales.ts';
import type { CartItem, Quote } from '#shared/rules/pricing/quote.ts';
import type { SaleResult, SalesView, Till } from '../model.ts';
import { emptyCart, itemsOf } from './cart.ts';

/** Whose ticket waits for its payment. */
export interface Payer {
	guestId: string;
	name: string;
}

export type Stage =
	| { at: 'cart' }
	/** `dueMinor`: of cash; null: only the server knows. */
	| { at: 'pay'; items: readonly CartItem[]; quote: Quote | null; dueMinor: number | null }
	| { at: 'waiting'; sale: DoorSale }
	/** `entered`: how many went in; null: that was not requested. */
	| { at: 'sold'; result: SaleResult; entered: number | null; isEntering: boolean };

const LOOK_MS = 2_000;
const SLOWEST_LOOK_MS = 15_000;
/** After these what the shop says is no longer so. */
const outdating = new Set<unknown>([
	'price-changed',
	'sold-out',
	'not-sold-at-door',
	'event-over',
	'drawer-not-open',
]);

const ruleOf = (error: unknown): unknown => (error instanceof AppError ? error.metadata.rule : undefined);

/** What a refused payment says is due in cash. */
function dueIn(refused: unknown): number | null {
	const due = refused instanceof AppError ? refused.metadata.dueMinor : null;
	return ruleOf(refused) === 'given-too-little' && typeof due === 'number' ? due : null;
}

/** Those who go in: an add-on lets nobody in. */
export const guestsOf = (sale: DoorSale) => sale.attendees.filter(({ isAdmission }) => isAdmission);

/** One sale from the cart to the next one, or one payment for a ticket that waits for it. */
export function useSaleFlow(props: {
	till: Till;
	view: SalesView;
	session: Pick<DoorSession, 'attemptAll' | 'scheduleSync'>;
	payer: Payer | null;
	/** Whether this device may check in. */
	canEnter: boolean;
	/** Money has come, and whoever was to go in was sent in. */
	onSold?: (() => void) | undefined;
}) {
	const { till, view, session, payer, canEnter, onSold } = props;
	const first = (): Stage => (payer ? { at: 'pay', items: [], quote: null, dueMinor: null } : { at: 'cart' });
	const [stage, setStage] = useState<Stage>(first);
	const [cart, setCart] = useState(() => emptyCart(canEnter));
	const { error, setError, busy, act } = useAction(till);

	const enter = useEntering(session, payer);

	/** Shows what has come of a sale. */
	const settle = useCallback(
		async (sale: DoorSale, isEntering: boolean) => {
			if (sale.state !== 'paid') return setStage({ at: 'waiting', sale });
			// Paid is said at once; who went in follows.
			const sold = { at: 'sold', result: { kind: 'server', sale }, isEntering } as const;
			setStage({ ...sold, entered: null });
			const entered = await enter(sale, isEntering).catch(() => 0);
			setStage((now) => (now.at === 'sold' ? { ...sold, entered } : now));
			session.scheduleSync();
			onSold?.();
		},
		[enter, session, onSold],
	);

	const waiting = stage.at === 'waiting' ? stage.sale : null;
	useLooking(till, waiting, (sale) => {
		if (sale.state === 'paid') void settle(sale, cart.isEntering);
		else if (waiting?.state !== sale.state) setStage({ at: 'waiting', sale });
	});

	/** From the cart to the ways to pay. */
	function toPay(): void {
		const items = view.shop && itemsOf(cart, view.shop);
		if (!items || items.length === 0) return;
		const quote = till.price(items);
		if (quote instanceof AppError) {
			setError(quote);
			return;
		}
		setError(null);
		setStage({ at: 'pay', items, quote, dueMinor: cashDue(quote.totalMinor, quote.currency) });
	}

	/** @param given in cash: what was given; absent: exactly what is due */
	function pay(way: DoorWay, given?: number): void {
		if (stage.at !== 'pay') return;
		const { items, quote } = stage;
		const { isEntering } = cart;
		act(way, async () => {
			if (payer) return settle(await till.takePayment({ guestId: payer.guestId, way, given }), isEntering);
			if (!quote) return;
			const { name, email } = cart;
			const result = await till.sell({
				...{ items, way, given, isEntering, quote },
				...{ name: name.trim(), email: email.trim() },
			});
			if (result.kind === 'server') return settle(result.sale, isEntering);
			setStage({ at: 'sold', result, entered: null, isEntering });
			onSold?.();
		});
	}

	/** Asks what an older order comes to in cash: nothing given is refused, with what is due. */
	function askDue(): void {
		if (!payer || stage.at !== 'pay') return;
		const { guestId } = payer;
		act('cash', async () => {
			try {
				await settle(await till.takePayment({ guestId, way: 'cash', given: 0 }), cart.isEntering);
			} catch (refused) {
				const dueMinor = dueIn(refused);
				if (dueMinor === null) throw refused;
				setStage({ at: 'pay', items: [], quote: null, dueMinor });
			}
		});
	}

	/** Ends a sale whose money has not come; the cart stays. */
	function cancel(): void {
		if (!waiting) return;
		act('cancel', async () => {
			try {
				await till.cancel(waiting.id);
				back();
				void till.refresh().catch(() => {});
			} catch (refused) {
				if (ruleOf(refused) === 'sale-paid') await settle(await till.look(waiting.id), cart.isEntering);
				else throw refused;
			}
		});
	}

	function back(): void {
		setError(null);
		setStage(first());
	}

	function next(): void {
		setCart(emptyCart(canEnter));
		back();
	}

	return { stage, cart, setCart, error, busy, toPay, pay, askDue, cancel, back, next };
}

export type SaleFlow = ReturnType<typeof useSaleFlow>;

/** Sends the guests of a sale in. @returns how many are in; null: that was not requested */
function useEntering(session: Pick<DoorSession, 'attemptAll'>, payer: Payer | null) {
	return useCallback(
		async (sale: DoorSale, isEntering: boolean) => {
			if (!isEntering) return null;
			// Of an older order only the guest who stands here goes in.
			const guests = guestsOf(sale).filter(({ id }) => !payer || id === payer.guestId);
			const outside = guests.filter(({ isCheckedIn }) => !isCheckedIn);
			if (outside.length === 0) return guests.length;
			const attempts = await session.attemptAll(
				outside.map(({ id }) => ({ kind: 'manual', guestId: id, isChanged: true })),
			);
			const outcomes = await Promise.allSettled(attempts);
			const isIn = (one: (typeof outcomes)[number]) =>
				one.status === 'fulfilled' && ['accepted', 'already_checked_in'].includes(one.value.verdict);
			return guests.length - outside.length + outcomes.filter(isIn).length;
		},
		[session, payer],
	);
}

/** One act at a time: a second press does nothing. What is refused is shown until the next act, and may say that the shop is out of date. */
function useAction(till: Till) {
	const [error, setError] = useState<unknown>(null);
	const [busy, setBusy] = useState<DoorWay | 'cancel' | null>(null);
	const isBusy = useRef(false);
	function act(name: DoorWay | 'cancel', work: () => Promise<void>): void {
		if (isBusy.current) return;
		isBusy.current = true;
		setBusy(name);
		setError(null);
		work()
			.catch((refused) => {
				setError(refused);
				if (outdating.has(ruleOf(refused))) void till.refresh().catch(() => {});
			})
			.finally(() => {
				isBusy.current = false;
				setBusy(null);
			});
	}
	return { error, setError, busy, act };
}

/** Asks whether the money has come, every 2 s at first; not while the page is hidden. */
function useLooking(till: Till, sale: DoorSale | null, onSale: (sale: DoorSale) => void): void {
	const latest = useRef(onSale);
	useEffect(() => {
		latest.current = onSale;
	});
	const id = sale?.state === 'waiting' && sale.way === 'card' ? sale.id : null;
	useEffect(() => {
		if (!id) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isOver = false;
		let isLooking = false;
		let wait = LOOK_MS;
		const look = async () => {
			if (isLooking) return;
			isLooking = true;
			clearTimeout(timer);
			const seen = document.visibilityState === 'hidden' ? null : await till.look(id).catch(() => null);
			isLooking = false;
			if (isOver) return;
			if (seen) latest.current(seen);
			if (!isOver) timer = setTimeout(look, wait);
			wait = Math.min(wait * 1.05, SLOWEST_LOOK_MS);
		};
		const onShown = () => {
			if (document.visibilityState === 'hidden') return;
			wait = LOOK_MS;
			void look();
		};
		timer = setTimeout(look, wait);
		document.addEventListener('visibilitychange', onShown);
		return () => {
			isOver = true;
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', onShown);
		};
	}, [till, id]);
}
