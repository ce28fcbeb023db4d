import { randomBytes } from 'node:crypto';
import anyAscii from 'any-ascii';

/** A slug for an organisation's name: transliterated from any script, small letters, digits and hyphens, 3 to 60 long. */
export function organisationSlug(name: string): string {
	const slug = anyAscii(name.normalize('NFKC'))
		.toLowerCase()
		.replaceAll(/['’`]/g, '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.slice(0, 60)
		.replaceAll(/^-+|-+$/g, '');
	return slug.length < 3 ? `organisation${slug && '-'}${slug}` : slug;
}

/** The slug with a random end, for a name that others had before. */
export function withRandomEnd(slug: string): string {
	return `${slug.slice(0, 52)}-${randomBytes(4).toString('hex').slice(0, 6)}`;
}
