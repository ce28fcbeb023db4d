/**
 * A way of looking at a picture. `plain` is the raw picture; the others help where it fails: `blur` in low light,
 * `histogram` in uneven light, `denoise` on speckle, `doubled` on bars of a pixel, `padded` without a quiet zone,
 * `native` asks the browser's own detector.
 */
export type DecodePass = 'plain' | 'blur' | 'histogram' | 'denoise' | 'doubled' | 'padded' | 'native';

const LIVE_SECOND_PASSES = ['blur', 'histogram', 'denoise'] as const satisfies DecodePass[];

/** Every look at a file, in the order in which they gain most; the first that reads anything ends the search. */
export const FILE_PASSES: readonly DecodePass[] = [
	'plain',
	'histogram',
	'blur',
	'denoise',
	'doubled',
	'padded',
];

/**
 * Chooses the looks for each live frame. There is time for the raw frame and one more look on most devices; where
 * the last frame took too long, raw and second looks take turns.
 */
export class DecodePassRotation {
	readonly #seconds: readonly DecodePass[];
	readonly #budgetMs: number;
	#next = 0;
	#isSlow = false;
	#skipPlain = false;

	/**
	 * @param budgetMs time that the looks at one frame may take
	 * @param hasNative whether the browser's own detector reads the wanted formats
	 */
	constructor(budgetMs: number, hasNative = false) {
		this.#budgetMs = budgetMs;
		this.#seconds = hasNative ? [...LIVE_SECOND_PASSES, 'native'] : LIVE_SECOND_PASSES;
	}

	/** The looks for the next frame. */
	next(): DecodePass[] {
		if (this.#isSlow) {
			this.#skipPlain = !this.#skipPlain;
			return [this.#skipPlain ? this.#second() : 'plain'];
		}
		return ['plain', this.#second()];
	}

	/** Reports how long the passes over a frame took in which nothing was found. */
	took(ms: number, passes: number): void {
		const expected = passes > 1 ? ms : ms * 2;
		this.#isSlow = expected > this.#budgetMs;
	}

	#second(): DecodePass {
		const pass = this.#seconds[this.#next % this.#seconds.length]!;
		this.#next++;
		return pass;
	}
}
