import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { findingsOf } from '#app/features/events/draft-findings.ts';
import { offerOfPlan } from '#app/features/events/draft-offer.ts';
import { readTemplate } from '#app/features/events/read-template.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { usePlanSetting } from '#app/features/plans/api.ts';
import { messageText } from '#app/lib/message-text.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';
import { ticketFeeOf } from '#shared/rules/plans.ts';
import { priceList } from '#shared/rules/pricing/price-list.ts';
import { openTiers } from '#shared/rules/pricing/tiers.ts';
import { reviewSentences } from '#shared/rules/review-sentences.ts';
import { textToRepeat } from '#shared/rules/series/repeat-form.ts';
import { Audience, Checklist, Prices } from '../review/review-parts.tsx';
import { ReviewDates } from '../series/review-dates.tsx';
import { DraftGuestView, ShuffleCover, startOf } from './draft-guest-view.tsx';
import { endOf, instantOf } from './draft-progress.tsx';
import { DEFAULT_CURRENCY } from './policy-fields.tsx';

/** Where a draft of this browser is changed. */
const FORM = '/custom-event';

/** The review of a draft that is in this browser alone, by the rules that hold for saved events. Needs `Temporal`. */
export function DraftReview(props: { draft: EventDraft; onShuffle: () => void }) {
	const { t, i18n } = useLingui();
	const now = new Date();
	const given = instantOf(props.draft.startsAtLocal, props.draft.timeZone);
	const startsAt = startOf(props.draft, now);
	const { draft, plan } = useWithOffer(props.draft, startsAt);
	const repeat = textToRepeat(draft.repeat);
	const times = { now, startsAt, endsAt: endOf(draft, startsAt) };
	const { blockers, advice, ...texts } = findingsOf(draft, times, plan);
	const said = <Code extends ReviewBlocker | ReviewAdvice>({ code }: { code: Code }) => ({
		code,
		message: messageText(i18n, reviewSentences[code]),
	});
	return (
		<div className="flex flex-col gap-6">
			<Checklist
				blockers={[
					...(draft.title.trim() === '' ? [{ code: 'no-title' as const, message: t`Enter a title.` }] : []),
					...(given ? [] : [{ code: 'no-start' as const, message: t`Choose a start date and time.` }]),
					...blockers.map(said),
				]}
				advice={advice.map(said)}
				{...texts}
				form={FORM}
			/>
			{repeat && given ? (
				<ReviewDates repeat={repeat} event={{ ...draft, endsAtLocal: proposedEnd(draft) }} />
			) : null}
			<DraftPrices draft={draft} plan={plan} now={now} />
			<Audience visibility={draft.visibility} form={FORM} />
			<DraftGuestView draft={draft} />
			{draft.picture ? null : <ShuffleCover onShuffle={props.onShuffle} />}
		</div>
	);
}

/** The draft with what its template sells, where nothing else was typed, and the plan of the template. */
function useWithOffer(draft: EventDraft, startsAt: Date): { draft: EventDraft; plan?: EventPlan } {
	const { template } = draft;
	const { data } = useQuery({
		queryKey: ['template', template],
		queryFn: () => readTemplate(template),
		enabled: template !== '',
	});
	if (!data) return { draft };
	if (draft.offer) return { draft, plan: data.plan };
	const currency = data.plan.policy.currency ?? DEFAULT_CURRENCY;
	const startsAtLocal = instantOf(draft.startsAtLocal, draft.timeZone)
		? draft.startsAtLocal
		: startsAt.toISOString().slice(0, 16);
	const offer = offerOfPlan(data.plan, { startsAtLocal, timeZone: draft.timeZone }, currency);
	return { draft: { ...draft, currency, offer }, plan: data.plan };
}

function DraftPrices({ draft, plan, now }: { draft: EventDraft; plan: EventPlan | undefined; now: Date }) {
	const { t } = useLingui();
	const { data: setting } = usePlanSetting();
	const types = draft.offer?.tickets ?? [];
	if (types.length === 0 && draft.template !== '') return null;
	// What an event without types begins with.
	const standard = { id: 'standard', name: t`Standard`, kind: 'free' as const, priceMinor: 0 };
	const offered = types.length > 0 ? types : [{ ...standard, taxBasisPoints: 0, organiser: undefined }];
	const currency = draft.currency || DEFAULT_CURRENCY;
	// The free plan, with which every organisation begins.
	const fee = ticketFeeOf({ areCharged: setting?.areCharged ?? false, plan: 'free' }, currency);
	return (
		<Prices
			prices={priceList(
				offered.map(({ organiser, ...type }, position) => ({
					...type,
					position,
					isClosed: organiser?.isClosed ?? false,
					tiers: openTiers(organiser?.priceTiers ?? [], 0, now.getTime()),
				})),
				// A template brings who bears the fee, and whether its prices hold their tax.
				{ pricesIncludeTax: true, feeBearer: 'organiser', ...plan?.policy, currency, fee },
			)}
		/>
	);
}
