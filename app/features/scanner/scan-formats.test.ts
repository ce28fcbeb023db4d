import { describe, expect, test } from 'vitest';
import {
	engineFormats,
	isLinearFormat,
	isScanFormat,
	SCAN_FORMATS,
	type ScanFormat,
	toScannedSymbol,
} from './scan-formats.ts';

const symbol = (format: string, text: string, wanted: readonly ScanFormat[] = SCAN_FORMATS, extra = '') =>
	toScannedSymbol({ format, text, extra }, wanted);

test('there are 17 formats in their old order', () => {
	expect(SCAN_FORMATS).toHaveLength(17);
	expect([SCAN_FORMATS[0], SCAN_FORMATS[9], SCAN_FORMATS[16]]).toEqual([
		'QR_CODE',
		'EAN_13',
		'UPC_EAN_EXTENSION',
	]);
	expect(isScanFormat('QR_CODE')).toBe(true);
	expect(isScanFormat('qr_code')).toBe(false);
	expect(isScanFormat(0)).toBe(false);
});

test('two frames are needed for bars, one for the other five', () => {
	expect(SCAN_FORMATS.filter((format) => !isLinearFormat(format))).toEqual([
		'QR_CODE',
		'AZTEC',
		'DATA_MATRIX',
		'MAXICODE',
		'PDF_417',
	]);
});

describe('engineFormats', () => {
	test('names each format, without repeats', () => {
		expect(engineFormats(['QR_CODE'])).toEqual(['QRCode']);
		expect(engineFormats(['RSS_14', 'RSS_14'])).toEqual(['DataBarOmni', 'DataBarStk']);
	});

	test('the add-on alone asks for every EAN and UPC, beside others for nothing more', () => {
		expect(engineFormats(['UPC_EAN_EXTENSION'])).toEqual(['EANUPC']);
		expect(engineFormats(['EAN_8', 'UPC_EAN_EXTENSION'])).toEqual(['EAN8']);
	});
});

describe('toScannedSymbol', () => {
	test.each([
		['UPC-A has 12 digits', symbol('UPCA', '0036000291452'), 'UPC_A', '036000291452'],
		['UPC-A that the engine calls EAN-13', symbol('EAN13', '0036000291452'), 'UPC_A', '036000291452'],
		['EAN-13 keeps 13 digits', symbol('EAN13', '4006381333931'), 'EAN_13', '4006381333931'],
		[
			'EAN-13 with a leading zero where UPC-A is not wanted',
			symbol('EAN13', '0036000291452', ['EAN_13']),
			'EAN_13',
			'0036000291452',
		],
		[
			'UPC-E as printed',
			symbol('UPCE', '0012345000065', SCAN_FORMATS, '{"UPCE":"01234565"}'),
			'UPC_E',
			'01234565',
		],
		['Codabar without its letters', symbol('Codabar', 'A12345B'), 'CODABAR', '12345'],
		['Codabar in lower case', symbol('Codabar', 'c40156d'), 'CODABAR', '40156'],
		['Micro QR', symbol('MicroQRCode', '123'), 'QR_CODE', '123'],
		['ISBN', symbol('ISBN', '9780306406157'), 'EAN_13', '9780306406157'],
		['stacked RSS', symbol('DataBarStk', '0109501101530010'), 'RSS_14', '0109501101530010'],
		['extended Code 39', symbol('Code39Ext', 'abc'), 'CODE_39', 'abc'],
		['details that are not JSON', symbol('QRCode', 'x', SCAN_FORMATS, '{'), 'QR_CODE', 'x'],
	] as const)('%s', (_name, result, format, text) => {
		expect(result).toEqual({ format, text, extension: null });
	});

	test('an add-on is taken off the number and read apart', () => {
		const extra = '{"EanAddOn":"12"}';
		expect(symbol('EAN13', '400638133393112', SCAN_FORMATS, extra)).toEqual({
			format: 'EAN_13',
			text: '4006381333931',
			extension: '12',
		});
		expect(symbol('EAN13', '400638133393112', ['EAN_13'], extra)?.extension).toBeNull();
		expect(symbol('EAN13', '400638133393112', ['UPC_EAN_EXTENSION'], extra)).toEqual({
			format: 'UPC_EAN_EXTENSION',
			text: '12',
			extension: '12',
		});
	});

	test('symbols of other formats are dropped', () => {
		expect(symbol('DXFilmEdge', '1')).toBeNull();
		expect(symbol('None', '')).toBeNull();
		expect(symbol('EAN13', '4006381333931', ['QR_CODE'])).toBeNull();
		expect(symbol('EAN13', '4006381333931', ['UPC_EAN_EXTENSION'])).toBeNull();
	});
});
