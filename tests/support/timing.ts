/**
 * How far apart two kinds of calls are at their quickest. Calls are made in turns until the two are within `withinMs`, since a
 * busy machine only ever makes a call slower; what really takes longer never gets there.
 */
export async function quickestDifference(
	one: () => Promise<unknown>,
	other: () => Promise<unknown>,
	withinMs: number,
): Promise<number> {
	const quickest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number];
	let difference = Number.POSITIVE_INFINITY;
	for (let round = 0; round < 20 && !(round >= 3 && difference < withinMs); round++) {
		for (const [index, call] of [one, other].entries()) {
			const start = performance.now();
			await call();
			quickest[index as 0 | 1] = Math.min(quickest[index as 0 | 1], performance.now() - start);
		}
		difference = Math.abs(quickest[0] - quickest[1]);
	}
	return difference;
}
