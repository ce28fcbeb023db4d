import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { usePlanSetting } from '#app/features/plans/api.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { planNames, ticketFeeOf } from '#shared/rules/plans.ts';
import { priceList } from '#shared/rules/pricing/price-list.ts';
import { openTiers } from '#shared/rules/pricing/tiers.ts';
import { Prices } from '../review/review-parts.tsx';
import { DEFAULT_CURRENCY } from './policy-fields.tsx';

/**
 * What guests pay for a draft's tickets and what comes back, by the rule of the review of a saved event: with the plan that every
 * organisation begins with, and the fee paid by the organiser unless a template says otherwise.
 * @param plan of its template, once it has been read
 * @param isPricedOnly only tickets that cost something, and nothing where none does
 * @param waiting while it is not known whether this installation takes a fee
 */
export function DraftPrices(props: {
	draft: EventDraft;
	plan?: EventPlan | undefined;
	now: Date;
	isPricedOnly?: boolean;
	waiting: ReactNode;
}) {
	const { draft, plan, now, isPricedOnly = false } = props;
	const { t } = useLingui();
	const { data: setting, isPending } = usePlanSetting();
	const types = draft.offer?.tickets ?? [];
	if (types.length === 0 && (isPricedOnly || draft.template !== '')) return null;
	// What an event without types begins with.
	const standard = { id: 'standard', name: t`Standard`, kind: 'free' as const, priceMinor: 0 };
	const offered = types.length > 0 ? types : [{ ...standard, taxBasisPoints: 0, organiser: undefined }];
	const shown = isPricedOnly ? offered.filter(({ kind }) => kind !== 'free') : offered;
	if (shown.length === 0) return null;
	if (!setting) return isPending ? props.waiting : null;
	const currency = draft.currency || DEFAULT_CURRENCY;
	const fee = ticketFeeOf({ areCharged: setting.areCharged, plan: 'free' }, currency);
	const feeBearer = plan?.policy.feeBearer ?? 'organiser';
	const name = planNames.free;
	return (
		<Prices
			prices={priceList(
				shown.map(({ organiser, ...type }, position) => ({
					...type,
					position,
					isClosed: organiser?.isClosed ?? false,
					tiers: openTiers(organiser?.priceTiers ?? [], 0, now.getTime()),
				})),
				// A template brings who bears the fee, and whether its prices hold their tax.
				{ pricesIncludeTax: true, ...plan?.policy, feeBearer, currency, fee },
			)}
			assumption={
				!fee
					? undefined
					: feeBearer === 'buyer'
						? t`With the ${name} plan, which every organisation begins with. Guests pay the fee.`
						: t`With the ${name} plan, which every organisation begins with. You pay the fee; you can choose later that guests pay it.`
			}
		/>
	);
}
