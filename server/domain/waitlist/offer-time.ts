const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const shortestMs = 30 * minuteMs;
/** Until so long before the end, hours of the night do not count. */
const restfulMs = 2 * dayMs;
const nightFrom = 22;
const nightUntil = 8;

/**
 * When an offer ends: after the hours that the event sets, at most a quarter of the time that is left, at least half an hour, and never after
 * `until`. While more than two days are left, hours from 22 to 8 on the clock of the event do not count.
 * @param until the start of the event, or the end of the sale
 */
export function offerExpiry(
	now: Date,
	{ until, hours, timeZone }: { until: Date; hours: number; timeZone: string },
): Date {
	const nowMs = now.getTime();
	const untilMs = until.getTime();
	const mostMs = Math.max(shortestMs, (untilMs - nowMs) / 4);
	const endMs = afterWakingTime(nowMs, hours * hourMs, untilMs - restfulMs, timeZone);
	return new Date(Math.floor(Math.min(endMs, nowMs + mostMs, untilMs)));
}

/** The instant after so much time, of which the nights before `restfulUntilMs` are no part. */
function afterWakingTime(fromMs: number, lengthMs: number, restfulUntilMs: number, timeZone: string): number {
	let atMs = fromMs;
	let leftMs = lengthMs;
	while (leftMs > 0 && atMs < restfulUntilMs) {
		const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
		const isNight = local.hour >= nightFrom || local.hour < nightUntil;
		const day = local.hour >= nightFrom ? local.add({ days: 1 }) : local;
		const next = day.withPlainTime({ hour: isNight ? nightUntil : nightFrom }).epochMilliseconds;
		const stepMs = Math.min(next, restfulUntilMs) - atMs;
		if (isNight) atMs += stepMs;
		else {
			const usedMs = Math.min(stepMs, leftMs);
			atMs += usedMs;
			leftMs -= usedMs;
		}
	}
	return atMs + leftMs;
}
