/** Bounds of a whole number that is stepped; `max` absent: no end. */
export interface StepBounds {
	min: number;
	max?: number;
	step?: number;
}

/** The nearest allowed value: inside the bounds, on a step counted from `min`. Not a number becomes `min`. */
export function clampStep(
	value: number,
	{ min, max = Number.POSITIVE_INFINITY, step = 1 }: StepBounds,
): number {
	if (Number.isNaN(value)) return min;
	const onStep = min + Math.round((value - min) / step) * step;
	const highest = Number.isFinite(max) ? min + Math.floor((max - min) / step) * step : max;
	const result = Math.max(min, Math.min(highest, onStep));
	return Number.isFinite(result) ? result : min;
}

/** One step up (1) or down (-1) from a value, which may itself be off the steps or outside. */
export function nextStep(value: number, direction: 1 | -1, bounds: StepBounds): number {
	const { min, step = 1 } = bounds;
	if (!Number.isFinite(value)) return min;
	const position = (value - min) / step;
	const next = direction === 1 ? Math.floor(position + 1e-9) + 1 : Math.ceil(position - 1e-9) - 1;
	return clampStep(min + next * step, bounds);
}

/**
 * What a person typed as a whole number: grouping blanks, commas, dots and digits of other scripts are understood.
 * null when it is not a number.
 */
export function parseStep(text: string): number | null {
	const plain = text
		.normalize('NFKC')
		.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
		.replaceAll(/[\s,.'’٬]/g, '');
	return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : null;
}
