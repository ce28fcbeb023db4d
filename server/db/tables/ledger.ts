import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { accountCharts, type MappedAccount, taxModes } from '#shared/rules/datev/accounts.ts';
import { bytea, createdAt, instant, organisationId, transactionId, updatedAt } from './columns.ts';

/**
 * The books: amounts moved from one account to another. Append-only: a trigger refuses updates and deletions, a correction is
 * another transfer. Each amount is positive and leaves one account for another, so an unbalanced entry cannot be written.
 */
export const ledgerTransfers = pgTable(
	'ledger_transfers',
	(c) => ({
		organisationId: organisationId(),
		/** The source of the transfer: `order`, `payment`, `refund` … and its id. One source posts each kind and line once. */
		sourceKind: c.text('source_kind').notNull(),
		sourceId: c.uuid('source_id').notNull(),
		/** What happened: `sale`, `payment`, `refund` …; shared/rules/ledger-accounts.ts. */
		kind: c.text('kind').notNull(),
		line: c.smallint('line').notNull(),
		eventId: c.uuid('event_id'),
		debit: c.text('debit').notNull(),
		credit: c.text('credit').notNull(),
		currency: c.text('currency').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		/** Of what was sold and of its tax: the rate that the tax report puts it under. */
		wholeTaxBasisPoints: c.integer('tax_basis_points'),
		/** The same rate with its tenth, where it has one (server/db/tax-rate.ts). */
		taxRate: c.numeric('tax_rate', { precision: 6, scale: 1, mode: 'number' }),
		/** The order, agreement … whose `buyer` account is moved. */
		subjectId: c.uuid('subject_id').notNull(),
		occurredAt: instant('occurred_at').notNull().defaultNow(),
		madeBy: c.uuid('made_by'),
		note: c.text('note').notNull().default(''),
		transactionId: transactionId(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.sourceId, t.sourceKind, t.kind, t.line] }),
		index('ledger_transfers_subject_index').on(t.organisationId, t.eventId, t.subjectId),
		// The journal of a period, in its order.
		index('ledger_transfers_journal_index').on(t.organisationId, t.occurredAt, t.sourceId),
		index('ledger_transfers_created_index').using('brin', t.createdAt),
		check('ledger_transfers_moves', sql`amount_minor > 0 AND debit <> credit`),
	],
);

/**
 * What each order owes (above 0), is owed (below 0) and has paid: the balance of its `buyer` account, written with the transfers by
 * the same statement and recounted by `foyer verify`.
 */
export const ledgerSubjects = pgTable(
	'ledger_subjects',
	(c) => ({
		organisationId: organisationId(),
		subjectId: c.uuid('subject_id').notNull(),
		eventId: c.uuid('event_id'),
		currency: c.text('currency').notNull(),
		balanceMinor: c.bigint('balance_minor', { mode: 'number' }).notNull().default(0),
		paidMinor: c.bigint('paid_minor', { mode: 'number' }).notNull().default(0),
		returnedMinor: c.bigint('returned_minor', { mode: 'number' }).notNull().default(0),
		transfers: c.integer('transfers').notNull().default(0),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.subjectId] }),
		index('ledger_subjects_open_index')
			.on(t.organisationId, t.eventId, t.balanceMinor)
			.where(sql`balance_minor <> 0`),
	],
);

/**
 * Months whose figures are closed: nothing is posted with a date in them any more, which a trigger on the transfers refuses. The hash over
 * their transfers shows in `foyer verify` when one was changed past the trigger.
 */
export const ledgerPeriods = pgTable(
	'ledger_periods',
	(c) => ({
		organisationId: organisationId(),
		/** `2026-11` */
		period: c.text('period').notNull(),
		startsAt: instant('starts_at').notNull(),
		endsAt: instant('ends_at').notNull(),
		/** Where its first and last day begin and end. */
		timeZone: c.text('time_zone').notNull(),
		/** The tax report as it was: places of events may change afterwards. */
		figures: c.jsonb('figures').notNull(),
		transfers: c.integer('transfers').notNull(),
		hash: bytea('hash').notNull(),
		closedAt: instant('closed_at').notNull(),
		closedBy: c.uuid('closed_by'),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.period] }),
		index('ledger_periods_end_index').on(t.organisationId, t.endsAt),
	],
);

/**
 * Each day of the books (UTC) in which something was posted: a hash over its transfers and the seal of the day before, written once the day
 * is over. A transfer that is changed, added or removed past the trigger shows in `foyer verify`.
 */
export const ledgerSeals = pgTable(
	'ledger_seals',
	(c) => ({
		organisationId: organisationId(),
		day: c.date('day', { mode: 'string' }).notNull(),
		transfers: c.integer('transfers').notNull(),
		hash: bytea('hash').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [primaryKey({ columns: [t.organisationId, t.day] })],
);

/** How the books of an organisation are exported for bookkeeping programs. Without a row: nothing was set up. */
export const accountingSettings = pgTable(
	'accounting_settings',
	(c) => ({
		organisationId: organisationId().primaryKey(),
		/** The chart of accounts that proposes numbers: `skr03`, `skr04`, `other`. */
		chart: c.text('chart', { enum: accountCharts }).notNull().default('skr03'),
		/** Numbers of the tax adviser and of the client with DATEV; null: not said yet. */
		consultantNumber: c.integer('consultant_number'),
		clientNumber: c.integer('client_number'),
		/** Digits of an account. */
		accountLength: c.smallint('account_length').notNull().default(4),
		/** The month in which the fiscal year begins, 1 to 12. */
		fiscalYearStart: c.smallint('fiscal_year_start').notNull().default(1),
		/** `gross`: the bookkeeping program works out the tax; `net`: tax is posted apart. */
		taxMode: c.text('tax_mode', { enum: taxModes }).notNull().default('gross'),
		/** Numbers that differ from those that the chart proposes. */
		accounts: c.jsonb('accounts').$type<MappedAccount[]>().notNull().default([]),
		version: c.integer('version').notNull().default(1),
		updatedAt: updatedAt(),
	}),
	() => [
		check(
			'accounting_settings_numbers',
			sql`account_length BETWEEN 4 AND 8 AND fiscal_year_start BETWEEN 1 AND 12
				AND consultant_number BETWEEN 1001 AND 9999999 AND client_number BETWEEN 1 AND 99999`,
		),
	],
);
