import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { formatsFor } from '#shared/lib/formats.ts';
import { nextStepText, reasonText } from './verdict-texts.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const formats = formatsFor('en-GB');

const nextStep = (opensAt: string | null) =>
	nextStepText(
		i18n,
		{ verdict: 'not_yet_valid', guestName: 'Ada', previous: null, opensAt, timeZone: 'UTC' },
		formats,
	);

test('an entrance that opens soon is told by the hour, another day with its day', () => {
	const soon = new Date(Date.now() + 3_600_000).toISOString();
	expect(nextStep(soon)).toContain(`at ${formats.time(soon, 'UTC')}, when`);
	const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
	expect(nextStep(later)).toContain(formats.dateTime(later, 'UTC'));
	expect(nextStep(null)).toContain('when this entrance opens');
});

test.each([
	[{ verdict: 'accepted' as const, addOn: 'Parking' }, 'Accepted as “Parking”. Not an entry ticket.'],
	[{ verdict: 'accepted' as const }, 'Ada is checked in.'],
	[{ verdict: 'accepted' as const, addOn: null }, 'Ada is checked in.'],
	[{ verdict: 'already_checked_in' as const, addOn: 'Parking' }, '“Parking” was already used.'],
	[{ verdict: 'cancelled' as const, addOn: 'Parking' }, 'Ada’s ticket was cancelled.'],
])('%o reads “%s”', (facts, text) =>
	expect(reasonText(i18n, { guestName: 'Ada', previous: null, timeZone: 'UTC', ...facts }, formats)).toBe(
		text,
	),
);
