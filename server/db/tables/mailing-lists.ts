import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { contactProblems, listProblems, mailingServices } from '#shared/rules/mailing-services.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
} from './columns.ts';

/** Lists at other services that followers with a confirmed consent are added to. Keys are sealed. */
export const mailingLists = pgTable(
	'mailing_lists',
	(c) => ({
		...organisationRow(),
		service: c.text('service', { enum: mailingServices }).notNull(),
		/** `ServiceSettings` as JSON. */
		sealedSettings: bytea('sealed_settings').notNull(),
		/** Where it is called, for lists and notices. */
		host: c.text('host').notNull(),
		/** The last characters of the key, by which people distinguish keys. */
		keyEnding: c.text('key_ending').notNull(),
		/** The list as the service names it. */
		listId: c.text('list_id').notNull(),
		listName: c.text('list_name').notNull(),
		state: c
			.text('state', { enum: ['active', 'paused', 'stopped'] })
			.notNull()
			.default('active'),
		/** Why it stopped. */
		problem: c.text('problem', { enum: listProblems }),
		/** Since the first failure after the last success. */
		failingSince: instant('failing_since'),
		/** Nothing is sent before: the service requested a pause. */
		notBefore: instant('not_before'),
		lastSentAt: instant('last_sent_at'),
		/** While earlier followers are being added to the queue: the last of them; null once all are. */
		isFilling: c.boolean('is_filling').notNull().default(true),
		filledTo: c.uuid('filled_to'),
		createdBy: c.uuid('created_by').notNull(),
		createdAt: createdAt(),
		version: c.integer('version').notNull().default(1),
	}),
	(t) => [
		organisationKey(t),
		index('mailing_lists_filling_index').on(t.organisationId, t.id).where(sql`is_filling`),
		check('mailing_lists_stopped', sql`(state = 'stopped') = (problem IS NOT NULL)`),
	],
);

/**
 * The pending state of a follower for a list, and the last one sent: one row each, so that however often a consent changes, its state is
 * sent as it is then. Without an address: it is read from the follower. Of one who is erased the id at the service remains until the
 * contact is removed there.
 */
export const mailingListContacts = pgTable(
	'mailing_list_contacts',
	(c) => ({
		organisationId: organisationId(),
		mailingListId: c.uuid('mailing_list_id').notNull(),
		followerId: c.uuid('follower_id').notNull(),
		/** The contact as the service names it; null before it was added. */
		remoteId: c.text('remote_id'),
		state: c
			.text('state', { enum: ['due', 'added', 'removed', 'refused'] })
			.notNull()
			.default('due'),
		problem: c.text('problem', { enum: contactProblems }),
		/** Raised whenever the consent changes: what was sent before is not the last word then. */
		revision: c.integer('revision').notNull().default(1),
		attempts: c.integer('attempts').notNull().default(0),
		nextAt: instant('next_at').notNull(),
		/** A worker has it until then, so that no two calls about one contact are under way. */
		claimedUntil: instant('claimed_until'),
		settledAt: instant('settled_at'),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.mailingListId, t.followerId] }),
		sameOrganisation({ ...t, column: t.mailingListId }, mailingLists).onDelete('cascade'),
		index('mailing_list_contacts_follower_index').on(t.organisationId, t.followerId),
		index('mailing_list_contacts_state_index').on(t.organisationId, t.mailingListId, t.state, t.followerId),
		index('mailing_list_contacts_due_index').on(t.nextAt).where(sql`state = 'due'`),
		index('mailing_list_contacts_queue_index')
			.on(t.organisationId, t.mailingListId, t.nextAt, t.followerId)
			.where(sql`state = 'due'`),
		check('mailing_list_contacts_refused', sql`(state = 'refused') = (problem IS NOT NULL)`),
	],
);
