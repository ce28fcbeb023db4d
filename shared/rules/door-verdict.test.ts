import { describe, expect, test } from 'vitest';
import { hashTicketCode, packId, unpackId } from './door-hash.ts';
import { judgeScan } from './door-verdict.ts';

const list = {
	ticketTypeIds: null,
	opensAtMs: null,
	closesAtMs: null,
	allowsReentry: false,
	countsExits: false,
};
const ticket = { status: 'active', ticketTypeId: 'vip' } as const;
const outside = { isInside: false, isUsed: false };
const inside = { isInside: true, isUsed: true };
const judge = (more: Partial<Parameters<typeof judgeScan>[0]>) =>
	judgeScan({ ticket, list, presence: outside, direction: 'in', atMs: 100, ...more });

describe('verdicts', () => {
	test.each([
		['accepted', {}],
		['unknown_code', { ticket: null }],
		['cancelled', { ticket: { ...ticket, status: 'cancelled' } }],
		['unpaid', { ticket: { ...ticket, status: 'unpaid' } }],
		['wrong_list', { list: { ...list, ticketTypeIds: ['day'] } }],
		['accepted', { list: { ...list, ticketTypeIds: ['vip'] } }],
		['not_yet_valid', { list: { ...list, opensAtMs: 101 } }],
		['accepted', { list: { ...list, opensAtMs: 100, closesAtMs: 101 } }],
		['no_longer_valid', { list: { ...list, closesAtMs: 100 } }],
		['already_checked_in', { presence: inside }],
		['cancelled', { presence: inside, ticket: { ...ticket, status: 'cancelled' } }],
		['already_checked_in', { presence: { isInside: false, isUsed: true } }],
		['left', { direction: 'out', presence: inside }],
		['not_inside', { direction: 'out' }],
		['left', { direction: 'out', presence: inside, ticket: { ...ticket, status: 'cancelled' } }],
		['unknown_code', { direction: 'out', ticket: null }],
	] as const)('%s %#', (verdict, more) => {
		expect(judge(more)).toBe(verdict);
	});
});

describe('what the device keeps', () => {
	test('a hash depends on code and salt', async () => {
		const one = await hashTicketCode('salt', '0123456789ABCDEFGHJKMNPQRS');
		expect(one).toMatch(/^[\w-]{12}$/);
		expect(await hashTicketCode('salt', '0123456789ABCDEFGHJKMNPQRS')).toBe(one);
		expect(await hashTicketCode('other', '0123456789ABCDEFGHJKMNPQRS')).not.toBe(one);
		expect(await hashTicketCode('salt', '0123456789ABCDEFGHJKMNPQRT')).not.toBe(one);
	});

	test('ids come back as they were', () => {
		const id = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
		expect(packId(id)).toMatch(/^[\w-]{22}$/);
		expect(unpackId(packId(id))).toBe(id);
	});
});
