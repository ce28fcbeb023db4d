import { expect, test } from 'vitest';
import { placePopover } from './place-popover.ts';

const viewport = { width: 400, height: 600 };
const size = { width: 200, height: 150 };
const button = (left: number, top: number) => ({ left, top, width: 100, height: 40 });
const below = { side: 'bottom', align: 'start', isRtl: false } as const;

test('goes below, lined up with the start of the trigger', () => {
	expect(placePopover(button(50, 100), size, viewport, below)).toMatchObject({
		left: 50,
		top: 146,
		side: 'bottom',
	});
});

test('lines up with the end, and with the other side where text runs from right to left', () => {
	expect(placePopover(button(250, 100), size, viewport, { ...below, align: 'end' }).left).toBe(150);
	expect(placePopover(button(250, 100), size, viewport, { ...below, isRtl: true }).left).toBe(150);
	expect(placePopover(button(150, 100), size, viewport, { ...below, align: 'center' }).left).toBe(100);
});

test('turns to the side with room when the wished one is too small', () => {
	expect(placePopover(button(50, 500), size, viewport, below)).toMatchObject({ side: 'top', top: 344 });
	expect(placePopover(button(50, 20), size, viewport, { ...below, side: 'top' })).toMatchObject({
		side: 'bottom',
	});
});

test('stays inside the viewport and says how much height there is', () => {
	expect(placePopover(button(350, 100), size, viewport, below).left).toBe(192);
	expect(placePopover(button(-90, 100), size, viewport, below).left).toBe(8);
	const tall = placePopover(button(50, 200), { width: 200, height: 900 }, viewport, below);
	expect(tall).toMatchObject({ side: 'bottom', maxHeight: 346 });
});
