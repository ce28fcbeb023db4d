import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { asRefusal, call, Refusal } from '../kit/call.ts';
import { h } from '../kit/dom.ts';
import { adopt, setHue } from '../kit/frame.ts';
import { settledChoice, withLeft } from './choice.ts';
import { eventCss } from './event-css.ts';
import { type Draft, type Form, makeForm } from './form.ts';
import {
	coverOf,
	datesOf,
	failureOf,
	footerOf,
	type Heading,
	headOf,
	noticeOf,
	skeleton,
	warningsOf,
} from './parts.ts';
import { persist } from './persist.ts';
import type { StateNotice } from './state-notice.ts';
import type { Answered } from './submit-order.ts';

interface Options {
	/** By slug, id or code. */
	event: string;
	/** Everything can be tried, and nothing is sent. */
	isPreview: boolean;
	/** Of the title. */
	headingLevel?: 2 | 3;
}

type Ordering = typeof import('./ordering.ts');

/** @throws Refusal where its file cannot be had; requested again by the next call */
const loadOrdering = (): Promise<Ordering> =>
	import('./ordering.ts').catch(() => {
		throw new Refusal('NETWORK_ERROR', 'No connection. Check it and try again.');
	});

/** How an event is loaded again. */
interface Reload {
	isFresh?: boolean;
	/** Why: it says what is left, and is shown in the new form. */
	refused?: Extract<Answered, { refusal: Refusal }>;
	/** Selector of what the reader was at. */
	focus?: string;
}

/** An opening that is further away than this is not waited for: the page around is hardly open for so long. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Loads an event and shows it with its form, its confirmation and every state in between.
 * After each registration `foyer-registered` is dispatched from `into`, through the roots around: `{ event: slug, tickets }`.
 * @param into is emptied; it is inside a frame of kit/frame.ts, in its root already
 * @returns how to stop: what is under way is given up and `into` emptied. An order that is out is still placed
 */
export function showEvent(
	into: HTMLElement,
	{ event: wanted, isPreview, headingLevel = 2 }: Options,
): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	const heading: Heading = `h${headingLevel}`;
	const subheading: Heading = headingLevel === 2 ? 'h3' : 'h4';
	const shell = h('div', { class: 'event hued' }, skeleton());
	const body = h('div', { class: 'body', tabindex: -1 });
	let send: ReturnType<Ordering['orderSender']> | undefined;
	const draft: Draft = { name: '', email: '', chosen: {} };
	let loading: AbortController | undefined;
	let opening: ReturnType<typeof setTimeout> | undefined;

	/** Shows an event by slug; what was typed stays, and so does what is still on offer of `draft.chosen`. */
	async function load(slug: string, { isFresh = false, refused, focus }: Reload = {}): Promise<void> {
		loading?.abort();
		clearTimeout(opening);
		loading = new AbortController();
		const current = AbortSignal.any([signal, loading.signal]);
		shell.setAttribute('aria-busy', 'true');
		try {
			const [answer, notice] = await fetchEvent(slug, current, isFresh);
			if (current.aborted) return;
			const form = show(refused ? withLeft(answer, refused.refusal.metadata) : answer, notice);
			if (refused && form) form.complain(refused.complaints);
			else if (refused) body.focus();
			if (focus) shell.querySelector<HTMLElement>(focus)?.focus();
		} catch (error) {
			// After a refusal the form is still there, and says why.
			if (current.aborted || refused) return;
			const refusal = asRefusal(error);
			shell.replaceChildren(failureOf(slug, refusal, () => void load(slug, { isFresh: true })));
		} finally {
			if (!current.aborted) shell.removeAttribute('aria-busy');
		}
	}

	function show(event: EmbeddedEvent, notice: StateNotice | null): Form | undefined {
		draft.chosen = settledChoice(event, draft.chosen);
		setHue(shell, event.themeHue);
		const form = notice ? undefined : makeForm(event, draft, () => void submit(event, form as Form));
		form?.element.addEventListener('focusin', () => void loadOrdering().catch(() => {}), { once: true });
		const dates = datesOf(event, (slug) => {
			draft.chosen = {};
			void load(slug, { focus: '#date' });
		});
		const parts = [dates, notice && noticeOf(notice, subheading), form?.element];
		body.replaceChildren(...warningsOf(event, isPreview), ...parts.filter((part) => part != null));
		const facts = [coverOf(event), headOf(event, heading, notice)];
		shell.replaceChildren(h('div', { class: 'layout' }, ...facts, body, footerOf(event)));
		const waitMs = event.state === 'not-yet' && event.opensAt ? Date.parse(event.opensAt) - Date.now() : -1;
		// Not all readers at the same instant.
		if (waitMs > 0 && waitMs < LONGEST_WAIT_MS)
			opening = setTimeout(
				() => void load(event.slug, { isFresh: true }),
				waitMs + 1_000 + Math.random() * 4_000,
			);
		return form;
	}

	/** Loads what sends, and sends what is in the form; undefined where the form says why it did not come to that. */
	async function place(event: EmbeddedEvent, form: Form) {
		try {
			const ordering = await persist(loadOrdering, { signal, onPhase: form.progress });
			send ??= ordering.orderSender();
			const how = { form, signal, send: isPreview ? null : send };
			const answered = await ordering.submitOrder(event, draft, how);
			return answered && { answered, confirmation: ordering.confirmation };
		} catch (error) {
			form.progress('idle');
			form.complain({ form: asRefusal(error).message });
			return undefined;
		}
	}

	async function submit(event: EmbeddedEvent, form: Form) {
		const dates = body.querySelector('select');
		dates?.setAttribute('disabled', '');
		const { answered, confirmation } = (await place(event, form)) ?? {};
		dates?.removeAttribute('disabled');
		if (!answered || !confirmation || signal.aborted) return;
		// A rule says that the event is no longer what the form shows.
		if ('refusal' in answered)
			return answered.refusal.code === 'BUSINESS_RULE_VIOLATION'
				? load(event.slug, { isFresh: true, refused: answered })
				: undefined;
		const { placed, email } = answered;
		const done = confirmation(event, { placed, email, heading: subheading }, () => {
			Object.assign(draft, { name: '', email: '', chosen: {} });
			void load(event.slug, { isFresh: true, focus: '#name' });
		});
		body.replaceChildren(done.element);
		done.title.focus();
		if (!placed) return;
		const detail = { event: event.slug, tickets: placed.tickets };
		into.dispatchEvent(new CustomEvent('foyer-registered', { bubbles: true, composed: true, detail }));
	}

	into.replaceChildren(shell);
	adopt(into, eventCss);
	void load(wanted);
	return () => {
		ending.abort();
		clearTimeout(opening);
		shell.remove();
	};
}

/** An event with what stands in the place of its form, if anything does. */
async function fetchEvent(slug: string, signal: AbortSignal, isFresh: boolean) {
	const path = `/api/embed/events/${encodeURIComponent(slug)}`;
	const how = { signal, onPhase: () => {} };
	const event = await persist(() => call<EmbeddedEvent>(path, { signal, isFresh }), how);
	const notice = event.state === 'open' ? null : (await import('./state-notice.ts')).stateNotice(event);
	return [event, notice] as const;
}
