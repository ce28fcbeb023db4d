import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { WithdrawnItem } from '#shared/contracts/withdrawals.ts';
import { withdrawalObstacles, withdrawalStates, withdrawalSubjects } from '#shared/rules/withdrawals.ts';
import { bytea, instant, organisationKey, organisationRow } from './columns.ts';

/** Statements by which buyers withdraw from contracts, and what became of them. */
export const withdrawals = pgTable(
	'withdrawals',
	(c) => ({
		...organisationRow(),
		/** The subject that was found; null: nothing that the organisation sold. */
		subjectKind: c.text('subject_kind', { enum: withdrawalSubjects }),
		subjectId: c.uuid('subject_id'),
		/** Of an order. */
		eventId: c.uuid('event_id'),
		/** As they were stated. */
		reference: c.text('reference').notNull(),
		name: c.text('name').notNull(),
		email: c.text('email').notNull(),
		locale: c.text('locale').notNull(),
		/** Tickets of the order that are meant; empty: of gift cards all, of an order whatever can be withdrawn from. */
		attendeeIds: c.uuid('attendee_ids').array().notNull().default(sql`'{}'`),
		/** What it was about, in words of the day it came. */
		items: c.jsonb('items').$type<WithdrawnItem[]>().notNull().default([]),
		/** By the clock of the database: whether it came in time. */
		receivedAt: instant('received_at').notNull().defaultNow(),
		state: c.text('state', { enum: withdrawalStates }).notNull().default('received'),
		/** Why it wasn’t accepted automatically; null: it was. */
		obstacle: c.text('obstacle', { enum: withdrawalObstacles }),
		decidedAt: instant('decided_at'),
		/** Null: it was decided by rule. */
		decidedBy: c.uuid('decided_by'),
		/** The organiser’s words. */
		decisionNote: c.text('decision_note').notNull().default(''),
		/** Its refund. */
		refundMinor: c.bigint('refund_minor', { mode: 'number' }).notNull().default(0),
		currency: c.text('currency'),
		/** The network it came from, as a keyed hash; emptied after a day. */
		source: bytea('source'),
		version: c.integer('version').notNull().default(1),
	}),
	(t) => [
		organisationKey(t),
		index('withdrawals_state_index').on(t.organisationId, t.state, t.id),
		index('withdrawals_recent_index').on(t.organisationId, t.receivedAt),
		index('withdrawals_subject_index').on(t.organisationId, t.subjectId).where(sql`subject_id IS NOT NULL`),
		// Of one contract, one statement waits at a time.
		uniqueIndex('withdrawals_open_unique')
			.on(t.organisationId, t.subjectId)
			.where(sql`state = 'received' AND subject_id IS NOT NULL`),
		index('withdrawals_email_index').on(sql`lower(${t.email})`),
		index('withdrawals_received_index').using('brin', t.receivedAt),
		index('withdrawals_source_index').on(t.receivedAt).where(sql`source IS NOT NULL`),
		check('withdrawals_decided', sql`(state = 'received') = (decided_at IS NULL)`),
		check('withdrawals_subject', sql`(subject_kind IS NULL) = (subject_id IS NULL)`),
		check(
			'withdrawals_event',
			sql`(subject_kind = 'order') = (event_id IS NOT NULL) OR subject_kind IS NULL`,
		),
		check('withdrawals_refund', sql`refund_minor >= 0 AND (state = 'accepted' OR refund_minor = 0)`),
	],
);
