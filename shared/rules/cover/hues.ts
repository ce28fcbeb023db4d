import { hashText } from '../seeded-random.ts';

/** The colours of a cover without its drawing: for screens that show its light, and load the picture later or never. */

/**
 * The hue of what has no colour, such as a grey picture: its page, ticket and mails are in ink. Outside the circle, so that it is no
 * colour of anybody's; as an angle it is a readable orange.
 */
export const NO_HUE = 400;

/** What a cover is made from: the event's id (or the organiser's shuffle) and its category. */
export interface CoverSeed {
	seed: string;
	category?: string;
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

/** Which pairs belong to a category: what a concert looks like is not what a run looks like. Others take any. */
const PAIRS_OF: Readonly<Record<string, readonly number[]>> = {
	technology: [8, 12, 14, 15, 16, 17],
	business: [10, 12, 15, 17, 18],
	science: [12, 14, 16, 19, 20],
	education: [5, 9, 10, 13, 18],
	arts: [0, 2, 13, 21, 22, 23],
	music: [16, 19, 20, 21, 22, 23],
	film: [0, 2, 16, 17, 19],
	food: [0, 1, 5, 7, 9],
	sports: [0, 7, 8, 13, 15, 17],
	health: [8, 9, 10, 11, 12],
	community: [0, 2, 13, 18, 22, 23],
	charity: [0, 2, 22, 23],
	family: [1, 7, 13, 18, 22],
	fashion: [0, 2, 21, 22, 23],
	hobbies: [7, 9, 11, 14, 20],
	outdoors: [7, 8, 9, 10, 11],
	politics: [0, 15, 16, 17],
	religion: [10, 17, 18, 20],
	seasonal: [0, 1, 10, 21],
	travel: [8, 12, 13, 14, 18],
};

/** The two hues that a cover is mixed from. */
export function huesOf(from: CoverSeed) {
	const place = hashText(`hue\n${keyOf(from)}`);
	const pairs = Object.hasOwn(PAIRS_OF, from.category ?? '') ? PAIRS_OF[from.category ?? ''] : undefined;
	return HUE_PAIRS[pairs ? pairs[place % pairs.length]! : place % HUE_PAIRS.length]!;
}

/** Orange to yellow: dark enough to be read, they are brown and olive. */
const isMurky = (hue: number) => hue > 45 && hue < 120;

/** The hue of a cover, 0 to 360: the event's own light on its page, ticket and mails. That of the ground, where it stays a colour in text. */
export function coverHue(from: CoverSeed): number {
	const [ground, figure] = huesOf(from);
	return isMurky(ground) ? figure : ground;
}
