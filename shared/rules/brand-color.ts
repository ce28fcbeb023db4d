/** Contrast of two sRGB colours as WCAG 2.2 counts it: 1 to 21. */
export function contrastRatio(a: string, b: string): number {
	const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Channels of `#rrggbb` between 0 and 1, without the gamma of sRGB. */
function linearChannels(hex: string): [number, number, number] {
	return [1, 3, 5].map((at) => {
		const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
}

function luminance(hex: string): number {
	const [red, green, blue] = linearChannels(hex);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The hue of `#rrggbb` in OKLCH, in whole degrees, or null for a grey, which has none. Pages, tickets and mails take the hue
 * alone; lightness and chroma are theirs, so that texts stay legible in whatever colour.
 */
export function hueOfColor(hex: string): number | null {
	const [red, green, blue] = linearChannels(hex);
	// Björn Ottosson, "A perceptual color space for image processing".
	const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	if (Math.hypot(a, b) < 0.02) return null;
	return Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

/** How well a colour carries white or black text, and which of them is better: 4.5 is what WCAG asks of normal text. */
export function textOnColor(hex: string): { text: '#ffffff' | '#000000'; ratio: number } {
	const onWhite = contrastRatio(hex, '#ffffff');
	const onBlack = contrastRatio(hex, '#000000');
	return onWhite >= 4.5 || onWhite >= onBlack
		? { text: '#ffffff', ratio: onWhite }
		: { text: '#000000', ratio: onBlack };
}
