import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
} from './columns.ts';
import { belongsToEvent } from './events.ts';
import { eventSeries } from './series.ts';

/** A way to the door without a login: one event, some abilities, revocable at once. Only the token's hash is stored. */
export const staffLinks = pgTable(
	'staff_links',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		tokenHash: bytea('token_hash').notNull(),
		/** Typed by volunteers at /staff-access/{tokenCode}; unique in the world, as token hashes are: rows of `names`. */
		shortCode: c.text('short_code').notNull(),
		label: c.text('label').notNull(),
		abilities: c.text('abilities').array().notNull(),
		startsAt: instant('starts_at'),
		endsAt: instant('ends_at'),
		/** Check-in lists that it opens; null: all of the event. */
		listIds: c.uuid('list_ids').array(),
		gateId: c.uuid('gate_id'),
		deviceLimit: c.integer('device_limit'),
		pinHash: c.text('pin_hash'),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
		lastUsedAt: instant('last_used_at'),
		revokedAt: instant('revoked_at'),
		/** Wrong PINs in a row and when the next may be tried; after too many the PIN is spent until it is set anew. */
		wrongPins: c.integer('wrong_pins').notNull().default(0),
		pinWaitsUntil: instant('pin_waits_until'),
		/** The link of a series through which devices come in here; the foreign key is in the migration, as it clears this column alone. */
		seriesLinkId: c.uuid('series_link_id'),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('staff_links_series_link_unique')
			.on(t.organisationId, t.seriesLinkId, t.eventId)
			.where(sql`series_link_id IS NOT NULL`),
		uniqueIndex('staff_links_token_hash_unique').on(t.organisationId, t.tokenHash),
		index('staff_links_event_index').on(t.organisationId, t.eventId),
	],
);

/**
 * A way to the doors of all dates of a series: it opens the date that is on, by an ordinary link of that date which is made when the first
 * device comes in. Its own token reaches no door.
 */
export const seriesStaffLinks = pgTable(
	'series_staff_links',
	(c) => ({
		...organisationRow(),
		seriesId: c.uuid('series_id').notNull(),
		tokenHash: bytea('token_hash').notNull(),
		shortCode: c.text('short_code').notNull(),
		label: c.text('label').notNull(),
		abilities: c.text('abilities').array().notNull(),
		/** The season: nothing opens before and after. */
		startsAt: instant('starts_at'),
		endsAt: instant('ends_at'),
		/** From when to when a date is open: minutes before its start, and after its end. */
		opensBeforeMinutes: c.integer('opens_before_minutes').notNull(),
		closesAfterMinutes: c.integer('closes_after_minutes').notNull(),
		/** Devices at each date. */
		deviceLimit: c.integer('device_limit'),
		pinHash: c.text('pin_hash'),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
		lastUsedAt: instant('last_used_at'),
		revokedAt: instant('revoked_at'),
		wrongPins: c.integer('wrong_pins').notNull().default(0),
		pinWaitsUntil: instant('pin_waits_until'),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.seriesId }, eventSeries).onDelete('cascade'),
		uniqueIndex('series_staff_links_token_hash_unique').on(t.organisationId, t.tokenHash),
		index('series_staff_links_series_index').on(t.organisationId, t.seriesId),
		check(
			'series_staff_links_window',
			sql`opens_before_minutes BETWEEN 0 AND 2880 AND closes_after_minutes BETWEEN 0 AND 1440`,
		),
	],
);

/** The foreign key of what belongs to a link and goes with it. */
const belongsToLink = (t: { organisationId: AnyPgColumn; staffLinkId: AnyPgColumn }) =>
	sameOrganisation({ ...t, column: t.staffLinkId }, staffLinks).onDelete('cascade');

/** A device that came in by the short code: it has a token of its own, which ends with its link. */
export const staffDevices = pgTable(
	'staff_devices',
	(c) => ({
		...organisationRow(),
		staffLinkId: c.uuid('staff_link_id').notNull(),
		tokenHash: bytea('token_hash').notNull(),
		/** Made by the device, stored as its hash: entering again takes no second place. */
		keyHash: bytea('key_hash'),
		name: c.text('name').notNull().default(''),
		createdAt: createdAt(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
	}),
	(t) => [
		organisationKey(t),
		belongsToLink(t),
		uniqueIndex('staff_devices_token_hash_unique').on(t.organisationId, t.tokenHash),
		index('staff_devices_link_index').on(t.organisationId, t.staffLinkId),
		uniqueIndex('staff_devices_key_unique')
			.on(t.organisationId, t.staffLinkId, t.keyHash)
			.where(sql`key_hash IS NOT NULL`),
	],
);

/** Tokens that were ended by a rotation or manually: they open nothing, but their devices may still hand in what they scanned. */
export const endedStaffTokens = pgTable(
	'ended_staff_tokens',
	(c) => ({
		tokenHash: bytea('token_hash').notNull(),
		organisationId: organisationId(),
		staffLinkId: c.uuid('staff_link_id').notNull(),
		device: c.text('device').notNull().default(''),
		endedAt: instant('ended_at').notNull().defaultNow(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.tokenHash] }),
		belongsToLink(t),
		index('ended_staff_tokens_link_index').on(t.organisationId, t.staffLinkId),
	],
);

/** Wrong short codes by address and overall, to slow guessing down and then to stop it. */
export const staffGuesses = pgTable('staff_guesses', (c) => ({
	/** Keyed hash of the address. */
	who: bytea('who').primaryKey(),
	wrong: c.integer('wrong').notNull().default(0),
	waitsUntil: instant('waits_until'),
	lastAt: instant('last_at').notNull().defaultNow(),
}));
