import { describe, expect, test } from 'vitest';
import type { ListedGroup } from '#shared/contracts/groups.ts';
import { bodyOf, changesOf, checkValues, placesOf, valuesOf } from './group-form.ts';

const event = {
	timeZone: 'Europe/Lisbon',
	startsAt: '2027-06-20T19:00:00.000Z',
	endsAt: '2027-06-20T23:00:00.000Z',
};
const now = new Date('2027-05-01T12:00:00.000Z');
const each = { pays: 'each', taken: 0, now, isDeadlineNew: true } as const;
const filled = {
	...{ name: ' Chess club ', leaderName: 'Ada Lovelace', leaderEmail: ' ada@example.org ' },
	...{ ticketTypeId: 'seat', places: '12', deadlineAt: '2027-06-13T20:00' },
};

describe('the form of a group', () => {
	test('proposes a deadline a week before the event, unless that is over', () => {
		expect(valuesOf(null, event, now).deadlineAt).toBe('2027-06-13T20:00');
		expect(valuesOf(null, event, new Date('2027-06-14T12:00:00.000Z')).deadlineAt).toBeNull();
	});

	test('names what is missing, by field', () => {
		expect(checkValues(valuesOf(null, event, now), event, each)).toEqual({
			...{ name: 'missing', leaderName: 'missing', leaderEmail: 'not-an-email' },
			...{ ticketTypeId: 'no-ticket', places: 'not-a-count' },
		});
		expect(checkValues(filled, event, each)).toEqual({});
		const problem = (part: Partial<typeof filled>, on: object = {}) =>
			checkValues({ ...filled, ...part }, event, { ...each, ...on });
		expect(problem({ places: '201' })).toEqual({ places: 'not-a-count' });
		expect(problem({ places: '1.5' })).toEqual({ places: 'not-a-count' });
		expect(problem({ places: '3' }, { taken: 4 })).toEqual({ places: 'below-taken' });
		expect(problem({ deadlineAt: '2027-04-01T12:00' })).toEqual({ deadlineAt: 'deadline-passed' });
		// One that is over may stay as it is while something else is changed.
		expect(problem({ deadlineAt: '2027-04-01T12:00' }, { isDeadlineNew: false })).toEqual({});
		expect(problem({ deadlineAt: '2027-06-20T20:01' })).toEqual({ deadlineAt: 'deadline-too-late' });
		// Of an order there is nothing but the name and the leader.
		expect(problem({ places: '', deadlineAt: '', ticketTypeId: '' }, { pays: 'leader' })).toEqual({});
	});

	test('sends what was typed, and of a change only that', () => {
		expect(bodyOf(filled, event)).toEqual({
			...{ pays: 'each', name: 'Chess club', leaderName: 'Ada Lovelace', leaderEmail: 'ada@example.org' },
			...{ ticketTypeId: 'seat', places: 12, deadlineAt: '2027-06-13T19:00:00.000Z' },
		});
		const group = {
			...{ name: 'Chess club', leaderName: 'Ada', leaderEmail: 'ada@example.org', places: 12 },
			...{ ticketType: { id: 'seat', name: 'Seat' }, deadlineAt: '2027-06-13T19:00:00.000Z' },
		} as ListedGroup;
		const before = valuesOf(group, event, now);
		expect(changesOf(before, before, event)).toEqual({});
		expect(changesOf(before, { ...before, places: '14' }, event)).toEqual({ places: 14 });
		expect(changesOf(before, { ...before, deadlineAt: '2027-06-14T20:00' }, event)).toEqual({
			deadlineAt: '2027-06-14T19:00:00.000Z',
		});
	});

	test('reads figures of any script', () => {
		expect(placesOf({ ...filled, places: ' １２ ' })).toBe(12);
		expect(placesOf({ ...filled, places: 'twelve' })).toBe(0);
	});
});
