import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type Listener, listen } from '../facts.ts';
import type { PersonalDataSource } from '../personal-data.ts';

export const eventListeners: Listener[] = [
	listen({
		// Searches find events by who organises them.
		fact: 'accounts.organisation-renamed',
		async inTransaction(tx, { payload }) {
			await tx
				.update(events)
				.set({ organiserName: payload.name })
				.where(eq(events.organisationId, payload.organisationId));
		},
	}),
	listen({
		// Nobody is left who wanted its drafts to appear.
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload }) {
			if (payload.organisationIds.length === 0) return;
			await tx
				.update(events)
				.set({ publishAt: null })
				.where(and(inArray(events.organisationId, payload.organisationIds), isNotNull(events.publishAt)));
		},
	}),
	listen({
		// Guests who are still to come need somebody who holds the event.
		fact: 'accounts.erasure-asked',
		async inTransaction(tx, { payload }, services) {
			if (payload.organisationIds.length === 0) return;
			const [event] = await tx
				.select({ title: events.title })
				.from(events)
				.where(
					and(
						inArray(events.organisationId, payload.organisationIds),
						inArray(events.status, ['published', 'postponed']),
						gt(events.endsAt, services.clock.now()),
					),
				)
				.orderBy(events.startsAt)
				.limit(1);
			if (!event) return;
			throw ruleViolation(
				'events-to-come',
				message`“${event.title}” hasn’t taken place yet. Cancel or unpublish it before you delete your account.`,
			);
		},
	}),
];

/** Personal data in events: those that a person created. */
export const eventData: PersonalDataSource[] = [
	{
		name: 'events',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT id, slug, title, summary, description, status, venue_name, address, city, starts_at, ends_at, created_at
				FROM events WHERE created_by = $1 ORDER BY created_at`,
				[userId],
			);
			return rows;
		},
	},
];
