/** The one source of "now" for everything that decides by time, so that a test can set it. */
export interface Clock {
	now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that only moves when a test advances it. */
export interface TestClock extends Clock {
	set(instant: Date | string): void;
	advance(milliseconds: number): void;
}

export function createTestClock(start: Date | string = '2026-03-02T09:00:00Z'): TestClock {
	let current = new Date(start).getTime();
	return {
		now: () => new Date(current),
		set: (instant) => {
			current = new Date(instant).getTime();
		},
		advance: (milliseconds) => {
			current += milliseconds;
		},
	};
}
