import sharp from 'sharp';

/** Chroma below which a pixel is grey: stone, skin in shadow, yellowed paper. */
const LEAST_CHROMA = 0.05;
/** Chroma of a picture on average below which it has no colour of its own. */
const LEAST_COLOUR = 0.012;

/**
 * The hue that a picture has most of, in degrees of OKLCH, so that a page can take its colour. Every pixel counts by how
 * colourful it is; greys say nothing.
 * @returns a whole number from 0 to 359, or null for a picture without colour
 */
export async function pictureHue(bytes: Uint8Array): Promise<number | null> {
	const { data, info } = await sharp(bytes, { limitInputPixels: 50_000_000, pages: 1 })
		.resize(48, 48, { fit: 'inside' })
		.flatten({ background: '#ffffff' })
		.toColourspace('srgb')
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const weights = new Float64Array(36);
	let total = 0;
	for (let i = 0; i + 2 < data.length; i += info.channels) {
		const { chroma, hue } = toOklch(data[i]!, data[i + 1]!, data[i + 2]!);
		if (chroma < LEAST_CHROMA) continue;
		weights[Math.floor(hue / 10) % 36]! += chroma;
		total += chroma;
	}
	const pixels = data.length / info.channels;
	if (total / pixels < LEAST_COLOUR) return null;
	// Neighbours count half, so that a colour on the border of two steps is not halved.
	const smooth = weights.map((weight, i) => weight + (weights[(i + 1) % 36]! + weights[(i + 35) % 36]!) / 2);
	return smooth.indexOf(Math.max(...smooth)) * 10 + 5;
}

/** sRGB to OKLCH (Björn Ottosson, bottosson.github.io/posts/oklab). */
function toOklch(red: number, green: number, blue: number): { chroma: number; hue: number } {
	const linear = (value: number) => {
		const v = value / 255;
		return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	};
	const [r, g, b] = [linear(red), linear(green), linear(blue)];
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	const hue = (Math.atan2(bb, a) * 180) / Math.PI;
	return { chroma: Math.hypot(a, bb), hue: hue < 0 ? hue + 360 : hue };
}
