import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { agreementIntervals } from '#shared/rules/agreement-states.ts';
import { planIds, planQuotas, subscriptionStates } from '#shared/rules/plans.ts';
import {
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	updatedAt,
} from './columns.ts';

/** Whether this installation charges plans. One row at most; without it, it does not. */
export const planSettings = pgTable(
	'plan_settings',
	(c) => ({
		id: c.integer('id').primaryKey().default(1),
		areCharged: c.boolean('are_charged').notNull(),
		updatedAt: updatedAt(),
	}),
	() => [check('plan_settings_one_row', sql`id = 1`)],
);

/** The plan of an organisation. Without a row: the free one. Its money is an agreement (payments). */
export const subscriptions = pgTable(
	'subscriptions',
	(c) => ({
		organisationId: organisationId().primaryKey(),
		plan: c.text('plan', { enum: planIds }).notNull(),
		every: c.text('every', { enum: agreementIntervals }).notNull(),
		state: c.text('state', { enum: subscriptionStates }).notNull(),
		agreementId: c.uuid('agreement_id'),
		periodStart: instant('period_start'),
		periodEnd: instant('period_end'),
		/** `pro/month`: what the next period is for, where it is not the same. */
		changeTo: c.text('change_to'),
		/** A plan that is not paid holds until then. */
		graceUntil: instant('grace_until'),
		/** `payer`: they ended it. `unpaid`: it lapsed. */
		endedReason: c.text('ended_reason', { enum: ['payer', 'unpaid'] }),
		/** Given by the operator without payment; the better one holds. */
		grantedPlan: c.text('granted_plan', { enum: planIds }),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	() => [index('subscriptions_grace_index').on(sql`grace_until`).where(sql`grace_until IS NOT NULL`)],
);

/** Limits of plans that owners were notified about, so that each is sent once: at 80 % and at 100 %. Old rows are removed. */
export const planNotices = pgTable(
	'plan_notices',
	(c) => ({
		organisationId: organisationId(),
		quota: c.text('quota', { enum: planQuotas }).notNull(),
		/** The event whose guests were counted, else the organisation. */
		subjectId: c.uuid('subject_id').notNull(),
		/** The limit that was in force: another plan has another one, and is notified about anew. */
		limitValue: c.integer('limit_value').notNull(),
		percent: c.smallint('percent').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.quota, t.subjectId, t.limitValue, t.percent] }),
		index('plan_notices_created_index').on(t.createdAt),
	],
);

/** Months of an organisation whose fees the operator has invoiced; its documents have the id as their subject. Also months without fees. */
export const feeMonths = pgTable(
	'fee_months',
	(c) => ({
		...organisationRow(),
		/** Its first day; months are those of UTC. */
		month: c.date('month', { mode: 'string' }).notNull(),
		createdAt: createdAt(),
	}),
	(t) => [organisationKey(t), uniqueIndex('fee_months_unique').on(t.organisationId, t.month)],
);

/**
 * Documents of the operator that wait until the particulars of both sides are there; what they are about is booked. `plan`: the id is that of
 * the paid period. `fees`: those of a month in one currency, whose tax is booked under the id meanwhile.
 */
export const dueBills = pgTable(
	'due_bills',
	(c) => ({
		...organisationRow(),
		kind: c.text('kind', { enum: ['plan', 'fees'] }).notNull(),
		/** Of fees: the first day of the month. */
		month: c.date('month', { mode: 'string' }),
		currency: c.text('currency').notNull(),
		/** When it is tried: later, while particulars are missing. */
		dueAt: instant('due_at').notNull().defaultNow(),
		/** Particulars were missing when it was last tried. */
		isWaiting: c.boolean('is_waiting').notNull().default(false),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		index('due_bills_due_index').on(t.dueAt),
		index('due_bills_waiting_index').on(t.organisationId).where(sql`is_waiting`),
	],
);
