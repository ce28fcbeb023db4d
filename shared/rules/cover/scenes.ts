import { fillSheet, n, type Sheet, tag } from './sheet.ts';

/** Drawings that say what an event is for: one or two of them belong to each category. */

const turned = (degrees: number, x: number, y: number) => `rotate(${n(degrees)} ${n(x)} ${n(y)})`;
const disc = (cx: number, cy: number, r: number, fill: string) => tag('circle', { cx, cy, r, fill });
/** Long strips have larger parts, so that a picture stays small in bytes too. */
const coarseness = ({ width, height }: Sheet) => Math.max(1, Math.sqrt((width * height) / 640_000));
/** Colours of a scene: ground, and five inks from the ground's hue to the figure's. */
function inksOf({ palette: { mix, light } }: Sheet) {
	const isDark = light === 'night';
	const steps = isDark
		? ([0.42, 0.56, 0.7, 0.8, 0.92] as const)
		: light === 'dyed'
			? ([0.42, 0.56, 0.78, 0.88, 0.97] as const)
			: ([0.45, 0.6, 0.72, 0.83, 0.99] as const);
	return {
		ground: isDark ? mix(0.25, 0.07, 0) : light === 'dyed' ? mix(0.68, 0.15, 0) : mix(0.94, 0.04, 0.1),
		deep: mix(steps[0], 0.14, 0.1),
		strong: mix(steps[1], 0.18, 0),
		figure: mix(steps[2], 0.17, 1),
		soft: mix(steps[3], 0.12, 0.7),
		bright: mix(steps[4], 0.03, 0.6),
	};
}

/** A record, larger than the sheet, and the arm above it. */
export function drawRecord(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const cx = width * random.pick([0.18, 0.5, 0.82]);
	const cy = height * random.pick([0.12, 0.5, 0.9]);
	const radius = Math.min(Math.max(width, height) * 0.6, 520);
	let grooves = '';
	for (let r = radius * 0.42; r < radius * 0.97; r += random.between(16, 30))
		grooves += tag('circle', { cx, cy, r });
	return (
		fillSheet(sheet, ground) +
		disc(width - cx, height - cy, radius * random.between(0.3, 0.55), figure) +
		disc(cx, cy, radius, deep) +
		tag('g', { fill: 'none', stroke: strong, 'stroke-width': 3 }, grooves) +
		disc(cx, cy, radius * 0.36, soft) +
		disc(cx, cy, radius * 0.22, figure) +
		disc(cx, cy, 14, bright)
	);
}

/** Bars of sound, mirrored at the middle of the sheet. */
export function drawSound(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, strong, figure, soft, bright } = inksOf(sheet);
	const pitch = random.pick([34, 44, 58]);
	const beats = random.between(2.2, 4.6);
	const phase = random.between(0, 6);
	let bars = '';
	for (let x = pitch / 2, at = 0; x < width; x += pitch, at++) {
		const swell = 0.5 + 0.5 * Math.sin((x / width) * Math.PI * beats + phase);
		const tall = height * (0.06 + 0.8 * swell * random.between(0.45, 1));
		bars += tag('path', {
			d: `M${n(x)} ${n((height - tall) / 2)}v${n(tall)}`,
			stroke: [strong, figure, soft, figure, bright][at % 5],
		});
	}
	return (
		fillSheet(sheet, ground) + tag('g', { 'stroke-width': n(pitch * 0.56), 'stroke-linecap': 'round' }, bars)
	);
}

