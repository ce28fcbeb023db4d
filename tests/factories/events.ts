import { announceDue } from '#server/domain/events/commands/announce-changes.ts';
import { publishEvent } from '#server/domain/events/commands/change-status.ts';
import { createEvent } from '#server/domain/events/commands/create-event.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createEvent as contract } from '#shared/contracts/event-creation.ts';
import type { TestApi } from '#tests/support/api.ts';
import type { TestUser } from './accounts.ts';

const dayMs = 86_400_000;

/** An event of an organisation: a week from now unless stated, a draft unless `isPublished`. */
export async function makeEvent(
	services: Services,
	owner: { organisationId: string; userId: string },
	options: Partial<BodyOf<typeof contract>> & { isPublished?: boolean } = {},
): Promise<EventWithOrganiser> {
	const { isPublished = false, ...input } = options;
	const hasStart = input.startsAt !== undefined || input.startsAtLocal !== undefined;
	const { eventId } = await createEvent(services, {
		...owner,
		input: {
			title: 'Summer party',
			...(hasStart ? {} : { startsAt: new Date(services.clock.now().getTime() + 7 * dayMs).toISOString() }),
			...input,
		},
	});
	const scope = { organisationId: owner.organisationId, eventId };
	if (isPublished) await publishEvent(services, scope, { isEmailVerified: true });
	return getWholeEvent(services, scope);
}

/**
 * Moves an event by its row, since no call takes a start in the past; its days follow, as they do in the product.
 * @param hours from now, negative for the past
 */
export async function moveEvent(
	{ database }: Pick<Services, 'database'>,
	eventId: string,
	hours: { start: number; end: number },
): Promise<void> {
	await database.pool.query(
		`UPDATE events e SET starts_at = t.starts_at, ends_at = t.ends_at, starts_on = foyer_day(t.starts_at, e.time_zone),
			ends_on = foyer_day(t.ends_at - interval '1 millisecond', e.time_zone)
		FROM (SELECT now() + $2::float8 * interval '1 hour' AS starts_at, now() + $3::float8 * interval '1 hour' AS ends_at) t
		WHERE e.id = $1`,
		[eventId, hours.start, hours.end],
	);
}

/** Ends the time in which edits of an event, and its cancelling, can be undone. */
export async function endUndoTime(services: Services, eventId: string): Promise<void> {
	await services.database.pool.query(
		'UPDATE event_change_sets SET notify_at = now() - make_interval(secs => 1) WHERE event_id = $1 AND notify_at > now()',
		[eventId],
	);
	while ((await announceDue(services)) > 0);
}

/** A published event, with the calls of its organiser that change it, undo that and copy it. */
export async function openEvent(services: Services, api: TestApi, owner: TestUser, fields: object = {}) {
	const event = await makeEvent(services, owner, { currency: 'EUR', isPublished: true, ...fields });
	const at = `/api/events/${event.id}`;
	const as = { token: owner.token };
	return {
		at,
		edit: (changes: object) => api.patch(at, changes, as),
		read: async () => (await api.get(at)).body,
		plan: (changes: object) => api.post(`${at}/changes/plan`, { parts: { event: changes } }, as),
		newest: async () => (await api.get(`${at}/changes`, as)).body.data[0],
		undo: (id: string) => api.post(`${at}/changes/${id}/undo`, {}, as),
		duplicate: () => api.post(`${at}/duplicate`, {}, as),
		/** Somebody gets a ticket of its first type. */
		async takeTicket() {
			const { data } = (await api.get(`${at}/ticket-types`)).body;
			const buyer = { name: 'Grace Hopper', email: 'grace@example.org' };
			const { status } = await api.post(`${at}/orders`, {
				buyer,
				items: [{ ticketTypeId: data[0].id, quantity: 1 }],
			});
			if (status !== 201) throw new Error(`An order was answered by ${status}.`);
		},
	};
}
