import { expect, test, vi } from 'vitest';
import { NativePass } from './native-pass.ts';

const image = {} as ImageBitmap;
const cornerPoints = [{ x: 0, y: 0 }];

function scopeWith(supported: string[], detect: () => Promise<unknown>) {
	const made: string[][] = [];
	class BarcodeDetector {
		static getSupportedFormats = async () => supported;
		detect = detect;
		constructor({ formats }: { formats: string[] }) {
			made.push(formats);
		}
	}
	return { scope: { BarcodeDetector }, made };
}

test('none without the class, with an empty list, or when the list fails', async () => {
	expect(await NativePass.find({})).toBeNull();
	expect(await NativePass.find(scopeWith([], vi.fn()).scope)).toBeNull();
	expect(await NativePass.find(scopeWith(['ean_13'], vi.fn()).scope)).toBeNull();
	const failing = { BarcodeDetector: { getSupportedFormats: () => Promise.reject(new Error('no')) } };
	expect(await NativePass.find(failing)).toBeNull();
});

test('asks only for formats that are wanted and listed, and reuses its detector', async () => {
	const symbols = [{ rawValue: 'A', format: 'qr_code', cornerPoints }];
	const { scope, made } = scopeWith(['qr_code', 'ean_13', 'aztec'], async () => symbols);
	const native = (await NativePass.find(scope))!;
	expect(native.formats).toEqual(['QR_CODE', 'AZTEC']);
	expect(await native.decode(image, ['QR_CODE', 'EAN_13'])).toEqual([
		{ format: 'QR_CODE', text: 'A', extension: null, corners: cornerPoints },
	]);
	await native.decode(image, ['QR_CODE', 'EAN_13']);
	expect(made).toEqual([['qr_code']]);
	expect(await native.decode(image, ['EAN_13'])).toEqual([]);
});

test('symbols of other formats or without text are dropped, and a failure reads nothing', async () => {
	const odd = [
		{ rawValue: '1', format: 'unknown', cornerPoints },
		{ rawValue: '', format: 'qr_code', cornerPoints },
	];
	const native = (await NativePass.find(scopeWith(['qr_code'], async () => odd).scope))!;
	expect(await native.decode(image, ['QR_CODE'])).toEqual([]);
	const failing = scopeWith(['qr_code'], () => Promise.reject(new DOMException('', 'NotSupportedError')));
	expect(await (await NativePass.find(failing.scope))!.decode(image, ['QR_CODE'])).toEqual([]);
});