/** Slices of fruit on a cloth. */
export function drawSlices(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const pitch = random.between(280, 350) * coarseness(sheet);
	let shapes = '';
	for (let row = -0.5; row * pitch < height + pitch; row++) {
		for (let column = row % 1 === 0 ? 0 : -0.5; column * pitch < width + pitch; column++) {
			const x = (column + (Math.round(row * 2) % 4 === 1 ? 0.5 : 0)) * pitch + random.between(-24, 24);
			const y = row * pitch * 0.86 + random.between(-24, 24);
			const r = pitch * random.between(0.34, 0.45);
			const [rind, flesh] = random.pick([
				[strong, soft],
				[figure, bright],
				[deep, figure],
			]);
			const parts = random.whole(7, 9);
			let wedges = '';
			for (let part = 0; part < parts; part++)
				wedges += `M${n(x)} ${n(y)}L${[0.12, 0.88]
					.map((side) => {
						const angle = ((part + side) / parts) * Math.PI * 2;
						return `${n(x + r * 0.78 * Math.cos(angle))} ${n(y + r * 0.78 * Math.sin(angle))}`;
					})
					.join('L')}z`;
			shapes +=
				disc(x, y, r, rind) +
				disc(x, y, r * 0.88, bright) +
				tag('path', {
					d: wedges,
					fill: flesh === bright ? soft : flesh,
					stroke: flesh === bright ? soft : flesh,
					'stroke-width': 10,
					'stroke-linejoin': 'round',
				});
		}
	}
	return fillSheet(sheet, ground) + shapes;
}

/** Plates and bowls on a laid table, seen from above. */
export function drawTable(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const pitch = random.between(300, 360) * Math.min(1.4, coarseness(sheet));
	let shapes = tag('rect', { y: height * 0.36, width, height: height * 0.28, fill: soft });
	for (let x = random.between(-60, 90), at = 0; x < width + pitch / 2; x += pitch, at++) {
		for (const y of [height * 0.16, height * 0.84]) {
			const r = pitch * random.between(0.34, 0.4);
			const [food, garnish] = random.pick([
				[figure, deep],
				[strong, soft],
				[deep, figure],
			]);
			const angle = random.between(0, 6);
			shapes +=
				disc(x, y, r, bright) +
				disc(x, y, r * 0.72, food) +
				disc(x + r * 0.25 * Math.cos(angle), y + r * 0.25 * Math.sin(angle), r * 0.3, garnish) +
				tag('path', {
					d: `M${n(x + r * 1.16)} ${n(y - r * 0.6)}v${n(r * 1.2)}`,
					stroke: deep,
					'stroke-width': 12,
					'stroke-linecap': 'round',
				});
		}
		shapes += disc(
			x + pitch * random.between(0.3, 0.6),
			height / 2,
			random.between(34, 58),
			at % 2 ? figure : strong,
		);
	}
	return fillSheet(sheet, ground) + shapes;
}

/** Lanes of a track in their bend, and a ball. */
export function drawLanes(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, strong, figure, soft, bright } = inksOf(sheet);
	const isLeft = random.chance(0.5);
	const cx = isLeft ? -width * 0.08 : width * 1.08;
	const cy = height * random.between(0.9, 1.3);
	const lane = random.between(64, 92);
	const inner = random.between(150, 260);
	let lanes = '';
	for (let at = 0; at < 7; at++)
		lanes += tag('circle', {
			...{ cx, cy, r: inner + at * lane, fill: 'none', 'stroke-width': lane - 8 },
			stroke: at % 3 === 1 ? figure : at % 3 === 2 ? soft : strong,
		});
	const lines = Array.from({ length: 8 }, (_, at) =>
		tag('circle', { cx, cy, r: inner + (at - 0.5) * lane }),
	).join('');
	return (
		fillSheet(sheet, ground) +
		lanes +
		tag('g', { fill: 'none', stroke: bright, 'stroke-width': 6 }, lines) +
		disc(
			isLeft ? width * 0.84 : width * 0.16,
			height * random.between(0.18, 0.3),
			random.between(50, 84),
			bright,
		)
	);
}

