import { expect, test } from 'vitest';
import { withScreenshots } from './screenshots.ts';

const file = (name: string, type = 'image/png', size = 10) =>
	new File([new Uint8Array(size)], name, { type });

test('at most 5 are taken, extra ones are dropped', () => {
	const six = Array.from({ length: 6 }, (_, index) => file(`${index}.png`));
	const { screenshots, fault } = withScreenshots([file('first.png')], six);
	expect(screenshots.map(({ name }) => name)).toEqual(['first.png', '0.png', '1.png', '2.png', '3.png']);
	expect(fault).toBe('count');
});

test('pictures only, up to 5 MB each', () => {
	expect(withScreenshots([], [file('a.pdf', 'application/pdf')])).toEqual({ screenshots: [], fault: 'type' });
	expect(withScreenshots([], [file('a.png', 'image/png', 5_000_001)])).toEqual({
		screenshots: [],
		fault: 'size',
	});
	expect(withScreenshots([], [file('a.gif', 'image/gif', 5_000_000)]).screenshots).toHaveLength(1);
});
