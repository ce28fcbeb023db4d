import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';
import { isUsableSlug, MAX_MADE_SLUG } from '#server/domain/events/reserved-slugs.ts';

const suffixAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A slug for a title: transliterated from any script, small letters, digits and hyphens, cut at a word, never a path of the
 * product. It may be taken already; `withSuffix` makes the next try.
 */
export function slugFromTitle(title: string): string {
	const words = anyAscii(title.normalize('NFKC').replaceAll(/\p{Emoji_Presentation}/gu, ' '))
		.toLowerCase()
		.replaceAll(/['’`]/g, '')
		.replaceAll('&', ' and ')
		.split(/[^a-z0-9]+/)
		.filter(Boolean);
	let slug = '';
	for (const word of words) {
		const longer = slug === '' ? word : `${slug}-${word}`;
		if (longer.length > MAX_MADE_SLUG) break;
		slug = longer;
	}
	if (slug === '') slug = (words[0] ?? '').slice(0, MAX_MADE_SLUG);
	// Shorter ones are hardly names, and a lone number or letter says nothing.
	if (slug.length < 3) slug = slug === '' ? 'an-event' : `event-${slug}`;
	return isUsableSlug(slug) ? slug : `${slug}-event`;
}

/** The slug with a short random end, for a title that others had before. */
export function withSuffix(slug: string, length = 4): string {
	const suffix = Array.from(randomBytes(length), (byte) => suffixAlphabet[byte % suffixAlphabet.length]).join(
		'',
	);
	return `${slug}-${suffix}`;
}

/** Whether a slug is the one of a title, with or without a random end. */
export function isMadeFrom(slug: string, title: string): boolean {
	const made = slugFromTitle(title);
	return (
		slug === made || (slug.startsWith(`${made}-`) && /^[a-z2-9]{4,8}$/.test(slug.slice(made.length + 1)))
	);
}