/** Hills, one behind the other, with a sun between them. */
export function drawHills(sheet: Sheet): string {
	const { width, height, random, palette } = sheet;
	const { mix, light } = palette;
	const isDark = light === 'night';
	const layers = random.whole(4, 5);
	let shapes = disc(
		width * random.between(0.2, 0.8),
		height * random.between(0.24, 0.42),
		random.between(64, 124),
		mix(isDark ? 0.93 : 0.9, 0.12, 1),
	);
	for (let layer = 1; layer <= layers; layer++) {
		const share = layer / layers;
		const y = height * (0.26 + 0.6 * share);
		const rise = random.between(50, 130);
		const step = width / random.whole(2, 4);
		let d = `M-9 ${n(y)}`;
		let up = random.chance(0.5) ? -1 : 1;
		for (let x = 0; x < width + step; x += step, up = -up)
			d += `q${n(step / 2)} ${n(up * rise)} ${n(step)} 0`;
		const lightness = isDark ? 0.5 - 0.3 * share : 0.86 - 0.42 * share;
		shapes += tag('path', { d: `${d}V${height + 9}H-9z`, fill: mix(lightness, 0.13, 0.5 - share / 2) });
	}
	return fillSheet(sheet, isDark ? mix(0.32, 0.09, 0.8) : mix(0.93, 0.06, 0.9)) + shapes;
}

/** Bodies on their orbits. */
export function drawOrbits(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, strong, figure, soft, bright } = inksOf(sheet);
	const cx = width * random.between(0.35, 0.65);
	const cy = height * random.between(0.4, 0.6);
	const flat = random.between(0.34, 0.6);
	let shapes = '';
	for (let at = 1; at <= 6; at++) {
		const rx = 90 + at * random.between(74, 92);
		const angle = random.between(0, Math.PI * 2);
		shapes +=
			tag('ellipse', {
				cx,
				cy,
				rx,
				ry: rx * flat,
				fill: 'none',
				stroke: soft,
				'stroke-width': 4,
				'stroke-opacity': '.6',
			}) +
			disc(
				cx + rx * Math.cos(angle),
				cy + rx * flat * Math.sin(angle),
				random.between(16, 46),
				random.pick([figure, soft, bright, strong]),
			);
	}
	const degrees = random.between(-32, 32);
	return (
		fillSheet(sheet, ground) +
		tag('g', { transform: turned(degrees, cx, cy) }, shapes) +
		disc(cx, cy, random.between(70, 104), figure)
	);
}

/** Books on two shelves. */
export function drawBooks(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	let shapes = '';
	for (const foot of [height * 0.47, height * 0.97]) {
		for (let x = random.between(-30, 10); x < width; ) {
			const wide = random.between(36, 78) * coarseness(sheet);
			const tall = height * random.between(0.27, 0.42);
			const fill = random.pick([deep, strong, strong, figure, figure, soft, bright]);
			const band = fill === bright || fill === soft ? strong : bright;
			const isLeaning = random.chance(0.12);
			const book =
				tag('rect', { x, y: foot - tall, width: wide - 5, height: tall, rx: 5, fill }) +
				tag('rect', {
					x,
					y: foot - tall * random.pick([0.84, 0.7, 0.3]),
					width: wide - 5,
					height: random.pick([9, 16, 34]),
					fill: band,
				});
			shapes += isLeaning ? tag('g', { transform: turned(9, x, foot) }, book) : book;
			x += isLeaning ? wide + tall * 0.18 : random.chance(0.08) ? wide + 54 : wide;
		}
		shapes += tag('rect', { y: foot, width, height: height * 0.03, fill: deep });
	}
	return fillSheet(sheet, ground) + shapes;
}

