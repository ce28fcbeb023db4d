import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { asRefusal, type Refusal } from '../kit/call.ts';
import { type Complaints, checkOrder } from './check-order.ts';
import { itemsOf } from './choice.ts';
import type { Draft, Form } from './form.ts';
import { complaintsOf } from './refusal-text.ts';
import type { orderSender, Placed } from './send.ts';

/** The outcome of an order. `placed` is null in a preview. */
export type Answered =
	| { placed: Placed | null; email: string }
	| { refusal: Refusal; complaints: Complaints };

/**
 * Checks what is in the form, sends it and says in the form what goes on and what is wrong.
 * @param how `send` is null in a preview
 * @returns undefined where something is missing, or it was given up
 */
export async function submitOrder(
	event: EmbeddedEvent,
	draft: Draft,
	how: { form: Form; send: ReturnType<typeof orderSender> | null; signal: AbortSignal },
): Promise<Answered | undefined> {
	const { form, send, signal } = how;
	const buyer = { name: draft.name.trim(), email: draft.email.trim() };
	const order = { event: event.slug, buyer, items: itemsOf(event, draft.chosen) };
	const missing = checkOrder(order);
	form.complain(missing ?? {});
	if (missing) {
		form.progress('idle');
		return undefined;
	}
	try {
		const placed = send && (await send(order, { signal, onPhase: form.progress }));
		return { placed, email: buyer.email };
	} catch (error) {
		if (signal.aborted) return undefined;
		const refusal = asRefusal(error);
		const { items } = order;
		const complaints = complaintsOf(refusal, { ...event, items });
		form.progress('idle');
		form.complain(complaints);
		return { refusal, complaints };
	}
}
