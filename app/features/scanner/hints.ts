/** Advice to the person who holds the device. */
export type ScanHint = 'dark' | 'move-back';

/** Mean brightness below which a room counts as dark, and the frames in a row that it takes. */
const DARK_BELOW = 45;
const DARK_FRAMES = 8;
/** Without any code for so long, something may be wrong with the distance. */
const MOVE_BACK_AFTER_MS = 10_000;

/** Decides from the frames what advice to show. */
export class Hints {
	#darkFrames = 0;
	#lastCodeAtMs: number | null = null;

	/** @param canLight whether there is a torch that is off */
	next(
		{ luminance, hasCode }: { luminance: number; hasCode: boolean },
		{ canLight, nowMs }: { canLight: boolean; nowMs: number },
	): ScanHint | null {
		if (hasCode || this.#lastCodeAtMs === null) this.#lastCodeAtMs = nowMs;
		this.#darkFrames = luminance < DARK_BELOW ? this.#darkFrames + 1 : 0;
		if (canLight && this.#darkFrames >= DARK_FRAMES) return 'dark';
		return nowMs - this.#lastCodeAtMs > MOVE_BACK_AFTER_MS ? 'move-back' : null;
	}
}
