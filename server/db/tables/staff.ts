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
		deviceLimit: integer('device_limit'),
		pinHash: text('pin_hash'),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
		lastUsedAt: instant('last_used_at'),
		revokedAt: instant('revoked_at'),
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
		name: text('name').notNull().default(''),
		createdAt: createdAt(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex('staff_devices_token_hash_unique').on(t.tokenHash),
		index('staff_devices_link_index').on(t.staffLinkId),
	],
);