/** Shapes cut out of paper, on papers of other colours. */
export function drawCutouts(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const columns = Math.max(2, Math.round(width / random.pick([260, 320, 400])));
	const rows = Math.max(2, Math.round(height / 320));
	const [wide, tall] = [width / columns, height / rows];
	let shapes = '';
	for (let at = 0; at < columns * rows; at++) {
		const x = (at % columns) * wide;
		const y = Math.floor(at / columns) * tall;
		const [paper, cut] = random.pick([
			[strong, bright],
			[figure, deep],
			[soft, strong],
			[bright, figure],
			[deep, soft],
		]);
		const lobes = random.whole(5, 8);
		const r = Math.min(wide, tall) * 0.42;
		const [cx, cy] = [x + wide / 2, y + tall / 2];
		const from = random.between(0, 6);
		const point = (angle: number, far: number) =>
			`${n(cx + far * Math.cos(from + angle))} ${n(cy + far * Math.sin(from + angle))}`;
		let d = `M${point(0, r * 0.34)}`;
		for (let lobe = 0; lobe < lobes; lobe++) {
			const [a, b] = [lobe, lobe + 1].map((part) => (part / lobes) * Math.PI * 2) as [number, number];
			const far = r * random.between(0.8, 1.5);
			d += `C${point(a, far)} ${point(b, far)} ${point(b, r * 0.34)}`;
		}
		shapes +=
			tag('rect', { x, y, width: wide + 1, height: tall + 1, fill: paper }) +
			tag('path', { d: `${d}z`, fill: cut });
	}
	return fillSheet(sheet, ground) + shapes;
}

/** The light of a projector, and a strip of film. */
export function drawBeam(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const isLeft = random.chance(0.5);
	const y = height * random.between(0.2, 0.5);
	const beam = [0.46, 0.3, 0.14]
		.map((spread, at) =>
			tag('path', {
				d: `M-20 ${n(y)}L${n(width + 20)} ${n(y - height * spread)}V${n(y + height * spread * 1.2)}z`,
				fill: [strong, figure, soft][at],
			}),
		)
		.join('');
	const top = height * random.between(0.7, 0.78);
	const frame = random.between(160, 200) * coarseness(sheet);
	let strip = tag('rect', { y: top, width, height: 138, fill: deep });
	for (let x = random.between(-90, 0); x < width; x += frame) {
		strip += tag('rect', {
			x,
			y: top + 30,
			width: frame - 16,
			height: 78,
			rx: 6,
			fill: random.pick([soft, figure, bright]),
		});
		for (let hole = 0; hole < 4; hole++)
			for (const at of [9, 115])
				strip += tag('rect', {
					x: x + (hole * frame) / 4,
					y: top + at,
					width: 17,
					height: 14,
					rx: 4,
					fill: bright,
				});
	}
	const mirrored = isLeft ? beam : tag('g', { transform: `matrix(-1 0 0 1 ${n(width)} 0)` }, beam);
	return (
		fillSheet(sheet, ground) +
		mirrored +
		disc(isLeft ? 0 : width, y, 46, bright) +
		tag('g', { transform: turned(random.between(-5, 5), width / 2, top) }, strip)
	);
}

/** Flowers, each of translucent petals. */
export function drawPetals(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, strong, figure, soft, bright } = inksOf(sheet);
	const flower = (x: number, y: number, r: number, [petal, heart]: readonly [string, string]) => {
		const petals = random.whole(6, 11);
		let shapes = '';
		for (let at = 0; at < petals; at++)
			shapes += tag('ellipse', {
				...{ cx: x, cy: y - r * 0.56, rx: r * 0.27, ry: r * 0.52 },
				transform: turned((at * 360) / petals, x, y),
			});
		return tag('g', { fill: petal, 'fill-opacity': '.78' }, shapes) + disc(x, y, r * 0.2, heart);
	};
	const pairs = [
		[figure, bright],
		[soft, strong],
		[bright, figure],
		[strong, soft],
	] as const;
	const first = random.whole(0, 3);
	const places = [
		[0.24, 0.32, 250],
		[0.76, 0.66, 290],
		[0.6, 0.12, 170],
		[0.08, 0.92, 200],
		[0.98, 0.1, 190],
		[0.42, 0.96, 160],
	] as const;
	const isFlipped = random.chance(0.5);
	return (
		fillSheet(sheet, ground) +
		places
			.map(([x, y, r], at) =>
				flower(
					width * (isFlipped ? 1 - x : x) + random.between(-30, 30),
					height * y + random.between(-30, 30),
					r * random.between(0.85, 1.1),
					pairs[(first + at) % 4]!,
				),
			)
			.join('')
	);
}

