import { fillSheet, n, type Sheet, tag } from './sheet.ts';

/** A doorway standing on the lower edge: two uprights and a half circle. */
function doorway(x: number, top: number, radius: number, foot: number, fill: string): string {
	return tag('path', {
		d: `M${n(x - radius)} ${n(foot)}V${n(top + radius)}a${n(radius)} ${n(radius)} 0 0 1 ${n(2 * radius)} 0V${n(foot)}z`,
		fill,
	});
}

/** Doorways within doorways, side by side in steps, and a sun or moon behind. */
export function drawArches(sheet: Sheet): string {
	const { width, height, random, palette } = sheet;
	const { mix, light } = palette;
	const isDark = light === 'night';
	const columns = Math.max(2, Math.round(width / random.pick([230, 300, 380])));
	const pitch = width / columns;
	const bands = random.whole(3, 5);
	const rises = random.chance(0.5);
	const peak = random.whole(0, columns - 1);
	const isFlipped = random.chance(0.3);
	let shapes = tag('circle', {
		cx: width * random.between(0.2, 0.8),
		cy: height * random.between(0.18, 0.4),
		r: random.between(60, 130),
		fill: isDark ? mix(0.9, 0.11, 0.9) : mix(0.88, 0.14, 1),
	});
	for (let column = 0; column < columns; column++) {
		const share = columns === 1 ? 0.5 : column / (columns - 1);
		const away = Math.abs(column - peak);
		const top = rises ? height * (0.62 - 0.42 * share) : height * (0.16 + 0.13 * away);
		const middle = pitch * (column + 0.5);
		const outer = pitch / 2;
		for (let band = 0; band < bands; band++) {
			const radius = outer * (1 - band / bands);
			const depth = band / (bands - 1);
			const alternates = column % 2 === 1;
			const hue = alternates ? 1 - depth : depth;
			const lightness = isDark
				? 0.36 + 0.46 * depth
				: light === 'dyed'
					? 0.46 + 0.42 * depth
					: 0.86 - 0.34 * depth;
			const chroma = isDark ? 0.12 + 0.04 * depth : 0.15;
			shapes += doorway(middle, top + outer - radius, radius, height + 2, mix(lightness, chroma, hue));
		}
		const opening = (outer / bands) * 0.42;
		shapes += doorway(
			middle,
			top + outer - opening,
			opening,
			height + 2,
			isDark ? palette.deep : palette.bright,
		);
	}
	const ground = light === 'dyed' ? mix(0.78, 0.12, 0.1) : palette.ground;
	const group = isFlipped ? tag('g', { transform: `matrix(-1 0 0 1 ${n(width)} 0)` }, shapes) : shapes;
	return fillSheet(sheet, ground) + group;
}
