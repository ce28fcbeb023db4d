import { expect, test } from 'vitest';
import { blankPicture, blurred, doubled, meanLuminance, type Picture, padded } from './picture.ts';

function picture(rows: number[][]): Picture {
	const data = rows.flat().flatMap((value) => [value, value, value, 255]);
	return { data: new Uint8ClampedArray(data), width: rows[0]!.length, height: rows.length };
}

function rowsOf({ data, width, height }: Picture): number[][] {
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (_, x) => data[(y * width + x) * 4]!),
	);
}

test('blurred: each pixel is the mean of its neighbourhood, edges repeated', () => {
	const spot = picture([
		[0, 0, 0, 0],
		[0, 90, 0, 0],
		[0, 0, 0, 0],
		[0, 0, 0, 255],
	]);
	expect(rowsOf(blurred(spot))).toEqual([
		[10, 10, 10, 0],
		[10, 10, 10, 0],
		[10, 10, 38, 57],
		[0, 0, 57, 113],
	]);
});

test('blurred: colours become their brightness', () => {
	const red: Picture = { data: new Uint8ClampedArray([255, 0, 0, 255]), width: 1, height: 1 };
	expect([...blurred(red).data]).toEqual([77, 77, 77, 255]);
});

test('doubled: between two pixels lie their quarters', () => {
	expect(rowsOf(doubled(picture([[0, 100]])))).toEqual([
		[0, 25, 75, 100],
		[0, 25, 75, 100],
	]);
});

test('padded: white around it, and high enough', () => {
	const result = padded(picture([[7]]), 1, 6);
	expect([result.width, result.height]).toEqual([3, 7]);
	expect(rowsOf(result)[3]).toEqual([255, 7, 255]);
	expect(
		rowsOf(result)
			.flat()
			.filter((value) => value !== 255),
	).toEqual([7]);
});

test('meanLuminance', () => {
	expect(meanLuminance(blankPicture(50, 50))).toBeCloseTo(255);
	expect(meanLuminance(picture([[20, 20, 20]]))).toBeCloseTo(20);
});
