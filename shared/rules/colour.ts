import { NO_HUE } from './cover/hues.ts';

/**
 * Colour arithmetic in OKLCH: lightness 0 to 1, chroma from 0 (grey) to about 0.37, hue in degrees.
 * Conversion matrices: https://bottosson.github.io/posts/oklab/ ; contrast: WCAG 2.2, relative luminance.
 */

export interface Oklch {
	lightness: number;
	chroma: number;
	hue: number;
}

/** A colour of an event: its hue, or ink where it has none. */
export const inHue = (lightness: number, chroma: number, hue: number): Oklch =>
	hue === NO_HUE ? { lightness, chroma: 0.012, hue: 270 } : { lightness, chroma, hue: hue % 360 };

type Triple = readonly [number, number, number];

/** Linear-light sRGB; a channel below 0 or above 1 means that no screen of that gamut shows the colour. */
function toLinear({ lightness, chroma, hue }: Oklch): Triple {
	const angle = (hue * Math.PI) / 180;
	const a = chroma * Math.cos(angle);
	const b = chroma * Math.sin(angle);
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
}

const isShown = (rgb: Triple) => rgb.every((channel) => channel >= -1e-4 && channel <= 1 + 1e-4);

/** The same lightness and hue with as much of the chroma as sRGB can show. */
export function fitChroma(colour: Oklch): Oklch {
	if (isShown(toLinear(colour))) return colour;
	let low = 0;
	let high = colour.chroma;
	for (let round = 0; round < 16; round++) {
		const middle = (low + high) / 2;
		if (isShown(toLinear({ ...colour, chroma: middle }))) low = middle;
		else high = middle;
	}
	return { ...colour, chroma: low };
}

function encodeChannel(linear: number): number {
	const clipped = Math.max(0, Math.min(1, linear));
	const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
	return Math.round(encoded * 255);
}

/** `#rrggbb`, with chroma taken down as far as sRGB needs. */
export function toHex(colour: Oklch): string {
	const channels = toLinear(fitChroma(colour)).map(encodeChannel);
	return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0 (black) to 1 (white); channels outside sRGB are clipped, as screens do. */
export function luminance(colour: Oklch): number {
	const [red, green, blue] = toLinear(colour).map((channel) =>
		Math.max(0, Math.min(1, channel)),
	) as unknown as Triple;
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
	const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
	return (high + 0.05) / (low + 0.05);
}

/** The hue at `share` (0 to 1) of the shorter way round from one hue to another. */
export function mixHue(from: number, to: number, share: number): number {
	const way = ((to - from + 540) % 360) - 180;
	return (from + way * share + 360) % 360;
}
