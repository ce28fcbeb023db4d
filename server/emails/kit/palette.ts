import { inHue, toHex } from '#shared/rules/colour.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';

/** The product's tokens as the hexadecimal colours that mail programs know; light and dark in pairs. */
export const paper = {
	light: toHex({ lightness: 0.985, chroma: 0.003, hue: 80 }),
	dark: toHex({ lightness: 0.17, chroma: 0.01, hue: 270 }),
};
export const surface = { light: '#ffffff', dark: toHex({ lightness: 0.215, chroma: 0.012, hue: 270 }) };
export const ink = {
	light: toHex({ lightness: 0.22, chroma: 0.012, hue: 270 }),
	dark: toHex({ lightness: 0.96, chroma: 0.004, hue: 270 }),
};
export const muted = {
	light: toHex({ lightness: 0.5, chroma: 0.012, hue: 270 }),
	dark: toHex({ lightness: 0.72, chroma: 0.012, hue: 270 }),
};
export const hairline = {
	light: toHex({ lightness: 0.9, chroma: 0.005, hue: 80 }),
	dark: toHex({ lightness: 0.32, chroma: 0.012, hue: 270 }),
};
export const accent = {
	light: toHex({ lightness: 0.56, chroma: 0.19, hue: 35 }),
	dark: toHex({ lightness: 0.74, chroma: 0.15, hue: 45 }),
};

/** The product's own hue, for mails that are about no event. */
const ownHue = 35;

/** The strip at the head: the event's colour and its neighbour, both dark enough for white text. */
export function stripOf(hue: number = ownHue): { from: string; to: string } {
	return {
		from: toHex(inHue(0.48, 0.12, hue)),
		to: toHex(inHue(0.42, 0.11, hue === NO_HUE ? hue : hue + 330)),
	};
}
