import type { EventCard } from '#shared/contracts/events.ts';
import { h } from '../kit/dom.ts';
import { adopt } from '../kit/frame.ts';
import { icon } from '../kit/icon.ts';
import { byDay, dayIn, daysOf, monthName, shiftMonth, spanOf } from './month.ts';
import { monthCss } from './month-css.ts';
import { agendaOf, tableOf } from './month-days.ts';
import type { Opening } from './open-event.ts';
import { readDays, readEvents, type Whose } from './read-events.ts';
import { failureOf, organiserLink } from './states.ts';

interface Month {
	events: EventCard[];
	hasMore: boolean;
	/** Where it has no events: the next month that has one, null when none has. */
	next: string | null;
}

/** Events as a calendar of one month: a table where there is room for it, a list by day where not. @returns how to stop */
export function showMonth(content: HTMLElement, whose: Whose, opening: Opening): () => void {
	adopt(content, monthCss);
	const cached = new Map<string, Month>();
	const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
	let month = today.slice(0, 7);
	let reading = new AbortController();

	const name = h('p', { class: 'month', 'aria-live': 'polite' });
	const status = h('p', { class: 'unseen', role: 'status' });
	const body = h('div', { class: 'days' });
	const button = (label: string, sign: string, go: () => void) =>
		h(
			'button',
			{
				type: 'button',
				class: sign ? 'button quiet icon' : 'button quiet',
				part: 'button',
				'aria-label': sign && label,
				onClick: go,
			},
			sign ? icon(sign) : label,
		);
	const bar = h(
		'div',
		{ class: 'bar', role: 'group', 'aria-label': 'Month' },
		name,
		button('Today', '', () => show(today.slice(0, 7))),
		button('Previous month', 'm15 18-6-6 6-6', () => show(shiftMonth(month, -1))),
		button('Next month', 'm9 18 6-6-6-6', () => show(shiftMonth(month, 1))),
	);

	function fill(shown: Month | null) {
		const days = byDay(shown?.events ?? [], month);
		body.replaceChildren(
			tableOf(month, days, today, opening),
			shown === null || shown.events.length > 0 ? agendaOf(shown ? days : null, today, opening) : '',
			shown?.events.length === 0 ? emptyOf(shown) : '',
			shown?.hasMore
				? h(
						'p',
						{ class: 'more' },
						'There are more events this month. ',
						organiserLink(whose.organiser, 'See all of them'),
					)
				: '',
		);
		body.toggleAttribute('aria-busy', shown === null);
		if (shown) status.textContent = sayCount(shown.events.length);
	}

	function emptyOf({ next }: Month): HTMLElement {
		const text = `No events in ${monthName(month)}${next ? '.' : ' or later.'}`;
		return h(
			'div',
			{ class: 'empty' },
			h('p', {}, text),
			next
				? h(
						'button',
						{
							type: 'button',
							class: 'button',
							part: 'button',
							onClick: () => {
								show(next);
								// The button goes with what it stood in.
								bar.querySelector<HTMLElement>('button:last-child')?.focus();
							},
						},
						`Show ${monthName(next)}`,
					)
				: organiserLink(whose.organiser, 'Visit the organiser’s page'),
		);
	}

	async function show(wanted: string) {
		month = wanted;
		name.textContent = monthName(month);
		status.textContent = '';
		reading.abort();
		reading = new AbortController();
		const { signal } = reading;
		const known = cached.get(month);
		if (known) return fill(known);
		fill(null);
		try {
			const read = await readMonth(whose, month, signal);
			cached.set(wanted, read);
			if (!signal.aborted) fill(read);
		} catch (error) {
			if (signal.aborted) return;
			body.removeAttribute('aria-busy');
			body.replaceChildren(
				failureOf(
					error,
					() => {
						show(month);
						bar.querySelector<HTMLElement>('button')?.focus();
					},
					cached.size === 0,
				),
			);
		}
	}

	content.replaceChildren(h('div', { class: 'calendar', part: 'calendar' }, bar, body), status);
	show(month);
	return () => reading.abort();
}

async function readMonth(whose: Whose, month: string, signal: AbortSignal): Promise<Month> {
	const days = daysOf(month);
	const { events, hasMore } = await readDays(whose, days.at(0) ?? '', days.at(-1) ?? '', signal);
	if (events.length > 0) return { events, hasMore, next: null };
	const after = shiftMonth(month, 1);
	const { data } = await readEvents(whose, { from: `${after}-01`, dates: 'all', limit: 1 }, signal);
	return { events, hasMore, next: data[0] ? spanOf(data[0]).first.slice(0, 7) : null };
}

const sayCount = (count: number) => (count === 0 ? 'No events' : count === 1 ? '1 event' : `${count} events`);
