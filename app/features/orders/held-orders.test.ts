import { expect, test } from 'vitest';
import { dropHold, type HeldOrder, readHolds, saveHold } from './held-orders.ts';

/** A device's storage. */
function storageWith(stored: string | null = null) {
	let text = stored;
	return {
		getItem: () => text,
		setItem: (_: string, value: string) => {
			text = value;
		},
	};
}
const hold = (manageToken: string, minutes = 15): HeldOrder => ({
	eventId: 'event',
	title: 'Fair',
	manageToken,
	endsAt: new Date(Date.now() + minutes * 60_000).toISOString(),
	places: 2,
});
const tokens = (storage: ReturnType<typeof storageWith>, now?: number) =>
	readHolds(now, storage).map(({ manageToken }) => manageToken);

test('the newest comes first, each order once', () => {
	const storage = storageWith();
	for (const one of ['a', 'b', 'a']) saveHold(hold(one), storage);
	expect(tokens(storage)).toEqual(['a', 'b']);
	dropHold('a', storage);
	expect(tokens(storage)).toEqual(['b']);
});

test('what has ended is not read, and gone with the next change', () => {
	const storage = storageWith();
	saveHold(hold('a', 5), storage);
	expect(tokens(storage, Date.now() + 6 * 60_000)).toEqual([]);
	saveHold(hold('b', -1), storage);
	saveHold(hold('c'), storage);
	expect(storage.getItem()).not.toContain('"b"');
});

test.each([null, 'x', '{}', '[null]', '[{}]', '[{"endsAt":"x"}]'])('%s holds nothing', (stored) =>
	expect(readHolds(0, storageWith(stored))).toEqual([]),
);

test('a device without storage remembers nothing', () => {
	const blocked = (): never => {
		throw new Error('blocked');
	};
	const storage = { getItem: blocked, setItem: blocked };
	expect(() => saveHold(hold('a'), storage)).not.toThrow();
	expect(readHolds(0, storage)).toEqual([]);
});
