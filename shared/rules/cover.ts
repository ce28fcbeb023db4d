import { drawArches } from './cover/arches.ts';
import { drawContours } from './cover/contours.ts';
import { drawDots } from './cover/dots.ts';
import { type CoverSeed, HUE_PAIRS, huesOf, keyOf } from './cover/hues.ts';
import { drawMesh } from './cover/mesh.ts';
import { type Light, makePalette } from './cover/palette.ts';
import * as scenes from './cover/scenes.ts';
import { SHORT_SIDE, type Sheet, tag } from './cover/sheet.ts';
import { drawWeave } from './cover/weave.ts';
import { hashText, randomFrom } from './seeded-random.ts';

/**
 * Pictures without files: the same seed gives the same picture on every machine, in every format. Screens, mails, the
 * preview image, wallet passes and calendars all draw from here, so an event looks the same everywhere.
 */

const DRAW = {
	mesh: drawMesh,
	dots: drawDots,
	weave: drawWeave,
	contours: drawContours,
	arches: drawArches,
	record: scenes.drawRecord,
	sound: scenes.drawSound,
	slices: scenes.drawSlices,
	table: scenes.drawTable,
	lanes: scenes.drawLanes,
	hills: scenes.drawHills,
	orbits: scenes.drawOrbits,
	books: scenes.drawBooks,
	cutouts: scenes.drawCutouts,
	beam: scenes.drawBeam,
	petals: scenes.drawPetals,
	bunting: scenes.drawBunting,
	balloons: scenes.drawBalloons,
	hearts: scenes.drawHearts,
	town: scenes.drawTown,
	ribbons: scenes.drawRibbons,
	rays: scenes.drawRays,
} as const satisfies Record<string, (sheet: Sheet) => string>;
/** A way to draw a cover. */
export type CoverFamily = keyof typeof DRAW;
export const COVER_FAMILIES = Object.keys(DRAW) as CoverFamily[];

const ANY: readonly CoverFamily[] = [
	'mesh',
	'dots',
	'weave',
	'contours',
	'arches',
	'cutouts',
	'ribbons',
	'rays',
];
/** Which of them belong to a category. */
const FAMILIES_OF: Readonly<Record<string, readonly CoverFamily[]>> = {
	technology: ['dots', 'weave', 'mesh', 'orbits'],
	business: ['town', 'arches', 'weave'],
	science: ['orbits', 'dots'],
	education: ['books', 'orbits'],
	arts: ['cutouts', 'mesh', 'arches'],
	music: ['record', 'sound'],
	film: ['beam'],
	food: ['slices', 'table'],
	sports: ['lanes', 'rays'],
	health: ['petals', 'mesh'],
	community: ['bunting', 'petals', 'balloons'],
	charity: ['hearts', 'petals'],
	family: ['balloons', 'bunting'],
	fashion: ['ribbons', 'cutouts'],
	hobbies: ['weave', 'cutouts', 'dots'],
	outdoors: ['hills', 'contours'],
	politics: ['rays', 'town'],
	religion: ['arches', 'rays'],
	seasonal: ['bunting', 'petals', 'rays'],
	travel: ['hills', 'town'],
};

export interface CoverFormat {
	/** Size in CSS pixels; any ratio between 1:4 and 4:1. */
	width: number;
	height: number;
	/** Paper grain; for large pictures on screens only, since it costs time to paint and prints as dirt. */
	hasGrain?: boolean;
}

/** Categories whose pictures are never of a night: on dark brown a balloon is sad. */
const BRIGHT = [
	'community',
	'family',
	'charity',
	'food',
	'health',
	'education',
	'hobbies',
	'outdoors',
	'seasonal',
	'fashion',
];

/** How the cover of a seed is drawn. */
export function coverFamily(from: CoverSeed): CoverFamily {
	const { category = '' } = from;
	const families = Object.hasOwn(FAMILIES_OF, category) ? FAMILIES_OF[category]! : ANY;
	return families[hashText(`family\n${keyOf(from)}`) % families.length]!;
}

