import { expect, test } from 'vitest';
import {
	draftInput,
	emptyDraft,
	forgetDraft,
	isWorthStoring,
	readDraft,
	storeDraft,
} from './stored-draft.ts';

function memory(initial?: string) {
	const stored = new Map<string, string>(initial === undefined ? [] : [['event-draft', initial]]);
	return {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
		removeItem: (key: string) => void stored.delete(key),
	};
}

test('a draft comes back as it was, its key included', () => {
	const storage = memory();
	const draft = {
		...emptyDraft(),
		title: 'Fête 🎉',
		startsAtLocal: '2027-05-01T19:30',
		description: '**x**',
	};
	expect(storeDraft(draft, storage)).toBe(true);
	expect(readDraft(storage)).toEqual(draft);
	forgetDraft(storage);
	expect(readDraft(storage)).toBeNull();
});

test('a picture is worth keeping, and what is said of it is sent with it', () => {
	const draft = { ...emptyDraft(), coverAlt: 'A quay at night' };
	expect(isWorthStoring(draft)).toBe(false);
	expect(draftInput(draft)).not.toHaveProperty('coverAlt');
	const storage = memory();
	storeDraft({ ...draft, picture: 'p1' }, storage);
	expect(isWorthStoring({ ...draft, picture: 'p1' })).toBe(true);
	expect(readDraft(storage)).toMatchObject({ picture: 'p1', coverAlt: 'A quay at night' });
	expect(draftInput({ ...draft, picture: 'p1' })).toMatchObject({ coverAlt: 'A quay at night' });
	expect(draftInput({ ...draft, picture: 'p1' })).not.toHaveProperty('picture');
});

test('tickets and questions come back with it; what is no list of them is left alone', () => {
	const pool = { id: 'p', name: 'Hall', size: 40, confirmed: 0, held: 0 };
	const draft = { ...emptyDraft(), offer: { tickets: [], pools: [pool], questions: [] } };
	expect(isWorthStoring(draft)).toBe(true);
	const read = (offer: unknown) => readDraft(memory(JSON.stringify({ ...draft, offer })))?.offer;
	expect(read(draft.offer)).toEqual(draft.offer);
	for (const broken of [
		'x',
		[],
		{},
		{ ...draft.offer, pools: [3] },
		{ ...draft.offer, questions: [{ id: 'q' }] },
	])
		expect(read(broken)).toBeNull();
});

test.each(['', 'null', '[]', '3', '{"title":3,"format":"x","visibility":"password"}', '{broken'])(
	'%s in the storage breaks nothing',
	(text) => {
		const draft = readDraft(memory(text));
		if (draft) expect(draft).toMatchObject({ title: '', format: 'in_person', visibility: 'public' });
	},
);

test('a stored draft without key, zone or cover gets new ones', () => {
	const stored = memory(
		JSON.stringify({ ...emptyDraft(), title: 'Talk', key: '', timeZone: '', coverSeed: '' }),
	);
	const draft = readDraft(stored);
	expect(draft?.title).toBe('Talk');
	for (const name of ['key', 'timeZone', 'coverSeed'] as const) expect(draft?.[name]).not.toBe('');
});

test('a browser that forbids storage is no error', () => {
	const forbidden = () => {
		throw new Error('no storage');
	};
	expect(storeDraft(emptyDraft(), { setItem: forbidden })).toBe(false);
	expect(readDraft({ getItem: forbidden })).toBeNull();
	expect(() => forgetDraft({ removeItem: forbidden })).not.toThrow();
});

test('only what was typed is sent', () => {
	const draft = {
		...emptyDraft(),
		title: ' Talk ',
		startsAtLocal: '2027-05-01T19:30',
		timeZone: 'Europe/Berlin',
	};
	expect(draftInput(draft)).toEqual({
		title: 'Talk',
		startsAtLocal: '2027-05-01T19:30',
		timeZone: 'Europe/Berlin',
		format: 'in_person',
		category: 'other',
		visibility: 'public',
		coverSeed: draft.coverSeed,
	});
	expect(
		draftInput({ ...draft, format: 'online', city: 'Berlin', onlineUrl: 'https://x.example' }),
	).toMatchObject({
		onlineUrl: 'https://x.example',
	});
	expect(draftInput({ ...draft, format: 'online', city: 'Berlin' })).not.toHaveProperty('city');
	expect(draftInput({ ...draft, onlineUrl: 'https://x.example' })).not.toHaveProperty('onlineUrl');
});

test('an untouched draft is not worth keeping', () => {
	expect(isWorthStoring(emptyDraft())).toBe(false);
	expect(isWorthStoring({ ...emptyDraft(), title: 'x' })).toBe(true);
});
