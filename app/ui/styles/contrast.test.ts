import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, type Oklch } from '#shared/rules/colour.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';

/** The numbers of look.md and WCAG 2.2 AA, checked on the values that are shipped. */
const source = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const darkStart = source.lastIndexOf('@variant dark-tokens');

function readTokens(text: string): Map<string, string> {
	return new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!]));
}

const light = readTokens(source.slice(0, darkStart));
const dark = new Map([...light, ...readTokens(source.slice(darkStart))]);
const themes = { light, dark };

function colour(theme: Map<string, string>, name: string): Oklch {
	const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(theme.get(name) ?? '');
	if (!match) throw new Error(`--${name} is no opaque OKLCH colour: ${theme.get(name)}`);
	return { lightness: Number(match[1]), chroma: Number(match[2]), hue: Number(match[3]) };
}

const GROUNDS = ['paper', 'surface', 'raised', 'sunken'];
const STATES = ['success', 'warning', 'danger', 'info'];

/** Text on ground: 4.5 or better. */
const TEXT: [text: string, grounds: string[]][] = [
	['ink', GROUNDS],
	['muted', GROUNDS],
	['accent', [...GROUNDS, 'accent-tint']],
	['accent-hover', GROUNDS],
	...STATES.map((state): [string, string[]] => [state, [...GROUNDS, `${state}-tint`]]),
	['ink', [...STATES, 'accent'].map((state) => `${state}-tint`)],
	['on-primary', ['primary', 'primary-hover', 'primary-active']],
	['on-accent', ['accent']],
	['on-danger', ['danger-solid', 'danger-hover']],
];

/** Edges of controls, focus rings, the filled part of a switch or bar: 3 or better. */
const SHAPES: [shape: string, grounds: string[]][] = [
	['control', GROUNDS],
	['accent', GROUNDS],
	['primary', GROUNDS],
	['success-solid', GROUNDS],
	['danger-solid', GROUNDS],
];

describe.each(Object.entries(themes))('%s', (_, theme) => {
	test.each(TEXT)('%s is text on %j', (text, grounds) => {
		for (const ground of grounds) {
			expect(
				contrast(colour(theme, text), colour(theme, ground)),
				`${text} on ${ground}`,
			).toBeGreaterThanOrEqual(4.5);
		}
	});

	test.each(SHAPES)('%s is seen on %j', (shape, grounds) => {
		for (const ground of grounds) {
			expect(
				contrast(colour(theme, shape), colour(theme, ground)),
				`${shape} on ${ground}`,
			).toBeGreaterThanOrEqual(3);
		}
	});

	test('ink is strong, as the design says', () => {
		expect(contrast(colour(theme, 'ink'), colour(theme, 'paper'))).toBeGreaterThanOrEqual(16);
		expect(contrast(colour(theme, 'primary'), colour(theme, 'on-primary'))).toBeGreaterThanOrEqual(16);
	});

	test('every hue of an event is legible', () => {
		const part = (name: string, hue: number): Oklch => {
			const [lightness, chroma] = theme.get(`event-${name}-lc`)!.split(' ').map(Number) as [number, number];
			return { lightness, chroma, hue };
		};
		for (let hue = 0; hue < 360; hue++) {
			const on = colour(theme, 'on-event');
			const where = `hue ${hue}`;
			expect(contrast(on, part('solid', hue)), where).toBeGreaterThanOrEqual(4.5);
			expect(contrast(on, part('hover', hue)), where).toBeGreaterThanOrEqual(4.5);
			expect(contrast(part('solid', hue), colour(theme, 'paper')), where).toBeGreaterThanOrEqual(3);
			for (const ground of [...GROUNDS.map((name) => colour(theme, name)), part('wash', hue)]) {
				expect(contrast(part('ink', hue), ground), where).toBeGreaterThanOrEqual(4.5);
				expect(contrast(colour(theme, 'ink'), ground), where).toBeGreaterThanOrEqual(7);
			}
			expect(contrast(colour(theme, 'muted'), part('wash', hue)), where).toBeGreaterThanOrEqual(4.5);
		}
	});
});

test('an event without colour has the ink of its theme, as legible as any hue', () => {
	const rules = readFileSync(join(import.meta.dirname, 'event-theme.css'), 'utf8');
	const [, selector = '', body = ''] = /:is\(([^)]*event-hue[^)]*)\)\s*\{([^}]*)\}/.exec(rules) ?? [];
	// As React writes it on the server, and as browsers do.
	for (const space of ['', ' ']) expect(selector).toContain(`"--event-hue:${space}${NO_HUE}"`);
	const names = new Map(
		[...body.matchAll(/--([\w-]+): var\(--([\w-]+)\);/g)].map((one) => [one[1]!, one[2]!]),
	);
	for (const [name, theme] of Object.entries(themes)) {
		const part = (event: string) => colour(theme, names.get(event) ?? event);
		const on = colour(theme, 'on-event');
		expect(contrast(on, part('event')), name).toBeGreaterThanOrEqual(4.5);
		expect(contrast(on, part('event-hover')), name).toBeGreaterThanOrEqual(4.5);
		expect(contrast(part('event'), colour(theme, 'paper')), name).toBeGreaterThanOrEqual(3);
		for (const ground of [...GROUNDS.map((ground) => colour(theme, ground)), part('event-wash')])
			expect(contrast(part('event-ink'), ground), name).toBeGreaterThanOrEqual(7);
		expect(contrast(colour(theme, 'muted'), part('event-wash')), name).toBeGreaterThanOrEqual(4.5);
		expect(part('event-edge').chroma, name).toBeLessThan(0.02);
	}
});

test.each(['yes', 'wait', 'no'])('the flash of the door, %s, can be read across a room', (verdict) => {
	expect(
		contrast(colour(light, `on-door-${verdict}`), colour(light, `door-${verdict}`)),
	).toBeGreaterThanOrEqual(7);
	expect(dark.get(`door-${verdict}`)).toBe(light.get(`door-${verdict}`));
});

test('a code is pure black on pure white in both themes', () => {
	for (const theme of [light, dark]) {
		expect(contrast(colour(theme, 'code-ink'), colour(theme, 'code-ground'))).toBeCloseTo(21, 1);
	}
});

test('dark has a value of its own for every colour that is not the same in both by design', () => {
	const own = readTokens(source.slice(darkStart));
	const same = [...light.keys()].filter((name) => !own.has(name));
	expect(
		same.every((name) => /^(?:on-)?door-|^code-/.test(name)),
		same.join(' '),
	).toBe(true);
});
