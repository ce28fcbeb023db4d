import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant } from './columns.ts';

/** Messages to the operator through /contact. */
export const contactMessages = pgTable(
	'contact_messages',
	(c) => ({
		id: id(),
		name: c.text('name').notNull(),
		email: c.text('email').notNull(),
		topic: c.text('topic').notNull(),
		message: c.text('message').notNull(),
		/** Keyed hash of the sender's network, for limits; no address is stored. */
		source: bytea('source').notNull(),
		createdAt: createdAt(),
		answeredAt: instant('answered_at'),
	}),
	(t) => [
		index('contact_messages_created_index').on(t.createdAt, t.id),
		index('contact_messages_email_index').on(sql`lower(${t.email})`, t.createdAt),
		index('contact_messages_open_index').on(t.createdAt).where(sql`answered_at IS NULL`),
		index('contact_messages_source_index').on(t.source, t.createdAt),
	],
);
