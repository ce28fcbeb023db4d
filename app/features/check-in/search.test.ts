import { expect, test } from 'vitest';
import { matchesGuest } from './search.ts';

const guest = { guestName: 'Zoë Ångström-Müller', guestEmail: 'zoe@example.org' };

test.each(['zoe', 'ZOË', 'muller ang', 'example.org', 'ångström zoe'])('%s finds the guest', (typed) => {
	expect(matchesGuest(guest, typed)).toBe(true);
});

test.each(['zoo', 'zoe smith'])('%s does not', (typed) => {
	expect(matchesGuest(guest, typed)).toBe(false);
});
