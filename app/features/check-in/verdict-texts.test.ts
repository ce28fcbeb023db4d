import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { verdicts } from '#shared/contracts/check-in.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { nextStepText, reasonText, spokenText, verdictWord } from './verdict-texts.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const formats = formatsFor('en-GB');

const nextStep = (opensAt: string | null) =>
	nextStepText(
		i18n,
		{ verdict: 'not_yet_valid', guestName: 'Ada', previous: null, opensAt, timeZone: 'UTC' },
		formats,
	);

test('an entrance that opens soon is named by the hour, another day with its day', () => {
	const soon = new Date(Date.now() + 3_600_000).toISOString();
	expect(nextStep(soon)).toContain(`at ${formats.time(soon, 'UTC')}, when`);
	const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
	expect(nextStep(later)).toContain(formats.dateTime(later, 'UTC'));
	expect(nextStep(null)).toContain('when this entrance opens');
});

test.each(verdicts)('%s is spoken without empty words, with or without a guest', (verdict) => {
	for (const guestName of ['', ' ', 'Ada'])
		for (const ticketTypeName of ['', 'Day ticket', 'Is it full?']) {
			const facts = { verdict, guestName: guestName.trim(), previous: null, timeZone: 'UTC' };
			const spoken = spokenText([
				verdictWord(i18n, { kind: 'error', verdict }),
				guestName,
				ticketTypeName,
				reasonText(i18n, facts, formats),
				nextStepText(i18n, facts, formats),
			]);
			expect(spoken).toMatch(/^(?:\S+ )*\S+[.!?]$/);
			expect(spoken).not.toMatch(/undefined|null|[.?!]\.|(?:^|\s)[.,:]/);
		}
});

test('a verdict that nobody could give says what is known', () => {
	const word = verdictWord(i18n, { kind: 'error', verdict: null });
	expect(spokenText([word, '', undefined, 'No connection.  Try again.', null])).toBe(
		'Try again. No connection. Try again.',
	);
	expect(spokenText([word, '—', '…'])).toBe('Try again.');
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
