import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import {
	donationSources,
	donorWalls,
	fundraiserStates,
	offlineWays,
	reportReasons,
	supporterModes,
	supporterPageKinds,
	supporterPageStates,
} from '#shared/rules/fundraisers.ts';
import { dedicationKinds } from '#shared/rules/order-lines.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** The fundraiser of an event. While it is live, `events.takes_gifts` is set. */
export const fundraisers = pgTable(
	'fundraisers',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		state: c.text('state', { enum: fundraiserStates }).notNull().default('draft'),
		goalMinor: c.bigint('goal_minor', { mode: 'number' }).notNull(),
		currency: c.text('currency').notNull(),
		/** Markdown, as descriptions of events are. */
		story: c.text('story').notNull().default(''),
		presetsMinor: c
			.bigint('presets_minor', { mode: 'number' })
			.array()
			.notNull()
			.default(sql`'{}'::bigint[]`),
		/** What an amount makes possible, one for each of `presetsMinor`; empty: nothing is said. */
		presetTexts: c.text('preset_texts').array().notNull().default(sql`'{}'::text[]`),
		wall: c.text('wall', { enum: donorWalls }).notNull().default('public'),
		supporters: c.text('supporters', { enum: supporterModes }).notNull().default('off'),
		/** Its donations less what was refunded, and what sponsors have paid; written with them and recounted by `foyer verify`. */
		raisedMinor: c.bigint('raised_minor', { mode: 'number' }).notNull().default(0),
		/** Part of `raisedMinor`. */
		offlineMinor: c.bigint('offline_minor', { mode: 'number' }).notNull().default(0),
		/** What sponsors add to its donations, paid or promised. */
		matchedMinor: c.bigint('matched_minor', { mode: 'number' }).notNull().default(0),
		/** The amount of it that sponsors have paid; part of `raisedMinor`. */
		matchReceivedMinor: c.bigint('match_received_minor', { mode: 'number' }).notNull().default(0),
		/** Donations that were not refunded whole. */
		donors: c.integer('donors').notNull().default(0),
		/** Since the goal is reached; null: it is not yet. A refund does not change it, a higher goal does. */
		goalReachedAt: instant('goal_reached_at'),
		/** The highest goal that was announced as reached; null: none was. */
		announcedGoalMinor: c.bigint('announced_goal_minor', { mode: 'number' }),
		version: c.integer('version').notNull().default(1),
		publishedAt: instant('published_at'),
		closedAt: instant('closed_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId] }),
		belongsToEvent(t),
		check('fundraisers_goal', sql`goal_minor > 0`),
	],
);

/** What was given: a line of a paid order, or money that came another way. */
export const donations = pgTable(
	'donations',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		source: c.text('source', { enum: donationSources }).notNull(),
		/** Of an online donation: the line of the order. */
		orderId: c.uuid('order_id'),
		line: c.smallint('line'),
		/** The monthly gift that it is part of. */
		agreementId: c.uuid('agreement_id'),
		/** The supporter's page through which it came, and the team that it counts for. */
		pageId: c.uuid('page_id'),
		teamId: c.uuid('team_id'),
		/** The donation was made as the price of a ticket. */
		ticketTypeId: c.uuid('ticket_type_id'),
		/** How an offline donation was paid. */
		way: c.text('way', { enum: offlineWays }),
		currency: c.text('currency').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		/** What the donor added for the card fees; no part of the amount. */
		coverMinor: c.bigint('cover_minor', { mode: 'number' }).notNull().default(0),
		/** Of the amount; of an offline donation that was removed: all of it. */
		refundedMinor: c.bigint('refunded_minor', { mode: 'number' }).notNull().default(0),
		donorName: c.text('donor_name').notNull(),
		donorEmail: c.text('donor_email').notNull().default(''),
		/** Anonymous. */
		isAnonymous: c.boolean('is_anonymous').notNull().default(false),
		message: c.text('message').notNull().default(''),
		isMessageHidden: c.boolean('is_message_hidden').notNull().default(false),
		dedicationKind: c.text('dedication_kind', { enum: dedicationKinds }),
		dedicationName: c.text('dedication_name').notNull().default(''),
		/** The donor subscribed to the updates of the fundraiser by email. */
		wantsUpdates: c.boolean('wants_updates').notNull().default(false),
		/** Of the organiser, for themself. */
		note: c.text('note').notNull().default(''),
		/** The day on which an offline donation came. */
		receivedOn: c.date('received_on', { mode: 'string' }),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('donations_line_unique')
			.on(t.organisationId, t.orderId, t.line)
			.where(sql`order_id IS NOT NULL`),
		index('donations_event_index').on(t.organisationId, t.eventId, t.id),
		index('donations_agreement_index')
			.on(t.organisationId, t.agreementId)
			.where(sql`agreement_id IS NOT NULL`),
		index('donations_page_index').on(t.organisationId, t.pageId, t.id).where(sql`page_id IS NOT NULL`),
		index('donations_team_index').on(t.organisationId, t.teamId, t.id).where(sql`team_id IS NOT NULL`),
		index('donations_updates_index').on(t.organisationId, t.eventId, t.id).where(sql`wants_updates`),
		// A person's donations, for what they take along and for erasing them.
		index('donations_email_index').on(sql`lower(${t.donorEmail})`),
		check('donations_amount', sql`amount_minor > 0 AND refunded_minor BETWEEN 0 AND amount_minor`),
		check('donations_source', sql`(source = 'online') = (order_id IS NOT NULL AND line IS NOT NULL)`),
	],
);

