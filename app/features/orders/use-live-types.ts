import { useCallback, useEffect, useRef, useState } from 'react';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';

/** What an event offers, and what its prices depend on. */
export interface Offer {
	types: TicketType[];
	/** What a fresh form holds by type, where the address of the page says it. */
	chosen?: Record<string, number>;
	pricing: PricingTerms;
	/** Whether the event has codes, so that a field for one has a use. */
	takesCodes?: boolean;
	/** Whether tickets that are sold out have a waitlist. */
	takesWaitlist?: boolean;
	/** The code that it was read with, and why that cannot be used. */
	code?: { code: string; refusal: string | null } | undefined;
}

const EVERY_MS = 30_000;
/** Nobody needs it fresher than this, however often they switch windows. */
const LEAST_MS = 2_000;
const DAY_MS = 86_400_000;

/**
 * Ticket types, refreshed every half minute, when the page becomes visible, and when a sale opens or a price ends. The page may be
 * seconds old; the server decides when it receives the order.
 */
export function useLiveTypes(event: string, initial: Offer, eventAccess?: string) {
	const [offer, setOffer] = useState(initial);
	const [given, setGiven] = useState(initial);
	if (given !== initial) {
		setGiven(initial);
		setOffer(initial);
	}
	const { types } = offer;
	const code = offer.code?.code;
	const readAt = useRef(0);
	const refresh = useCallback(
		async (isUrgent = false) => {
			if (!isUrgent && (document.hidden || Date.now() - readAt.current < LEAST_MS)) return;
			readAt.current = Date.now();
			try {
				const { fetchOffer } = await import('./fetch-offer.ts');
				const fresh = await fetchOffer(event, eventAccess, code);
				// Not where another code was taken meanwhile.
				setOffer((before) => (before.code?.code === code ? fresh : before));
			} catch {
				// What was read before stands until the next time.
			}
		},
		[event, eventAccess, code],
	);

	/** A refusal knows better than the list, which may be a second old: it is believed at once, and the list is read again soon. */
	const learn = useCallback(
		(ticketTypeId: string, left: number) => {
			setOffer((before) => ({
				...before,
				types: before.types.map((type) =>
					type.id === ticketTypeId
						? { ...type, left, state: left < type.minPerOrder ? ('sold_out' as const) : type.state }
						: type,
				),
			}));
			setTimeout(() => void refresh(), LEAST_MS);
		},
		[refresh],
	);

	useEffect(() => {
		const timer = setInterval(() => void refresh(), EVERY_MS);
		const onReturn = () => void refresh();
		window.addEventListener('focus', onReturn);
		document.addEventListener('visibilitychange', onReturn);
		return () => {
			clearInterval(timer);
			window.removeEventListener('focus', onReturn);
			document.removeEventListener('visibilitychange', onReturn);
		};
	}, [refresh]);

	const nextOpening = types
		.flatMap(({ state, salesStartAt, tiers }) => [
			state === 'not_yet' ? salesStartAt : null,
			tiers[0]?.endsAt,
		])
		.filter((instant) => instant != null)
		.sort()[0];
	useEffect(() => {
		if (!nextOpening) return;
		const inMs = new Date(nextOpening).getTime() - Date.now();
		if (inMs > DAY_MS || inMs < -DAY_MS) return;
		// Not all at the same instant.
		const timer = setTimeout(() => void refresh(), Math.max(0, inMs) + 300 + Math.random() * 1_200);
		return () => clearTimeout(timer);
	}, [nextOpening, refresh]);

	return { offer, setOffer, refresh, learn };
}
