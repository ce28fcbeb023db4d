import { fillSheet, n, type Sheet, tag } from './sheet.ts';

const POINTS = 14;

/** A closed curve through points, as cubic Béziers (Catmull-Rom). */
function closedCurve(points: readonly (readonly [number, number])[]): string {
	const at = (index: number) => points[(index + points.length) % points.length]!;
	let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
	for (let index = 0; index < points.length; index++) {
		const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
		const handles = [
			from[0] + (to[0] - before[0]) / 6,
			from[1] + (to[1] - before[1]) / 6,
			to[0] - (after[0] - from[0]) / 6,
			to[1] - (after[1] - from[1]) / 6,
			to[0],
			to[1],
		];
		// From the second curve on the first handle mirrors the one before it: the short form says so.
		path += index === 0 ? `C${handles.map(n).join(' ')}` : `S${handles.slice(2).map(n).join(' ')}`;
	}
	return `${path}z`;
}

/** A landscape from above: sheets of cut paper, each a step higher and lighter, with a fine line on each edge. */
export function drawContours(sheet: Sheet): string {
	const { width, height, random, palette } = sheet;
	const { mix, light } = palette;
	const rings = 13;
	const waves = [2, 3, 5].map((count) => ({
		count,
		phase: random.between(0, Math.PI * 2),
		drift: random.between(-0.16, 0.16),
		size: random.between(0.1, 0.24) / Math.sqrt(count),
	}));
	const cx = width * random.between(0.25, 0.75);
	const cy = height * random.between(0.3, 0.7);
	const largest = Math.hypot(Math.max(cx, width - cx), Math.max(cy, height - cy)) * 1.25;
	const isSunk = random.chance(0.5);
	const colourAt = (share: number) => {
		const height = isSunk ? 1 - share : share;
		if (light === 'night') return mix(0.22 + 0.5 * height, 0.05 + 0.12 * height, height);
		if (light === 'dyed') return mix(0.48 + 0.42 * height, 0.17 - 0.08 * height, height);
		return mix(0.95 - 0.36 * height, 0.03 + 0.14 * height, height);
	};
	const line = light === 'day' ? palette.bright : mix(0.95, 0.05, 0.6);
	let shapes = '';
	for (let ring = 1; ring <= rings; ring++) {
		const share = ring / rings;
		const radius = largest * (1 - share) ** 0.92 + 44;
		const points = Array.from({ length: POINTS }, (_, index) => {
			const angle = (index / POINTS) * Math.PI * 2;
			const bulge = waves.reduce(
				(sum, wave) => sum + wave.size * Math.sin(wave.count * angle + wave.phase + wave.drift * ring),
				1,
			);
			return [
				cx + radius * bulge * Math.cos(angle) * 1.15,
				cy + radius * bulge * Math.sin(angle) * 0.9,
			] as const;
		});
		shapes += tag('path', { d: closedCurve(points), fill: colourAt(share) });
	}
	return (
		fillSheet(sheet, colourAt(0)) +
		tag('g', { stroke: line, 'stroke-opacity': '.45', 'stroke-width': '1.6' }, shapes)
	);
}