/** Strings of flags, and confetti under them. */
export function drawBunting(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const colours = [figure, bright, strong, soft];
	let shapes = '';
	for (let row = 0; row < 3; row++) {
		const y = height * (0.05 + row * 0.24) + random.between(-16, 16);
		const sag = random.between(60, 120);
		const flags = Math.round(width / random.between(84, 104));
		const yAt = (share: number) => y + sag * 4 * share * (1 - share);
		let string = '';
		for (let at = 0; at < flags; at++) {
			const [from, to] = [at / flags, (at + 0.86) / flags];
			const middle = (from + to) / 2;
			string += tag('path', {
				d: `M${n(width * from)} ${n(yAt(from))}L${n(width * to)} ${n(yAt(to))}L${n(width * middle)} ${n(yAt(middle) + 92)}z`,
				fill: colours[(at + row) % 4],
			});
		}
		shapes +=
			string +
			tag('path', {
				d: `M0 ${n(y)}Q${n(width / 2)} ${n(y + sag * 2)} ${width} ${n(y)}`,
				fill: 'none',
				stroke: deep,
				'stroke-width': 5,
			});
	}
	for (let at = 0; at < 34; at++)
		shapes += disc(
			width * random.between(0, 1),
			height * random.between(0.72, 1),
			random.between(7, 17),
			colours[at % 4]!,
		);
	return fillSheet(sheet, ground) + shapes;
}

/** Balloons on their way up. */
export function drawBalloons(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const count = Math.max(3, Math.round(width / 150));
	let shapes = '';
	for (let at = 0; at < count; at++) {
		const x = (width * (at + 0.5)) / count + random.between(-30, 30);
		const y = height * random.between(0.2, 0.66);
		const r = random.between(76, 124);
		shapes +=
			tag('path', {
				d: `M${n(x)} ${n(y + r)}q${n(random.between(-40, 40))} 120 0 ${n(height)}`,
				fill: 'none',
				stroke: deep,
				'stroke-width': 4,
			}) +
			tag('ellipse', {
				cx: x,
				cy: y,
				rx: r * 0.84,
				ry: r,
				fill: [figure, strong, soft, bright][(at + random.whole(0, 1)) % 4],
			}) +
			tag('ellipse', {
				cx: x - r * 0.3,
				cy: y - r * 0.42,
				rx: r * 0.13,
				ry: r * 0.24,
				fill: bright,
				'fill-opacity': '.7',
			});
	}
	return fillSheet(sheet, ground) + shapes;
}

/** Hearts in rows, one of them large. */
export function drawHearts(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const heart = (x: number, y: number, s: number, fill: string) =>
		tag('path', {
			d: `M${n(x)} ${n(y + s)}C${n(x - s * 1.9)} ${n(y - s * 0.1)} ${n(x - s * 0.9)} ${n(y - s * 1.35)} ${n(x)} ${n(y - s * 0.45)}C${n(x + s * 0.9)} ${n(y - s * 1.35)} ${n(x + s * 1.9)} ${n(y - s * 0.1)} ${n(x)} ${n(y + s)}z`,
			fill,
		});
	const pitch = random.between(140, 180) * coarseness(sheet);
	let shapes = '';
	for (let row = 0; row * pitch * 0.9 < height + pitch; row++)
		for (let column = 0; column * pitch < width + pitch; column++)
			shapes += heart(
				(column + (row % 2) / 2) * pitch,
				row * pitch * 0.9,
				pitch * 0.24,
				random.pick([strong, soft, soft, bright]),
			);
	const s = random.between(190, 240);
	const x = width * random.between(0.3, 0.7);
	return (
		fillSheet(sheet, ground) +
		shapes +
		heart(x, height * 0.5, s * 1.12, ground) +
		heart(x, height * 0.5, s, figure) +
		heart(x, height * 0.5, s * 0.55, random.chance(0.5) ? deep : bright)
	);
}

