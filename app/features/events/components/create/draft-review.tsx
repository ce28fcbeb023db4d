import { useLingui } from '@lingui/react/macro';
import { findingsOf } from '#app/features/events/draft-findings.ts';
import { offerOfPlan } from '#app/features/events/draft-offer.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { messageText } from '#app/lib/message-text.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';
import { reviewSentences } from '#shared/rules/review-sentences.ts';
import { textToRepeat } from '#shared/rules/series/repeat-form.ts';
import { GuestQuestions } from '../review/guest-questions.tsx';
import { Audience, Checklist } from '../review/review-parts.tsx';
import { ReviewDates } from '../series/review-dates.tsx';
import { DraftGuestView, ShuffleCover, startOf } from './draft-guest-view.tsx';
import { DraftPrices } from './draft-prices.tsx';
import { endOf, instantOf } from './draft-progress.tsx';
import { DEFAULT_CURRENCY } from './policy-fields.tsx';
import { useTemplatePlan } from './use-template-plan.ts';

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
			<DraftPrices draft={draft} plan={plan} now={now} waiting={<Skeleton className="h-40 w-full" />} />
			<GuestQuestions questions={draft.offer?.questions ?? []} />
			<Audience visibility={draft.visibility} form={FORM} />
			<DraftGuestView draft={draft} />
			{draft.picture ? null : <ShuffleCover onShuffle={props.onShuffle} />}
		</div>
	);
}

/** The draft with what its template sells, where nothing else was typed, and the plan of the template. */
function useWithOffer(draft: EventDraft, startsAt: Date): { draft: EventDraft; plan?: EventPlan } {
	const { template } = draft;
	const plan = useTemplatePlan(template);
	if (!plan) return { draft };
	if (draft.offer) return { draft, plan };
	const currency = plan.policy.currency ?? DEFAULT_CURRENCY;
	const startsAtLocal = instantOf(draft.startsAtLocal, draft.timeZone)
		? draft.startsAtLocal
		: startsAt.toISOString().slice(0, 16);
	const offer = offerOfPlan(plan, { startsAtLocal, timeZone: draft.timeZone }, currency);
	return { draft: { ...draft, currency, offer }, plan };
}
