import { beforeEach, describe, expect, test } from 'vitest';
import type { ScanFormat } from '#app/features/scanner/scan-formats.ts';
import { boxInFrame, CodeGate, nearest } from './code-gate.ts';
import type { FoundSymbol } from './decode.ts';

const BOX = { x: 195, y: 115, width: 250, height: 250 };

function symbolAt(text: string, x: number, y: number, format: ScanFormat = 'QR_CODE'): FoundSymbol {
	const corners = [
		{ x: x - 10, y: y - 10 },
		{ x: x + 10, y: y - 10 },
		{ x: x + 10, y: y + 10 },
		{ x: x - 10, y: y + 10 },
	];
	return { format, text, extension: null, corners };
}

describe('nearest', () => {
	test('nothing among nothing', () => {
		expect(nearest([], BOX)).toBeNull();
	});

	test('the code nearest to the middle of the box wins, in any order', () => {
		const near = symbolAt('near', 330, 250);
		const far = symbolAt('far', 210, 130);
		expect(nearest([near, far], BOX)).toBe(near);
		expect(nearest([far, near], BOX)).toBe(near);
	});

	test('a code in a flat box wins over one that is nearer to its middle but outside', () => {
		const flat = { x: 100, y: 200, width: 400, height: 60 };
		const inside = symbolAt('inside', 480, 230);
		const outside = symbolAt('outside', 300, 280);
		expect(nearest([outside, inside], flat)).toBe(inside);
	});

	test('a single code far outside is still taken', () => {
		expect(nearest([symbolAt('corner', 5, 5)], BOX)?.text).toBe('corner');
	});
});

describe('boxInFrame', () => {
	const frame = { width: 1280, height: 720 };

	test('a square view shows the middle of a wide frame', () => {
		const box = boxInFrame({ width: 250, height: 250 }, { width: 360, height: 360 }, frame);
		expect(box).toEqual({ x: 390, y: 110, width: 500, height: 500 });
	});

	test('without a box, the whole view', () => {
		expect(boxInFrame(null, { width: 360, height: 360 }, frame)).toEqual({
			x: 280,
			y: 0,
			width: 720,
			height: 720,
		});
	});

	test('without a layout, the whole frame', () => {
		expect(boxInFrame(null, { width: 0, height: 0 }, frame)).toEqual({ x: 0, y: 0, ...frame });
	});
});

describe('CodeGate', () => {
	let gate: CodeGate;
	beforeEach(() => {
		gate = new CodeGate({ repeatAfterMs: 3_000 });
	});
	const pass = (text: string, nowMs: number, format: ScanFormat = 'QR_CODE') =>
		gate.pass([symbolAt(text, 320, 240, format)], BOX, nowMs)?.text ?? null;

	test('a two-dimensional code passes at its first frame', () => {
		expect(pass('A', 0)).toBe('A');
	});

	test('a code that stays in sight is delivered once, however long', () => {
		pass('A', 0);
		for (let now = 100; now < 20_000; now += 100) expect(pass('A', now)).toBeNull();
	});

	test('a code comes again after it was out of sight for the time', () => {
		pass('A', 0);
		expect(pass('A', 2_999)).toBeNull();
		expect(pass('A', 5_998)).toBeNull();
		expect(pass('A', 8_998)).toBe('A');
	});

	test('another code does not wait', () => {
		pass('A', 0);
		expect(pass('B', 100)).toBe('B');
		expect(pass('A', 200)).toBeNull();
	});

	test('bars pass when two frames in a row agree', () => {
		expect(pass('4006381333931', 0, 'EAN_13')).toBeNull();
		expect(pass('4006381333931', 100, 'EAN_13')).toBe('4006381333931');
	});

	test('bars that differ, or agree too late, do not pass', () => {
		expect(pass('111', 0, 'CODE_39')).toBeNull();
		expect(pass('222', 100, 'CODE_39')).toBeNull();
		expect(pass('111', 200, 'CODE_39')).toBeNull();
		expect(pass('111', 1_701, 'CODE_39')).toBeNull();
		expect(pass('111', 1_801, 'CODE_39')).toBe('111');
	});

	test('the same bars in another format do not agree', () => {
		expect(pass('12345670', 0, 'EAN_8')).toBeNull();
		expect(pass('12345670', 100, 'ITF')).toBeNull();
	});

	test('two readings of bars in one frame are one frame', () => {
		const twice = [symbolAt('1', 320, 240, 'ITF'), symbolAt('1', 321, 240, 'ITF')];
		expect(gate.pass(twice, BOX, 0)).toBeNull();
	});

	test('after a pause a code that was in sight still counts as seen', () => {
		pass('A', 0);
		gate.refresh(10_000);
		expect(pass('A', 10_100)).toBeNull();
	});

	test('forgotten codes pass at once', () => {
		pass('A', 0);
		gate.forget();
		expect(pass('A', 100)).toBe('A');
	});
});
