import { NUMERAL_HEIGHT, NUMERALS } from './numerals.ts';
import { fillSheet, n, type Sheet, tag } from './sheet.ts';

/** The day of the month, larger than the sheet, over two flat forms. */
export function drawPoster(sheet: Sheet): string {
	const { width, height, random, palette, id, day = 1 } = sheet;
	const { mix, light } = palette;
	const isDark = light === 'night';
	const ink = isDark ? mix(0.8, 0.15, 0.9) : light === 'dyed' ? mix(0.96, 0.04, 0.3) : mix(0.58, 0.2, 0.05);
	const form = isDark ? mix(0.46, 0.17, 0.1) : light === 'dyed' ? mix(0.5, 0.18, 0.1) : mix(0.86, 0.13, 1);
	const second = isDark ? mix(0.36, 0.11, 0.6) : light === 'dyed' ? mix(0.8, 0.14, 1) : mix(0.9, 0.07, 0.2);
	// Where the figure crosses the forms it changes its colour, as two printed inks do.
	const crossing = isDark
		? mix(0.94, 0.07, 0.8)
		: light === 'dyed'
			? mix(0.9, 0.15, 1)
			: mix(0.42, 0.16, 0.5);

	const digits = String(day)
		.split('')
		.map((digit) => NUMERALS[Number(digit)]!);
	const natural = digits.reduce((sum, digit) => sum + digit.width, 0);
	const scale = Math.min((height * random.between(0.92, 1.12)) / NUMERAL_HEIGHT, (width * 0.94) / natural);
	const span = natural * scale;
	const x = random.pick([width * 0.05, (width - span) / 2, width * 0.95 - span]);
	const y = (height - NUMERAL_HEIGHT * scale) * random.between(0.4, 0.6);
	let advance = 0;
	const figure = digits
		.map((digit) => {
			const path = tag('path', {
				d: digit.path,
				transform: advance ? `translate(${n(advance)})` : undefined,
			});
			advance += digit.width;
			return path;
		})
		.join('');
	const place = `translate(${n(x)} ${n(y)})scale(${scale.toFixed(3)})`;

	const radius = height * random.between(0.3, 0.46);
	const disc = tag('circle', {
		cx: width * random.between(0.3, 0.75),
		cy: height * random.between(0.3, 0.75),
		r: radius,
	});
	const slab = random.chance(0.5)
		? tag('rect', { y: height * random.between(0.55, 0.75), width, height: height * 0.5, fill: second })
		: tag('rect', { x: width * random.between(0.5, 0.72), width, height, fill: second });
	return (
		`<defs><clipPath id="${id}c">${disc}</clipPath></defs>` +
		fillSheet(sheet, palette.ground) +
		slab +
		tag('g', { fill: form }, disc) +
		tag('g', { fill: ink, id: `${id}n`, transform: place }, figure) +
		tag('g', { 'clip-path': `url(#${id}c)`, fill: crossing }, tag('g', { transform: place }, figure))
	);
}
