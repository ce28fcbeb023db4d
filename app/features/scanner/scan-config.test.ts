import { describe, expect, test } from 'vitest';
import {
	checkBox,
	checkCamera,
	checkFile,
	checkFormats,
	checkScan,
	checkScanTypes,
	SCAN_DEFAULTS,
	STAFF_SCAN,
} from './scan-config.ts';
import { ScanError } from './scan-error.ts';
import { SCAN_FORMATS } from './scan-formats.ts';

const VIEW = { width: 300, height: 400 };
const REAR = { facingMode: 'environment' };
const onCode = () => {};

/** The refusal's text. */
function refusal(act: () => unknown): string {
	try {
		act();
	} catch (error) {
		expect(error).toBeInstanceOf(ScanError);
		return String(error);
	}
	return 'accepted';
}

test('the constants of the specification', () => {
	expect(SCAN_DEFAULTS).toMatchObject({ fps: 2, width: 300, minBoxSize: 50, resumeDelayMs: 200 });
	expect([SCAN_DEFAULTS.fileMinHeight, SCAN_DEFAULTS.filePadding]).toEqual([300, 100]);
	expect(STAFF_SCAN).toEqual({ fps: 10, box: 250, aspectRatio: 1, facingMode: 'environment' });
});

describe('checkCamera', () => {
	test.each([
		['an id is exact', 'abc', { deviceId: { exact: 'abc' } }],
		['a facing mode is a wish', { facingMode: 'user' }, { facingMode: 'user' }],
		[
			'an exact facing mode',
			{ facingMode: { exact: 'environment' } },
			{ facingMode: { exact: 'environment' } },
		],
		['a device id is a wish', { deviceId: 'abc' }, { deviceId: 'abc' }],
		['an exact device id', { deviceId: { exact: 'abc' } }, { deviceId: { exact: 'abc' } }],
	])('%s', (_name, camera, constraint) => {
		expect(checkCamera(camera)).toEqual(constraint);
	});

	test.each([
		[{}, "'cameraIdOrConfig' object should have exactly 1 key, if passed as an object, found 0 keys"],
		[
			{ facingMode: 'user', deviceId: 'abc' },
			"'cameraIdOrConfig' object should have exactly 1 key, if passed as an object, found 2 keys",
		],
		[{ width: 1280 }, "Only 'facingMode' and 'deviceId'  are supported for 'cameraIdOrConfig'"],
		[{ facingMode: 'left' }, "config has invalid 'facingMode' value = 'left'"],
		[{ facingMode: 'toString' }, "config has invalid 'facingMode' value = 'toString'"],
		[{ facingMode: { exact: 'rear' } }, "config has invalid 'facingMode' value = 'rear'"],
		[{ facingMode: { ideal: 'user' } }, "'facingMode' should be string or object with exact as key."],
		[{ facingMode: null }, "'facingMode' should be string or object with exact as key."],
		[{ facingMode: 1 }, "Invalid type of 'facingMode' = number"],
		[{ deviceId: {} }, "'deviceId' should be string or object with exact as key."],
		[{ deviceId: true }, "Invalid type of 'deviceId' = boolean"],
		[42, "Invalid type of 'cameraIdOrConfig' = number"],
	])('refuses %j', (camera, text) => {
		expect(refusal(() => checkCamera(camera))).toBe(text);
	});
});

describe('checkBox', () => {
	const tooSmall = "minimum size of 'config.qrbox' dimension value is 50px.";
	const unset =
		"Invalid instance of QrDimensions passed for 'config.qrbox'. Both 'width' and 'height' should be set.";
	const tooLarge =
		"'config.qrbox' dimensions should not be greater than the dimensions of the root HTML element.";

	test.each([
		['a number is a square', 250, { width: 250, height: 250 }],
		['50 is enough', 50, { width: 50, height: 50 }],
		['as large as the element', { width: 300, height: 400 }, { width: 300, height: 400 }],
		[
			'a function of the view',
			(w: number, h: number) => ({ width: w / 2, height: h / 2 }),
			{ width: 150, height: 200 },
		],
		['none', undefined, null],
	])('%s', (_name, option, box) => {
		expect(checkBox(option, VIEW)).toEqual(box);
	});

	test.each([
		[49, tooSmall],
		[Number.NaN, tooSmall],
		[{ width: 49, height: 300 }, tooSmall],
		[{ width: 300, height: 49 }, tooSmall],
		[{ width: 100 }, unset],
		[{ height: 100 }, unset],
		['250', unset],
		[301, tooLarge],
		[{ width: 301, height: 100 }, tooLarge],
		[{ width: 100, height: 401 }, tooLarge],
		[() => ({ width: 1000, height: 100 }), tooLarge],
		[() => ({ width: 10, height: 10 }), tooSmall],
		[() => undefined, unset],
	])('refuses %j', (option, text) => {
		expect(refusal(() => checkBox(option, VIEW))).toBe(text);
	});

	test('what a box function throws comes out as an Error', () => {
		const failing = () => {
			throw 'no layout yet';
		};
		expect(() => checkBox(failing, VIEW)).toThrow(new Error('no layout yet'));
	});

	test('a height that is not known yet does not refuse', () => {
		expect(checkBox({ width: 100, height: 900 }, { width: 300, height: null })).toEqual({
			width: 100,
			height: 900,
		});
	});
});

