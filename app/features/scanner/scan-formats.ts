/**
 * The symbol formats of the scanning component: their names, the engine's names for them, and the text that is
 * delivered for each.
 */

/** All formats, in the order of their numbers 0 to 16. */
export const SCAN_FORMATS = [
	'QR_CODE',
	'AZTEC',
	'CODABAR',
	'CODE_39',
	'CODE_93',
	'CODE_128',
	'DATA_MATRIX',
	'MAXICODE',
	'ITF',
	'EAN_13',
	'EAN_8',
	'PDF_417',
	'RSS_14',
	'RSS_EXPANDED',
	'UPC_A',
	'UPC_E',
	'UPC_EAN_EXTENSION',
] as const;

export type ScanFormat = (typeof SCAN_FORMATS)[number];

/** Names that the engine (zxing-wasm) takes; UPC_EAN_EXTENSION is not a symbol of its own but an add-on. */
const ENGINE_NAMES = {
	QR_CODE: ['QRCode'],
	AZTEC: ['Aztec'],
	CODABAR: ['Codabar'],
	CODE_39: ['Code39'],
	CODE_93: ['Code93'],
	CODE_128: ['Code128'],
	DATA_MATRIX: ['DataMatrix'],
	MAXICODE: ['MaxiCode'],
	ITF: ['ITF'],
	EAN_13: ['EAN13'],
	EAN_8: ['EAN8'],
	PDF_417: ['PDF417'],
	RSS_14: ['DataBarOmni', 'DataBarStk'],
	RSS_EXPANDED: ['DataBarExp', 'DataBarExpStk'],
	UPC_A: ['UPCA'],
	UPC_E: ['UPCE'],
	UPC_EAN_EXTENSION: ['EANUPC'],
} as const satisfies Record<ScanFormat, readonly string[]>;

export type EngineFormat = (typeof ENGINE_NAMES)[ScanFormat][number];

/** What the engine may answer, variants included, and the format that it stands for. */
const FORMAT_OF_ANSWER: Record<string, ScanFormat> = {
	QRCode: 'QR_CODE',
	QRCodeModel1: 'QR_CODE',
	QRCodeModel2: 'QR_CODE',
	MicroQRCode: 'QR_CODE',
	RMQRCode: 'QR_CODE',
	Aztec: 'AZTEC',
	AztecCode: 'AZTEC',
	AztecRune: 'AZTEC',
	Codabar: 'CODABAR',
	Code39: 'CODE_39',
	Code39Std: 'CODE_39',
	Code39Ext: 'CODE_39',
	Code32: 'CODE_39',
	PZN: 'CODE_39',
	Code93: 'CODE_93',
	Code128: 'CODE_128',
	DataMatrix: 'DATA_MATRIX',
	MaxiCode: 'MAXICODE',
	ITF: 'ITF',
	ITF14: 'ITF',
	EAN13: 'EAN_13',
	ISBN: 'EAN_13',
	EAN8: 'EAN_8',
	PDF417: 'PDF_417',
	CompactPDF417: 'PDF_417',
	MicroPDF417: 'PDF_417',
	DataBar: 'RSS_14',
	DataBarOmni: 'RSS_14',
	DataBarStk: 'RSS_14',
	DataBarStkOmni: 'RSS_14',
	DataBarExp: 'RSS_EXPANDED',
	DataBarExpStk: 'RSS_EXPANDED',
	UPCA: 'UPC_A',
	UPCE: 'UPC_E',
};

/** The formats drawn as bars: an engine misreads them now and then, so two frames must agree. */
const LINEAR: ReadonlySet<ScanFormat> = new Set<ScanFormat>([
	'CODABAR',
	'CODE_39',
	'CODE_93',
	'CODE_128',
	'ITF',
	'EAN_13',
	'EAN_8',
	'RSS_14',
	'RSS_EXPANDED',
	'UPC_A',
	'UPC_E',
	'UPC_EAN_EXTENSION',
]);

/** Names of the browser's own detector, for the formats whose text is the same on every platform. */
export const NATIVE_NAMES: Partial<Record<ScanFormat, string>> = {
	QR_CODE: 'qr_code',
	AZTEC: 'aztec',
	DATA_MATRIX: 'data_matrix',
	PDF_417: 'pdf417',
};

/** Whether a value is the name of a format. */
export function isScanFormat(value: unknown): value is ScanFormat {
	return (SCAN_FORMATS as readonly unknown[]).includes(value);
}

/** Whether the format consists of bars (one dimension). */
export function isLinearFormat(format: ScanFormat): boolean {
	return LINEAR.has(format);
}

/** The engine's names for the wanted formats, each once. */
export function engineFormats(formats: readonly ScanFormat[]): EngineFormat[] {
	const wanted = formats.length > 1 ? formats.filter((format) => format !== 'UPC_EAN_EXTENSION') : formats;
	return [...new Set(wanted.flatMap((format) => [...ENGINE_NAMES[format]]))];
}

/** One symbol as the engine answers it, in plain text mode. */
export interface EngineAnswer {
	format: string;
	text: string;
	/** JSON with details of the symbol, or an empty string. */
	extra: string;
}

/** One symbol as the scanning component delivers it. */
export interface ScannedSymbol {
	format: ScanFormat;
	text: string;
	/** The two or five digits of an add-on beside an EAN or UPC, when wanted and present. */
	extension: string | null;
}

/**
 * Gives an engine's answer the text that the format has always had for users of such components: UPC-A 12 digits,
 * UPC-E 8 digits as printed, Codabar without its start and stop letters; all others as the engine says.
 * @param wanted the formats to read: an EAN-13 that begins with 0 is a UPC-A where UPC-A is wanted.
 * @returns null for a symbol of no wanted format.
 */
export function toScannedSymbol(answer: EngineAnswer, wanted: readonly ScanFormat[]): ScannedSymbol | null {
	const format = FORMAT_OF_ANSWER[answer.format];
	if (!format) return null;
	const details = parseDetails(answer.extra);
	const extension = wanted.includes('UPC_EAN_EXTENSION') ? (details.EanAddOn ?? null) : null;
	const body = details.EanAddOn ? answer.text.slice(0, -details.EanAddOn.length) : answer.text;
	const symbol = withOldText(format, body, details, wanted);
	if (wanted.includes(symbol.format)) return { ...symbol, extension };
	return extension ? { format: 'UPC_EAN_EXTENSION', text: extension, extension } : null;
}

interface Details {
	UPCE?: string;
	EanAddOn?: string;
}

function withOldText(format: ScanFormat, text: string, details: Details, wanted: readonly ScanFormat[]) {
	if (format === 'UPC_E') return { format, text: details.UPCE ?? text };
	if (format === 'CODABAR') return { format, text: text.replace(/^[A-D]|[A-D]$/gi, '') };
	const isUpcA =
		format === 'UPC_A' || (format === 'EAN_13' && text.startsWith('0') && wanted.includes('UPC_A'));
	if (isUpcA && text.length === 13) return { format: 'UPC_A' as const, text: text.slice(1) };
	return { format, text };
}

function parseDetails(extra: string): Details {
	if (!extra) return {};
	try {
		return JSON.parse(extra) as Details;
	} catch {
		return {};
	}
}
