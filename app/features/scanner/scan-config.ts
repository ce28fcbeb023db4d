import { ScanError } from './scan-error.ts';
import { isScanFormat, SCAN_FORMATS, type ScanFormat } from './scan-formats.ts';

/** Constants of the scanning component. Lengths in CSS pixels unless they say otherwise. */
export const SCAN_DEFAULTS = {
	fps: 2,
	width: 300,
	minBoxSize: 50,
	fileMinHeight: 300,
	filePadding: 100,
	resumeDelayMs: 200,
	scanTypes: ['camera', 'file'],
} as const;

/** The staff scanner's own settings. */
export const STAFF_SCAN = { fps: 10, box: 250, aspectRatio: 1, facingMode: 'environment' } as const;

export type ScanType = (typeof SCAN_DEFAULTS.scanTypes)[number];

export interface ScanBox {
	width: number;
	height: number;
}

/** A square, a rectangle, or a function of the size of the view. */
export type ScanBoxOption = number | ScanBox | ((viewWidth: number, viewHeight: number) => ScanBox);

/** A wish (plain string) or a must (`exact`). */
type Wish = string | { exact: string };

/** The part of the browser's track constraints that chooses the camera. */
export type CameraConstraint = { facingMode: Wish } | { deviceId: Wish };

export interface ScanOptions {
	/** Decoding attempts a second. */
	fps?: number;
	/** The drawn box; none means the whole view. */
	qrbox?: ScanBoxOption;
	/** Width divided by height of the picture that is requested. */
	aspectRatio?: number;
	formatsToSupport?: readonly ScanFormat[];
}

export interface CheckedScan {
	camera: CameraConstraint;
	fps: number;
	box: ScanBox | null;
	aspectRatio: number | null;
	formats: ScanFormat[];
}

/**
 * Checks everything that a start is given, before any camera is opened, in the order of the arguments.
 * @param view size of the host element; a width of 0 counts as the default width, a height of 0 as not yet known
 *   (the picture will give it).
 * @throws ScanError with the specification's text.
 */
export function checkScan(
	camera: unknown,
	options: ScanOptions,
	onCode: unknown,
	view: { width: number; height: number },
): CheckedScan {
	if (!camera) throw new ScanError('cameraIdOrConfig is required');
	if (typeof onCode !== 'function') {
		throw new ScanError('qrCodeSuccessCallback is required and should be a function.');
	}
	const constraint = checkCamera(camera);
	const aspectRatio = checkPositive('aspectRatio', options.aspectRatio) ?? null;
	return {
		camera: constraint,
		fps: checkPositive('fps', options.fps) ?? SCAN_DEFAULTS.fps,
		aspectRatio,
		box: checkBox(options.qrbox, viewSize(view, aspectRatio)),
		formats: checkFormats(options.formatsToSupport),
	};
}

/**
 * Checks a choice of camera and turns it into the browser's constraint.
 * @throws ScanError
 */
export function checkCamera(camera: unknown): CameraConstraint {
	if (typeof camera === 'string') return { deviceId: { exact: camera } };
	if (typeof camera !== 'object' || camera === null) {
		throw new ScanError(`Invalid type of 'cameraIdOrConfig' = ${typeof camera}`);
	}
	const keys = Object.keys(camera);
	const [key] = keys;
	if (keys.length !== 1) {
		throw new ScanError(
			`'cameraIdOrConfig' object should have exactly 1 key, if passed as an object, found ${keys.length} keys`,
		);
	}
	const value = (camera as Record<string, unknown>)[key!];
	if (key === 'facingMode') return { facingMode: checkWish(key, value, checkFacingMode) };
	if (key === 'deviceId') return { deviceId: checkWish(key, value, (id) => id) };
	// Two blanks after the quote: to the letter.
	throw new ScanError("Only 'facingMode' and 'deviceId'  are supported for 'cameraIdOrConfig'");
}

/**
 * Checks the scan box against the view.
 * @param view `height` null when it is not known before the picture is there.
 * @returns null for no box: the whole view is the box.
 * @throws ScanError; what a box function throws comes out as an Error.
 */
