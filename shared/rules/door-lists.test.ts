import { expect, test } from 'vitest';
import { isNarrowed } from './door-lists.ts';

const all = { ticketTypeIds: null, opensAtMs: null, closesAtMs: null };

test.each([
	['the same', all, all, false],
	['fewer types', all, { ...all, ticketTypeIds: ['a'] }, true],
	['another type', { ...all, ticketTypeIds: ['a'] }, { ...all, ticketTypeIds: ['b'] }, true],
	['one type more', { ...all, ticketTypeIds: ['a'] }, { ...all, ticketTypeIds: ['a', 'b'] }, false],
	['all types again', { ...all, ticketTypeIds: ['a'] }, all, false],
	['opens later', { ...all, opensAtMs: 1 }, { ...all, opensAtMs: 2 }, true],
	['opens at all', all, { ...all, opensAtMs: 2 }, true],
	['closes earlier', { ...all, closesAtMs: 2 }, { ...all, closesAtMs: 1 }, true],
	['closes later', { ...all, closesAtMs: 1 }, { ...all, closesAtMs: 2 }, false],
])('%s', (_, before, after, expected) => expect(isNarrowed(before, after)).toBe(expected));