/** A town of blocks with lit windows. */
export function drawTown(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	let shapes = disc(
		width * random.between(0.2, 0.8),
		height * random.between(0.2, 0.34),
		random.between(60, 110),
		figure,
	);
	for (const [lowest, highest, fills] of [
		[0.4, 0.74, [soft, strong]],
		[0.2, 0.5, [deep, figure, strong]],
	] as const)
		for (let x = random.between(-60, 0); x < width; ) {
			const wide = random.between(90, 170);
			const tall = height * random.between(lowest, highest);
			const fill = random.pick(fills);
			const cell = wide / random.whole(3, 4);
			let windows = '';
			for (let y = height - tall + 22; y < height; y += cell)
				for (let at = 0; at < wide / cell - 0.5; at++)
					if (random.chance(0.55)) windows += `M${n(x + cell * (at + 0.3))} ${n(y)}v${n(cell * 0.45)}`;
			shapes +=
				tag('rect', { x, y: height - tall, width: wide - 8, height: tall, fill }) +
				(lowest < 0.3
					? tag('path', { d: windows, stroke: fill === deep ? soft : bright, 'stroke-width': n(cell * 0.34) })
					: '');
			x += wide;
		}
	return fillSheet(sheet, ground) + shapes;
}

/** Ribbons of cloth, in folds. */
export function drawRibbons(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, deep, strong, figure, soft, bright } = inksOf(sheet);
	const count = random.whole(7, 9);
	const bend = random.between(120, 260) * (random.chance(0.5) ? 1 : -1);
	let shapes = '';
	for (let at = -2; at < count + 2; at++) {
		const x = (width * at) / count;
		const wide = width / count + 2;
		const edge = (from: number) =>
			`${n(from)} ${-20}C${n(from + bend)} ${n(height * 0.35)} ${n(from - bend)} ${n(height * 0.65)} ${n(from)} ${height + 20}`;
		shapes += tag('path', {
			d: `M${edge(x)}`,
			fill: 'none',
			stroke: [strong, figure, soft, deep, bright, figure][(at + 12) % 6],
			'stroke-width': n(wide),
		});
	}
	return (
		fillSheet(sheet, ground) +
		tag(
			'g',
			{ transform: turned(random.between(-24, 24), width / 2, height / 2) },
			tag('g', { transform: `translate(${n(-width * 0.2)} ${n(-height * 0.2)})scale(1.4)` }, shapes),
		)
	);
}

/** Rays from a disc near the lower edge. */
export function drawRays(sheet: Sheet): string {
	const { width, height, random } = sheet;
	const { ground, strong, figure, soft, bright } = inksOf(sheet);
	const cx = width * random.between(0.3, 0.7);
	const cy = height * random.between(0.66, 1);
	const rays = random.whole(14, 22);
	const far = Math.hypot(width, height) * 1.2;
	let d = '';
	for (let ray = 0; ray < rays; ray++)
		d += `M${n(cx)} ${n(cy)}L${[0, 0.5]
			.map((part) => ((ray + part) / rays) * Math.PI * 2)
			.map((angle) => `${n(cx + far * Math.cos(angle))} ${n(cy + far * Math.sin(angle))}`)
			.join('L')}z`;
	const r = random.between(150, 210);
	return (
		fillSheet(sheet, ground) +
		tag('path', { d, fill: random.chance(0.5) ? soft : strong }) +
		disc(cx, cy, r * 1.22, bright) +
		disc(cx, cy, r, figure) +
		disc(cx, cy, r * 0.62, soft)
	);
}
