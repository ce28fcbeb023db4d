import { saleState, shownLeft, ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { type CodeTerms, lowers, unlocks, withCode } from '#shared/rules/pricing/codes.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { type OpenTier, priceNow } from '#shared/rules/pricing/tiers.ts';
import {
	databaseNow,
	type EventStock,
	poolsOf,
	priceTermsOf,
	type SaleTerms,
	takesMoney,
	tiersOpenNow,
} from './stock.ts';

/**
 * A ticket type as it stands by the database's clock, at the prices of a code where there is one. Members of the organisation see the
 * numbers; the public learns what is left from 20 down.
 */
export function presentTicketType(
	stock: EventStock,
	terms: SaleTerms,
	isMember: boolean,
	code: CodeTerms | null = null,
): TicketType {
	const tiers = tiersOpenNow(stock, terms, databaseNow(stock));
	const [offered] = withCode([{ ...terms, tiers }], code, stock.currency) as [
		SaleTerms & { tiers: OpenTier[] },
	];
	const pricing = priceTermsOf(stock);
	const pools = poolsOf(stock, terms);
	const [own] = pools;
	const left = ticketsLeft(pools, terms.admits);
	const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
	return {
		id: terms.id,
		lineageId: terms.lineageId ?? terms.id,
		name: terms.name,
		description: terms.description,
		kind: terms.kind,
		priceMinor: offered.priceMinor,
		totalMinor: allInMinor(offered, pricing),
		...(code &&
			lowers(code, terms) && {
				withoutCodeMinor: priceNow({ ...terms, tiers }),
				withoutCodeTotalMinor: allInMinor({ ...terms, tiers }, pricing),
			}),
		suggestedMinor: terms.suggestedMinor,
		fairValueMinor: terms.fairValueMinor,
		tiers: offered.tiers.map((tier) => ({
			...tier,
			totalMinor: allInMinor({ ...offered, tiers: [tier] }, pricing),
			left: shownLeft(tier.left),
		})),
		taxBasisPoints: terms.taxBasisPoints,
		currency: terms.currency,
		salesStartAt: instant(terms.opensAtMs),
		salesEndAt: instant(terms.closesAtMs),
		minPerOrder: terms.minPerOrder,
		maxPerOrder: terms.maxPerOrder,
		admits: terms.admits,
		isAdmission: terms.isAdmission,
		needsApproval: terms.needsApproval,
		hasWithdrawal: terms.hasWithdrawal,
		position: terms.position,
		state: saleState(
			{
				kind: terms.kind,
				takesMoney: takesMoney(stock),
				isClosed: terms.isClosed || pools.some((pool) => pool.isClosed) || stock.status !== 'published',
				opensAtMs: terms.opensAtMs,
				closesAtMs: terms.closesAtMs ?? stock.endsAtMs,
				left: left !== null && left < terms.minPerOrder ? 0 : left,
			},
			databaseNow(stock),
		),
		left: shownLeft(left),
		...(isMember && own
			? {
					organiser: {
						capacity: own.size,
						confirmed: own.confirmed,
						held: own.held,
						sharedPoolId: terms.sharedPoolId,
						taxReason: terms.taxReason,
						priceTiers: terms.priceTiers,
						isHidden: terms.isHidden,
						isClosed: terms.isClosed,
						version: terms.version,
					},
				}
			: {}),
	};
}

/** What the public is offered: no hidden types, but those that a code names. Members see everything. */
export function presentTicketTypes(
	stock: EventStock,
	isMember: boolean,
	code: CodeTerms | null = null,
): TicketType[] {
	return [...stock.types.values()]
		.filter((terms) => isMember || !terms.isHidden || unlocks(code, terms))
		.map((terms) => presentTicketType(stock, terms, isMember, code));
}
