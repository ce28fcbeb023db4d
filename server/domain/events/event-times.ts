import { acceptedYears } from '#shared/contracts/common.ts';
import type { eventWarnings } from '#shared/contracts/events.ts';
import { AppError, type FieldRefusal } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import {
	localDaysOf,
	type ResolvedWallTime,
	resolveWallTime,
	wallTimeOf,
} from '#shared/rules/event-times.ts';

export interface TimeInput {
	timeZone?: string | undefined;
	startsAt?: string | undefined;
	startsAtLocal?: string | undefined;
	endsAt?: string | undefined;
	endsAtLocal?: string | undefined;
	isAllDay?: boolean | undefined;
}

export interface EventTimes {
	timeZone: string;
	startsAt: Date;
	endsAt: Date;
	isAllDay: boolean;
	startsOn: string;
	endsOn: string;
}

export interface TimeWarning {
	field: 'startsAtLocal' | 'endsAtLocal' | 'startsAt';
	code: (typeof eventWarnings)[number];
	message: TranslatableMessage;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * The times of an event from what was typed and what it had before. A wall time is read on the clock of the event's zone; a
 * new zone alone leaves the wall times; a new start alone leaves the length; without any end it is two hours later. Whole-day
 * events reach from midnight to midnight.
 * @param current times before the change; null for a new event, which must name a start
 * @param lengthMinutes how long a new event is without an end
 * @throws VALIDATION_FAILED about the field
 */
export function readTimes(
	input: TimeInput,
	current: EventTimes | null,
	now: Date,
	lengthMinutes?: number,
): { times: EventTimes; warnings: TimeWarning[] } {
	const errors = new FieldErrors();
	const warnings: TimeWarning[] = [];
	errors.refuseBoth(input, 'startsAt', 'startsAtLocal');
	errors.refuseBoth(input, 'endsAt', 'endsAtLocal');
	const timeZone = readZone(input.timeZone, current, errors);
	errors.throwIfAny();

	const read = (field: 'starts' | 'ends'): Date | null => {
		const exact = input[`${field}At`];
		if (exact !== undefined) return new Date(exact);
		const local = input[`${field}AtLocal`];
		return local === undefined ? null : readWallTime(`${field}AtLocal`, local, timeZone, errors, warnings);
	};
	const moveZone = (at: Date): Date =>
		current && timeZone !== current.timeZone
			? new Date(resolveWallTime(wallTimeOf(at, current.timeZone), timeZone).instant)
			: at;

	const typedStart = read('starts');
	const typedEnd = read('ends');
	errors.throwIfAny();
	const startsAt = typedStart ?? (current ? moveZone(current.startsAt) : null);
	if (!startsAt) {
		errors.add('startsAt', message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
		throw errors.toError();
	}
	const lengthMs = current
		? current.endsAt.getTime() - current.startsAt.getTime()
		: (lengthMinutes ?? 120) * minuteMs;
	const endsAt =
		typedEnd ?? (current && !typedStart ? moveZone(current.endsAt) : new Date(startsAt.getTime() + lengthMs));
	const isAllDay = input.isAllDay ?? current?.isAllDay ?? false;
	// Whole days end on their last day, not at the midnight after it.
	const lastDay = Math.max(0, Math.round((lengthMinutes ?? 0) / dayMinutes) - 1) * dayMinutes;
	const end = !current && isAllDay && !typedEnd ? new Date(startsAt.getTime() + lastDay * minuteMs) : endsAt;
	if (end.getTime() < startsAt.getTime()) {
		const field = input.endsAtLocal === undefined ? 'endsAt' : 'endsAtLocal';
		errors.add(field, message`The event can’t end before it starts.`, 'VALIDATION_INVALID_DATE');
		throw errors.toError();
	}
	if (typedStart && startsAt < now) {
		warnings.push({
			field: 'startsAt',
			code: 'starts-in-past',
			message: message`The event starts in the past.`,
		});
	}
	return { times: wholeTimes({ timeZone, startsAt, endsAt: end, isAllDay }), warnings };
}

/** Completes times with the days in the event's zone; whole days are stretched from midnight to midnight. */
export function wholeTimes(times: Omit<EventTimes, 'startsOn' | 'endsOn'>): EventTimes {
	const { timeZone, isAllDay } = times;
	const days = localDaysOf(times.startsAt, times.endsAt, timeZone);
	if (!isAllDay) return { ...times, ...days };
	const midnight = (day: string) => new Date(resolveWallTime(`${day}T00:00`, timeZone).instant);
	return {
		...times,
		...days,
		startsAt: midnight(days.startsOn),
		endsAt: midnight(dayAfter(days.endsOn)),
	};
}

function dayAfter(day: string): string {
	const next = new Date(`${day}T00:00:00Z`);
	next.setUTCDate(next.getUTCDate() + 1);
	return next.toISOString().slice(0, 10);
}

function readZone(typed: string | undefined, current: EventTimes | null, errors: FieldErrors): string {
	if (typed === undefined) return current?.timeZone ?? 'UTC';
	const zone = canonicalTimeZone(typed);
	if (zone === null) errors.add('timeZone', message`Choose a time zone.`, 'VALIDATION_FAILED', typed);
	return zone ?? 'UTC';
}

/** A wall time as typed; null where it does not exist, or outside the years that contracts accept. */
export function readTypedTime(local: string, timeZone: string): ResolvedWallTime | null {
	try {
		const resolved = resolveWallTime(local, timeZone);
		return acceptedYears.test(resolved.instant) ? resolved : null;
	} catch {
		return null;
	}
}

function readWallTime(
	field: 'startsAtLocal' | 'endsAtLocal',
	local: string,
	timeZone: string,
	errors: FieldErrors,
	warnings: TimeWarning[],
): Date | null {
	const resolved = readTypedTime(local, timeZone);
	if (!resolved) {
		errors.add(field, message`Enter a valid date.`, 'VALIDATION_INVALID_DATE', local);
		return null;
	}
	const [, typed = ''] = local.split('T');
	const [, shown = ''] = resolved.local.split('T');
	if (resolved.fit === 'skipped') {
		warnings.push({
			field,
			code: 'time-skipped',
			message: message`Clocks go forward that night: ${typed} became ${shown}.`,
		});
	}
	if (resolved.fit === 'doubled') {
		warnings.push({
			field,
			code: 'time-doubled',
			message: message`Clocks go back that night: we used the first ${typed}.`,
		});
	}
	return new Date(resolved.instant);
}

class FieldErrors {
	private readonly list: FieldRefusal[] = [];
	add(field: string, message: TranslatableMessage, code: FieldRefusal['code'], value?: unknown): void {
		this.list.push({ field, message, code, ...(value === undefined ? {} : { value }) });
	}
	refuseBoth(input: TimeInput, exact: 'startsAt' | 'endsAt', local: 'startsAtLocal' | 'endsAtLocal'): void {
		if (input[exact] === undefined || input[local] === undefined) return;
		this.add(local, message`Enter either ${exact} or ${local}.`, 'VALIDATION_FAILED');
	}
	throwIfAny(): void {
		if (this.list.length > 0) throw this.toError();
	}
	toError(): AppError {
		return new AppError('VALIDATION_FAILED', { message: this.list[0]?.message, details: this.list });
	}
}
