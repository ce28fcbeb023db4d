import { fillSheet, n, type Sheet, tag } from './sheet.ts';

const LEVELS = 7;

interface Screen {
	angle: number;
	step: number;
	colour: string;
	/** Strength of the tone at a point, 0 to 1; dots are as wide as it says. */
	tone: (x: number, y: number) => number;
}

/** A halftone screen: dots on a turned grid, gathered by width so that each width is one path. */
function drawScreen({ width, height }: Sheet, screen: Screen): string {
	const { angle, step, colour, tone } = screen;
	const sin = Math.sin(angle);
	const cos = Math.cos(angle);
	const reach = Math.ceil(Math.hypot(width, height) / 2 / step);
	const paths = Array.from({ length: LEVELS + 1 }, () => '');
	for (let row = -reach; row <= reach; row++) {
		for (let column = -reach; column <= reach; column++) {
			const x = width / 2 + step * (column * cos - row * sin);
			const y = height / 2 + step * (column * sin + row * cos);
			if (x < -step || y < -step || x > width + step || y > height + step) continue;
			const level = Math.round(Math.max(0, Math.min(1, tone(x / width, y / height))) * LEVELS);
			if (level > 0) paths[level] += `M${n(x)} ${n(y)}h.1`;
		}
	}
	const strokes = paths
		.map((path, level) => path && tag('path', { d: path, 'stroke-width': (step * 1.06 * level) / LEVELS }))
		.join('');
	return tag('g', { stroke: colour, 'stroke-linecap': 'round', fill: 'none' }, strokes);
}

/** Two-colour risograph print: a flat form, and two screens of dots slightly out of register. */
export function drawDots(sheet: Sheet): string {
	const { width, height, random, palette } = sheet;
	const { mix, light } = palette;
	const isDark = light === 'night';
	const form = isDark ? mix(0.5, 0.18, 0.2) : mix(0.8, 0.15, 0.95);
	const inks = isDark ? [mix(0.8, 0.15, 1), mix(0.9, 0.06, 0.3)] : [mix(0.56, 0.2, 0.1), mix(0.4, 0.13, 0.9)];
	const cx = random.between(0.3, 0.7);
	const cy = random.between(0.35, 0.65);
	const radius = random.between(190, 250);
	const isHalf = random.chance(0.4);
	const figure = isHalf
		? tag('path', {
				d: `M${n(cx * width - radius)} ${n(cy * height + 60)}a${n(radius)} ${n(radius)} 0 0 1 ${n(2 * radius)} 0z`,
				fill: form,
			})
		: tag('circle', { cx: cx * width, cy: cy * height, r: radius, fill: form });
	const slope = random.between(0, Math.PI * 2);
	const far = random.chance(0.5);
	// Long strips get a coarser screen, so that the picture stays small in bytes too.
	const coarse = Math.max(1, Math.sqrt((width * height) / 640_000));
	const screens = [
		drawScreen(sheet, {
			angle: random.between(0.2, 0.6),
			step: 40 * coarse,
			colour: inks[0]!,
			tone: (x, y) => 0.5 + 0.62 * ((x - 0.5) * Math.cos(slope) + (y - 0.5) * Math.sin(slope)) * 1.5,
		}),
		drawScreen(sheet, {
			angle: random.between(0.9, 1.3),
			step: 48 * coarse,
			colour: inks[1]!,
			tone: (x, y) => {
				const distance = Math.hypot((x - cx) * (width / height), y - cy);
				return far ? distance * 1.1 - 0.45 : 0.72 - distance * 1.25;
			},
		}),
	].join('');
	const ground = isDark ? palette.ground : mix(0.95, 0.03, 0.4);
	return `${fillSheet(sheet, ground)}${figure}${screens}`;
}
