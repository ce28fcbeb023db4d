import { planIdOf, type SubscriptionRow } from '#server/domain/subscriptions/plan-state.ts';
import { ticketFeeOf } from '#shared/rules/plans.ts';
import type { PricedType } from '#shared/rules/pricing/quote.ts';
import { shownRange } from '#shared/rules/pricing/shown-price.ts';
import { openTiers, type PriceTier } from '#shared/rules/pricing/tiers.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';

/** The prices of visible tickets at the time of the query; see `offerColumn`. */
export interface CardOffer {
	nowMs: number;
	pricesIncludeTax: boolean;
	feeBearer: 'organiser' | 'buyer';
	areCharged: boolean | null;
	subscription: Pick<SubscriptionRow, 'state' | 'plan' | 'grantedPlan'> | null;
	types: (PricedType & { tiers: PriceTier[]; admits: number; taken: number; canBeHad: boolean })[];
}

/** Places left in the pools of a ticket type `t`, and whether one of them sells nothing now. */
export const roomOfType = `SELECT coalesce(min((p.size - p.confirmed - p.held) / t.admits), 1000000) AS left_over, bool_or(p.is_closed) AS is_shut
		FROM capacity_pools p WHERE p.organisation_id = t.organisation_id AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)`;

/**
 * SQL: the tickets of event `e`, where the stored range has two ends and one of its types may be out of reach by now. Places are taken
 * without a word to the range, so what is sold out is left out here. Null: the stored range stands.
 */
export const offerColumn = `CASE WHEN e.status = 'published' AND e.min_price_minor <> e.max_price_minor THEN (
	SELECT CASE WHEN bool_and(one.can_be_had) OR NOT bool_or(one.can_be_had) THEN NULL ELSE json_build_object(
		'nowMs', extract(epoch FROM now()) * 1000, 'pricesIncludeTax', x.prices_include_tax, 'feeBearer', x.fee_bearer,
		'areCharged', (SELECT are_charged FROM plan_settings) AND NOT ${isSandboxSql('x.organisation_id')},
		'subscription', (SELECT json_build_object('plan', b.plan, 'state', b.state, 'grantedPlan', b.granted_plan)
			FROM subscriptions b WHERE b.organisation_id = x.organisation_id),
		'types', json_agg(json_build_object('id', t.id, 'kind', t.kind, 'priceMinor', t.price_minor, 'tiers', t.price_tiers,
			'taxBasisPoints', t.tax_basis_points, 'fairValueMinor', t.fair_value_minor, 'admits', t.admits,
			'taken', own.confirmed + own.held, 'canBeHad', one.can_be_had))) END
	FROM events x JOIN ticket_types t ON t.organisation_id = x.organisation_id AND t.event_id = x.id
		JOIN capacity_pools own ON own.organisation_id = t.organisation_id AND own.id = t.pool_id
		CROSS JOIN LATERAL (${roomOfType}) AS room
		CROSS JOIN LATERAL (SELECT NOT room.is_shut AND coalesce(t.sales_end_at, x.ends_at) > now()
			AND room.left_over >= greatest(t.min_per_order, 1) AS can_be_had) AS one
	WHERE x.organisation_id = e.organisation_id AND x.id = e.id AND t.kind <> 'add_on' AND NOT t.is_hidden AND NOT t.is_closed
	GROUP BY x.organisation_id, x.id
) END`;

/** The range of prices that a card shows: of what can be had by now. */
export function cardPrices(
	stored: { minPriceMinor: number | null; maxPriceMinor: number | null; currency: string },
	offer: CardOffer | null,
): { minPriceMinor: number | null; maxPriceMinor: number | null } {
	const { minPriceMinor, maxPriceMinor, currency } = stored;
	if (!offer) return { minPriceMinor, maxPriceMinor };
	const { nowMs, pricesIncludeTax, feeBearer } = offer;
	const plan = planIdOf(offer.subscription ?? undefined);
	const fee = ticketFeeOf({ areCharged: offer.areCharged ?? false, plan }, currency);
	const types = offer.types.map((type) => ({
		...type,
		tiers: openTiers(type.tiers, Math.ceil(type.taken / type.admits), nowMs),
	}));
	return (
		shownRange(types, { currency, pricesIncludeTax, fee, feeBearer }) ?? { minPriceMinor, maxPriceMinor }
	);
}
