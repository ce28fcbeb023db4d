import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, organisationId } from './columns.ts';
import { events } from './events.ts';

/** A way to the door without a login: one event, some abilities, revocable at once. Only the token's hash is kept. */
export const staffLinks = pgTable(
	'staff_links',
	{
		id: id(),
		organisationId: organisationId(),
		eventId: uuid('event_id')
			.notNull()
			.references(() => events.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		/** Typed by volunteers at /staff-access/{tokenCode}. */
		shortCode: text('short_code').notNull(),
		label: text('label').notNull(),
		abilities: text('abilities').array().notNull(),
		startsAt: instant('starts_at'),
		endsAt: instant('ends_at'),
		/** Check-in lists that it opens; null: all of the event. */
		listIds: uuid('list_ids').array(),
		gateId: uuid('gate_id'),
		deviceLimit: integer('device_limit'),
		pinHash: text('pin_hash'),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
		lastUsedAt: instant('last_used_at'),
		revokedAt: instant('revoked_at'),
		/** Wrong PINs in a row and when the next may be tried; after too many the PIN is spent until it is set anew. */
		wrongPins: integer('wrong_pins').notNull().default(0),
		pinWaitsUntil: instant('pin_waits_until'),
	},
	(t) => [
		uniqueIndex('staff_links_token_hash_unique').on(t.tokenHash),
		uniqueIndex('staff_links_short_code_unique').on(t.shortCode),
		index('staff_links_event_index').on(t.organisationId, t.eventId),
	],
);

/** A device that came in by the short code: it has a token of its own, which ends with its link. */
export const staffDevices = pgTable(
	'staff_devices',
	{
		id: id(),
		organisationId: organisationId(),
		staffLinkId: uuid('staff_link_id')
			.notNull()
			.references(() => staffLinks.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		/** Made by the device, kept as its hash: entering again takes no second place. */
		keyHash: bytea('key_hash'),
		name: text('name').notNull().default(''),
		createdAt: createdAt(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex('staff_devices_token_hash_unique').on(t.tokenHash),
		index('staff_devices_link_index').on(t.staffLinkId),
		uniqueIndex('staff_devices_key_unique').on(t.staffLinkId, t.keyHash).where(sql`key_hash IS NOT NULL`),
	],
);

/** Tokens that were ended by a rotation or by hand: they open nothing, but their devices may still hand in what they scanned. */
export const endedStaffTokens = pgTable(
	'ended_staff_tokens',
	{
		tokenHash: bytea('token_hash').primaryKey(),
		organisationId: organisationId(),
		staffLinkId: uuid('staff_link_id')
			.notNull()
			.references(() => staffLinks.id, { onDelete: 'cascade' }),
		device: text('device').notNull().default(''),
		endedAt: instant('ended_at').notNull().defaultNow(),
	},
	(t) => [index('ended_staff_tokens_link_index').on(t.staffLinkId)],
);

/** Wrong short codes by address and overall, to slow guessing down and then to stop it. */
export const staffGuesses = pgTable('staff_guesses', {
	/** Keyed hash of the address. */
	who: bytea('who').primaryKey(),
	wrong: integer('wrong').notNull().default(0),
	waitsUntil: instant('waits_until'),
	lastAt: instant('last_at').notNull().defaultNow(),
});
