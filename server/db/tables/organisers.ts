import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PageLink } from '#shared/contracts/organisers.ts';
import { organisations } from './accounts.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** The public profile of an organiser. Without a row: its name, logo and events. */
export const organisationPages = pgTable('organisation_pages', (c) => ({
	organisationId: c
		.uuid('organisation_id')
		.primaryKey()
		.references(() => organisations.id, { onDelete: 'cascade' }),
	/** Markdown. */
	about: c.text('about').notNull().default(''),
	links: c.jsonb('links').$type<PageLink[]>().notNull().default([]),
	isShown: c.boolean('is_shown').notNull().default(true),
	/** There is a contact form. */
	takesMessages: c.boolean('takes_messages').notNull().default(false),
	version: c.integer('version').notNull().default(1),
	createdAt: createdAt(),
	updatedAt: updatedAt(),
}));

/** Addresses that requested mail about new events of an organiser, and confirmed it. */
export const followers = pgTable(
	'followers',
	(c) => ({
		...organisationRow(),
		email: c.text('email').notNull(),
		emailKey: c.text('email_key').notNull(),
		/** As a guest wrote it when they registered; empty of those who followed on the page. */
		name: c.text('name').notNull().default(''),
		locale: c.text('locale').notNull().default('en'),
		state: c.text('state', { enum: ['pending', 'confirmed', 'left'] }).notNull(),
		/** Where the consent was given: on the organiser’s page, or as the answer to a question of an event. */
		cameFrom: c
			.text('came_from', { enum: ['page', 'question'] })
			.notNull()
			.default('page'),
		eventId: c.uuid('event_id'),
		questionId: c.uuid('question_id'),
		/** The consent text that was shown. */
		consentText: c.text('consent_text').notNull(),
		consentedAt: instant('consented_at').notNull(),
		confirmedAt: instant('confirmed_at'),
		leftAt: instant('left_at'),
		/** How the consent ended: by the follower’s own link, another answer, an unsubscription from messages, or a complaint about spam. */
		leftBy: c.text('left_by', { enum: ['link', 'answer', 'unsubscription', 'complaint'] }),
		/** When it was last requested, and from which network, as a keyed hash; emptied after a day. */
		requestedAt: instant('requested_at'),
		source: bytea('source'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('followers_email_unique').on(t.organisationId, t.emailKey),
		index('followers_state_index').on(t.organisationId, t.state, t.id),
		index('followers_email_index').on(t.emailKey),
		index('followers_source_index').on(t.source, t.requestedAt).where(sql`source IS NOT NULL`),
		index('followers_unconfirmed_index').on(t.consentedAt).where(sql`state <> 'confirmed'`),
		check('followers_confirmed', sql`state <> 'confirmed' OR confirmed_at IS NOT NULL`),
	],
);

/** Events that followers are notified of once, bundled to one email a day. */
export const followerNews = pgTable(
	'follower_news',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		notedAt: instant('noted_at').notNull().defaultNow(),
		sentAt: instant('sent_at'),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId] }),
		belongsToEvent(t),
		index('follower_news_sent_index').on(t.organisationId, t.sentAt),
		index('follower_news_due_index').on(t.notedAt).where(sql`sent_at IS NULL`),
	],
);

/** Messages of visitors to an organiser; stored until its email is sent, and 30 days at most. */
export const organiserMessages = pgTable(
	'organiser_messages',
	(c) => ({
		...organisationRow(),
		name: c.text('name').notNull(),
		email: c.text('email').notNull(),
		emailKey: c.text('email_key').notNull(),
		message: c.text('message').notNull(),
		/** The network it came from, as a keyed hash. */
		source: bytea('source'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		index('organiser_messages_email_index').on(t.emailKey),
		index('organiser_messages_recent_index').on(t.organisationId, t.createdAt),
		index('organiser_messages_created_index').using('brin', t.createdAt),
	],
);
