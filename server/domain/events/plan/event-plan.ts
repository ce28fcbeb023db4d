import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { type EventPlan, PLAN_BYTES } from '#shared/contracts/event-plan.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';

const minuteMs = 60_000;

/** An event with all its parts as a plan. The event stays locked until the transaction ends. */
export async function captureEvent(services: Services, tx: Tx, scope: EventScope): Promise<EventPlan> {
	const row = await lockEvent(tx, scope);
	const plan: EventPlan = { ...planOfRow(row), pools: [], tickets: [], questions: [] };
	for (const part of services.eventParts) Object.assign(plan, await part.capture(tx, scope));
	return plan;
}

/**
 * Makes the parts of a plan for a new event whose row is there.
 * @param typed names of the parts that somebody has just typed
 */
export async function applyParts(
	services: Services,
	tx: Tx,
	scope: EventScope,
	plan: EventPlan,
	typed: readonly string[] = [],
): Promise<void> {
	for (const part of services.eventParts) await part.apply(tx, scope, plan, typed.includes(part.name));
}

/** @throws BUSINESS_RULE_VIOLATION `template-too-large` */
export function requireSmallPlan(plan: EventPlan): void {
	const bytes = Buffer.byteLength(JSON.stringify(plan));
	if (bytes <= PLAN_BYTES) return;
	const size = Math.ceil(bytes / 1000);
	throw ruleViolation(
		'template-too-large',
		message`As a template this event has ${size} kB; the limit is ${PLAN_BYTES / 1000} kB. Shorten its description or its questions.`,
		{ bytes, maxBytes: PLAN_BYTES },
	);
}

/** The row of an event as a plan. Its start is left out: each event made from the plan has its own. */
function planOfRow(row: EventRow): Omit<EventPlan, 'pools' | 'tickets' | 'questions'> {
	return {
		format: 1,
		basics: {
			summary: row.summary,
			description: row.description,
			category: row.category as NonNullable<EventPlan['basics']['category']>,
			tags: row.tags,
			format: row.format,
		},
		times: {
			timeZone: row.timeZone,
			startTime: startTimeOf(row),
			lengthMinutes: Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / minuteMs),
			isAllDay: row.isAllDay,
		},
		place: {
			venueName: row.venueName,
			address: row.address,
			city: row.city,
			region: row.region,
			countryCode: row.countryCode,
			latitude: row.latitude,
			longitude: row.longitude,
			onlineUrl: row.onlineUrl,
			externalUrl: row.externalUrl,
		},
		page: {
			coverAlt: '',
			coverSeed: row.coverSeed ?? row.id,
			themeHue: row.themeHue,
		},
		policy: {
			// Without its password an event that has one would be open to all.
			visibility: row.visibility === 'password' ? 'unlisted' : row.visibility,
			refundPolicy: row.refundPolicy,
			currency: row.currency,
			feeBearer: row.feeBearer,
			pricesIncludeTax: row.pricesIncludeTax,
		},
	};
}

function startTimeOf(row: EventRow): string {
	const start = Temporal.Instant.fromEpochMilliseconds(row.startsAt.getTime());
	return start
		.toZonedDateTimeISO(row.timeZone)
		.toPlainTime()
		.toString({ smallestUnit: 'minute', roundingMode: 'floor' });
}

/** Columns of an event that a plan sets, without its times. */
export function columnsOfPlan({ basics, place, page, policy }: EventPlan) {
	return { ...basics, ...place, ...page, ...policy };
}
