/** The lowest round number (1, 2 or 5 times a power of ten) that `ticks` steps of reach up to `max`, and its steps. */
export function niceScale(max: number, ticks = 4): { top: number; steps: number[] } {
	const raw = Math.max(max, 1) / ticks;
	const power = 10 ** Math.floor(Math.log10(raw));
	const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= raw) as number) * power);
	const count = Math.max(1, Math.ceil(max / step));
	return { top: count * step, steps: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/**
 * The path of a line through values that are evenly spread over 0 to 100, 100 being the bottom; one value is a level line, and the
 * line is interrupted where there is none. Nothing but zeros is no line: it would lie on the axis and say nothing.
 */
export function linePath(values: readonly (number | null)[], top: number): string {
	if (!values.some(Boolean)) return '';
	const [only] = values;
	if (values.length === 1) return only === null ? '' : linePath([only as number, only as number], top);
	const last = Math.max(values.length - 1, 1);
	return values
		.map((value, at) => {
			if (value === null) return '';
			const isBegin = (values[at - 1] ?? null) === null;
			// A value without neighbours is a short dash.
			const isAlone = isBegin && (values[at + 1] ?? null) === null;
			return `${isBegin ? 'M' : 'L'}${round((at / last) * 100)} ${round(100 - (value / top) * 100)}${isAlone ? 'h1' : ''}`;
		})
		.join('');
}

export const round = (value: number) => Math.round(value * 100) / 100;