const GRAIN =
	'<filter id="ID" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1.4 -.5"/></filter>';

function wrap(
	size: { width: number; height: number },
	sheet: Sheet,
	content: string,
	hasGrain = false,
): string {
	const { width, height, id } = sheet;
	const grain = hasGrain
		? `<defs>${GRAIN.replace('ID', `${id}g`)}</defs><rect width="${width}" height="${height}" filter="url(#${id}g)" opacity=".22" style="mix-blend-mode:overlay"/>`
		: '';
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">${content}${grain}</svg>`;
}

function sheetFor(
	key: string,
	format: { width: number; height: number },
	hues: readonly [number, number],
	lights?: readonly Light[],
): Sheet {
	const ratio = Math.max(0.25, Math.min(4, format.width / format.height)) || 1;
	const random = randomFrom(key);
	return {
		width: Math.round(ratio >= 1 ? SHORT_SIDE * ratio : SHORT_SIDE),
		height: Math.round(ratio >= 1 ? SHORT_SIDE : SHORT_SIDE / ratio),
		random,
		palette: makePalette(random, hues, lights && random.pick(lights)),
		id: `c${hashText(key).toString(36)}`,
	};
}

/** An event's cover as an SVG document, under 12 kB, without text, scripts or references outside itself. */
export function makeCover(from: CoverSeed, format: CoverFormat): string {
	const lights = BRIGHT.includes(from.category ?? '') ? (['day', 'dyed'] as const) : undefined;
	const sheet = sheetFor(keyOf(from), format, huesOf(from), lights);
	return wrap(format, sheet, DRAW[coverFamily(from)](sheet), format.hasGrain);
}

/** A picture for someone or something without one: two forms on a flat ground, quiet enough to set initials on. */
export function makeAvatar(seed: string, options: { size: number; initials?: string }): string {
	const from = { seed: `avatar\n${seed}` };
	const { size, initials = '' } = options;
	const { random, palette, id } = sheetFor(keyOf(from), { width: 1, height: 1 }, huesOf(from));
	const { mix } = palette;
	const side = SHORT_SIDE;
	const turn = random.pick([0, 90, 180, 270]);
	const forms =
		tag('circle', {
			cx: side * random.between(0.1, 0.4),
			cy: side * random.between(0.6, 0.95),
			r: 260,
			fill: mix(0.52, 0.14, 0.6),
		}) +
		tag('circle', {
			cx: side * random.between(0.7, 1),
			cy: side * random.between(0, 0.3),
			r: 190,
			fill: mix(0.6, 0.14, 1),
		});
	const text = initials
		? tag(
				'text',
				{
					x: side / 2,
					y: side / 2,
					dy: '.35em',
					'text-anchor': 'middle',
					'font-family': 'Inter,Arial,Helvetica,sans-serif',
					'font-weight': 600,
					'font-size': initials.length > 2 ? 190 : 250,
					fill: '#fff',
				},
				escapeXml(initials),
			)
		: '';
	const ground = tag('rect', { width: side, height: side, fill: mix(0.45, 0.12, 0) });
	return wrap(
		{ width: size, height: size },
		{ width: side, height: side, random, palette, id },
		`${ground}<g transform="rotate(${turn} 300 300)">${forms}</g>${text}`,
	);
}

/** A picture for a place that has none: doorways, always by day. */
export function makeVenuePicture(seed: string, format: CoverFormat): string {
	const key = `venue\n${seed}`;
	const hues = HUE_PAIRS[hashText(key) % HUE_PAIRS.length]!;
	const sheet = sheetFor(key, format, hues);
	const day = { ...sheet, palette: makePalette(sheet.random, hues, 'day') };
	return wrap(format, day, drawArches(day), format.hasGrain);
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text made safe for XML: markup characters named, characters that XML cannot hold left out. */
function escapeXml(text: string): string {
	return text
		.toWellFormed()
		.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
		.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