/** Pages and teams of supporters, who raise money for the fundraiser in their own name. */
export const fundraiserPages = pgTable(
	'fundraiser_pages',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		kind: c.text('kind', { enum: supporterPageKinds }).notNull(),
		/** Names it in links to the fundraiser: `?for=`. */
		slug: c.text('slug').notNull(),
		/** Of a page: the team that it belongs to. */
		teamId: c.uuid('team_id'),
		/** What visitors read: the supporter's name, or that of the team. */
		name: c.text('name').notNull(),
		/** As typed; no Markdown. */
		story: c.text('story').notNull().default(''),
		/** Stem of the names of the stored copies of the picture. */
		pictureFile: c.text('picture_file'),
		goalMinor: c.bigint('goal_minor', { mode: 'number' }).notNull(),
		/** Empty: made without one, its link is known to whoever made it alone. */
		ownerEmail: c.text('owner_email').notNull(),
		/** The account with which it was made, where there was one. */
		userId: c.uuid('user_id'),
		locale: c.text('locale').notNull().default('en'),
		state: c.text('state', { enum: supporterPageStates }).notNull(),
		/** Why the organiser hid it. */
		hiddenReason: c.text('hidden_reason').notNull().default(''),
		/** Visitors who reported it since a member last decided about it, each network once; the last reason. */
		reports: c.integer('reports').notNull().default(0),
		reportReason: c.text('report_reason', { enum: reportReasons }),
		/** The networks that reported it, as keyed hashes, for a day. */
		reportSources: bytea('report_sources').array().notNull().default(sql`'{}'::bytea[]`),
		reportedAt: instant('reported_at'),
		/** Its donations less what was refunded, written with them and recounted by `foyer verify`. */
		raisedMinor: c.bigint('raised_minor', { mode: 'number' }).notNull().default(0),
		/** Donations that were not refunded whole. */
		donors: c.integer('donors').notNull().default(0),
		/** Raising it voids the links that were mailed. */
		manageVersion: c.integer('manage_version').notNull().default(1),
		version: c.integer('version').notNull().default(1),
		/** The network it was made from, as a keyed hash, for a day. */
		source: bytea('source'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ organisationId: t.organisationId, column: t.teamId }, t),
		uniqueIndex('fundraiser_pages_slug_unique').on(t.organisationId, t.eventId, t.slug),
		index('fundraiser_pages_event_index').on(t.organisationId, t.eventId, t.id),
		index('fundraiser_pages_rank_index').on(t.organisationId, t.eventId, t.kind, t.raisedMinor, t.id),
		index('fundraiser_pages_donors_index').on(t.organisationId, t.eventId, t.kind, t.donors, t.id),
		index('fundraiser_pages_reported_index').on(t.reportedAt).where(sql`report_sources <> '{}'`),
		index('fundraiser_pages_team_index').on(t.organisationId, t.teamId, t.raisedMinor, t.id),
		index('fundraiser_pages_recent_index').on(t.organisationId, t.eventId, t.createdAt),
		// A person’s content, for export and erasure.
		index('fundraiser_pages_email_index').on(sql`lower(${t.ownerEmail})`),
		index('fundraiser_pages_user_index').on(t.userId).where(sql`user_id IS NOT NULL`),
		index('fundraiser_pages_source_index').on(t.createdAt).where(sql`source IS NOT NULL`),
		check('fundraiser_pages_goal', sql`goal_minor > 0`),
		check('fundraiser_pages_team', sql`kind = 'page' OR team_id IS NULL`),
		check('fundraiser_pages_raised', sql`raised_minor >= 0 AND donors >= 0`),
	],
);

