import { getColumns } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { bindStatement, jsonObject, type Statement } from '#server/db/statement.ts';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import type { PricingTerms } from '#shared/contracts/tickets.ts';
import { ticketFeeOf } from '#shared/rules/plans.ts';
import type { PlatformFee, PricedType, PricingTerms as QuoteTerms } from '#shared/rules/pricing/quote.ts';
import { type OpenTier, openTiers } from '#shared/rules/pricing/tiers.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { planIdOf, type SubscriptionRow } from '../subscriptions/plan-state.ts';

/** A pool of places as it was read. */
export interface PoolState {
	id: string;
	isShared: boolean;
	/** All guests that the organisation's plan holds. */
	isPlan: boolean;
	size: number | null;
	confirmed: number;
	held: number;
	isClosed: boolean;
	generation: number;
	/** When these numbers were true, on this process's own monotonic clock. */
	readAtMs: number;
}

/** Columns that no sale reads as they are: the window is given in milliseconds, the rate of tax by another column. */
const notTerms = [
	'organisationId',
	'eventId',
	'salesStartAt',
	'salesEndAt',
	'createdAt',
	'updatedAt',
	'wholeTaxBasisPoints',
] as const;

type TermsRow = Omit<typeof ticketTypes.$inferSelect, (typeof notTerms)[number]> & {
	/** Milliseconds since the epoch. */
	opensAtMs: number | null;
	/** Null: the end of the event. */
	closesAtMs: number | null;
};

/** The terms on which a ticket type is sold: every other column of it. */
export type SaleTerms = Omit<TermsRow, 'poolId' | 'planPoolId'> & {
	/** Its own pool, then the one it shares, then that of the plan. */
	poolIds: string[];
};

/** All that an event sells, as this process last read it. */
export interface EventStock {
	organisationId: string;
	eventId: string;
	status: 'draft' | 'published' | 'cancelled' | 'postponed' | 'archived';
	visibility: 'public' | 'unlisted' | 'password' | 'invite_only';
	externalUrl: string;
	currency: string;
	feeBearer: 'organiser' | 'buyer';
	/** The platform fee on each ticket with a price; null where there is none. */
	fee: PlatformFee | null;
	pricesIncludeTax: boolean;
	/** Whether a fundraiser is live. */
	takesGifts: boolean;
	/** Whether it takes gifts that are given each month. */
	takesMonthlyGifts: boolean;
	/** Whether it has codes, whatever their state. */
	takesCodes: boolean;
	/** Whether people can wait for what is sold out. */
	hasWaitlist: boolean;
	/** Whether it is a date of a series that guests book as a whole. */
	isSoldWhole: boolean;
	/** How the organisation takes money now; none: tickets with a price are not on sale. */
	payment: { takesCards: boolean; takesTransfers: boolean; takesMoneyAtDoor: boolean; isLive: boolean };
	endsAtMs: number;
	types: Map<string, SaleTerms>;
	pools: Map<string, PoolState>;
	/** When it was read, on this process's own monotonic clock, and what the database's clock said then. */
	readAtMs: number;
	databaseNowMs: number;
	/** When holds that were over were last ended by a sale, on the same monotonic clock; until then some held places may be free. */
	holdsEndedAtMs: number;
	/** The now() of the transaction that read it: the instant by which sales in that transaction are judged. */
	transactionNowMs: number;
}

/** The query layer hands instants of raw queries back as text. */
interface StockRow {
	organisation_id: string;
	event_id: string;
	status: EventStock['status'];
	visibility: EventStock['visibility'];
	external_url: string;
	event_currency: string;
	fee_bearer: EventStock['feeBearer'];
	are_charged: boolean | null;
	subscription: Pick<SubscriptionRow, 'state' | 'plan' | 'grantedPlan'> | null;
	prices_include_tax: boolean;
	takes_gifts: boolean;
	takes_monthly_gifts: boolean;
	takes_codes: boolean;
	has_waitlist: boolean;
	is_sold_whole: boolean;
	payment: EventStock['payment'];
	ends_at: string;
	now: string;
	transaction_now: string;
	types: TermsRow[] | null;
	pools: Omit<PoolState, 'readAtMs'>[] | null;
}

