import { createHash } from 'node:crypto';
import { coverImage } from '../../platform/images.ts';
import type { EventRow } from './event-rows.ts';

type CoverFields = Pick<
	EventRow,
	'id' | 'title' | 'category' | 'coverFile' | 'coverAlt' | 'coverSeed' | 'themeHue'
>;

/** What the generated cover of an event is drawn from. */
export function coverSeedOf(event: Pick<CoverFields, 'id' | 'coverSeed'>): string {
	return event.coverSeed || event.id;
}

const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Where an event's cover is. Names change with the picture, so that browsers may keep it for ever. */
export function presentCover(event: CoverFields) {
	if (event.coverFile) {
		const stem = `/files/${event.coverFile}`;
		return {
			url: `${stem}-960.webp`,
			srcSet: coverImage.widths.map((width) => `${stem}-${width}.webp ${width}w`).join(', '),
			alt: event.coverAlt,
			isGenerated: false,
		};
	}
	return {
		url: `/covers/${event.id}.svg?v=${short(`${coverSeedOf(event)} ${event.category}`)}`,
		srcSet: '',
		alt: '',
		isGenerated: true,
	};
}

/** Hue of an event's page: the picture's, else that of the generated cover. */
export function themeHueOf(event: CoverFields): number {
	if (event.themeHue !== null) return event.themeHue;
	return createHash('sha256').update(coverSeedOf(event)).digest().readUInt16BE() % 360;
}
