import { coverImage } from '#server/platform/images.ts';
import { type CoverSeed, coverHue, NO_HUE } from '#shared/rules/cover/hues.ts';
import { hashText } from '#shared/rules/seeded-random.ts';
import type { EventRow } from './event-rows.ts';

type SeedFields = Pick<EventRow, 'id' | 'category' | 'coverSeed'>;
type CoverFields = SeedFields & Pick<EventRow, 'coverFile' | 'coverAlt' | 'themeHue'>;

/** The seed of an event’s generated cover: its id or the organiser's shuffle and its category. */
export function coverSeedOf(event: SeedFields): Required<CoverSeed> {
	return {
		seed: event.coverSeed || event.id,
		category: event.category,
	};
}

/** Where an event's cover is. Names change with the picture, so that browsers may cache it for ever. */
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
	const { seed, category } = coverSeedOf(event);
	return {
		url: `/covers/${event.id}.svg?v=${hashText(`${seed} ${category}`).toString(36)}`,
		srcSet: '',
		alt: '',
		isGenerated: true,
	};
}

/** Hue of an event's page: the picture's, which may have none, else that of the generated cover. */
export function themeHueOf(event: CoverFields): number {
	if (event.themeHue !== null) return event.themeHue;
	return event.coverFile ? NO_HUE : coverHue(coverSeedOf(event));
}
