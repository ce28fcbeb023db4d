import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { conflictKinds, doorObjections } from '#shared/rules/door-log.ts';
import { verdicts } from '#shared/rules/door-verdict.ts';
import {
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	transactionId,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** What guests are checked in to. The default list has the event's own id, and a row only once somebody changed it. */
export const checkInLists = pgTable(
	'check_in_lists',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		name: c.text('name').notNull(),
		/** Null: every ticket type. */
		ticketTypeIds: c.uuid('ticket_type_ids').array(),
		opensAt: instant('opens_at'),
		closesAt: instant('closes_at'),
		countsExits: c.boolean('counts_exits').notNull().default(false),
		allowsReentry: c.boolean('allows_reentry').notNull().default(false),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('check_in_lists_event_index').on(t.organisationId, t.eventId),
	],
);

/** Entrances by name; scans state theirs. */
export const gates = pgTable(
	'gates',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		name: c.text('name').notNull(),
		createdAt: createdAt(),
		/** A deleted gate keeps its row: devices state it until they read the gates again. */
		deletedAt: instant('deleted_at'),
	}),
	(t) => [organisationKey(t), belongsToEvent(t), index('gates_event_index').on(t.organisationId, t.eventId)],
);

/**
 * Every scan and every manual check-in with its verdict, never deleted. What a row means follows from all rows of its guest and
 * list (shared/rules/door-log.ts) and is worked out anew when one comes in late; what happened (who, when, decided how) never
 * changes. "Checked in" is derived: the earliest accepted row that is not annulled. The unique index lets one ticket in once per
 * list, whatever races.
 */
