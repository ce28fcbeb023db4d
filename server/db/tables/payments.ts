import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import {
	agreementIntervals,
	agreementKinds,
	agreementPeriodStates,
	agreementStates,
} from '#shared/rules/agreement-states.ts';
import {
	balanceItemKinds,
	balanceItemStates,
	differenceKinds,
	disputeStates,
	gatewayNames,
	paymentAccountStates,
	paymentMethods,
	paymentStates,
	paymentSubjects,
	payoutStates,
	refundStates,
	refundWays,
	unmatchedOutcomes,
} from '#shared/rules/payment-states.ts';
import {
	bytea,
	createdAt,
	id,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';

const minor = (name: string) => bigint(name, { mode: 'number' });

/** An organisation's account at a payment provider. The state is the provider’s as of the last request. */
export const paymentAccounts = pgTable(
	'payment_accounts',
	(c) => ({
		id: id(),
		organisationId: organisationId(),
		gateway: c.text('gateway', { enum: gatewayNames }).notNull(),
		/** The provider's id; null until the provider has answered the call that opens it. */
		providerAccount: c.text('provider_account'),
		/** ISO 3166-1 alpha-2. */
		country: c.text('country').notNull(),
		defaultCurrency: c.text('default_currency'),
		state: c.text('state', { enum: paymentAccountStates }).notNull(),
		chargesEnabled: c.boolean('charges_enabled').notNull().default(false),
		payoutsEnabled: c.boolean('payouts_enabled').notNull().default(false),
		/** What the provider wants to know: `[{code, dueAt}]`. */
		requirements: c
			.jsonb('requirements')
			.$type<{ code: string; dueAt: string | null }[]>()
			.notNull()
			.default([]),
		disabledReason: c.text('disabled_reason'),
		isLive: c.boolean('is_live').notNull(),
		syncedAt: instant('synced_at'),
		/** When the movements of its balance are read; null: nothing has moved since. */
		balanceDueAt: instant('balance_due_at'),
		/** When they were last read to the end. */
		comparedAt: instant('compared_at'),
		disconnectedAt: instant('disconnected_at'),
		/** An administrator stopped payments to the organisation; null: they did not. */
		stoppedAt: instant('stopped_at'),
		stopReason: c.text('stop_reason').notNull().default(''),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		uniqueIndex('payment_accounts_provider_unique').on(t.gateway, t.providerAccount),
		uniqueIndex('payment_accounts_organisation_unique')
			.on(t.organisationId)
			.where(sql`disconnected_at IS NULL`),
		index('payment_accounts_due_index').on(t.balanceDueAt).where(sql`balance_due_at IS NOT NULL`),
	],
);

/** How an organisation takes money beside cards. Without a row: cards alone, once the payment account is enabled. */
export const paymentSettings = pgTable(
	'payment_settings',
	(c) => ({
		organisationId: organisationId().primaryKey(),
		takesCards: c.boolean('takes_cards').notNull().default(true),
		takesTransfers: c.boolean('takes_transfers').notNull().default(false),
		takesMoneyAtDoor: c.boolean('takes_money_at_door').notNull().default(false),
		transferHolder: c.text('transfer_holder').notNull().default(''),
		transferIban: c.text('transfer_iban').notNull().default(''),
		transferBic: c.text('transfer_bic').notNull().default(''),
		/** How long an order waits for its transfer. */
		transferDays: c.integer('transfer_days').notNull().default(7),
		/** Bank details that are to be used later; `pending_at` is null without any. */
		pendingHolder: c.text('pending_holder').notNull().default(''),
		pendingIban: c.text('pending_iban').notNull().default(''),
		pendingBic: c.text('pending_bic').notNull().default(''),
		pendingBy: c.uuid('pending_by'),
		pendingAt: instant('pending_at'),
		/** When they are used without a second member's yes; null: never. */
		pendingDueAt: instant('pending_due_at'),
		version: c.integer('version').notNull().default(1),
		updatedAt: updatedAt(),
	}),
	(t) => [
		index('payment_settings_due_index').on(t.pendingDueAt).where(sql`pending_due_at IS NOT NULL`),
		check('payment_settings_pending', sql`pending_at IS NOT NULL OR pending_due_at IS NULL`),
	],
);

/** Money requested or received from a payer, for an order or for one period of an agreement. */
export const payments = pgTable(
	'payments',
	(c) => ({
		...organisationRow(),
		subjectKind: c.text('subject_kind', { enum: paymentSubjects }).notNull(),
		/** The order; of an agreement the period. */
		subjectId: c.uuid('subject_id').notNull(),
		eventId: c.uuid('event_id'),
		/** The change of a confirmed order that it pays for; null: the order itself. */
		changeId: c.uuid('change_id'),
		/** Null with a gateway: the installation's own account. */
		accountId: c.uuid('account_id'),
		method: c.text('method', { enum: paymentMethods }).notNull(),
		/** Null: money that no provider moves. */
		gateway: c.text('gateway', { enum: gatewayNames }),
		currency: c.text('currency').notNull(),
		amountMinor: minor('amount_minor').notNull(),
		/** The platform's share, taken by the provider with the charge. */
		feeMinor: minor('fee_minor').notNull().default(0),
		state: c.text('state', { enum: paymentStates }).notNull(),
		providerId: c.text('provider_id'),
		/** Of the last attempt; each has its own key at the provider. */
		attempt: c.smallint('attempt').notNull().default(1),
		capturedMinor: minor('captured_minor').notNull().default(0),
		refundingMinor: minor('refunding_minor').notNull().default(0),
		refundedMinor: minor('refunded_minor').notNull().default(0),
		contestedMinor: minor('contested_minor').notNull().default(0),
		/** Of money that no provider moved: what came beyond what the order costs, as a member accepted it. */
		excessMinor: minor('excess_minor').notNull().default(0),
		/** The error code of the last refusal. */
		failure: c.text('failure'),
		/** Where the buyer confirms the payment, while their bank asks for it. */
		actionUrl: c.text('action_url'),
		settledAt: instant('settled_at'),
		/** When the state is requested from the provider again; null: nothing is open. */
		nextCheckAt: instant('next_check_at'),
		checks: c.integer('checks').notNull().default(0),
		/** Charged to a saved card while its payer was not there. */
		isOffSession: c.boolean('is_off_session').notNull().default(false),
		/** Of money that no provider moved: the day it came, as the bank or a member says. The books have the day it was recorded. */
		receivedOn: c.date('received_on'),
		/** Who noted money that came another way. */
		madeBy: c.uuid('made_by'),
		note: c.text('note').notNull().default(''),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('payments_provider_unique').on(t.organisationId, t.gateway, t.providerId),
		// One payment under way for each order: two tabs cannot pay twice.
		uniqueIndex('payments_open_unique')
			.on(t.organisationId, t.subjectId)
			.where(sql`gateway IS NOT NULL AND state IN ('created', 'requires_action', 'processing', 'failed')`),
		index('payments_due_index').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
		index('payments_subject_index').on(t.organisationId, t.subjectId),
		index('payments_event_index').on(t.organisationId, t.eventId, t.id),
		// Of all organisations, for administrators.
		index('payments_newest_index').on(t.id),
		index('payments_failed_index').on(t.id).where(sql`state = 'failed'`),
		check('payments_amount', sql`amount_minor > 0 AND captured_minor <= amount_minor AND fee_minor >= 0`),
		check(
			'payments_refunds',
			sql`refunding_minor >= 0 AND refunded_minor >= 0 AND refunded_minor + refunding_minor <= captured_minor`,
		),
	],
);

/** Each press of "Pay": its key, and what came of it. */
export const paymentAttempts = pgTable(
	'payment_attempts',
	(c) => ({
		organisationId: organisationId(),
		paymentId: c.uuid('payment_id').notNull(),
		number: c.smallint('number').notNull(),
		idempotencyKey: c.text('idempotency_key').notNull(),
		requestHash: bytea('request_hash').notNull(),
		outcome: c
			.text('outcome', { enum: ['open', 'succeeded', 'failed', 'requires_action', 'unknown'] })
			.notNull()
			.default('open'),
		/** The error code of a refusal. */
		code: c.text('code'),
		/** Keyed hash of the payer's network and of the card, for limits against tried cards; emptied after 90 days. */
		network: bytea('network'),
		card: bytea('card'),
		brand: c.text('brand'),
		last4: c.text('last4'),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.paymentId, t.number] }),
		uniqueIndex('payment_attempts_key_unique').on(t.organisationId, t.idempotencyKey),
		index('payment_attempts_network_index').on(t.network, t.createdAt).where(sql`network IS NOT NULL`),
		index('payment_attempts_card_index').on(t.card, t.createdAt).where(sql`card IS NOT NULL`),
		index('payment_attempts_created_index').using('brin', t.createdAt),
	],
);

/** Money that goes back to a buyer. What is requested raises `payments.refunding_minor` in the same transaction. */
export const refunds = pgTable(
	'refunds',
	(c) => ({
		...organisationRow(),
		paymentId: c.uuid('payment_id').notNull(),
		subjectId: c.uuid('subject_id').notNull(),
		eventId: c.uuid('event_id'),
		amountMinor: minor('amount_minor').notNull(),
		/** The platform's share that goes back with it. */
		feeReturnedMinor: minor('fee_returned_minor').notNull().default(0),
		state: c.text('state', { enum: refundStates }).notNull(),
		/** Why: `organiser`, `not_sold` (of an order that was never confirmed), `late_payment`, `paid_twice`, `cancelled_event`, `resold` (to another guest), `outside` (made at the provider). */
		reason: c.text('reason').notNull(),
		note: c.text('note').notNull().default(''),
		/** The new gift card that it went onto, in the transaction that made it; null: it goes back the way it came. No provider knows of it. */
		giftCardId: c.uuid('gift_card_id'),
		providerId: c.text('provider_id'),
		failure: c.text('failure'),
		requestedBy: c.uuid('requested_by'),
		/** Of money that no provider moves: the day and the way it was sent, and who said so. Until then it is owed. */
		sentOn: c.date('sent_on'),
		sentWay: c.text('sent_way', { enum: refundWays }),
		sentBy: c.uuid('sent_by'),
		nextCheckAt: instant('next_check_at'),
		checks: c.integer('checks').notNull().default(0),
		settledAt: instant('settled_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('refunds_provider_unique').on(t.organisationId, t.providerId),
		index('refunds_due_index').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
		// Of all organisations, for administrators.
		index('refunds_failed_index').on(t.id).where(sql`state = 'failed'`),
		index('refunds_subject_index').on(t.organisationId, t.subjectId),
		index('refunds_event_index').on(t.organisationId, t.eventId, t.subjectId),
		index('refunds_payment_index').on(t.organisationId, t.paymentId),
		// What a member has refunded lately.
		index('refunds_member_index')
			.on(t.organisationId, t.requestedBy, t.createdAt)
			.where(sql`requested_by IS NOT NULL`),
		check('refunds_amount', sql`amount_minor > 0 AND fee_returned_minor >= 0`),
	],
);

/** A buyer's bank takes a charge back until the dispute is decided. */
export const disputes = pgTable(
	'disputes',
	(c) => ({
		...organisationRow(),
		paymentId: c.uuid('payment_id').notNull(),
		subjectId: c.uuid('subject_id').notNull(),
		eventId: c.uuid('event_id'),
		providerId: c.text('provider_id').notNull(),
		amountMinor: minor('amount_minor').notNull(),
		/** What the provider takes for the dispute. */
		feeMinor: minor('fee_minor').notNull().default(0),
		currency: c.text('currency').notNull(),
		reason: c.text('reason').notNull(),
		state: c.text('state', { enum: disputeStates }).notNull(),
		evidenceDueAt: instant('evidence_due_at'),
		sentAt: instant('sent_at'),
		closedAt: instant('closed_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('disputes_provider_unique').on(t.organisationId, t.providerId),
		index('disputes_open_index').on(t.organisationId, t.evidenceDueAt).where(sql`closed_at IS NULL`),
		index('disputes_payment_index').on(t.organisationId, t.paymentId),
	],
);

/** Money that leaves the account at the provider for the organisation's bank. */
export const payouts = pgTable(
	'payouts',
	(c) => ({
		...organisationRow(),
		accountId: c.uuid('account_id').notNull(),
		providerId: c.text('provider_id').notNull(),
		/** Below 0: the provider takes money from the bank. */
		amountMinor: minor('amount_minor').notNull(),
		currency: c.text('currency').notNull(),
		state: c.text('state', { enum: payoutStates }).notNull(),
		arrivesAt: instant('arrives_at').notNull(),
		failure: c.text('failure'),
		/** The bank's reference. */
		trace: c.text('trace'),
		/** Only payouts by schedule list what they are made of. */
		isAutomatic: c.boolean('is_automatic').notNull(),
		/** When its balance items were read. */
		itemisedAt: instant('itemised_at'),
		/** At the provider. */
		madeAt: instant('made_at').notNull(),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('payouts_provider_unique').on(t.organisationId, t.providerId),
		index('payouts_made_index').on(t.organisationId, t.madeAt, t.id),
	],
);

/**
 * Movements of the balance at the provider, as it lists them. Each is compared with what the books say: `unmatched` ones are differences
 * with a name, until they are explained or somebody settles them.
 */
export const balanceItems = pgTable(
	'balance_items',
	(c) => ({
		...organisationRow(),
		accountId: c.uuid('account_id').notNull(),
		providerId: c.text('provider_id').notNull(),
		kind: c.text('kind', { enum: balanceItemKinds }).notNull(),
		/** Signed; the balance grows by `net`, which is the amount less both fees. */
		amountMinor: minor('amount_minor').notNull(),
		applicationFeeMinor: minor('application_fee_minor').notNull(),
		providerFeeMinor: minor('provider_fee_minor').notNull(),
		netMinor: minor('net_minor').notNull(),
		currency: c.text('currency').notNull(),
		exchangeRate: c.text('exchange_rate'),
		/** The charge, refund, dispute or payout behind it, and the payment of that, by the provider's ids. */
		sourceId: c.text('source_id'),
		paymentProviderId: c.text('payment_provider_id'),
		availableAt: instant('available_at').notNull(),
		occurredAt: instant('occurred_at').notNull(),
		/** The payout that it is part of. */
		payoutId: c.uuid('payout_id'),
		/** Our row: a payment, refund, dispute or payout; and the order. */
		matchedId: c.uuid('matched_id'),
		subjectId: c.uuid('subject_id'),
		eventId: c.uuid('event_id'),
		state: c.text('state', { enum: balanceItemStates }).notNull(),
		difference: c.text('difference', { enum: differenceKinds }),
		settledBy: c.uuid('settled_by'),
		settledAt: instant('settled_at'),
		note: c.text('note').notNull().default(''),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('balance_items_provider_unique').on(t.organisationId, t.accountId, t.providerId),
		index('balance_items_unmatched_index')
			.on(t.organisationId, t.occurredAt, t.id)
			.where(sql`state = 'unmatched'`),
		// Of all organisations, for administrators.
		index('balance_items_differences_index').on(t.occurredAt, t.id).where(sql`state = 'unmatched'`),
		index('balance_items_payout_index').on(t.organisationId, t.payoutId, t.id),
		index('balance_items_matched_index').on(t.organisationId, t.matchedId),
		index('balance_items_occurred_index').on(t.organisationId, t.accountId, t.occurredAt),
	],
);

/** Events that led to nothing of this installation, and that no administrator has dismissed. */
const isUnmatchedEvent = sql.raw(
	`set_aside_at IS NULL AND outcome IN (${unmatchedOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`,
);

/**
 * Events of the provider by their id, so that each has one effect. An event is only a reason to look: its content is not stored,
 * the object is fetched. `settled_at` is written in the transaction of the effect.
 */
export const providerEvents = pgTable(
	'provider_events',
	(c) => ({
		gateway: c.text('gateway', { enum: gatewayNames }).notNull(),
		id: c.text('id').notNull(),
		account: c.text('account').notNull().default(''),
		type: c.text('type').notNull(),
		objectId: c.text('object_id').notNull(),
		receivedAt: instant('received_at').notNull().defaultNow(),
		settledAt: instant('settled_at'),
		/** The outcome, for administrators. */
		outcome: c.text('outcome'),
		tries: c.integer('tries').notNull().default(0),
		nextTryAt: instant('next_try_at').notNull().defaultNow(),
		lastError: c.text('last_error'),
		/** An administrator looked into an event that matched nothing, and why that is right; null: they did not. */
		setAsideAt: instant('set_aside_at'),
		note: c.text('note').notNull().default(''),
	}),
	(t) => [
		primaryKey({ columns: [t.gateway, t.id] }),
		index('provider_events_unmatched_index').on(t.receivedAt, t.id).where(isUnmatchedEvent),
		index('provider_events_due_index').on(t.nextTryAt).where(sql`settled_at IS NULL`),
		index('provider_events_received_index').on(t.receivedAt, t.id),
	],
);

/** A card that may be charged again without its payer. What the provider calls it is all that is stored, with its last digits. */
export const savedMethods = pgTable(
	'saved_methods',
	(c) => ({
		...organisationRow(),
		/** Who pays: the organisation itself, or a donor of it. */
		payerKind: c.text('payer_kind', { enum: ['organisation', 'donor'] }).notNull(),
		payerId: c.uuid('payer_id').notNull(),
		gateway: c.text('gateway', { enum: gatewayNames }).notNull(),
		/** The payment account that charges; null: the installation's own. */
		accountId: c.uuid('account_id'),
		providerCustomer: c.text('provider_customer').notNull(),
		/** Null until the first payment has saved a card. */
		providerMethod: c.text('provider_method'),
		brand: c.text('brand'),
		last4: c.text('last4'),
		/** The provider's object of a card that is being saved without a payment, until the bank has answered. */
		setupId: c.text('setup_id'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('saved_methods_customer_unique').on(t.organisationId, t.gateway, t.providerCustomer),
		index('saved_methods_payer_index').on(t.organisationId, t.payerId),
		index('saved_methods_setup_index').on(t.setupId).where(sql`setup_id IS NOT NULL`),
	],
);

/**
 * Somebody pays the same again every month or year: a plan, a monthly gift. What is due is charged to the saved card by the worker.
 * Instants of an agreement are on its own clock, which is ahead of the database's in test mode alone; `next_at` is on the database's.
 */
export const agreements = pgTable(
	'agreements',
	(c) => ({
		...organisationRow(),
		subjectKind: c.text('subject_kind', { enum: agreementKinds }).notNull(),
		subjectId: c.uuid('subject_id').notNull(),
		/** The event that a gift is for; its payments are in the books of that event. */
		eventId: c.uuid('event_id'),
		savedMethodId: c.uuid('saved_method_id').notNull(),
		/** Of the next period. */
		every: c.text('every', { enum: agreementIntervals }).notNull(),
		amountMinor: minor('amount_minor').notNull(),
		currency: c.text('currency').notNull(),
		/** What the next period is for, in the words of the module whose agreement it is. */
		detail: c.text('detail').notNull().default(''),
		/** On the provider's pages. */
		description: c.text('description').notNull(),
		/** Day of the month on which periods begin. */
		anchorDay: c.smallint('anchor_day').notNull(),
		state: c.text('state', { enum: agreementStates }).notNull(),
		/** Periods that are paid. */
		periods: c.integer('periods').notNull().default(0),
		/** Until when is paid. */
		paidUntil: instant('paid_until'),
		/** When something is to be done; null: nothing. */
		nextAt: instant('next_at'),
		/** Refusals of the period that is due. */
		failures: c.smallint('failures').notNull().default(0),
		failingSince: instant('failing_since'),
		/** The payer's bank wants them to confirm the charge. */
		needsPayer: c.boolean('needs_payer').notNull().default(false),
		/** Ends when the paid period does. */
		isEnding: c.boolean('is_ending').notNull().default(false),
		endedReason: c.text('ended_reason'),
		aheadSeconds: c.integer('ahead_seconds').notNull().default(0),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.savedMethodId }, savedMethods),
		index('agreements_due_index').on(t.nextAt).where(sql`next_at IS NOT NULL`),
		index('agreements_subject_index').on(t.organisationId, t.subjectId),
		index('agreements_event_index').on(t.organisationId, t.eventId, t.id).where(sql`event_id IS NOT NULL`),
		// One agreement for each thing that is paid again and again.
		uniqueIndex('agreements_live_unique').on(t.organisationId, t.subjectId).where(sql`state <> 'ended'`),
		check('agreements_amount', sql`amount_minor > 0 AND failures >= 0 AND ahead_seconds >= 0`),
		check('agreements_anchor', sql`anchor_day BETWEEN 1 AND 31`),
	],
);

/** The price of one period of an agreement; its payment names it as its subject, so that it is paid once. */
export const agreementPeriods = pgTable(
	'agreement_periods',
	(c) => ({
		...organisationRow(),
		agreementId: c.uuid('agreement_id').notNull(),
		number: c.integer('number').notNull(),
		state: c.text('state', { enum: agreementPeriodStates }).notNull().default('open'),
		startsAt: instant('starts_at').notNull(),
		endsAt: instant('ends_at').notNull(),
		amountMinor: minor('amount_minor').notNull(),
		currency: c.text('currency').notNull(),
		every: c.text('every', { enum: agreementIntervals }).notNull(),
		/** What the periods after it cost. */
		renewsMinor: minor('renews_minor').notNull(),
		detail: c.text('detail').notNull().default(''),
		/** Charges that were begun; each has its own key. */
		tries: c.smallint('tries').notNull().default(0),
		paidAt: instant('paid_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.agreementId }, agreements),
		uniqueIndex('agreement_periods_number_unique')
			.on(t.organisationId, t.agreementId, t.number)
			.where(sql`state <> 'abandoned'`),
		check('agreement_periods_amount', sql`amount_minor > 0 AND ends_at > starts_at`),
	],
);
