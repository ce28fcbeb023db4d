import { type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { SCAN_DEFAULTS } from '#app/features/scanner/scan-config.ts';
import {
	engineFormats,
	type ScanFormat,
	type ScannedSymbol,
	toScannedSymbol,
} from '#app/features/scanner/scan-formats.ts';
import type { DecodePass } from './decode-passes.ts';
import { blurred, doubled, type Picture, type Point, padded } from './picture.ts';

/** A symbol and where it lies in the picture. */
export interface FoundSymbol extends ScannedSymbol {
	corners: Point[];
}

/** Doubling a larger picture than this costs more memory than a phone has to spare. */
const MAX_DOUBLED_PIXELS = 2_500_000;

/** More symbols than this in one picture are not distinguished. */
const MAX_SYMBOLS = 8;

const HARD: ReaderOptions = {
	tryHarder: true,
	tryRotate: true,
	tryInvert: true,
	tryDownscale: true,
	textMode: 'Plain',
	maxNumberOfSymbols: MAX_SYMBOLS,
};

/**
 * Looks at a picture in one way. Runs wherever zxing-wasm runs: in the worker, and in Node for the tests.
 * @returns the symbols of the wanted formats; none is no error.
 */
export async function runDecodePass(
	picture: Picture,
	pass: Exclude<DecodePass, 'native'>,
	formats: readonly ScanFormat[],
): Promise<FoundSymbol[]> {
	const view = viewFor(picture, pass);
	if (!view) return [];
	const onlyAddOns = formats.every((format) => format === 'UPC_EAN_EXTENSION');
	const results = await readBarcodes(view.picture as ImageData, {
		...HARD,
		formats: engineFormats(formats),
		binarizer: pass === 'histogram' ? 'GlobalHistogram' : 'LocalAverage',
		tryDenoise: pass === 'denoise',
		eanAddOnSymbol: onlyAddOns ? 'Require' : 'Ignore',
	});
	const found = toFound(results, view, formats);
	if (onlyAddOns || !formats.includes('UPC_EAN_EXTENSION') || !found.some(mayHaveAddOn)) return found;
	return withAddOns(found, view, formats);
}

interface View {
	picture: Picture;
	scale: number;
	offset: Point;
}

function viewFor(picture: Picture, pass: DecodePass): View | null {
	const origin = { x: 0, y: 0 };
	if (pass === 'blur') return { picture: blurred(picture), scale: 1, offset: origin };
	if (pass === 'padded') {
		const wide = padded(picture, SCAN_DEFAULTS.filePadding, SCAN_DEFAULTS.fileMinHeight);
		const offset = { x: SCAN_DEFAULTS.filePadding, y: (wide.height - picture.height) / 2 };
		return { picture: wide, scale: 1, offset };
	}
	if (pass === 'doubled') {
		if (picture.width * picture.height > MAX_DOUBLED_PIXELS) return null;
		return { picture: doubled(picture), scale: 2, offset: origin };
	}
	return { picture, scale: 1, offset: origin };
}

function toFound(results: ReadResult[], view: View, formats: readonly ScanFormat[]): FoundSymbol[] {
	return results.flatMap((result) => {
		const symbol = result.isValid ? toScannedSymbol(result, formats) : null;
		if (!symbol) return [];
		const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
		const corners = [topLeft, topRight, bottomRight, bottomLeft].map((point) => ({
			x: (point.x - view.offset.x) / view.scale,
			y: (point.y - view.offset.y) / view.scale,
		}));
		return [{ ...symbol, corners }];
	});
}

function mayHaveAddOn({ format }: FoundSymbol): boolean {
	return format === 'EAN_13' || format === 'UPC_A' || format === 'UPC_E' || format === 'EAN_8';
}

/** A second reading that insists on add-ons; numbers without one stay as they are. */
async function withAddOns(
	found: FoundSymbol[],
	view: View,
	formats: readonly ScanFormat[],
): Promise<FoundSymbol[]> {
	const retail = formats.filter((format) => /^(EAN|UPC)_/.test(format));
	const results = await readBarcodes(view.picture as ImageData, {
		...HARD,
		formats: engineFormats(retail),
		eanAddOnSymbol: 'Require',
	});
	const extended = toFound(results, view, retail);
	return found.map((symbol) => ({
		...symbol,
		extension: extended.find(({ text }) => text === symbol.text)?.extension ?? null,
	}));
}
