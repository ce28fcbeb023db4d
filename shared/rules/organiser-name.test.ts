import { expect, test } from 'vitest';
import { organiserNameFromEmail } from './organiser-name.ts';

test.each([
	['nora@example.org', 'Nora'],
	['nora.winter+events@example.org', 'Nora Winter'],
	['info_team-berlin@example.org', 'Info Team Berlin'],
	['', ''],
])('%s suggests %s', (email, name) => {
	expect(organiserNameFromEmail(email)).toBe(name);
});
