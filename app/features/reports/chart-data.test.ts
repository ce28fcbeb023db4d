import { expect, test } from 'vitest';
import type { ShownColumn } from '#shared/contracts/reports.ts';
import { chartOf } from './chart-data.ts';

const column = (id: string, role: ShownColumn['role'], grain: ShownColumn['grain'] = null): ShownColumn => ({
	...{ id, role, grain, form: null, label: id, choices: [] },
	type: role === 'measure' ? 'number' : 'text',
});
const group = column('status', 'group');
const day = column('createdAt', 'group', 'day');
const tickets = column('tickets', 'measure');
const rows = [
	['a', 3],
	['b', 1],
];

test('one group is bars, a time is a line, a choice of its own counts', () => {
	expect(chartOf([group, tickets], rows, 'auto')?.kind).toBe('bar');
	expect(chartOf([day, tickets], rows, 'auto')?.kind).toBe('line');
	expect(chartOf([day, tickets], rows, 'bar')?.kind).toBe('bar');
	expect(chartOf([group, tickets], rows, 'none')).toBeNull();
});

test('lists, several groups, several currencies and single rows are tables', () => {
	expect(chartOf([column('name', 'column'), column('email', 'column')], rows, 'auto')).toBeNull();
	const chartOfTwo = (columns: ShownColumn[], first: string, second: string) => {
		const two = [
			['a', first, 1],
			['b', second, 1],
		];
		return chartOf(columns, two, 'auto');
	};
	expect(chartOfTwo([group, day, tickets], '2027-01-01', '2027-01-01')).toBeNull();
	const money = [group, column('currency', 'group'), tickets];
	expect(chartOfTwo(money, 'EUR', 'USD')).toBeNull();
	expect(chartOfTwo(money, 'EUR', 'EUR')?.measure).toBe(2);
	expect(chartOf([group, tickets], [['a', 3]], 'auto')).toBeNull();
});

test('bars beyond twenty are left to the table', () => {
	const many = Array.from({ length: 30 }, (_, index) => [`g${index}`, index]);
	expect(chartOf([group, tickets], many, 'auto')).toMatchObject({ isCut: true, points: { length: 20 } });
});
