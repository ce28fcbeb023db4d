import type { EventCard } from '#shared/contracts/events.ts';
import { eventPlace } from '#shared/rules/event-place.ts';
import { h } from '../kit/dom.ts';
import { formats, inZone } from '../kit/facts.ts';
import { setHue } from '../kit/frame.ts';
import { foldDay, spanOf, weeksOf } from './month.ts';
import { noteOf } from './note.ts';
import { linkTo, type Opening } from './open-event.ts';

type Days = Map<string, EventCard[]>;

/** Shapes of days while a month is read. */
const SHAPES = 3;
/** A week that begins on Monday. */
const WEEK = [
	'2024-01-01',
	'2024-01-02',
	'2024-01-03',
	'2024-01-04',
	'2024-01-05',
	'2024-01-06',
	'2024-01-07',
];

/** A month as a table, for where there is room. */
export function tableOf(month: string, days: Days, today: string, opening: Opening): HTMLElement {
	const caption = `Events in ${written(`${month}-01`, { month: 'long', year: 'numeric' })}`;
	return h(
		'table',
		{ class: 'table' },
		h('caption', { class: 'unseen' }, caption),
		h(
			'thead',
			{},
			h(
				'tr',
				{},
				...WEEK.map((day) =>
					h(
						'th',
						{ scope: 'col' },
						h('span', { class: 'unseen' }, written(day, { weekday: 'long' })),
						h('span', { 'aria-hidden': 'true' }, written(day, { weekday: 'short' })),
					),
				),
			),
		),
		h(
			'tbody',
			{},
			...weeksOf(month).map((week) =>
				h(
					'tr',
					{},
					...week.map((day) =>
						day ? cellOf(day, days.get(day) ?? [], today, opening) : h('td', { class: 'out' }),
					),
				),
			),
		),
	);
}

function cellOf(day: string, events: EventCard[], today: string, opening: Opening): HTMLElement {
	const isToday = day === today;
	const { open, folded } = foldDay(events);
	const list = h('ul', { role: 'list' }, ...open.map((event) => chipOf(event, day, opening)));
	const cell = h(
		'td',
		{ class: isToday ? 'today' : day < today ? 'past' : null, 'aria-current': isToday && 'date' },
		h(
			'time',
			{ datetime: day },
			h('span', { class: 'unseen' }, written(day, { day: 'numeric', month: 'long' })),
			h('span', { 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
		),
	);
	if (events.length > 0) cell.append(list);
	if (folded.length === 0) return cell;
	const words = `${folded.length} more`;
	const rest = folded.map((event) => chipOf(event, day, opening));
	const button = h('button', { type: 'button', class: 'fold', 'aria-expanded': 'false' }, words);
	button.append(h('span', { class: 'unseen' }, ` on ${written(day, { day: 'numeric', month: 'long' })}`));
	button.addEventListener('click', () => {
		const isOpen = button.getAttribute('aria-expanded') === 'true';
		button.setAttribute('aria-expanded', String(!isOpen));
		(button.firstChild as Text).data = isOpen ? words : 'Show fewer';
		if (isOpen) for (const chip of rest) chip.remove();
		else list.append(...rest);
	});
	cell.append(button);
	return cell;
}

/** An event on one of its days, in few words. */
function chipOf(event: EventCard, day: string, opening: Opening): HTMLLIElement {
	const note = noteOf(event);
	const isOn = spanOf(event).first < day;
	const time = event.isAllDay || isOn ? '' : formats().time(event.startsAt, event.timeZone);
	const chip = h(
		'li',
		{ class: 'hued' },
		h(
			'a',
			{
				class: note.isCalledOff ? 'chip off' : 'chip',
				title: event.title,
				...linkTo(event.slug, event.title, opening),
			},
			time && h('span', { class: 'time' }, time),
			h('span', { class: 'name', dir: 'auto' }, event.title),
			isOn && h('span', { class: 'unseen' }, ' continues'),
			note.isOff && h('span', { class: 'state' }, note.text),
		),
	);
	setHue(chip, event.themeHue);
	return chip;
}

/** The days of a month that have events as a list, for where there is little room; shapes of it while they are read (`null`). */
export function agendaOf(days: Days | null, today: string, opening: Opening): HTMLElement {
	if (!days) {
		const shapes = Array.from({ length: SHAPES }, () => h('li', { class: 'day shape' }));
		return h('ol', { class: 'agenda', 'aria-hidden': 'true' }, ...shapes);
	}
	const items = [...days]
		.filter(([, events]) => events.length > 0)
		.map(([day, events]) =>
			h(
				'li',
				{
					class: day === today ? 'day today' : day < today ? 'day past' : 'day',
					'aria-current': day === today && 'date',
				},
				h(
					'p',
					{ class: 'date' },
					h('b', { 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
					h('span', { 'aria-hidden': 'true' }, written(day, { weekday: 'short' })),
					h('span', { class: 'unseen' }, written(day, { weekday: 'long', day: 'numeric', month: 'long' })),
				),
				h('ul', { role: 'list' }, ...events.map((event) => lineOf(event, day, opening))),
			),
		);
	return h('ol', { class: 'agenda', role: 'list' }, ...items);
}

/** An event on one of its days, with what there is room for in a list. */
function lineOf(event: EventCard, day: string, opening: Opening): HTMLLIElement {
	const note = noteOf(event);
	const isOn = spanOf(event).first < day;
	const time = event.isAllDay
		? 'All day'
		: isOn
			? 'Continues'
			: inZone(formats().time(event.startsAt, event.timeZone), event);
	const line = h(
		'li',
		{ class: 'hued' },
		h(
			'a',
			{ class: note.isCalledOff ? 'line off' : 'line', ...linkTo(event.slug, event.title, opening) },
			h('span', { class: 'name', dir: 'auto' }, event.title),
			h('span', { class: 'about' }, [time, eventPlace(event), note.text].filter(Boolean).join(' · ')),
		),
	);
	setHue(line, event.themeHue);
	return line;
}

/** A day of the calendar in words. */
function written(day: string, options: Intl.DateTimeFormatOptions): string {
	const key = JSON.stringify(options);
	const format = made.get(key) ?? new Intl.DateTimeFormat(dayLocale(), { ...options, timeZone: 'UTC' });
	made.set(key, format);
	return format.format(Date.parse(day));
}

/** Making one costs more than a month of days costs otherwise. */
const made = new Map<string, Intl.DateTimeFormat>();

/** English, with day and month in the order of the reader's region. */
function dayLocale(): string {
	try {
		const [language = 'en'] = Intl.getCanonicalLocales(navigator.language);
		return /^en\b/.test(language) ? language : 'en';
	} catch {
		return 'en';
	}
}
