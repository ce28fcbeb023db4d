/**
 * The Unicode Bidirectional Algorithm (UAX #9) for a line without explicit marks, which are taken out of what is drawn: classes by the
 * properties that JavaScript knows, rules W2 to W7, N0 to N2, I1, I2 and L1.
 */

type Class = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'ON' | 'WS';

const classes: [Class, RegExp][] = [
	['WS', /^\s/],
	['AN', /^[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/],
	['EN', /^[0-9\u06f0-\u06f9²³¹⁰⁴-⁹₀-₉]/],
	['AL', /^(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u],
	[
		'R',
		/^\u200f|^(?=\p{L}|\p{N})[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u,
	],
	['ES', /^[+\-−⁺⁻₊₋]/],
	['CS', /^[,./:\u00a0\u060c⁄]/],
	['ET', /^[#%°′″٪‰‱\p{Sc}]/u],
	['L', /^[\p{L}\p{N}\p{M}\u200e]/u],
];
const classOf = (cluster: string): Class => classes.find(([, form]) => form.test(cluster))?.[0] ?? 'ON';

/** Brackets that belong together (BidiBrackets.txt, of the scripts that names and addresses use). */
const pairs = [
	'()',
	'[]',
	'{}',
	'⟨⟩',
	'⟪⟫',
	'〈〉',
	'《》',
	'「」',
	'『』',
	'【】',
	'〔〕',
	'（）',
	'［］',
	'｛｝',
];
/** Others that face the other way in a text from right to left (BidiMirroring.txt). */
const mirrored = [...pairs, '<>', '«»', '‹›', '≤≥', '≪≫'];
const closers = new Map(pairs.map((pair) => [pair.charAt(0), pair.charAt(1)]));
const mirrors = new Map(
	mirrored.flatMap(([left = '', right = '']) => [
		[left, right],
		[right, left],
	]),
);

/** The character that is drawn for another in a text from right to left. */
export const mirrorOf = (character: string): string => mirrors.get(character) ?? character;

const rightToLeft =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Whether the first letter that has a direction runs from right to left. */
export const isRightToLeft = (line: string): boolean => rightToLeft.test(/\p{L}/u.exec(line)?.[0] ?? '');

/** The level of each cluster of a line: even from left to right, odd from right to left. @param base that of the line */
export function levelsOf(clusters: readonly string[], base: 0 | 1): number[] {
	const own: Class = base === 1 ? 'R' : 'L';
	const types = clusters.map(classOf);
	resolveNumbers(types, own);
	resolveBrackets(clusters, types, own);
	resolveNeutrals(types, own);
	const levels = types.map((type) => {
		if (type === 'L') return base === 1 ? 2 : 0;
		if (type === 'R') return 1;
		return 2;
	});
	for (let at = clusters.length - 1; at >= 0 && /^\s/.test(clusters[at] ?? ''); at -= 1) levels[at] = base;
	return levels;
}

/** W2 to W7. */
function resolveNumbers(types: Class[], own: Class): void {
	let strong = own;
	for (const [at, type] of types.entries()) {
		if (type === 'L' || type === 'R' || type === 'AL') strong = type;
		else if (type === 'EN' && strong === 'AL') types[at] = 'AN';
	}
	for (const [at, type] of types.entries()) {
		if (type === 'AL') types[at] = 'R';
		const [before, after] = [types[at - 1], types[at + 1]];
		const joins = type === 'ES' ? before === 'EN' : type === 'CS' && (before === 'EN' || before === 'AN');
		if (joins && before === after) types[at] = before as Class;
	}
	for (let at = 0; at < types.length; at += 1) {
		let end = at;
		while (types[end] === 'ET') end += 1;
		if (end > at && (types[at - 1] === 'EN' || types[end] === 'EN')) types.fill('EN', at, end);
		at = Math.max(at, end - 1);
	}
	strong = own;
	for (const [at, type] of types.entries()) {
		if (type === 'ES' || type === 'ET' || type === 'CS') types[at] = 'ON';
		else if (type === 'L' || type === 'R') strong = type;
		else if (type === 'EN' && strong === 'L') types[at] = 'L';
	}
}

/** A type as neutrals see it: numbers run like right to left. */
const sideOf = (type: Class | undefined): 'L' | 'R' | null => {
	if (type === 'L') return 'L';
	return type === 'R' || type === 'EN' || type === 'AN' ? 'R' : null;
};

/** N0: brackets take the direction of the line if there is any of it between them, else that before them if it is the same as inside. */
function resolveBrackets(clusters: readonly string[], types: Class[], own: Class): void {
	const open: { closer: string; at: number }[] = [];
	const found: [start: number, end: number][] = [];
	for (const [at, cluster] of clusters.entries()) {
		if (types[at] !== 'ON') continue;
		const closer = closers.get(cluster);
		if (closer !== undefined) {
			if (open.length === 63) break;
			open.push({ closer, at });
			continue;
		}
		const match = open.findLastIndex((one) => one.closer === cluster);
		if (match < 0) continue;
		found.push([(open[match] as { at: number }).at, at]);
		open.length = match;
	}
	for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
		const inside = types.slice(start + 1, end).map(sideOf);
		let side: 'L' | 'R' | null = null;
		if (inside.includes(sideOf(own))) side = sideOf(own);
		else if (inside.some((one) => one !== null)) {
			const before =
				types
					.slice(0, start)
					.map(sideOf)
					.findLast((one) => one !== null) ?? sideOf(own);
			side = before === sideOf(own) ? before : own === 'L' ? 'R' : 'L';
		}
		if (side !== null) {
			types[start] = side;
			types[end] = side;
		}
	}
}

/** N1 and N2: between two of one direction that direction, else that of the line. */
function resolveNeutrals(types: Class[], own: Class): void {
	for (let at = 0; at < types.length; at += 1) {
		let end = at;
		while (end < types.length && (types[end] === 'ON' || types[end] === 'WS')) end += 1;
		if (end === at) continue;
		const [before, after] = [types[at - 1], types[end]].map((type) => sideOf(type ?? own));
		types.fill(before === after ? (before as Class) : own, at, end);
		at = end;
	}
}