/** A sponsor who adds to each donation, up to a cap. What is used of the cap is taken in one guarded statement, as places are. */
export const donationMatches = pgTable(
	'donation_matches',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		sponsor: c.text('sponsor').notNull(),
		currency: c.text('currency').notNull(),
		/** Of what is given: 10,000 doubles it. */
		ratioBasisPoints: c.integer('ratio_basis_points').notNull(),
		capMinor: c.bigint('cap_minor', { mode: 'number' }).notNull(),
		usedMinor: c.bigint('used_minor', { mode: 'number' }).notNull().default(0),
		/** Of what is used: what the sponsor has paid. */
		receivedMinor: c.bigint('received_minor', { mode: 'number' }).notNull().default(0),
		startsAt: instant('starts_at').notNull().defaultNow(),
		/** Null: until the cap is reached. */
		endsAt: instant('ends_at'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('donation_matches_event_index').on(t.organisationId, t.eventId, t.id),
		check('donation_matches_cap', sql`used_minor BETWEEN 0 AND cap_minor`),
		check(
			'donation_matches_terms',
			sql`ratio_basis_points > 0 AND received_minor >= 0 AND (ends_at IS NULL OR ends_at >= starts_at)`,
		),
	],
);

/** What a sponsor adds to one donation. */
export const donationMatchUses = pgTable(
	'donation_match_uses',
	(c) => ({
		organisationId: organisationId(),
		donationId: c.uuid('donation_id').notNull(),
		matchId: c.uuid('match_id').notNull(),
		eventId: c.uuid('event_id').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		/** Given back to the cap with what was refunded of the donation. */
		returnedMinor: c.bigint('returned_minor', { mode: 'number' }).notNull().default(0),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.donationId, t.matchId] }),
		belongsToEvent(t),
		index('donation_match_uses_match_index').on(t.organisationId, t.matchId),
		index('donation_match_uses_event_index').on(t.organisationId, t.eventId),
		check('donation_match_uses_amount', sql`amount_minor > 0 AND returned_minor BETWEEN 0 AND amount_minor`),
	],
);

/** News of the organiser, on the page of the fundraiser. */
export const fundraiserUpdates = pgTable(
	'fundraiser_updates',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		title: c.text('title').notNull(),
		/** Markdown. */
		body: c.text('body').notNull(),
		/** The emails about it are still pending. */
		isEmailDue: c.boolean('is_email_due').notNull().default(false),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('fundraiser_updates_event_index').on(t.organisationId, t.eventId, t.id),
		index('fundraiser_updates_due_index').on(t.id).where(sql`is_email_due`),
	],
);

/** Claims of Gift Aid, as they were handed in. */
export const giftAidClaims = pgTable(
	'gift_aid_claims',
	(c) => ({
		...organisationRow(),
		/** Of gifts in test mode: nothing to hand in. */
		isTest: c.boolean('is_test').notNull(),
		/** Gifts that are claimed, and what they add up to. */
		gifts: c.integer('gifts').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		/** Refunds of gifts since they were claimed: their tax is reported to HMRC with this claim. */
		returnedMinor: c.bigint('returned_minor', { mode: 'number' }).notNull(),
		/** Rows of its schedule. */
		scheduleRows: c.integer('schedule_rows').notNull(),
		madeBy: c.uuid('made_by').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		check('gift_aid_claims_sum', sql`gifts >= 0 AND amount_minor >= 0 AND returned_minor >= 0`),
	],
);

/** A gift in a claim: its amount, or below 0 the refund since an earlier claim. No gift is claimed twice. */
export const giftAidRows = pgTable(
	'gift_aid_rows',
	(c) => ({
		organisationId: organisationId(),
		claimId: c.uuid('claim_id').notNull(),
		donationId: c.uuid('donation_id').notNull(),
		declarationId: c.uuid('declaration_id').notNull(),
		givenOn: c.date('given_on', { mode: 'string' }).notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.claimId, t.donationId] }),
		sameOrganisation({ organisationId: t.organisationId, column: t.claimId }, giftAidClaims),
		uniqueIndex('gift_aid_rows_claimed_once').on(t.organisationId, t.donationId).where(sql`amount_minor > 0`),
		index('gift_aid_rows_donation_index').on(t.organisationId, t.donationId),
		index('gift_aid_rows_declaration_index').on(t.organisationId, t.declarationId),
		check('gift_aid_rows_amount', sql`amount_minor <> 0`),
	],
);
