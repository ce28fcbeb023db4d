import { useLingui } from '@lingui/react';
import { type SubmitEvent, use, useCallback, useEffect, useRef, useState } from 'react';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Order } from '#shared/contracts/orders.ts';
import type {
	FieldRefusal,
	RegistrationFailure,
	RegistrationOrder,
	RegistrationResult,
	RegistrationValues,
} from './registration-answer.ts';
import type { RegistrationPhase } from './send-order.ts';
import type { Offer } from './use-live-types.ts';

type SendingParts = typeof import('./sending.ts');

let loading: Promise<SendingParts> | null = null;
let loaded: SendingParts | null = null;

/** Not part of the page: fetched when somebody begins to fill in the form, so that it is there when the connection is not. */
export function loadSending(): Promise<SendingParts> {
	loading ??= import('./sending.ts').then(
		(parts) => (loaded = parts),
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}

/** The form’s values as an order, and its errors before anything is sent. */
export interface PreparedOrder {
	order: RegistrationOrder;
	failure?: RegistrationFailure | null;
}

/**
 * Checks, prices and sends a registration from the browser. The same order carries the same key however often it is sent, so a lost
 * answer, a double click or a dead connection never makes two of it. Passing troubles are tried again by themselves before anything is said.
 */
export function useRegistration(options: {
	event: PublicEvent;
	eventAccess?: string | undefined;
	/** The result of the page's action, if the form was sent without script. */
	actionData: RegistrationResult | undefined;
	/** Adds to the order what the form knows beside it, and the price. */
	prepare: (
		parts: SendingParts,
		values: RegistrationValues,
		order: RegistrationOrder,
	) => PreparedOrder | Promise<PreparedOrder>;
	/** What is on offer may have changed. */
	onRefused?: (failure: RegistrationFailure) => void;
	/** @param page where the order leads */
	onPlaced: (placed: Order & { manageToken: string }, page: string) => unknown;
}) {
	const { event, eventAccess, actionData, prepare, onRefused, onPlaced } = options;
	const locale = useFormatLocale();
	const [phase, setPhase] = useState<RegistrationPhase>('idle');
	const [refused, setRefused] = useState<Required<PreparedOrder> | null>(null);
	const attempt = useRef({ content: '', key: '' });
	const running = useRef<AbortController>(null);

	async function send(parts: SendingParts, order: RegistrationOrder, stop: AbortController) {
		const content = JSON.stringify(order);
		if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() };
		const { key } = attempt.current;
		setRefused(null);
		setPhase('sending');
		const placed = await parts.sendOrder(
			{ event: event.id, order, locale, key },
			{ eventAccess, signal: stop.signal, onPhase: setPhase },
		);
		if (!stop.signal.aborted) onPlaced(placed, parts.pageOf(placed));
	}

	async function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (running.current || phase !== 'idle') return;
		const form = submitted.currentTarget;
		const stop = new AbortController();
		running.current = stop;
		if (!loaded) setPhase('sending');
		const parts = await loadSending().catch(() => null);
		if (!parts) return sendPlainly(form, stop.signal, setPhase);
		let order: RegistrationOrder | undefined;
		try {
			const values = parts.readValues(new FormData(form));
			order = parts.orderOf(values);
			const { failure = null, ...prepared } = await prepare(parts, values, order);
			order = prepared.order;
			if (stop.signal.aborted) return;
			if (!failure) return await send(parts, order, stop);
			setRefused({ order, failure });
			setPhase('idle');
		} catch (error) {
			if (stop.signal.aborted || !order) return;
			const failure = parts.toFailure(error);
			setRefused({ order, failure });
			setPhase('idle');
			if (failure.code === 'BUSINESS_RULE_VIOLATION') onRefused?.(failure);
		} finally {
			if (running.current === stop) running.current = null;
		}
	}
	/** Takes back an order that waits for the connection. */
	const stopWaiting = useCallback(() => {
		running.current?.abort();
		running.current = null;
		setPhase('idle');
	}, []);
	useEffect(() => {
		// Back from the checkout, a page that the browser restored as it was.
		const onShow = ({ persisted }: PageTransitionEvent) => {
			if (persisted) stopWaiting();
		};
		window.addEventListener('pageshow', onShow);
		return () => {
			window.removeEventListener('pageshow', onShow);
			running.current?.abort();
		};
	}, [stopWaiting]);
	const latest = refused?.failure ?? actionData?.failure ?? null;
	return {
		phase,
		failure: phase === 'idle' ? latest : null,
		order: refused?.order ?? null,
		submit,
		stopWaiting,
	};
}

/** The script that sends cannot be had: the browser does it, as soon as there is a connection. */
function sendPlainly(
	form: HTMLFormElement,
	signal: AbortSignal,
	onPhase: (phase: RegistrationPhase) => void,
) {
	onPhase(navigator.onLine ? 'sending' : 'waiting');
	const send = () => form.submit();
	if (navigator.onLine) send();
	else window.addEventListener('online', send, { once: true, signal });
}

/** Why an order was refused, by the fields of its form; nothing where it was not. */
export function useRefusals(
	failure: RegistrationFailure | null,
	{
		order,
		event,
		offer,
		actionData,
	}: {
		order: RegistrationOrder | null;
		event: PublicEvent;
		offer: Offer;
		actionData: RegistrationResult | undefined;
	},
): (FieldRefusal & { message: string })[] {
	const { i18n } = useLingui();
	const formats = useFormats();
	if (!failure) return [];
	// What was loaded is taken at once: to wait for it, however shortly, would take the form away.
	const parts = loaded ?? use(loadSending());
	const sent =
		order ?? (actionData ? parts.orderOf(actionData.values) : { buyer: { name: '', email: '' }, items: [] });
	const context = { ticketTypes: offer.types, timeZone: event.timeZone, i18n, formats };
	return parts
		.refusalsOf(failure, sent)
		.map((one) => ({ ...one, message: parts.refusalText(failure, one, context) }));
}