export const checkIns = pgTable(
	'check_ins',
	(c) => ({
		...organisationRow(),
		/** Order of arrival at the database, for feeds of what is new; an annulled row gets a new one. */
		sequence: c.bigserial('sequence', { mode: 'bigint' }).notNull(),
		/** Follows the sequence number, by a trigger. */
		transactionId: transactionId(),
		eventId: c.uuid('event_id').notNull(),
		/** The check-in list; the event's own id stands for its default list. */
		listId: c.uuid('list_id').notNull(),
		/** Null when the code named nobody of this event. */
		attendeeId: c.uuid('attendee_id'),
		verdict: c.text('verdict', { enum: verdicts }).notNull(),
		direction: c
			.text('direction', { enum: ['in', 'out'] })
			.notNull()
			.default('in'),
		/** What the door did: whether the person passed. Of two reports of one scan, `admitted` stands. */
		decision: c
			.text('decision', { enum: ['admitted', 'refused'] })
			.notNull()
			.default('admitted'),
		/** Why the ticket was refused when it was scanned. */
		objection: c.text('objection', { enum: doorObjections }),
		/** When it happened: the device's time put right by what it knew of its clock, else the database's. */
		occurredAt: instant('occurred_at').notNull().default(sql`clock_timestamp()`),
		/** Server time minus device time, as the device reported it; null: the database's time was taken. */
		clockOffsetMs: c.bigint('clock_offset_ms', { mode: 'number' }),
		/** The verdict that was shown first, by the server or, without a network, by the device. */
		shownVerdict: c.text('shown_verdict', { enum: verdicts }),
		gateId: c.uuid('gate_id'),
		/** Id that the device made for itself. */
		deviceId: c.text('device_id'),
		/** What was scanned, where it named no guest. */
		scannedText: c.text('scanned_text').notNull().default(''),
		/** Came in a batch, after the fact. */
		isReplayed: c.boolean('is_replayed').notNull().default(false),
		/** For accepted entries of lists that count exits. */
		leftAt: instant('left_at'),
		/** Which visit an accepted entry begins, counted from 0; only lists with re-entry know more than one. */
		visit: c.integer('visit').notNull().default(0),
		/** Why the row is a conflict, and the accepted row that stands against it. */
		conflictKind: c.text('conflict_kind', { enum: conflictKinds }),
		conflictWith: c.uuid('conflict_with'),
		settledAt: instant('settled_at'),
		settledBy: c.uuid('settled_by'),
		settledNote: c.text('settled_note').notNull().default(''),
		method: c.text('method', { enum: ['scan', 'manual'] }).notNull(),
		staffLinkId: c.uuid('staff_link_id'),
		userId: c.uuid('user_id'),
		/** Name the device gave itself. */
		device: c.text('device').notNull().default(''),
		/** Made by the device; the same nonce twice counts once. */
		nonce: c.text('nonce'),
		/** The device's time of the scan; recordedAt is the database's. */
		scannedAt: instant('scanned_at').notNull(),
		recordedAt: instant('recorded_at').notNull().default(sql`clock_timestamp()`),
		annulledAt: instant('annulled_at'),
		annulledReason: c.text('annulled_reason').notNull().default(''),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('check_ins_admitted_once')
			.on(t.organisationId, t.listId, t.attendeeId, t.visit)
			.where(sql`verdict = 'accepted' AND annulled_at IS NULL`),
		uniqueIndex('check_ins_nonce_unique')
			.on(t.organisationId, t.eventId, t.nonce)
			.where(sql`nonce IS NOT NULL`),
		index('check_ins_event_sequence_index').on(t.eventId, t.sequence),
		// What is new over all events, for figures: ranges of pages, which cost a scan next to nothing.
		index('check_ins_sequence_index').using('brin', t.sequence).with({ pages_per_range: 32 }),
		index('check_ins_feed_index').on(t.eventId, t.transactionId, t.attendeeId),
		index('check_ins_attendee_index').on(t.attendeeId, t.recordedAt),
		index('check_ins_conflict_index').on(t.eventId, t.sequence).where(sql`conflict_kind IS NOT NULL`),
	],
);

/** Scans taken back. One may come in before its scan; it waits here for it. */
export const checkInUndos = pgTable(
	'check_in_undos',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		nonce: c.text('nonce').notNull(),
		listId: c.uuid('list_id').notNull(),
		/** Nonce of the scan; null: the latest entry of the guest before `occurredAt`. */
		target: c.text('target'),
		attendeeId: c.uuid('attendee_id'),
		reason: c.text('reason').notNull().default(''),
		staffLinkId: c.uuid('staff_link_id'),
		userId: c.uuid('user_id'),
		device: c.text('device').notNull().default(''),
		deviceId: c.text('device_id'),
		scannedAt: instant('scanned_at').notNull(),
		occurredAt: instant('occurred_at').notNull(),
		recordedAt: instant('recorded_at').notNull().default(sql`clock_timestamp()`),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.nonce] }),
		index('check_in_undos_target_index').on(t.eventId, t.target).where(sql`target IS NOT NULL`),
		index('check_in_undos_attendee_index').on(t.attendeeId).where(sql`attendee_id IS NOT NULL`),
	],
);

/** Devices as they last reported: for the organiser's figures and for "is anything still waiting?". */
export const doorDevices = pgTable(
	'door_devices',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		/** Id that the device made for itself. */
		deviceId: c.text('device_id').notNull(),
		name: c.text('name').notNull().default(''),
		staffLinkId: c.uuid('staff_link_id'),
		staffDeviceId: c.uuid('staff_device_id'),
		userId: c.uuid('user_id'),
		gateId: c.uuid('gate_id'),
		queued: c.integer('queued').notNull().default(0),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
	}),
	(t) => [primaryKey({ columns: [t.organisationId, t.eventId, t.deviceId] })],
);

/** Guests that changed after they were made, for the devices of the door; written by a trigger on attendees. */
export const doorChanges = pgTable(
	'door_changes',
	(c) => ({
		sequence: c.bigserial('sequence', { mode: 'bigint' }).notNull(),
		transactionId: transactionId(),
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		isGone: c.boolean('is_gone').notNull().default(false),
		at: instant('at').notNull().defaultNow(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.sequence] }),
		index('door_changes_feed_index').on(t.eventId, t.transactionId, t.attendeeId),
		index('door_changes_at_index').on(t.at),
	],
);