const terms = {
	...Object.fromEntries(
		Object.entries(getColumns(ticketTypes))
			.filter(([field]) => !notTerms.some((one) => one === field))
			.map(([field, { name }]) => [field, `t.${name}`]),
	),
	opensAtMs: '(extract(epoch FROM t.sales_start_at) * 1000)::bigint',
	closesAtMs: '(extract(epoch FROM t.sales_end_at) * 1000)::bigint',
};

/** Ways to pay that are open, of the settings `s` and the account `a` of an organisation. */
const waysSql = {
	takesCards: 'coalesce(s.takes_cards, true) AND coalesce(a.charges_enabled AND a.stopped_at IS NULL, false)',
	takesTransfers: 'coalesce(s.takes_transfers AND a.stopped_at IS NULL, false)',
	takesMoneyAtDoor: 'coalesce(s.takes_money_at_door, false)',
};

// One statement, so terms and numbers are of one moment.
const readStock: Statement = {
	name: 'tickets.stock',
	text: `
SELECT e.organisation_id, e.id AS event_id, e.status, e.visibility, e.external_url, e.currency AS event_currency, e.ends_at, e.fee_bearer,
	e.prices_include_tax, e.takes_gifts, e.takes_monthly_gifts,
	e.waitlist_mode <> 'off' AS has_waitlist, coalesce(r.booking = 'all', false) AS is_sold_whole,
	${jsonObject({ ...waysSql, isLive: 'coalesce(a.is_live, false)' })} AS payment,
	(SELECT are_charged FROM plan_settings) AND NOT ${isSandboxSql('e.organisation_id')} AS are_charged, CASE WHEN b.organisation_id IS NOT NULL THEN
		json_build_object('plan', b.plan, 'state', b.state, 'grantedPlan', b.granted_plan) END AS subscription,
	EXISTS (SELECT FROM codes c WHERE c.organisation_id = e.organisation_id AND c.event_id = e.id) AS takes_codes,
	clock_timestamp() AS now, now() AS transaction_now,
	(SELECT json_agg(${jsonObject(terms)}
		ORDER BY t.position, t.id)
		FROM ticket_types t WHERE t.organisation_id = e.organisation_id AND t.event_id = e.id) AS types,
	(SELECT json_agg(json_build_object('id', p.id, 'isShared', p.is_shared, 'isPlan', p.is_plan, 'size', p.size, 'confirmed', p.confirmed, 'held', p.held,
		'isClosed', p.is_closed, 'generation', p.generation))
		FROM capacity_pools p WHERE p.organisation_id = e.organisation_id AND p.event_id = e.id) AS pools
FROM names n JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.target_id
LEFT JOIN event_series r ON r.organisation_id = e.organisation_id AND r.id = e.series_id
LEFT JOIN subscriptions b ON b.organisation_id = e.organisation_id
LEFT JOIN payment_settings s ON s.organisation_id = e.organisation_id
LEFT JOIN payment_accounts a ON a.organisation_id = e.organisation_id AND a.disconnected_at IS NULL
WHERE n.kind = 'event' AND n.name = $1`,
};

