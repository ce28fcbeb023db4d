import type { Clock } from '#server/platform/clock.ts';

/** A clock that shows the time until `startMs`, and runs `factor` times as fast from then on; processes that make it alike agree. */
export const fastClock = (startMs: number, factor: number): Clock => ({
	now: () => new Date(startMs + (Date.now() - startMs) * factor),
});