describe('checkFormats', () => {
	test('none named means all 17', () => {
		expect(checkFormats(undefined)).toEqual(SCAN_FORMATS);
	});
	test('unknown and repeated names are dropped', () => {
		expect(checkFormats(['QR_CODE', 'FROG', 'QR_CODE', 3])).toEqual(['QR_CODE']);
	});
	test.each([
		[[], 'Atleast 1 formatsToSupport is needed.'],
		[['FROG'], 'None of formatsToSupport match supported values.'],
		['QR_CODE', 'configOrVerbosityFlag.formatsToSupport should be undefined or an array.'],
		[null, 'configOrVerbosityFlag.formatsToSupport should be undefined or an array.'],
	])('refuses %j', (formats, text) => {
		expect(refusal(() => checkFormats(formats))).toBe(text);
	});
});

describe('checkScanTypes', () => {
	test('camera, then file', () => {
		expect(checkScanTypes()).toEqual(['camera', 'file']);
		expect(checkScanTypes([])).toEqual(['camera', 'file']);
		expect(checkScanTypes(['file'])).toEqual(['file']);
	});
	test('refuses others and more than two', () => {
		expect(refusal(() => checkScanTypes(['camera', 'file', 'file']))).toBe(
			'Max 2 values expected for supportedScanTypes',
		);
		expect(refusal(() => checkScanTypes([7]))).toBe('Unsupported scan type 7');
	});
});

describe('checkFile', () => {
	const text = "imageFile argument is mandatory and should be instance of File. Use 'event.target.files[0]'.";
	test.each([undefined, null, 'a.png', new Blob([])])('refuses %s', (file) => {
		expect(refusal(() => checkFile(file))).toBe(text);
	});
	test('takes a file', () => {
		expect(refusal(() => checkFile(new File([], 'a.png')))).toBe('accepted');
	});
});

describe('checkScan', () => {
	test('fills in the defaults', () => {
		expect(checkScan(REAR, {}, onCode, VIEW)).toEqual({
			camera: REAR,
			fps: 2,
			box: null,
			aspectRatio: null,
			formats: [...SCAN_FORMATS],
		});
	});

	test('an element without a width counts as 300 wide, its height follows from the aspect ratio', () => {
		const empty = { width: 0, height: 0 };
		expect(checkScan(REAR, { qrbox: 300 }, onCode, empty).box).toEqual({ width: 300, height: 300 });
		expect(refusal(() => checkScan(REAR, { qrbox: 301 }, onCode, empty))).toContain('root HTML element');
		expect(refusal(() => checkScan(REAR, { qrbox: 250, aspectRatio: 2 }, onCode, empty))).toContain(
			'root HTML element',
		);
	});

	test.each([
		['no camera', undefined, {}, onCode, 'cameraIdOrConfig is required'],
		['an empty camera id', '', {}, onCode, 'cameraIdOrConfig is required'],
		['no callback', REAR, {}, undefined, 'qrCodeSuccessCallback is required and should be a function.'],
		['a bad camera', { facingMode: 'x' }, {}, onCode, "config has invalid 'facingMode' value = 'x'"],
		['a small box', REAR, { qrbox: 10 }, onCode, "minimum size of 'config.qrbox' dimension value is 50px."],
		['no formats', REAR, { formatsToSupport: [] }, onCode, 'Atleast 1 formatsToSupport is needed.'],
		['no frames', REAR, { fps: 0 }, onCode, "'config.fps' should be a positive number."],
		['a bad ratio', REAR, { aspectRatio: -1 }, onCode, "'config.aspectRatio' should be a positive number."],
	])('refuses %s', (_name, camera, options, callback, text) => {
		expect(refusal(() => checkScan(camera, options, callback, VIEW))).toBe(text);
	});
});