/** Reads what an event sells; inside a transaction that holds its pools, the answer is exact until it ends. */
export async function readEventStock(db: DbOrTx, eventId: string): Promise<EventStock | null> {
	// The clock is taken before the question: an answer is never thought to be younger than it is.
	const readAtMs = performance.now();
	const { rows } = await db.execute<StockRow & Record<string, unknown>>(bindStatement(readStock, [eventId]));
	const row = rows[0];
	if (!row) return null;
	return {
		organisationId: row.organisation_id,
		eventId: row.event_id,
		status: row.status,
		visibility: row.visibility,
		externalUrl: row.external_url,
		currency: row.event_currency,
		feeBearer: row.fee_bearer,
		fee: ticketFeeOf(
			{ areCharged: row.are_charged ?? false, plan: planIdOf(row.subscription ?? undefined) },
			row.event_currency,
		),
		pricesIncludeTax: row.prices_include_tax,
		takesGifts: row.takes_gifts,
		takesMonthlyGifts: row.takes_monthly_gifts,
		takesCodes: row.takes_codes,
		hasWaitlist: row.has_waitlist,
		isSoldWhole: row.is_sold_whole,
		payment: row.payment,
		endsAtMs: Date.parse(row.ends_at),
		types: new Map(
			(row.types ?? []).map(({ poolId, planPoolId, ...type }) => [
				type.id,
				{ ...type, poolIds: [poolId, type.sharedPoolId, planPoolId].filter((id) => id !== null) },
			]),
		),
		pools: new Map((row.pools ?? []).map((pool) => [pool.id, { ...pool, readAtMs }])),
		readAtMs,
		databaseNowMs: Date.parse(row.now),
		holdsEndedAtMs: Number.NEGATIVE_INFINITY,
		transactionNowMs: Date.parse(row.transaction_now),
	};
}

/** The current time of the database. The server's own clock may be wrong. */
export function databaseNow(stock: EventStock): number {
	return stock.databaseNowMs + (performance.now() - stock.readAtMs);
}

/** Whether tickets with a price can be sold: some way to pay is open. */
export const takesMoney = ({ payment }: EventStock): boolean =>
	payment.takesCards || payment.takesTransfers || payment.takesMoneyAtDoor;

/** `takesMoney` as a condition of SQL. `id` is a column with the organisation. */
export const takesMoneySql = (id: string): string => `EXISTS (
	SELECT FROM (SELECT) one LEFT JOIN payment_settings s ON s.organisation_id = ${id}
		LEFT JOIN payment_accounts a ON a.organisation_id = ${id} AND a.disconnected_at IS NULL
	WHERE ${Object.values(waysSql).join(' OR ')})`;

/** Further data that prices of the event depend on beside its ticket types. */
export const pricingOf = (stock: EventStock): PricingTerms => ({
	...priceTermsOf(stock),
	// Without cards nothing is paid in test mode: transfers and money at the door are real.
	isLive: stock.payment.isLive || !stock.payment.takesCards,
});

/** The terms of `quote` for an event. */
export const priceTermsOf = (
	event: Pick<EventStock, 'currency' | 'pricesIncludeTax' | 'feeBearer' | 'fee'>,
): QuoteTerms => ({
	currency: event.currency,
	pricesIncludeTax: event.pricesIncludeTax,
	fee: event.fee,
	feeBearer: event.feeBearer,
});

/**
 * The tiers of a ticket type that are open at an instant.
 * @param ahead places of its own pool that are about to be taken before
 */
export function tiersOpenNow(stock: EventStock, terms: SaleTerms, nowMs: number, ahead = 0): OpenTier[] {
	if (terms.priceTiers.length === 0) return [];
	const own = stock.pools.get(terms.poolIds[0] ?? '');
	const places = (own?.confirmed ?? 0) + (own?.held ?? 0) + ahead;
	return openTiers(terms.priceTiers, Math.ceil(places / terms.admits), nowMs);
}

/**
 * The ticket types as `quote` prices them at an instant.
 * @param ahead places that orders before this one are about to take, by pool
 */
export function pricedTypes(
	stock: EventStock,
	nowMs: number,
	ahead?: ReadonlyMap<string, number>,
): (SaleTerms & PricedType)[] {
	return [...stock.types.values()].map((terms) =>
		terms.priceTiers.length === 0
			? terms
			: { ...terms, tiers: tiersOpenNow(stock, terms, nowMs, ahead?.get(terms.poolIds[0] ?? '')) },
	);
}

/** The pools that a ticket type takes its places from. */
export function poolsOf(stock: EventStock, terms: SaleTerms): PoolState[] {
	return terms.poolIds.flatMap((id) => stock.pools.get(id) ?? []);
}