export function checkBox(option: unknown, view: { width: number; height: number | null }): ScanBox | null {
	if (option === undefined || option === null) return null;
	const box = boxOf(option, view);
	if (!(box.width >= SCAN_DEFAULTS.minBoxSize && box.height >= SCAN_DEFAULTS.minBoxSize)) {
		throw new ScanError("minimum size of 'config.qrbox' dimension value is 50px.");
	}
	if (box.width > view.width || (view.height !== null && box.height > view.height)) {
		throw new ScanError(
			"'config.qrbox' dimensions should not be greater than the dimensions of the root HTML element.",
		);
	}
	return box;
}

/**
 * Checks the wanted formats; unknown names are dropped as long as one is left.
 * @returns all formats when none were named.
 * @throws ScanError
 */
export function checkFormats(formats: unknown): ScanFormat[] {
	if (formats === undefined) return [...SCAN_FORMATS];
	if (!Array.isArray(formats)) {
		throw new ScanError('configOrVerbosityFlag.formatsToSupport should be undefined or an array.');
	}
	if (formats.length === 0) throw new ScanError('Atleast 1 formatsToSupport is needed.');
	const known = [...new Set(formats.filter(isScanFormat))];
	if (known.length === 0) throw new ScanError('None of formatsToSupport match supported values.');
	return known;
}

/**
 * Checks which ways of scanning are offered; the first one opens.
 * @throws ScanError
 */
export function checkScanTypes(types: readonly unknown[] = SCAN_DEFAULTS.scanTypes): ScanType[] {
	if (types.length === 0) return [...SCAN_DEFAULTS.scanTypes];
	if (types.length > SCAN_DEFAULTS.scanTypes.length) {
		throw new ScanError('Max 2 values expected for supportedScanTypes');
	}
	for (const type of types) {
		if (type !== 'camera' && type !== 'file') throw new ScanError(`Unsupported scan type ${type}`);
	}
	return types as ScanType[];
}

/**
 * Checks that there is a file to scan.
 * @throws ScanError
 */
export function checkFile(file: unknown): asserts file is File {
	if (file instanceof File) return;
	throw new ScanError(
		"imageFile argument is mandatory and should be instance of File. Use 'event.target.files[0]'.",
	);
}

function viewSize(view: { width: number; height: number }, aspectRatio: number | null) {
	const width = view.width || SCAN_DEFAULTS.width;
	return { width, height: view.height || (aspectRatio && width / aspectRatio) || null };
}

function boxOf(option: unknown, view: { width: number; height: number | null }): ScanBox {
	if (typeof option === 'number') return { width: option, height: option };
	const value = typeof option === 'function' ? callBox(option, view) : option;
	const { width, height } = Object(value) as Partial<ScanBox>;
	if (width === undefined || height === undefined) {
		throw new ScanError(
			"Invalid instance of QrDimensions passed for 'config.qrbox'. Both 'width' and 'height' should be set.",
		);
	}
	return { width, height };
}

function callBox(option: unknown, view: { width: number; height: number | null }): unknown {
	try {
		return (option as (width: number, height: number) => unknown)(view.width, view.height ?? view.width);
	} catch (error) {
		throw error instanceof Error ? error : new Error(String(error));
	}
}

function checkWish(key: string, value: unknown, check: (value: string) => string): Wish {
	if (typeof value === 'string') return check(value);
	if (typeof value !== 'object') throw new ScanError(`Invalid type of '${key}' = ${typeof value}`);
	const exact = (value as { exact?: unknown } | null)?.exact;
	if (typeof exact !== 'string') {
		throw new ScanError(`'${key}' should be string or object with exact as key.`);
	}
	return { exact: check(exact) };
}

function checkFacingMode(value: string): string {
	if (value === 'user' || value === 'environment') return value;
	throw new ScanError(`config has invalid 'facingMode' value = '${value}'`);
}

function checkPositive(name: string, value: unknown): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
	throw new ScanError(`'config.${name}' should be a positive number.`);
}
