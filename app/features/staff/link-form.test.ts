import { expect, test } from 'vitest';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { defaultStaffAbilities } from '#shared/rules/staff-abilities.ts';
import { linkBody, linkValues } from './link-form.ts';

test('a new link runs a door, and sells where it is made to', () => {
	expect(linkValues(null, 'Main gate', 'UTC').abilities).toEqual(defaultStaffAbilities);
	const selling = linkValues(null, 'Box office', 'UTC', true);
	expect(selling.abilities).toEqual([...defaultStaffAbilities, 'sell_at_door']);
	expect(linkBody(selling, 'UTC')).toMatchObject({ label: 'Box office', abilities: selling.abilities });
});

test('a link that is edited has the same rights', () => {
	const link = { label: 'Main gate', abilities: ['scan'], listIds: null } as unknown as StaffLink;
	expect(linkValues(link, '', 'UTC', true).abilities).toEqual(['scan']);
});
