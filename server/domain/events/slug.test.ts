import { expect, test } from 'vitest';
import { isUsableSlug, MAX_MADE_SLUG, reservedSlugs } from '#server/domain/events/reserved-slugs.ts';
import { slugFromTitle, withSuffix } from './slug.ts';

test.each([
	['Introduction to R (beginners and pre-beginners)', 'introduction-to-r-beginners-and-pre-beginners'],
	['Köln Übung & Straße', 'koln-ubung-and-strasse'],
	["People's café", 'peoples-cafe'],
	['Łódź  Ruby   Øresund', 'lodz-ruby-oresund'],
	['Привет, мир', 'privet-mir'],
	['გამარჯობა', 'gamarjoba'],
	['Ελλάδα 2027', 'ellada-2027'],
	['한국어', 'hangugeo'],
	['ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
	['I♥R', 'i-hearts-r'],
	['Party 🎉🎉', 'party'],
	['R', 'event-r'],
	['🎉', 'an-event'],
	['!!!', 'an-event'],
	['Dashboard', 'dashboard-event'],
	['API docs', 'api-docs-event'],
	['  ', 'an-event'],
])('%s', (title, slug) => {
	expect(slugFromTitle(title)).toBe(slug);
});

test('long titles are cut at a word, and one endless word in itself', () => {
	const slug = slugFromTitle(
		'An afternoon of talks about databases, their history and the people who build them today',
	);
	expect(slug.length).toBeLessThanOrEqual(MAX_MADE_SLUG);
	expect(slug).toBe('an-afternoon-of-talks-about-databases-their-history-and-the');
	expect(slugFromTitle('x'.repeat(300))).toBe('x'.repeat(MAX_MADE_SLUG));
});

test('a suffix keeps a slug usable and makes it another', () => {
	const slug = withSuffix('python-day');
	expect(slug).toMatch(/^python-day-[a-z2-9]{4}$/);
	expect(isUsableSlug(slug)).toBe(true);
	expect(withSuffix('python-day')).not.toBe(slug);
});

test('what can be no slug', () => {
	for (const slug of ['', 'Upper', 'a--b', '-a', 'a-', 'a b', 'ä', 'a/b', '..', ...reservedSlugs])
		expect(isUsableSlug(slug), slug).toBe(false);
});
