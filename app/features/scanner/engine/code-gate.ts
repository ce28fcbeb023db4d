import { isLinearFormat } from '#app/features/scanner/scan-formats.ts';
import type { FoundSymbol } from './decode.ts';
import type { Point } from './picture.ts';

/** A rectangle in the frame's own pixels. */
export interface FrameBox {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Two readings of bars must follow each other within this time to agree. */
const AGREEMENT_MS = 1_500;

export interface CodeGateOptions {
	/** A code is delivered again only after it has been out of sight for this long. */
	repeatAfterMs: number;
}

/**
 * Decides which of the symbols in a frame is delivered, if any: the one nearest to the box; bars only when two frames
 * in a row read the same; and no code again while it stays in sight.
 */
export class CodeGate {
	readonly #repeatAfterMs: number;
	readonly #seenAt = new Map<string, number>();
	#candidate: { key: string; atMs: number } | null = null;

	constructor({ repeatAfterMs }: CodeGateOptions) {
		this.#repeatAfterMs = repeatAfterMs;
	}

	/**
	 * Takes the symbols of one frame.
	 * @param box where a code is expected, in the frame's pixels
	 * @param nowMs any clock that only goes forward
	 * @returns the symbol to deliver, or null
	 */
	pass(symbols: readonly FoundSymbol[], box: FrameBox, nowMs: number): FoundSymbol | null {
		const symbol = nearest(symbols, box);
		if (!symbol) return null;
		const key = `${symbol.format} ${symbol.text}`;
		if (isLinearFormat(symbol.format) && !this.#agrees(key, nowMs)) return null;
		const seenAt = this.#seenAt.get(key);
		this.#seenAt.set(key, nowMs);
		this.#forgetOld(nowMs);
		return seenAt === undefined || nowMs - seenAt >= this.#repeatAfterMs ? symbol : null;
	}

	/** Codes in sight count as seen now: nothing was looked at since (the scanner was paused). */
	refresh(nowMs: number): void {
		for (const key of this.#seenAt.keys()) this.#seenAt.set(key, nowMs);
	}

	/** Every code may be delivered again at once, as after a check-in that failed for want of a network. */
	forget(): void {
		this.#seenAt.clear();
	}

	#agrees(key: string, nowMs: number): boolean {
		const before = this.#candidate;
		this.#candidate = { key, atMs: nowMs };
		return before?.key === key && nowMs - before.atMs <= AGREEMENT_MS;
	}

	#forgetOld(nowMs: number): void {
		for (const [key, atMs] of this.#seenAt) {
			if (nowMs - atMs >= this.#repeatAfterMs) this.#seenAt.delete(key);
		}
	}
}

/** The symbol whose centre lies nearest to the centre of the box; one inside the box beats one outside. */
export function nearest(symbols: readonly FoundSymbol[], box: FrameBox): FoundSymbol | null {
	const target = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	let best: FoundSymbol | null = null;
	let bestScore = Number.POSITIVE_INFINITY;
	for (const symbol of symbols) {
		const at = centre(symbol.corners);
		const isInside =
			Math.abs(at.x - target.x) <= box.width / 2 && Math.abs(at.y - target.y) <= box.height / 2;
		const score = Math.hypot(at.x - target.x, at.y - target.y) + (isInside ? 0 : 1e6);
		if (score < bestScore) [best, bestScore] = [symbol, score];
	}
	return best;
}

/**
 * Where the drawn box lies in the frame, when the frame fills the view and what sticks out is cut (object-fit: cover).
 * @param box null for the whole view
 */
export function boxInFrame(
	box: { width: number; height: number } | null,
	view: { width: number; height: number },
	frame: { width: number; height: number },
): FrameBox {
	if (!view.width || !view.height) return { x: 0, y: 0, ...frame };
	const scale = Math.max(view.width / frame.width, view.height / frame.height);
	const width = (box?.width ?? view.width) / scale;
	const height = (box?.height ?? view.height) / scale;
	return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

function centre(corners: readonly Point[]): Point {
	const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
	return { x: sum.x / corners.length, y: sum.y / corners.length };
}
