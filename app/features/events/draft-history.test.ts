import { expect, test } from 'vitest';
import {
	changedOffer,
	continued,
	type DraftHistory,
	MOST_STEPS,
	newHistory,
	noted,
	steppedBack,
} from './draft-history.ts';
import { emptyOffer } from './draft-offer.ts';
import { blankDraft, type DraftOffer, type EventDraft } from './stored-draft.ts';

const first: EventDraft = { ...blankDraft, key: 'a-key' };

/** A history whose draft is typed into: `[part, milliseconds since the step before]`. */
function typing(...steps: [part: Partial<EventDraft>, pause?: number][]): DraftHistory {
	let history = newHistory(first);
	let at = 0;
	for (const [part, pause = 10_000] of steps) {
		at += pause;
		history = noted(history, { ...history.current, ...part }, at, true);
	}
	return history;
}

function back(history: DraftHistory): DraftHistory {
	const before = steppedBack(history);
	if (!before) throw new Error('Nothing to undo.');
	return before;
}

const offer = (tickets: string[], questions: string[] = []): DraftOffer => ({
	...emptyOffer,
	tickets: tickets.map((name) => ({ id: `t-${name}`, name })) as DraftOffer['tickets'],
	questions: questions.map((label) => ({ id: `q-${label}`, label })) as DraftOffer['questions'],
});

test('keys without a pause are one step, a pause begins the next', () => {
	const history = typing(
		[{ title: 'N' }],
		[{ title: 'Ni' }, 200],
		[{ title: 'Night' }, 799],
		[{ title: 'Night of owls' }, 800],
	);
	expect(history.past).toHaveLength(2);
	expect(back(history).current.title).toBe('Night');
	expect(back(back(history)).current.title).toBe('');
	expect(steppedBack(back(back(history)))).toBeNull();
});

test('another field is another step, however soon', () => {
	const history = typing([{ title: 'Owls' }], [{ city: 'Bonn' }, 5], [{ title: 'Owls!' }, 5]);
	expect(back(history).current).toMatchObject({ title: 'Owls', city: 'Bonn' });
	expect(back(back(history)).current).toMatchObject({ title: 'Owls', city: '' });
});

test('what was typed and deleted at once is no step', () => {
	expect(typing([{ title: 'x' }], [{ title: '' }, 100]).past).toEqual([]);
});

test('each change of tickets and questions is a step, also those right after another', () => {
	const history = typing(
		[{ offer: offer(['Perch']), currency: 'EUR' }],
		[{ offer: offer(['Perch', 'Nest']) }, 5],
		[{ offer: offer(['Nest']) }, 5],
		[{ offer: offer(['Nest'], ['Which owl?']) }, 5],
	);
	const offers: (DraftOffer | null)[] = [];
	for (let step: DraftHistory | null = history; step; step = steppedBack(step))
		offers.push(step.current.offer);
	expect(offers).toEqual([
		offer(['Nest'], ['Which owl?']),
		offer(['Nest']),
		offer(['Perch', 'Nest']),
		offer(['Perch']),
		null,
	]);
	expect(steppedBack(history)?.current.currency).toBe('EUR');
});

test('what follows an undo is a step of its own', () => {
	const undone = back(typing([{ title: 'Owls' }], [{ title: 'Bats' }]));
	// The form shows the former state, which is no step.
	const shown = noted(undone, { ...undone.current }, 20_010, true);
	expect(shown.past).toHaveLength(1);
	const typed = noted(shown, { ...shown.current, title: 'Moths' }, 20_020, true);
	expect(back(typed).current.title).toBe('Owls');
	expect(back(back(typed)).current.title).toBe('');
});

test('the newest steps are remembered', () => {
	const history = typing(
		...Array.from({ length: MOST_STEPS + 10 }, (_, step): [Partial<EventDraft>] => [{ title: `${step}` }]),
	);
	expect(history.past).toHaveLength(MOST_STEPS);
	expect(history.past[0]?.title).toBe('9');
});

test('what came by itself is what later steps lead back to', () => {
	const filled = noted(newHistory(first), { ...first, title: 'Meetup', template: 'meetup' }, 0, false);
	expect(filled.past).toEqual([]);
	const typed = noted(filled, { ...filled.current, title: 'Bats' }, 10, true);
	expect(back(typed).current).toMatchObject({ title: 'Meetup', template: 'meetup' });
});

test('another draft has no past but what was typed before its history began; the key of a draft stays through each undo', () => {
	const history = typing([{ title: 'Owls' }]);
	const another = { ...first, key: 'another', title: 'Larks' };
	expect(continued(history, history.current, first)).toBe(history);
	expect(continued(history, another, first)).toEqual(newHistory(another));
	const begun = continued(history, another, { ...first, key: 'another' });
	expect(back(noted(begun, another, 99_999, true)).current).toEqual({ ...first, key: 'another' });
	expect(back(history).current.key).toBe('a-key');
});

test('an offer says what of it differs, by name', () => {
	const before = { ...first, offer: offer(['Perch', 'Nest'], ['Which owl?']) };
	const after = { ...first, offer: offer(['Nest'], ['Which owl?']) };
	expect(changedOffer(before, after)).toEqual({
		tickets: { isChanged: true, names: ['Perch'] },
		pools: { isChanged: false, names: [] },
		questions: { isChanged: false, names: [] },
	});
	expect(changedOffer(first, before).questions).toEqual({ isChanged: true, names: ['Which owl?'] });
	const moved = { ...first, offer: offer(['Nest', 'Perch'], ['Which owl?']) };
	expect(changedOffer(before, moved).tickets).toEqual({ isChanged: true, names: [] });
});
