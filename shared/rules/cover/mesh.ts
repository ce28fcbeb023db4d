import { fillSheet, type Sheet, tag } from './sheet.ts';

/** Soft lights that run into each other, and one clear disc among them. */
export function drawMesh(sheet: Sheet): string {
	const { width, height, random, palette, id } = sheet;
	const { mix, light } = palette;
	const strong: [number, number] = light === 'night' ? [0.6, 0.19] : [0.74, 0.16];
	const lights = [
		mix(...strong, 1),
		mix(strong[0] - 0.06, strong[1] + 0.02, 0.15),
		mix(strong[0] + 0.1, strong[1] - 0.03, 0.6),
		mix(light === 'night' ? 0.42 : 0.86, light === 'night' ? 0.16 : 0.1, 0.85),
		mix(light === 'night' ? 0.78 : 0.92, 0.09, 0.35),
	];
	const corners = [
		[0.05, 0.1],
		[0.95, 0.15],
		[0.15, 0.95],
		[0.9, 0.95],
		[0.5, 0.5],
	] as const;
	const turn = random.whole(0, 4);
	let definitions = '';
	let shapes = '';
	lights.forEach((colour, index) => {
		const [x, y] = corners[(index + turn) % corners.length]!;
		const stops = [
			[0, 1],
			[0.45, 0.62],
			[1, 0],
		] as const;
		definitions += tag(
			'radialGradient',
			{ id: `${id}${index}` },
			stops
				.map(
					([offset, opacity]) =>
						`<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
				)
				.join(''),
		);
		shapes += tag('ellipse', {
			cx: width * (x + random.between(-0.12, 0.12)),
			cy: height * (y + random.between(-0.15, 0.15)),
			rx: Math.max(width, height) * random.between(0.42, 0.62),
			ry: height * random.between(0.65, 0.95),
			fill: `url(#${id}${index})`,
		});
	});
	const isWarm = random.chance(0.5);
	const disc = isWarm ? mix(0.97, 0.05, 0.8) : mix(light === 'night' ? 0.8 : 0.66, 0.2, 1);
	definitions += tag(
		'linearGradient',
		{ id: `${id}d`, gradientTransform: `rotate(${random.whole(60, 120)} .5 .5)` },
		`<stop stop-color="${disc}"/><stop offset="1" stop-color="${disc}" stop-opacity="0"/>`,
	);
	const radius = random.between(130, 210);
	shapes += tag('circle', {
		cx: width * random.between(0.28, 0.72),
		cy: height * random.between(0.35, 0.65),
		r: radius,
		fill: `url(#${id}d)`,
	});
	return `<defs>${definitions}</defs>${fillSheet(sheet, palette.ground)}${shapes}`;
}
