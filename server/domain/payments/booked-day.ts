import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** The furthest east that clocks are ahead of UTC. */
const aheadMs = 14 * 3_600_000;

/** Refuses a day on which money can't have moved yet, anywhere. @param day `2026-11-27` @throws VALIDATION_FAILED about the field */
export function refuseFutureDay(field: string, day: string, now: Date): void {
	const last = new Date(now.getTime() + aheadMs).toISOString().slice(0, 10);
	if (day > last) throw fieldError(field, message`This day is in the future.`);
}
