import { expect, test } from 'vitest';
import { noteUnsaved, readUnsaved } from './unsaved-fields.ts';

function memory() {
	const held = new Map<string, string>();
	return {
		held,
		getItem: (key: string) => held.get(key) ?? null,
		setItem: (key: string, value: string) => void held.set(key, value),
		removeItem: (key: string) => void held.delete(key),
	};
}

test('fields are stored by event until they are saved, and nothing is left of them', () => {
	const storage = memory();
	noteUnsaved('a', { title: 'Night of the moths', city: 'Bonn' }, [], storage);
	noteUnsaved('b', { title: 'Another' }, [], storage);
	noteUnsaved('a', {}, ['title'], storage);
	expect(readUnsaved('a', storage)).toEqual({ city: 'Bonn' });
	noteUnsaved('a', {}, ['city'], storage);
	expect([...storage.held.keys()]).toEqual(['event-unsaved:b']);
});

test('a password is never written down, and what is no record of ours is nothing', () => {
	const storage = memory();
	noteUnsaved('a', { password: 'very secret', visibility: 'password' }, [], storage);
	expect([...storage.held.values()].join()).not.toContain('very secret');
	for (const broken of ['{', 'null', '7']) {
		storage.setItem('event-unsaved:a', broken);
		expect(readUnsaved('a', storage)).toEqual({});
	}
});
