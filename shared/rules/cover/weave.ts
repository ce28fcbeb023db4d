import { fillSheet, type Sheet, tag } from './sheet.ts';

interface Band {
	at: number;
	size: number;
	index: number;
}

/** Bands with a rhythm: widths mirrored around the middle, as in a tartan. */
function bands(sheet: Sheet, reach: number): Band[] {
	const { random } = sheet;
	const half = Array.from({ length: random.whole(2, 3) }, () => random.pick([54, 96, 150, 210]));
	const rhythm = [...half, ...half.toReversed()];
	const gap = random.pick([8, 12]);
	const result = [];
	for (let at = -reach, index = 0; at < reach; index++) {
		const size = rhythm[index % rhythm.length]!;
		result.push({ at, size, index });
		at += size + gap;
	}
	return result;
}

/** Ribbons over and under each other. */
export function drawWeave(sheet: Sheet): string {
	const { width, height, random, palette } = sheet;
	const { mix, light } = palette;
	const isDark = light === 'night';
	const tilt = random.pick([0, 45, -45, 30, -20]);
	const reach = Math.hypot(width, height) / 2 + 20;
	const [down, across] = [bands(sheet, reach), bands(sheet, reach)];
	const shades = (share: number) => [
		mix(isDark ? 0.58 : 0.7, 0.17, share),
		mix(isDark ? 0.46 : 0.82, isDark ? 0.15 : 0.11, share),
		mix(isDark ? 0.76 : 0.6, 0.16, share),
	];
	const warp = shades(0.05);
	const weft = shades(1);
	const upright = (band: Band, y: number, length: number, fill: string) =>
		tag('rect', { x: band.at, y, width: band.size, height: length, fill });
	let shapes = '';
	for (const band of down) shapes += upright(band, -reach, 2 * reach, warp[band.index % 3]!);
	for (const band of across) {
		shapes += tag('rect', {
			x: -reach,
			y: band.at,
			width: 2 * reach,
			height: band.size,
			fill: weft[band.index % 3]!,
		});
	}
	const [sin, cos] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
	const isSeen = (band: Band, crossing: Band) => {
		const [x, y] = [band.at + band.size / 2, crossing.at + crossing.size / 2];
		const reachOfCell = (band.size + crossing.size) / 2 + 12;
		return (
			Math.abs(x * cos - y * sin) < width / 2 + reachOfCell &&
			Math.abs(x * sin + y * cos) < height / 2 + reachOfCell
		);
	};
	// Every second crossing of a warp ribbon comes to the top again: one dashed path for each ribbon would not fit the uneven rhythm.
	const over: Record<string, string> = {};
	for (const band of down) {
		const fill = warp[band.index % 3]!;
		for (const crossing of across) {
			if ((band.index + crossing.index) % 2 || !isSeen(band, crossing)) continue;
			over[fill] =
				`${over[fill] ?? ''}M${Math.round(band.at)} ${Math.round(crossing.at - 6)}h${band.size}v${crossing.size + 12}h-${band.size}z`;
		}
	}
	for (const [fill, d] of Object.entries(over)) shapes += tag('path', { d, fill });
	const move = `translate(${Math.round(width / 2)} ${Math.round(height / 2)})rotate(${tilt})`;
	return (
		fillSheet(sheet, isDark ? palette.deep : mix(0.3, 0.09, 0.5)) + tag('g', { transform: move }, shapes)
	);
}
