import { describe, expect, test } from 'vitest';
import { DecodePassRotation } from './decode-passes.ts';

describe('DecodePassRotation', () => {
	test('each frame is looked at raw, then in one more way, in turn', () => {
		const rotation = new DecodePassRotation(80);
		const passes = Array.from({ length: 4 }, () => {
			const next = rotation.next();
			rotation.took(20, next.length);
			return next;
		});
		expect(passes).toEqual([
			['plain', 'blur'],
			['plain', 'histogram'],
			['plain', 'denoise'],
			['plain', 'blur'],
		]);
	});

	test('on a slow device raw and other looks take turns', () => {
		const rotation = new DecodePassRotation(80);
		rotation.next();
		rotation.took(120, 2);
		const passes = Array.from({ length: 4 }, () => {
			const next = rotation.next();
			rotation.took(60, next.length);
			return next;
		});
		expect(passes).toEqual([['histogram'], ['plain'], ['denoise'], ['plain']]);
	});

	test('and go back when there is time again', () => {
		const rotation = new DecodePassRotation(80);
		rotation.took(120, 2);
		rotation.next();
		rotation.took(30, 1);
		expect(rotation.next()).toHaveLength(2);
	});

	test('the native detector joins where there is one', () => {
		const rotation = new DecodePassRotation(80, true);
		const seconds = Array.from({ length: 4 }, () => rotation.next()[1]);
		expect(seconds).toEqual(['blur', 'histogram', 'denoise', 'native']);
	});
});
