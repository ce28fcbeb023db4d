import { expect, test } from 'vitest';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import { isChangedSince, nextStep } from './edit-steps.ts';

const savedAt = '2030-05-02T12:00:00.000Z';

const aSet = (id: string, part: Partial<ChangeSet> = {}): ChangeSet => ({
	id,
	kind: 'edit',
	state: 'applied',
	actor: { kind: 'member', name: 'Ida Berg', isYours: true },
	createdAt: savedAt,
	changes: [],
	names: {},
	notify: false,
	guests: 0,
	notifyAt: null,
	notifiedAt: null,
	note: '',
	undoOf: null,
	canUndo: true,
	eventVersion: 3,
	...part,
});
const next = (...sets: ChangeSet[]) => nextStep(sets, savedAt)?.id;

test('the newest edit is next, then the one before', () => {
	expect(next(aSet('b'), aSet('a'))).toBe('b');
	expect(next(aSet('u', { kind: 'undo', undoOf: 'b' }), aSet('b', { state: 'undone' }), aSet('a'))).toBe('a');
	expect(next()).toBeUndefined();
});

test('edits of others, also of the same name, of keys, and of another day are left alone', () => {
	expect(next(aSet('c', { actor: { kind: 'member', name: 'Ida Berg', isYours: false } }), aSet('a'))).toBe(
		'a',
	);
	expect(next(aSet('k', { actor: { kind: 'key', name: 'Ida Berg', isYours: false } }))).toBeUndefined();
	expect(next(aSet('x', { kind: 'cancel' }))).toBeUndefined();
	expect(next(aSet('a', { createdAt: '2030-05-01T12:00:00.000Z' }))).toBe('a');
	expect(next(aSet('a', { createdAt: '2030-05-01T11:59:59.999Z' }))).toBeUndefined();
});

test('an edit that was changed over is not passed over for an older one', () => {
	expect(nextStep([aSet('b', { canUndo: false }), aSet('a')], savedAt)).toMatchObject({
		id: 'b',
		canUndo: false,
	});
});

test('what was undone is said until something is changed, also within an older entry', () => {
	const undo = aSet('u', { kind: 'undo', eventVersion: 4 });
	expect(isChangedSince([undo, aSet('a')], undo)).toBe(false);
	expect(isChangedSince([undo, aSet('a', { eventVersion: 5 })], undo)).toBe(true);
	expect(isChangedSince([aSet('t', { createdAt: '2030-05-02T12:00:01.000Z', eventVersion: 4 })], undo)).toBe(
		true,
	);
});
