import { beforeAll, describe, expect, test } from 'vitest';
import { SCAN_FORMATS, type ScanFormat } from '#app/features/scanner/scan-formats.ts';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import {
	darkest,
	emptyView,
	loadEngine,
	qrModules,
	randomFrom,
	symbolPicture,
	viewOf,
} from '#tests/support/scan-pictures.ts';
import { runDecodePass } from './decode.ts';
import { type DecodePass, FILE_PASSES } from './decode-passes.ts';
import { type Picture, padded } from './picture.ts';

const CODE = encodeTicketCode(Uint8Array.from({ length: 16 }, (_, i) => i * 15 + 3));
const TICKET = qrModules(CODE);
const VGA = { width: 640, height: 480 };

beforeAll(loadEngine);

async function texts(picture: Picture, pass: Exclude<DecodePass, 'native'>, formats: readonly ScanFormat[]) {
	return (await runDecodePass(picture, pass, formats)).map(({ text }) => text);
}

describe('a ticket', () => {
	const views = {
		upright: {},
		'turned by 40 degrees': { turn: 40 },
		'upside down': { turn: 180 },
		'tilted by 30 degrees': { tilt: { x: 30, y: -30 } },
		'out of focus': { blur: 1.5 },
		noisy: { noise: 25 },
		'white on dark': { light: 10, dark: 240 },
		faint: { light: 150, dark: 110 },
	};
	test.each(Object.entries(views))('is read %s', async (_name, options) => {
		const picture = viewOf(TICKET, { ...VGA, symbolPx: 150, random: randomFrom(1), ...options });
		expect(await texts(picture, 'plain', ['QR_CODE'])).toEqual([CODE]);
	});

	test('is found where it lies', async () => {
		const picture = viewOf(TICKET, { ...VGA, symbolPx: 150, at: { x: 450, y: 130 } });
		const [symbol] = await runDecodePass(picture, 'plain', ['QR_CODE']);
		const xs = symbol!.corners.map(({ x }) => x);
		const ys = symbol!.corners.map(({ y }) => y);
		expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(450, -1);
		expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(130, -1);
		expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(150, -1);
	});

	test.each(['doubled', 'padded'] as const)('is found in the same place by the look "%s"', async (pass) => {
		const picture = viewOf(TICKET, { width: 320, height: 200, symbolPx: 100, at: { x: 200, y: 90 } });
		const [symbol] = await runDecodePass(picture, pass, ['QR_CODE']);
		const xs = symbol!.corners.map(({ x }) => x);
		const ys = symbol!.corners.map(({ y }) => y);
		expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(200, -1);
		expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(90, -1);
	});

	test('two in one picture are both found', async () => {
		const other = encodeTicketCode(new Uint8Array(16).fill(7));
		const left = viewOf(TICKET, { ...VGA, symbolPx: 120, at: { x: 160, y: 240 } });
		const right = viewOf(qrModules(other), { ...VGA, symbolPx: 120, at: { x: 480, y: 240 } });
		expect((await texts(darkest(left, right), 'plain', ['QR_CODE'])).sort()).toEqual([CODE, other].sort());
	});

	test('is not read when it is no wanted format', async () => {
		const picture = viewOf(TICKET, { ...VGA, symbolPx: 150 });
		expect(await texts(picture, 'plain', ['EAN_13', 'DATA_MATRIX'])).toEqual([]);
	});

	test('a signed token of 37 modules, 80 pixels wide in a frame of 720 lines, is read', async () => {
		const token = qrModules('A'.repeat(116), 'M');
		expect(token).toHaveLength(37);
		const picture = viewOf(token, { width: 1280, height: 720, symbolPx: 80, at: { x: 700, y: 300 } });
		expect(await texts(picture, 'plain', ['QR_CODE'])).toEqual(['A'.repeat(116)]);
	});
});

test('in low light a ticket of 120 pixels is read in nine of ten tries with the looks in rotation', async () => {
	const random = randomFrom(2);
	const between = (a: number, b: number) => a + random() * (b - a);
	let read = 0;
	let plain = 0;
	const tries = 20;
	for (let i = 0; i < tries; i++) {
		const contrast = between(0.3, 0.5) * 255;
		const dark = between(20, 60);
		const picture = viewOf(TICKET, {
			width: 400,
			height: 300,
			symbolPx: 120,
			turn: between(-20, 20),
			tilt: { x: between(-20, 20), y: between(-20, 20) },
			dark,
			light: dark + contrast,
			blur: 1,
			noise: 14,
			random,
		});
		const hits = [];
		for (const pass of ['plain', 'blur', 'histogram', 'denoise'] as const) {
			hits.push((await texts(picture, pass, ['QR_CODE'])).includes(CODE));
		}
		if (hits[0]) plain++;
		if (hits.some(Boolean)) read++;
	}
	expect(read / tries).toBeGreaterThanOrEqual(0.9);
	// The bar would prove nothing if the raw frame were enough.
	expect(plain / tries).toBeLessThan(0.9);
});

