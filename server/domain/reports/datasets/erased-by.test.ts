import { expect, test } from 'vitest';
import { openColumns } from '../listeners.ts';
import { datasets } from './catalogue.ts';

/** Personal columns that name nobody who can be erased as a guest: members and devices at cash desks, and codes. */
const nobodyErased = ['cash_drawers', 'codes'];

test('a dataset with personal columns says what erases the people in it', () => {
	const all = Object.values(datasets);
	const personal = all.filter(
		({ columns, answered }) => answered || Object.values(columns).some((column) => column.isPersonal),
	);
	expect(personal.length).toBeGreaterThan(8);
	const lacking = personal.filter(({ id, erasedBy }) => erasedBy.length === 0 && !nobodyErased.includes(id));
	expect(lacking.map(({ id }) => id)).toEqual([]);
	const needless = all.filter((dataset) => dataset.erasedBy.length > 0 && !personal.includes(dataset));
	expect(needless.map(({ id }) => id)).toEqual([]);
});

test('names that are shown without the right to see guests are found by their columns', () => {
	const open = openColumns('orders.guest-erased');
	expect(open.waitlist).toEqual(['name', 'email']);
	expect(open.attendees).toEqual([]);
	expect(open).not.toHaveProperty('events');
});
