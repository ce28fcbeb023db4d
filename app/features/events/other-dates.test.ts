import { expect, test } from 'vitest';
import { otherDatesFirst } from './other-dates.ts';

test('events that are called the same come first, without the event itself', () => {
	const event = { id: '1', title: 'Pub quiz' };
	const coming = [
		{ id: '2', title: 'Lantern walk' },
		{ id: '1', title: 'Pub quiz' },
		{ id: '3', title: 'pub quiz ' },
		{ id: '4', title: 'Pub quiz for children' },
		{ id: '5', title: 'Pub quiz' },
	];
	expect(otherDatesFirst(event, coming).map(({ id }) => id)).toEqual(['3', '5', '2', '4']);
});
