import type { Random } from '../seeded-random.ts';
import type { Palette } from './palette.ts';

/** What a family draws on. The shorter side is always 600 units, so that a motif keeps its size in every format. */
export interface Sheet {
	width: number;
	height: number;
	random: Random;
	palette: Palette;
	/** A name for definitions that no other picture on the same page has. */
	id: string;
}

export const SHORT_SIDE = 600;

/** Numbers as short as the picture allows. */
export function n(value: number): string {
	return String(Math.round(value));
}

/** A tag with attributes; undefined ones are left out, numbers are rounded. */
export function tag(
	name: string,
	attributes: Record<string, string | number | undefined>,
	content?: string,
): string {
	let text = `<${name}`;
	for (const [key, value] of Object.entries(attributes)) {
		if (value !== undefined) text += ` ${key}="${typeof value === 'number' ? n(value) : value}"`;
	}
	return content === undefined ? `${text}/>` : `${text}>${content}</${name}>`;
}

export function fillSheet({ width, height }: Sheet, fill: string): string {
	return tag('rect', { width, height, fill });
}
