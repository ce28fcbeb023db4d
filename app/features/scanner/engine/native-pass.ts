import { NATIVE_NAMES, type ScanFormat } from '#app/features/scanner/scan-formats.ts';
import type { FoundSymbol } from './decode.ts';
import type { Point } from './picture.ts';

interface NativeSymbol {
	rawValue: string;
	format: string;
	cornerPoints: Point[];
}

interface NativeDetector {
	detect(image: ImageBitmap): Promise<NativeSymbol[]>;
}

/** The Barcode Detection API, as far as it is used here; not in the DOM library's types. */
export interface NativeDetectorClass {
	new (options: { formats: string[] }): NativeDetector;
	getSupportedFormats(): Promise<string[]>;
}

/**
 * The browser's own detector as one more look, for the wanted formats that it lists: the class alone means nothing,
 * some platforms have it with an empty list.
 */
export class NativePass {
	readonly #detectors = new Map<string, NativeDetector>();
	readonly #class: NativeDetectorClass;
	readonly #listed: ReadonlySet<string>;

	private constructor(detectorClass: NativeDetectorClass, listed: ReadonlySet<string>) {
		this.#class = detectorClass;
		this.#listed = listed;
	}

	/** @returns null where the browser has no detector, or none that works. */
	static async find(scope: object): Promise<NativePass | null> {
		const detectorClass = (scope as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
		if (!detectorClass) return null;
		try {
			const listed = new Set(await detectorClass.getSupportedFormats());
			const isUsable = Object.values(NATIVE_NAMES).some((name) => listed.has(name));
			return isUsable ? new NativePass(detectorClass, listed) : null;
		} catch {
			return null;
		}
	}

	/** The formats that this browser's detector may be created with. */
	get formats(): ScanFormat[] {
		return (Object.keys(NATIVE_NAMES) as ScanFormat[]).filter((format) =>
			this.#listed.has(NATIVE_NAMES[format]!),
		);
	}

	/** A detector that fails reads nothing; the other looks go on. */
	async decode(image: ImageBitmap, formats: readonly ScanFormat[]): Promise<FoundSymbol[]> {
		const wanted = this.formats.filter((format) => formats.includes(format));
		if (wanted.length === 0) return [];
		try {
			const symbols = await this.#detectorFor(wanted).detect(image);
			return symbols.flatMap(({ rawValue, format, cornerPoints }) => {
				const known = wanted.find((name) => NATIVE_NAMES[name] === format);
				if (!known || !rawValue) return [];
				return [{ format: known, text: rawValue, extension: null, corners: cornerPoints }];
			});
		} catch {
			return [];
		}
	}

	#detectorFor(formats: readonly ScanFormat[]): NativeDetector {
		const names = formats.map((format) => NATIVE_NAMES[format]!);
		const key = names.join();
		const detector = this.#detectors.get(key) ?? new this.#class({ formats: names });
		this.#detectors.set(key, detector);
		return detector;
	}
}
