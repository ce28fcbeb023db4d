import { describe, expect, test } from 'vitest';
import type { ChangeRules } from './change-rules.ts';
import {
	type Edit,
	type EditChange,
	type EditPhase,
	type EditState,
	editPhase,
	editRules,
	judgeEdit,
	type PolicyTerms,
	refusalOf,
} from './edit-rules.ts';

const nowMs = Date.parse('2027-05-01T12:00:00Z');
const stateOf = (phase: EditPhase, more: Partial<EditState> = {}): EditState => ({
	phase,
	confirmed: phase === 'open' ? 0 : 38,
	held: phase === 'open' ? 0 : 3,
	hasMoney: false,
	nowMs,
	endsAtMs: phase === 'closed' ? nowMs - 2 * 86_400_000 : nowMs + 86_400_000,
	isCancelled: false,
	currency: 'EUR',
	...more,
});

const ownWords = (text: string): PolicyTerms => ({ text, rules: null });
const byRules = (percent: number): PolicyTerms => ({
	text: `${percent}% refund until 1 day before the event.`,
	rules: { steps: [{ percent, until: { days: 1 } }] },
});

const changes = (days: number): ChangeRules => ({ until: { days }, allowsLower: false });

/** Section 7 of the brief, row by row: what a draft, an event with tickets and one that is over say of a change. */
const table: [
	EditChange,
	Omit<Edit, 'change'>,
	Partial<EditState>,
	open: string,
	sold: string,
	closed: string,
][] = [
	['event.title', { before: 'Jazz night', after: 'Jazz night 2' }, {}, 'allowed', 'allowed', 'event-over'],
	[
		'event.title',
		{ before: 'Jazz night', after: 'Chess for beginners' },
		{},
		'allowed',
		'notice',
		'event-over',
	],
	['event.labels', {}, {}, 'allowed', 'allowed', 'event-over'],
	['event.description', {}, {}, 'allowed', 'allowed', 'allowed'],
	['event.cover', {}, {}, 'allowed', 'allowed', 'allowed'],
	['event.start', { after: '2027-05-02T12:00:00Z' }, {}, 'allowed', 'notice', 'event-over'],
	['event.start', { after: '2027-04-30T12:00:00Z' }, {}, 'allowed', 'start-in-past', 'event-over'],
	['event.times', {}, {}, 'allowed', 'notice', 'event-over'],
	['event.place', {}, {}, 'allowed', 'notice', 'event-over'],
	['event.online-link', {}, {}, 'allowed', 'allowed', 'allowed'],
	['event.external-link', {}, {}, 'allowed', 'allowed', 'event-over'],
	['event.visibility', { after: 'unlisted' }, {}, 'allowed', 'allowed', 'allowed'],
	['event.visibility', { after: 'password' }, {}, 'allowed', 'notice', 'allowed'],
	['event.visibility', { after: 'invite_only' }, {}, 'allowed', 'notice', 'allowed'],
	['event.slug', {}, {}, 'allowed', 'allowed', 'allowed'],
	['event.currency', { after: 'USD' }, {}, 'allowed', 'allowed', 'event-over'],
	['event.currency', { after: 'USD' }, { hasMoney: true }, 'allowed', 'currency-taken', 'event-over'],
	['event.refund-policy', { before: ownWords('') }, {}, 'allowed', 'allowed', 'allowed'],
	[
		...(['event.refund-policy', { before: ownWords('Any time.') }, {}] as const),
		...(['allowed', 'refund-policy-kept', 'refund-policy-kept'] as const),
	],
	['event.refund-policy', { before: byRules(50) }, {}, 'allowed', 'allowed', 'allowed'],
	['event.refund-policy', { before: byRules(50), after: byRules(60) }, {}, 'allowed', 'allowed', 'allowed'],
	[
		...(['event.refund-policy', { before: byRules(50), after: byRules(40) }, {}] as const),
		...(['allowed', 'refund-policy-kinder', 'refund-policy-kinder'] as const),
	],
	[
		...(['event.refund-policy', { before: byRules(50), after: ownWords('Always.') }, {}] as const),
		...(['allowed', 'refund-policy-kinder', 'refund-policy-kinder'] as const),
	],
	['event.change-rules', { before: changes(2) }, {}, 'allowed', 'allowed', 'allowed'],
	['event.change-rules', { before: changes(2), after: changes(1) }, {}, 'allowed', 'allowed', 'allowed'],
	[
		...(['event.change-rules', { before: changes(2), after: changes(3) }, {}] as const),
		...(['allowed', 'change-rules-kinder', 'change-rules-kinder'] as const),
	],
	['event.resale-rules', { before: null }, {}, 'allowed', 'allowed', 'allowed'],
	[
		...(['event.resale-rules', { before: { keepMinor: 200 }, after: { keepMinor: 100 } }, {}] as const),
		...(['allowed', 'allowed', 'allowed'] as const),
	],
	[
		...(['event.resale-rules', { before: {}, after: null }, {}] as const),
		...(['allowed', 'resale-rules-kinder', 'resale-rules-kinder'] as const),
	],
	['event.transfers', { before: true, after: false }, {}, 'allowed', 'allowed', 'allowed'],
	['event.waitlist', { before: 'auto', after: 'off' }, {}, 'allowed', 'allowed', 'allowed'],
	['event.price-terms', {}, {}, 'allowed', 'allowed', 'event-over'],
	['event.price-terms', {}, { hasMoney: true }, 'allowed', 'price-terms-kept', 'event-over'],
	['event.delete', {}, {}, 'allowed', 'has-guests', 'has-guests'],
	['ticket.add', {}, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.terms', {}, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.price', { before: 1000, after: 2000 }, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.kind', { before: 'free', after: 'paid' }, {}, 'allowed', 'free-or-paid', 'event-over'],
	['ticket.kind', { before: 'paid', after: 'free' }, {}, 'allowed', 'free-or-paid', 'event-over'],
	['ticket.kind', { before: 'paid', after: 'donation' }, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.admits', { before: 1, after: 2 }, {}, 'allowed', 'admits-kept', 'event-over'],
	['ticket.capacity', { after: 41 }, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.capacity', { after: null }, {}, 'allowed', 'allowed', 'event-over'],
	['ticket.capacity', { after: 40 }, {}, 'allowed', 'capacity-below-sold', 'event-over'],
	['ticket.delete', {}, {}, 'allowed', 'ticket-type-sold', 'event-over'],
	['question.add', {}, {}, 'allowed', 'allowed', 'event-over'],
	['question.terms', {}, {}, 'allowed', 'allowed', 'event-over'],
	['question.kind', {}, {}, 'allowed', 'allowed', 'event-over'],
	['question.kind', {}, { isAnswered: true }, 'question-answered', 'question-answered', 'event-over'],
	['question.delete', {}, { isAnswered: true }, 'allowed', 'allowed', 'allowed'],
	['door.lists', {}, {}, 'allowed', 'allowed', 'event-over'],
	// A night that runs late still needs its gates.
	['door.lists', {}, { endsAtMs: nowMs - 3_600_000 }, 'allowed', 'allowed', 'allowed'],
	['door.lists', {}, { endsAtMs: nowMs - 3_600_000, isCancelled: true }, 'allowed', 'allowed', 'event-over'],
];

describe('the table of edit rules', () => {
	test.each(table)('%s %o %o', (change, values, more, ...expected) => {
		const found = (['open', 'sold', 'closed'] as const).map((phase) => {
			const { verdict, rule } = judgeEdit({ change, ...values }, stateOf(phase, more));
			expect(rule === null).toBe(verdict !== 'refused');
			return rule ?? verdict;
		});
		expect(found).toEqual(expected);
	});

	test('every row is tested, and every refusal says what works', () => {
		expect(new Set(table.map(([change]) => change))).toEqual(new Set(Object.keys(editRules)));
		expect(refusalOf('capacity-below-sold', stateOf('sold')).text).toBe(
			'Can’t go below 41 (already taken, incl. 3 on hold).',
		);
		expect(refusalOf('currency-taken', stateOf('sold')).text).toBe('Payments have already been made in EUR.');
	});
});

describe('the phase of an event', () => {
	const now = new Date(nowMs);
	const ahead = { status: 'published', endsAt: new Date(nowMs + 1), isShown: true } as const;
	test.each([
		['a draft', { ...ahead, status: 'draft', isShown: false } as const, 0, 'open'],
		['published, nobody has a ticket', ahead, 0, 'open'],
		['published, tickets out', ahead, 1, 'sold'],
		['taken back, tickets out', { ...ahead, status: 'draft' } as const, 1, 'sold'],
		['over, tickets out', { ...ahead, endsAt: now }, 1, 'closed'],
		['over, and nobody came', { ...ahead, endsAt: now }, 0, 'open'],
		['cancelled', { ...ahead, status: 'cancelled' } as const, 0, 'closed'],
		[
			'archived when cancelled',
			{ ...ahead, status: 'archived', archivedFrom: 'cancelled' } as const,
			0,
			'closed',
		],
		['postponed, tickets out', { ...ahead, status: 'postponed' } as const, 2, 'sold'],
	])('%s', (_, event, taken, phase) => {
		expect(editPhase(event, taken, now)).toBe(phase);
	});
});
