import { describe, expect, test } from 'vitest';
import { storedGuest } from '#tests/support/door-guests.ts';
import { GuestBook } from './guest-book.ts';
import { NEVER_IN } from './model.ts';

const names = (rows: { length: number; at(index: number): { name: string } }) =>
	Array.from({ length: rows.length }, (_, index) => rows.at(index).name);

describe('the guest book', () => {
	test('shows those who may come, by name, wherever they were put in', () => {
		const book = new GuestBook(true);
		book.put([storedGuest('Zoë'), storedGuest('Ada'), storedGuest('Max', { state: 'cancelled' })]);
		expect(names(book.find('', 'main'))).toEqual(['Ada', 'Zoë']);
		book.put([storedGuest('Émile'), storedGuest('Held', { state: 'unpaid' })]);
		expect(names(book.find(' ', 'main'))).toEqual(['Ada', 'Émile', 'Zoë']);
		expect(names(book.find('e', 'main'))).toEqual(['Ada', 'Émile', 'Zoë']);
		expect(names(book.find('mil', 'main'))).toEqual(['Émile']);
	});

	test('finds by the hash of a code, and a rotated code only by the new one', () => {
		const book = new GuestBook(true);
		const ada = storedGuest('Ada', { codeHash: 'one' });
		book.put([ada]);
		expect(book.findByHash('one', 'main')?.name).toBe('Ada');
		book.put([{ ...ada, codeHash: 'two' }]);
		expect(book.findByHash('one', 'main')).toBeNull();
		expect(book.findByHash('two', 'main')?.name).toBe('Ada');
		// The list that the screen asks for every minute holds no hashes.
		book.put([{ ...ada, codeHash: '' }]);
		expect(book.findByHash('two', 'main')?.name).toBe('Ada');
	});

	test('what this device did lies over the news of others until the server has answered for it', () => {
		const book = new GuestBook(true);
		const ada = storedGuest('Ada');
		book.put([ada]);
		book.mark('main', ada.id, { firstInMs: 2, insideSinceMs: 2, device: 'Gate 1' });
		book.setPresence('main', ada.id, NEVER_IN);
		book.put([ada]);
		expect(book.get(ada.id, 'main')).toMatchObject({ firstInMs: 2, device: 'Gate 1' });
		book.setPresence('main', ada.id, { firstInMs: 1, insideSinceMs: 1, device: 'Gate 2' });
		expect(book.get(ada.id, 'main')?.device).toBe('Gate 1');
		book.mark('main', ada.id, null);
		expect(book.get(ada.id, 'main')).toMatchObject({ firstInMs: 1, device: 'Gate 2' });
		// Another list is another matter.
		expect(book.get(ada.id, 'lounge')).toMatchObject({ firstInMs: 0, insideSinceMs: 0 });
	});

	test('who is gone is found no more, a replaced code is known as one', () => {
		const book = new GuestBook(true);
		book.put([storedGuest('Ada', { id: 'ada', codeHash: 'new' }), storedGuest('Max', { id: 'max' })]);
		book.retire(['old', 'new']);
		expect([book.isRetired('old'), book.isRetired('new'), book.isRetired('other')]).toEqual([
			true,
			false,
			false,
		]);
		book.remove(['max', 'nobody']);
		expect(names(book.find('', 'main'))).toEqual(['Ada']);
	});

	test('a party is the others of the order who are not in yet', () => {
		const book = new GuestBook(true);
		book.put(['Ada', 'Bo', 'Cy', 'Di'].map((name) => storedGuest(name, { id: name, group: 'order-1' })));
		book.put([storedGuest('Eve', { id: 'Eve', group: 'order-2' }), storedGuest('Solo', { id: 'Solo' })]);
		book.mark('main', 'Bo', { firstInMs: 5, insideSinceMs: 5, device: '' });
		expect(book.partyOf('Ada', 'main').map(({ name }) => name)).toEqual(['Cy', 'Di']);
		expect(book.partyOf('Eve', 'main')).toEqual([]);
		expect(book.partyOf('Solo', 'main')).toEqual([]);
	});

	test('who joins a group is shown to those who were there before, and who leaves it no longer', () => {
		const book = new GuestBook(true);
		const put = (name: string, group: string) => book.put([storedGuest(name, { id: name, group })]);
		const partyOf = (id: string) => book.partyOf(id, 'main').map(({ name }) => name);
		// Alone in a group of guests with orders of their own, until the next one comes.
		put('Ada', 'group-1');
		expect(partyOf('Ada')).toEqual([]);
		put('Bo', '');
		put('Bo', 'group-1');
		put('Cy', 'group-1');
		expect([partyOf('Ada'), partyOf('Bo')]).toEqual([
			['Bo', 'Cy'],
			['Ada', 'Cy'],
		]);
		put('Bo', '');
		put('Cy', 'order-1');
		put('Di', 'order-1');
		expect(['Ada', 'Bo', 'Cy'].map(partyOf)).toEqual([[], [], ['Di']]);
	});

	test('masked addresses are not searched: their domain would find nearly everybody', () => {
		const guests = [storedGuest('Ada', { email: 'a•••@example.org' })];
		const masked = new GuestBook(false);
		masked.put(guests);
		expect(masked.find('example', 'main').length).toBe(0);
		const whole = new GuestBook(true);
		whole.put(guests);
		expect(whole.find('example', 'main').length).toBe(1);
	});

	test('who is in stands apart from who is to come; a row that was seen stays in place', () => {
		const book = new GuestBook(true);
		const at = (ms: number) => ({ firstInMs: ms, insideSinceMs: ms, device: '' });
		book.put(['Ada', 'Bo', 'Cy', 'Di', 'Zoe'].map((name) => storedGuest(name, { id: name })));
		book.setPresence('main', 'Bo', at(1));
		const split = (typed = '', seen = book.arrivals('main'), mostStaying = 20) => {
			const { toCome, arrived, arrivedCount, count } = book.findByArrival(typed, 'main', seen, mostStaying);
			return [names(toCome), names(arrived), arrivedCount, count];
		};
		expect(split()).toEqual([['Ada', 'Cy', 'Di', 'Zoe'], ['Bo'], 1, 5]);
		expect(split('b')).toEqual([[], ['Bo'], 1, 1]);
		// By another device, by the server's answer, by this device.
		const seen = book.arrivals('main');
		book.setPresence('main', 'Ada', at(2));
		book.settle('main', 'Cy', at(3));
		book.mark('main', 'Di', at(4));
		expect(split('', seen)).toEqual([['Ada', 'Cy', 'Di', 'Zoe'], ['Bo'], 4, 5]);
		expect(split('', seen, 2)).toEqual([['Zoe'], ['Ada', 'Bo', 'Cy', 'Di'], 4, 5]);
		expect(split()).toEqual([['Zoe'], ['Ada', 'Bo', 'Cy', 'Di'], 4, 5]);
		expect(split('', book.arrivals('main', 'Di'))).toEqual([['Di', 'Zoe'], ['Ada', 'Bo', 'Cy'], 4, 5]);
		// Where nobody is still to come, there is no list for a row to stay in.
		expect(split('d', seen)).toEqual([[], ['Ada', 'Di'], 2, 2]);
		// Taken back here, whatever the server still says.
		book.mark('main', 'Ada', NEVER_IN);
		expect(split()).toEqual([['Ada', 'Zoe'], ['Bo', 'Cy', 'Di'], 3, 5]);
		// Who joins the list later has no row that was seen.
		book.put([storedGuest('Eve', { id: 'Eve' })]);
		book.setPresence('main', 'Eve', at(5));
		expect(split('', seen)).toEqual([['Ada', 'Cy', 'Di', 'Zoe'], ['Bo', 'Eve'], 4, 6]);
		// Another list is another matter.
		expect(book.findByArrival('', 'lounge', book.arrivals('lounge'), 20).arrivedCount).toBe(0);
	});

	test('100 000 guests: a letter looks at each once, the next letter only at what is left', () => {
		const book = new GuestBook(true);
		book.put(
			Array.from({ length: 100_000 }, (_, n) =>
				storedGuest(`Guest ${String(n).padStart(6, '0')}`, { id: `id-${n}`, codeHash: `hash-${n}` }),
			),
		);
		expect(book.find('', 'main').length).toBe(100_000);
		expect(book.looks).toBe(0);
		const wide = book.find('0999', 'main');
		expect(book.looks).toBe(100_000);
		const narrow = book.find('09999', 'main');
		expect(book.looks).toBe(100_000 + wide.length);
		expect(narrow.at(0).name).toBe('Guest 009999');
		expect(book.findByHash('hash-77777', 'main')?.name).toBe('Guest 077777');
	});
});