describe('every format is read, with its own text', () => {
	const cases: [Parameters<typeof symbolPicture>[0], string, ScanFormat, string][] = [
		['QRCode', 'grüße ✓', 'QR_CODE', 'grüße ✓'],
		['MicroQRCode', '123', 'QR_CODE', '123'],
		['Aztec', 'Aztec 1', 'AZTEC', 'Aztec 1'],
		['Codabar', 'A40156B', 'CODABAR', '40156'],
		['Code39', 'ABC-123', 'CODE_39', 'ABC-123'],
		['Code93', 'ABC123', 'CODE_93', 'ABC123'],
		['Code128', 'Foyer-128', 'CODE_128', 'Foyer-128'],
		['DataMatrix', 'data matrix', 'DATA_MATRIX', 'data matrix'],
		['MaxiCode', 'maxi', 'MAXICODE', 'maxi'],
		['ITF', '12345678', 'ITF', '12345678'],
		['EAN13', '4006381333931', 'EAN_13', '4006381333931'],
		['EAN8', '96385074', 'EAN_8', '96385074'],
		['PDF417', 'pdf 417', 'PDF_417', 'pdf 417'],
		['DataBarOmni', '0950110153001', 'RSS_14', '0109501101530010'],
		['DataBarStk', '0950110153001', 'RSS_14', '0109501101530010'],
		['DataBarExp', '[01]98898765432106', 'RSS_EXPANDED', '0198898765432106'],
		['UPCA', '036000291452', 'UPC_A', '036000291452'],
		['UPCE', '01234565', 'UPC_E', '01234565'],
	];
	test.each(cases)('%s %s', async (engineFormat, written, format, text) => {
		const picture = await symbolPicture(engineFormat, written);
		const among = await runDecodePass(picture, 'plain', SCAN_FORMATS);
		expect(among.map((symbol) => [symbol.format, symbol.text])).toEqual([[format, text]]);
		expect(await texts(picture, 'plain', [format])).toEqual([text]);
	});

	test('an EAN-13 with an add-on', async () => {
		const picture = await symbolPicture('EAN13', '4006381333931+12');
		const [beside] = await runDecodePass(picture, 'plain', SCAN_FORMATS);
		expect(beside).toMatchObject({ format: 'EAN_13', text: '4006381333931', extension: '12' });
		const [alone] = await runDecodePass(picture, 'plain', ['UPC_EAN_EXTENSION']);
		expect(alone).toMatchObject({ format: 'UPC_EAN_EXTENSION', text: '12' });
		const [without] = await runDecodePass(picture, 'plain', ['EAN_13']);
		expect(without).toMatchObject({ text: '4006381333931', extension: null });
	});

	test('an EAN-13 without an add-on has none', async () => {
		const picture = await symbolPicture('EAN13', '4006381333931');
		expect(await runDecodePass(picture, 'plain', SCAN_FORMATS)).toMatchObject([{ extension: null }]);
		expect(await texts(picture, 'plain', ['UPC_EAN_EXTENSION'])).toEqual([]);
	});
});

test('bars of one pixel are read in a file', async () => {
	const picture = await symbolPicture('EAN13', '4006381333931', { scale: 1, barHeight: 40 });
	const hits = await Promise.all(
		FILE_PASSES.map((pass) => texts(picture, pass as Exclude<DecodePass, 'native'>, SCAN_FORMATS)),
	);
	expect(hits.flat()).toContain('4006381333931');
});

test('a code without any quiet zone is read with padding', async () => {
	const sheet = viewOf(TICKET, { width: 200, height: 200, symbolPx: 200 });
	expect(padded(sheet, 100, 300)).toMatchObject({ width: 400, height: 400 });
	expect(await texts(sheet, 'padded', ['QR_CODE'])).toEqual([CODE]);
});

test('a picture without a code reads as nothing, whatever the look', async () => {
	for (let seed = 0; seed < 3; seed++) {
		const picture = emptyView(320, 240, seed);
		for (const pass of FILE_PASSES) {
			expect(await texts(picture, pass as Exclude<DecodePass, 'native'>, SCAN_FORMATS)).toEqual([]);
		}
	}
});
