import { describe, expect, test } from 'vitest';
import { correctBuyer } from './correct-buyer.ts';
import { readBuyer, saveBuyer } from './remembered-buyer.ts';

describe('the remembered buyer', () => {
	function storage(first?: string) {
		const stored = new Map<string, string>(first === undefined ? [] : [['foyer.buyer', first]]);
		return {
			getItem: (key: string) => stored.get(key) ?? null,
			setItem: (key: string, value: string) => void stored.set(key, value),
			removeItem: (key: string) => void stored.delete(key),
		};
	}
	test('is read as it was stored, and deleted', () => {
		const device = storage();
		saveBuyer({ name: 'Ada', email: 'ada@example.org' }, device);
		expect(readBuyer(device)).toEqual({ name: 'Ada', email: 'ada@example.org' });
		saveBuyer(null, device);
		expect(readBuyer(device)).toBeNull();
	});
	test('learns a correction of its own name or address, and of nobody else’s', () => {
		const device = storage('{"name":"Ada","email":"ada@exmaple.org"}');
		correctBuyer('name', 'Charles', 'Charlotte', device);
		correctBuyer('email', 'ada@exmaple.org', 'ada@example.org', device);
		expect(readBuyer(device)).toEqual({ name: 'Ada', email: 'ada@example.org' });
		const other = storage();
		correctBuyer('name', 'Ada', 'Bo', other);
		expect(readBuyer(other)).toBeNull();
	});
	test.each(['', 'null', '{', '[]', '{"name":1,"email":"x"}'])('%s is nobody', (text) =>
		expect(readBuyer(storage(text))).toBeNull(),
	);
	test('a device without storage remembers nobody', () => {
		const denied = () => {
			throw new Error('denied');
		};
		expect(readBuyer({ getItem: denied })).toBeNull();
		expect(() => saveBuyer(null, { setItem: denied, removeItem: denied })).not.toThrow();
	});
});
