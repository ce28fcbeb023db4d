import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Crop, cropSquare, moveCrop, WHOLE } from './crop.ts';

const landscape = { width: 400, height: 300 };

describe('the square that is cut out', () => {
	test('is the largest in the middle at first', () => {
		expect(cropSquare(landscape, WHOLE)).toEqual({ left: 50, top: 0, side: 300 });
		expect(cropSquare({ width: 300, height: 400 }, WHOLE)).toEqual({ left: 0, top: 50, side: 300 });
	});

	test('moves and zooms, and stops at the edges', () => {
		const right = moveCrop(landscape, WHOLE, { x: 1000, y: 1000 });
		expect(cropSquare(landscape, right)).toEqual({ left: 100, top: 0, side: 300 });
		const close = moveCrop(landscape, WHOLE, { x: 0, y: 0, zoom: 2 });
		expect(cropSquare(landscape, close)).toEqual({ left: 125, top: 75, side: 150 });
		// A way back from the edge begins at once, however far the hand went beyond it.
		expect(cropSquare(landscape, moveCrop(landscape, right, { x: -10, y: 0 })).left).toBeCloseTo(90);
	});

	test('lies inside of every picture, whatever is chosen', () => {
		const number = fc.double({ min: -5000, max: 5000, noNaN: true });
		fc.assert(
			fc.property(
				fc.record({ width: fc.integer({ min: 16, max: 9000 }), height: fc.integer({ min: 16, max: 9000 }) }),
				fc.array(fc.record({ x: number, y: number, zoom: number }), { maxLength: 8 }),
				(size, moves) => {
					const crop = moves.reduce<Crop>((now, by) => moveCrop(size, now, by), WHOLE);
					const { left, top, side } = cropSquare(size, crop);
					expect(side).toBeGreaterThan(0);
					expect(left).toBeGreaterThanOrEqual(-1e-6);
					expect(top).toBeGreaterThanOrEqual(-1e-6);
					expect(left + side).toBeLessThanOrEqual(size.width + 1e-6);
					expect(top + side).toBeLessThanOrEqual(size.height + 1e-6);
				},
			),
		);
	});
});
