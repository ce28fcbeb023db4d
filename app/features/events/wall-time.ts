/**
 * Arithmetic on wall times as text (`2027-05-01T19:30`), where no zone is needed: for defaults and previews. The instant of a
 * wall time is found by shared/rules/event-times.ts.
 */

/** The wall time some hours later on a day without a clock change; empty for what is no wall time. */
export function hoursLater(local: string, hours: number): string {
	const ms = Date.parse(`${local}Z`);
	return Number.isNaN(ms) ? '' : new Date(ms + hours * 3_600_000).toISOString().slice(0, 16);
}

/** A wall time as an instant of UTC, so that it can be shown in UTC as it was typed; null for what is no wall time. */
export function asIfUtc(local: string): string | null {
	const ms = Date.parse(`${local}Z`);
	return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
