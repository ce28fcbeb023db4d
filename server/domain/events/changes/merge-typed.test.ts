import { beforeAll, expect, test } from 'vitest';
import { makeMember, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** What one person types within minutes is one entry of the history. */

const { database, services, api, owner } = useTestOwner();
let colleague: TestUser;

beforeAll(async () => {
	colleague = await makeMember(services, owner.organisationId, 'event_manager');
});

interface Entry {
	id: string;
	kind: string;
	canUndo: boolean;
	eventVersion: number;
	changes: { path: string; before: unknown; after: unknown }[];
}

async function anEvent(isPublished: boolean) {
	const event = await makeEvent(services, owner, { title: 'Night', summary: 'Old words', isPublished });
	const at = `/api/events/${event.id}`;
	const read = async () => (await api.get(at, { token: owner.token })).body;
	/** The entries about texts, the newest first, as “field: before → after”. */
	async function entries() {
		const { data } = (await api.get(`${at}/changes`, { token: owner.token })).body as { data: Entry[] };
		return data
			.filter(({ changes }) => changes.every(({ path }) => path !== 'event.status'))
			.map((entry) => ({
				...entry,
				said: entry.changes
					.map(({ path, before, after }) => `${path.slice(6)}: ${before} → ${after}`)
					.join(', '),
			}));
	}
	return {
		read,
		async type(fields: object, by = owner) {
			const { version } = await read();
			const saved = await api.call('PATCH', at, fields, {
				token: by.token,
				headers: { 'if-match': `"${version}"` },
			});
			expect(saved.status, JSON.stringify(saved.body)).toBe(200);
			expect(saved.body.version).toBe(version + 1);
		},
		publish: (fields: object, more: object = {}) =>
			api.post(`${at}/changes`, { parts: { event: fields }, ...more }, { token: owner.token }),
		undo: (id: string) => api.post(`${at}/changes/${id}/undo`, {}, { token: owner.token }),
		entries,
		said: async () => (await entries()).map(({ said }) => said),
		age: (minutes: number) =>
			database().pool.query(
				`UPDATE event_change_sets SET created_at = created_at - make_interval(mins => $2) WHERE event_id = $1`,
				[event.id, minutes],
			),
	};
}

test('pauses while a text is typed make one entry, which undo takes back to the first value', async () => {
	const { type, entries, undo, read } = await anEvent(true);
	await type({ summary: 'N' });
	await type({ summary: 'New' });
	await type({ summary: 'New words' });
	const [entry, ...others] = await entries();
	expect(others).toEqual([]);
	expect(entry).toMatchObject({ said: 'summary: Old words → New words', canUndo: true });
	expect(entry?.eventVersion).toBe((await read()).version);
	expect((await undo(entry?.id ?? '')).status).toBe(200);
	expect((await read()).summary).toBe('Old words');
	// What was undone is closed: the next word begins another entry.
	await type({ summary: 'Again' });
	expect((await entries()).map(({ kind, said }) => [kind, said])).toEqual([
		['edit', 'summary: Old words → Again'],
		['undo', 'summary: New words → Old words'],
		['edit', 'summary: Old words → New words'],
	]);
});

test('two who type in turns keep their own entries, each with its own undo', async () => {
	const { type, said, entries, undo, read } = await anEvent(true);
	for (const word of ['one', 'one two']) {
		await type({ summary: `Owner ${word}` });
		await type({ description: `Colleague ${word}` }, colleague);
	}
	expect(await said()).toEqual(['description:  → Colleague one two', 'summary: Old words → Owner one two']);
	// In the same field each change is distinguished from the other's.
	await type({ summary: 'Colleague' }, colleague);
	await type({ summary: 'Owner again' });
	await type({ summary: 'Owner again and again' });
	const all = await entries();
	expect(all.map((entry) => entry.said)).toEqual([
		'summary: Colleague → Owner again and again',
		'summary: Owner one two → Colleague',
		'description:  → Colleague one two',
		'summary: Old words → Owner one two',
	]);
	expect(all.map(({ canUndo }) => canUndo)).toEqual([true, false, true, false]);
	expect((await undo(all[0]?.id ?? '')).status).toBe(200);
	expect((await read()).summary).toBe('Colleague');
});

test('savings at the same time, of two people and of one, lose no value', async () => {
	const { entries, read } = await anEvent(true);
	const { id } = await read();
	const save = (summary: string, by: TestUser) =>
		api.patch(`/api/events/${id}`, { summary }, { token: by.token });
	await Promise.all(
		['a', 'b', 'c', 'd'].flatMap((word) => [
			save(`Owner ${word}`, owner),
			save(`Colleague ${word}`, colleague),
		]),
	);
	const steps = (await entries()).map(({ changes }) => changes[0]).toReversed();
	expect(steps[0]?.before).toBe('Old words');
	expect(steps.at(-1)?.after).toBe((await read()).summary);
	for (const [i, step] of steps.entries()) if (i > 0) expect(step?.before).toBe(steps[i - 1]?.after);
});

test('a draft’s title is typed into one entry with the address that follows it', async () => {
	const { type, entries, undo, read } = await anEvent(false);
	const { slug } = await read();
	await type({ title: 'Harbour' });
	await type({ title: 'Harbour night' });
	await type({ title: 'Harbour night!' });
	await type({ title: 'Harbour night!', city: 'Bremen' });
	const [entry, ...others] = await entries();
	expect(others).toHaveLength(1);
	expect(others[0]?.said).toContain('title: Night → Harbour night!');
	expect(entry?.said).toBe('city:  → Bremen');
	expect((await undo(others[0]?.id ?? '')).status).toBe(200);
	expect(await read()).toMatchObject({ title: 'Night', slug, city: 'Bremen' });
});

test('what is back at its first value, older, published by a press or sent to guests is an entry of its own', async () => {
	const { type, said, age, publish, read } = await anEvent(true);
	await type({ summary: 'New' });
	await type({ summary: 'Old words' });
	expect(await said()).toEqual(['summary: New → Old words', 'summary: Old words → New']);
	await age(11);
	await type({ summary: 'Later' });
	await publish({ summary: 'Pressed' });
	await type({ visibility: 'unlisted' });
	await type({ visibility: 'public' });
	expect((await said()).slice(0, 4)).toEqual([
		'visibility: unlisted → public',
		'visibility: public → unlisted',
		'summary: Later → Pressed',
		'summary: Old words → Later',
	]);
	const { id } = await read();
	const { body } = await api.get(`/api/events/${id}/ticket-types`);
	const order = {
		buyer: { name: 'Grace', email: 'grace@example.org' },
		items: [{ ticketTypeId: body.data[0].id, quantity: 1 }],
	};
	expect((await api.post(`/api/events/${id}/orders`, order)).status).toBe(201);
	await publish({ description: 'Told' }, { notify: true });
	await type({ description: 'Typed' });
	expect((await said()).slice(0, 2)).toEqual(['description: Told → Typed', 'description:  → Told']);
});
