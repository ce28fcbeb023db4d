import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { hashPassword } from '#server/domain/accounts/password-hash.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newEventCode } from '#server/domain/events/event-code.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createEvent as contract } from '#shared/contracts/event-creation.ts';
import { type EventPlan, eventPlan } from '#shared/contracts/event-plan.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { hueOfColor } from '#shared/rules/brand-color.ts';
import { readTimes, type TimeWarning } from '../event-times.ts';
import { insertNamed, takenSlugs } from '../names.ts';
import { applyParts, columnsOfPlan } from '../plan/event-plan.ts';
import { slugFromTitle, withSuffix } from '../slug.ts';
import { writePolicy } from '../written-policy.ts';
import { sharePictures } from './pictures.ts';

const emptyPlan = eventPlan.parse({ format: 1, basics: {}, times: {}, place: {}, page: {}, policy: {} });

export type NewEvent = Omit<typeof events.$inferInsert, 'id' | 'slug' | 'code' | 'organiserName'>;

/**
 * Makes a draft. Only a title and a start are needed. Without a plan that brings ticket types the tickets module adds the free "Standard"
 * ticket in the same transaction.
 * @param how.plan what it begins with; what was typed comes before it, and it before the organisation's defaults
 * @throws VALIDATION_FAILED about a field
 */
export async function createEvent(
	services: Services,
	how: {
		organisationId: string;
		userId: string;
		input: BodyOf<typeof contract>;
		plan?: EventPlan | undefined;
		/** What else happens in the transaction, once the event is there. */
		also?: ((tx: Tx, scope: EventScope) => Promise<unknown>) | undefined;
	},
): Promise<{ eventId: string; warnings: TimeWarning[] }> {
	const {
		organisationId: _stated,
		template: _template,
		repeat: _repeat,
		pools = [],
		tickets,
		questions,
		password,
		startsAt,
		startsAtLocal,
		endsAt,
		endsAtLocal,
		...rest
	} = how.input;
	const defaults = await defaultsOf(services.database.db, how.organisationId);
	const typed = { ...(tickets && { pools, tickets }), ...(questions && { questions }) };
	const hasTyped = tickets !== undefined || questions !== undefined;
	const plan = hasTyped ? { ...(how.plan ?? emptyPlan), ...typed } : how.plan;
	// A wall time is read in the zone that the event will have.
	const timeZone = how.input.timeZone ?? how.plan?.times.timeZone ?? defaults.timeZone;
	const isAllDay = how.input.isAllDay ?? how.plan?.times.isAllDay;
	const { times, warnings } = readTimes(
		{ ...how.input, ...(timeZone && { timeZone }), ...(isAllDay !== undefined && { isAllDay }) },
		null,
		services.clock.now(),
		how.plan?.times.lengthMinutes,
	);
	const planned = how.plan ? columnsOfPlan(how.plan) : {};
	const passwordHash = password ? await hashPassword(password) : null;
	if (rest.visibility === 'password' && !passwordHash) throw passwordMissing();
	const eventId = await services.database.transaction(async (tx) => {
		const { id } = await insertEvent(tx, {
			...defaults,
			...planned,
			...rest,
			...writePolicy(null, {
				...rest,
				currency: rest.currency ?? planned.currency ?? defaults.currency,
			}),
			...times,
			format: rest.format ?? planned.format ?? guessFormat(rest),
			passwordHash,
			organisationId: how.organisationId,
			createdBy: how.userId,
		});
		if (plan) {
			const scope = { organisationId: how.organisationId, eventId: id };
			await applyParts(services, tx, scope, plan, Object.keys(typed));
		}
		await services.facts.publish(
			tx,
			{
				name: 'events.event-created',
				organisationId: how.organisationId,
				eventId: id,
				payload: { eventId: id },
			},
			services,
		);
		await how.also?.(tx, { organisationId: how.organisationId, eventId: id });
		return id;
	});
	return { eventId, warnings };
}

/** The organisation’s defaults for new events; typed values take precedence. */
async function defaultsOf(db: DbOrTx, organisationId: string) {
	const { defaultTimeZone, defaultCurrency, defaultRefundPolicy, brandColor } = await getOrganisationSettings(
		db,
		organisationId,
	);
	return {
		...(defaultTimeZone && { timeZone: defaultTimeZone }),
		...(defaultCurrency && { currency: defaultCurrency }),
		...(defaultRefundPolicy && { refundPolicy: defaultRefundPolicy }),
		...(brandColor && { themeHue: hueOfColor(brandColor) }),
	};
}

export const passwordMissing = () =>
	fieldError('password', message`Enter a password for guests.`, 'VALIDATION_REQUIRED_FIELD');

/** A link and no place is an online event, both are a hybrid one. */
function guessFormat(input: { onlineUrl?: string; venueName?: string; address?: string; city?: string }) {
	if (!input.onlineUrl) return 'in_person' as const;
	return input.venueName || input.address || input.city ? ('hybrid' as const) : ('online' as const);
}

const tries = 10;

/** Writes the row under a slug made of the title and a fresh code, both unique; tries others while they are taken. */
export async function insertEvent(
	tx: Tx,
	event: NewEvent & { slug?: string },
): Promise<{ id: string; slug: string; code: string }> {
	const made = event.slug ?? slugFromTitle(event.title);
	for (let attempt = 0; attempt < tries; attempt++) {
		const slug = attempt === 0 ? made : withSuffix(made, attempt < 5 ? 4 : 8);
		if ((await takenSlugs(tx, [slug])).size > 0) continue;
		const rows = await insertNamed(tx, (inner) =>
			inner
				.insert(events)
				.values({
					...event,
					id: newId(),
					slug,
					code: newEventCode(),
					organiserName: sql`(SELECT ${organisations.name} FROM ${organisations} WHERE ${organisations.id} = ${event.organisationId})`,
				})
				.returning({ id: events.id, slug: events.slug, code: events.code }),
		);
		const [row] = rows ?? [];
		if (!row) continue;
		await sharePictures(
			tx,
			{ organisationId: event.organisationId, eventId: row.id },
			event.description ?? '',
		);
		return row;
	}
	throw new AppError('SERVER_OVERLOADED', { message: 'No free name was found for the event. Try again.' });
}
