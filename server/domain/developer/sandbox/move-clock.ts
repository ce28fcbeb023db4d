import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { longestMoveHours, longestTotalHours, mostMovedRows } from '#shared/rules/sandbox.ts';
import { lengthOf, lockSandbox, noteSandboxAct } from './sandbox-log.ts';
import { forgetStock, makeStep } from './steps.ts';

/**
 * How long a duration is from an instant on, in minutes: months and years are those of the calendar in UTC.
 * @param text of ISO 8601, such as `P30D`, `PT36H` or `P1M`
 * @throws VALIDATION_FAILED for what is no duration, negative, zero, no whole minutes or more than `longestMoveHours`
 */
export function readAdvance(text: string, now: Date): number {
	let minutes: number;
	try {
		const from = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
		minutes = (from.add(text).epochMilliseconds - from.epochMilliseconds) / 60_000;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw fieldError('advanceBy', message`Enter a duration such as P30D, P1M or PT36H.`);
	}
	if (!Number.isInteger(minutes) || minutes < 1 || minutes > longestMoveHours * 60)
		throw fieldError('advanceBy', message`Enter whole minutes, from PT1M to P${longestMoveHours / 24}D.`);
	return minutes;
}

/**
 * Moves the clock of a sandbox on: all its instants go back. The first step is made at once, to the next instant at which something is
 * due, or all of the way where nothing is; the worker does what is due and makes the steps after it.
 * @param how.organisationId the organisation whose sandbox it is
 * @param how.minutes at least 1, at most those of `longestMoveHours`
 * @throws `no-sandbox`, `sandbox-too-large`, `sandbox-too-far`, RATE_LIMIT_EXCEEDED
 */
export async function moveClock(
	services: Services,
	how: { organisationId: string; userId: string; minutes: number },
): Promise<void> {
	const { organisationId, userId: madeBy, minutes } = how;
	const eventIds = await services.database.transaction(async (tx) => {
		const sandbox = await lockSandbox(tx, organisationId, 'moved');
		const totalMinutes = sandbox.totalMinutes + minutes;
		if (totalMinutes > longestTotalHours * 60)
			throw ruleViolation(
				'sandbox-too-far',
				message`The clock of this sandbox was moved by ${longestTotalHours / 8_760} years, the maximum. Reset it first.`,
			);
		const move = await noteSandboxAct(tx, {
			...{ organisationId, kind: 'moved', leftMinutes: minutes, madeBy },
			...lengthOf(minutes, totalMinutes),
		});
		// One move after the other: the worker begins with this one when those before it are settled.
		if (!sandbox.isSettled) return [];
		const moved = await makeStep(services, tx, move, { sandboxId: sandbox.id });
		if (!moved)
			throw ruleViolation(
				'sandbox-too-large',
				message`This sandbox has more than ${mostMovedRows} rows, too many to move its clock. Reset it first.`,
			);
		return moved;
	});
	forgetStock(services, eventIds);
}
