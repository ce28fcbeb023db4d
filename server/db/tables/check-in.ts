import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, organisationId } from './columns.ts';

/**
 * Every scan and every manual check-in with its verdict; never updated but to annul. "Checked in" is derived: the earliest
 * accepted row that is not annulled. The unique index lets one ticket in once per list, whatever races.
 */
export const checkIns = pgTable(
	'check_ins',
	{
		id: id(),
		/** Order of arrival at the database, for feeds of what is new; an annulled row gets a new one. */
		sequence: bigserial('sequence', { mode: 'bigint' }).notNull(),
		organisationId: organisationId(),
		eventId: uuid('event_id').notNull(),
		/** The check-in list; the event's own id stands for its default list. */
		listId: uuid('list_id').notNull(),
		/** Null when the code named nobody of this event. */
		attendeeId: uuid('attendee_id'),
		verdict: text('verdict', {
			enum: [
				'accepted',
				'already_checked_in',
				'wrong_event',
				'cancelled',
				'unpaid',
				'not_yet_valid',
				'unknown_code',
				'wrong_list',
				'conflict',
			],
		}).notNull(),
		method: text('method', { enum: ['scan', 'manual'] }).notNull(),
		staffLinkId: uuid('staff_link_id'),
		userId: uuid('user_id'),
		/** Name the device gave itself. */
		device: text('device').notNull().default(''),
		/** Made by the device; the same nonce twice counts once. */
		nonce: text('nonce'),
		/** The device's time of the scan; recordedAt is the database's. */
		scannedAt: instant('scanned_at').notNull(),
		recordedAt: instant('recorded_at').notNull().default(sql`clock_timestamp()`),
		annulledAt: instant('annulled_at'),
		annulledReason: text('annulled_reason').notNull().default(''),
	},
	(t) => [
		uniqueIndex('check_ins_admitted_once')
			.on(t.listId, t.attendeeId)
			.where(sql`verdict = 'accepted' AND annulled_at IS NULL`),
		uniqueIndex('check_ins_nonce_unique').on(t.eventId, t.nonce).where(sql`nonce IS NOT NULL`),
		index('check_ins_event_sequence_index').on(t.eventId, t.sequence),
		index('check_ins_attendee_index').on(t.attendeeId, t.recordedAt),
	],
);
