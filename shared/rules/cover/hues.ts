import { hashText } from '../seeded-random.ts';

/** The colours of a cover without its drawing: for screens that show its light, and load the picture later or never. */

/** What a cover is made from: the event's id (or the organiser's shuffle) and its category. */
export interface CoverSeed {
	seed: string;
	category?: string;
	/** Day of the month at the event's place, 1 to 31. Without it the family of big numerals is not used. */
	day?: number;
}

/** What a seed and a category come to: one text, one picture. */
export const keyOf = ({ seed, category = '' }: CoverSeed) => `${seed}\n${category}`;

/** Ground hue and figure hue, chosen by eye: neighbours that glow and opposites that hold. */
export const HUE_PAIRS: readonly (readonly [ground: number, figure: number])[] = [
	[35, 350],
	[28, 85],
	[18, 300],
	[50, 12],
	[65, 25],
	[82, 140],
	[92, 40],
	[105, 160],
	[125, 195],
	[140, 90],
	[155, 230],
	[168, 120],
	[180, 250],
	[195, 60],
	[205, 275],
	[215, 165],
	[228, 310],
	[242, 30],
	[255, 75],
	[266, 330],
	[282, 205],
	[300, 40],
	[325, 55],
	[345, 275],
];

/** The two hues that a cover is mixed from. */
export function huesOf(from: CoverSeed) {
	return HUE_PAIRS[hashText(`hue\n${keyOf(from)}`) % HUE_PAIRS.length]!;
}

/** The hue of a cover's ground, 0 to 360: the event's own light on its page, ticket and mails. */
export function coverHue(from: CoverSeed): number {
	return huesOf(from)[0];
}
