import { mixHue, toHex } from '../colour.ts';
import type { Random } from '../seeded-random.ts';

/** How the light falls: a pale sheet, a night, or a sheet dyed through. */
export type Light = 'day' | 'night' | 'dyed';

export interface Palette {
	light: Light;
	groundHue: number;
	ground: string;
	/** A second ground a step away, for gradients and shadows. */
	groundShade: string;
	/** Strong colour nearest the ground's hue, between, and of the figure's hue. */
	near: string;
	between: string;
	far: string;
	/** The brightest and the deepest thing in the picture. */
	bright: string;
	deep: string;
	/** Any colour on the way from the ground's hue (0) to the figure's (1). */
	mix(lightness: number, chroma: number, share: number): string;
}

const LIGHTS: Record<
	Light,
	{
		ground: [number, number];
		shade: [number, number];
		strong: [number, number];
		bright: [number, number];
		deep: [number, number];
	}
> = {
	day: {
		ground: [0.945, 0.035],
		shade: [0.88, 0.07],
		strong: [0.68, 0.17],
		bright: [0.99, 0.015],
		deep: [0.36, 0.1],
	},
	night: {
		ground: [0.25, 0.06],
		shade: [0.18, 0.05],
		strong: [0.7, 0.16],
		bright: [0.94, 0.06],
		deep: [0.14, 0.035],
	},
	dyed: {
		ground: [0.68, 0.16],
		shade: [0.58, 0.17],
		strong: [0.82, 0.13],
		bright: [0.97, 0.03],
		deep: [0.32, 0.1],
	},
};

/** Yellow of middling lightness reads as olive or mud: hues near it are drawn lighter. */
function litYellow(lightness: number, hue: number): number {
	const yellowness = Math.max(0, 1 - Math.abs(hue - 98) / 45);
	const middling = Math.max(0, 1 - Math.abs(lightness - 0.6) / 0.35);
	return lightness + 0.14 * yellowness * middling;
}

/** The colours of one picture; the light is drawn unless it is given. */
export function makePalette(random: Random, pair: readonly [number, number], given?: Light): Palette {
	const light = given ?? random.pick<Light>(['day', 'night', 'dyed', 'dyed']);
	const [groundHue, figureHue] = pair;
	const mix = (lightness: number, chroma: number, share: number) => {
		const hue = mixHue(groundHue, figureHue, share);
		return toHex({ lightness: litYellow(lightness, hue), chroma, hue });
	};
	const { ground, shade, strong, bright, deep } = LIGHTS[light];
	return {
		light,
		groundHue,
		ground: mix(...ground, 0),
		groundShade: mix(...shade, 0.15),
		near: mix(strong[0] - 0.06, strong[1], 0.1),
		between: mix(...strong, 0.55),
		far: mix(...strong, 1),
		bright: mix(...bright, 0.8),
		deep: mix(...deep, 0.3),
		mix,
	};
}
