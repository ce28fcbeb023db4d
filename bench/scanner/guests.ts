import { GuestBook } from '#app/features/check-in/offline/guest-book.ts';
import { localVerdict } from '#app/features/check-in/offline/local-verdict.ts';
import type { StoredGuest } from '#app/features/check-in/offline/model.ts';
import { hashTicketCode } from '#shared/rules/door-hash.ts';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import { randomFrom } from '#tests/support/scan-pictures.ts';
import { addTable } from './report.ts';

/** A door of a hundred thousand guests on one core: opening the list, searching as one types, deciding without a server. */

const COUNT = 100_000;
const FIRST = ['Ada', 'Zoë', 'Łukasz', 'María José', 'Nguyễn', 'Olu', 'Søren', 'Grace', 'Jürgen', 'Amélie'];
const LAST = [
	'Lovelace',
	'Ångström',
	'Żółć',
	'García',
	'Văn',
	'Adeyemi',
	'Møller',
	'Hopper',
	'Müller',
	'Dubois',
];

function guests(): StoredGuest[] {
	const random = randomFrom(3);
	const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
	return Array.from({ length: COUNT }, (_, n) => ({
		id: `guest-${n}`,
		name: `${pick(FIRST)} ${pick(LAST)} ${Math.floor(random() * 1e6).toString(36)}`,
		email: `guest${n}@people.example`,
		ticketTypeId: 'standard',
		ticketTypeName: 'Standard',
		codeHash: `hash-${n}`,
		state: 'active',
		group: '',
	}));
}

const LIST = {
	id: 'main',
	name: 'Entrance',
	ticketTypeIds: null,
	opensAt: null,
	closesAt: null,
	countsExits: false,
	allowsReentry: false,
};

async function median(rounds: number, act: (round: number) => unknown): Promise<string> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const began = performance.now();
		await act(round);
		times.push(performance.now() - began);
	}
	times.sort((a, b) => a - b);
	return `${times[Math.floor(rounds / 2)]!.toFixed(2)} / ${times.at(-1)!.toFixed(2)}`;
}

/** Median and worst in milliseconds; a phone takes four to eight times as long. */
export async function printGuests(): Promise<void> {
	const all = guests();
	const rows: Record<string, string> = {};
	let book = new GuestBook(true);
	rows['open the list'] = await median(5, () => {
		book = new GuestBook(true);
		book.put(all);
		book.find('', 'main');
	});
	for (const typed of ['a', 'an', 'ang', 'zoe ang', 'møller ada', 'guest77777', 'nobody at all'])
		rows[`search for "${typed}" from nothing`] = await median(15, () => {
			book.find('xyzzy-other', 'main');
			return book.find(typed, 'main').length;
		});
	const letters = 'zoë ångström';
	rows['the next letter of "zoë ångström"'] = await median(letters.length, (n) =>
		book.find(letters.slice(0, n + 1), 'main'),
	);
	const codes = Array.from({ length: 50 }, (_, n) => encodeTicketCode(new Uint8Array(16).fill(n)));
	rows['hash, look up, decide'] = await median(50, async (n) => {
		const hash = await hashTicketCode('salt', codes[n]!);
		return localVerdict(book.findByHash(hash, 'main'), LIST, 'in', Date.now());
	});
	addTable(
		`A door of ${COUNT} guests`,
		Object.fromEntries(Object.entries(rows).map(([name, ms]) => [name, { 'median / worst in ms': ms }])),
	);
}
