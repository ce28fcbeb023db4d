import type { EventPlan, PlanMoment } from '#shared/contracts/event-plan.ts';
import type { EditedQuestion } from '#shared/contracts/questions.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { resolveWallTime } from '#shared/rules/event-times.ts';
import { instantOf, momentOf } from '#shared/rules/plan-moments.ts';
import { fromPlanned, toPlanned } from '#shared/rules/planned-where-set.ts';
import { CONSENT_GIVEN } from '#shared/rules/questions.ts';
import type { DraftOffer, EventDraft } from './stored-draft.ts';

type When = Pick<EventDraft, 'startsAtLocal' | 'timeZone'>;

export const emptyOffer: DraftOffer = { tickets: [], pools: [], questions: [] };

const startOf = ({ startsAtLocal, timeZone }: When) => ({
	startsAt: new Date(resolveWallTime(startsAtLocal, timeZone).instant),
	timeZone,
});

/** The offer as the API takes it with the event. Needs `Temporal`. */
export function offerInput({ tickets, pools, questions }: DraftOffer, when: When) {
	const start = startOf(when);
	const moment = (instant: string | null) => (instant ? momentOf(new Date(instant), start) : null);
	return {
		pools: pools.map(({ id, name, size }) => ({ key: id, name, size })),
		tickets: tickets.map(({ organiser, ...type }) => ({
			key: type.id,
			name: type.name,
			description: type.description,
			kind: type.kind,
			priceMinor: type.priceMinor,
			suggestedMinor: type.suggestedMinor,
			fairValueMinor: type.fairValueMinor,
			priceTiers: (organiser?.priceTiers ?? []).map((tier) => ({ ...tier, endsAt: moment(tier.endsAt) })),
			taxBasisPoints: type.taxBasisPoints,
			taxReason: organiser?.taxReason ?? null,
			capacity: organiser?.capacity ?? null,
			sharedPool: organiser?.sharedPoolId ?? null,
			salesStart: moment(type.salesStartAt),
			salesEnd: moment(type.salesEndAt),
			minPerOrder: type.minPerOrder,
			maxPerOrder: type.maxPerOrder,
			isHidden: organiser?.isHidden ?? false,
			isClosed: organiser?.isClosed ?? false,
			admits: type.admits,
			isAdmission: type.isAdmission,
			...toPlanned(type),
		})),
		questions: questions.map((question) => ({
			key: question.id,
			label: question.label,
			help: question.help,
			kind: question.kind,
			scope: question.scope,
			choices: question.choices.map(({ id, label }) => ({ key: id, label })),
			isRequired: question.isRequired,
			tickets: question.ticketTypeIds,
			shownWhen: question.shownWhen && {
				question: question.shownWhen.questionId,
				equals: question.shownWhen.equals,
			},
			isAskedAtDoor: question.isAskedAtDoor,
			...(question.asksForNews && { asksForNews: true as const }),
		})),
	};
}

/** What a template brings, to be changed before there is an event. Needs `Temporal`. */
export function offerOfPlan(plan: EventPlan, when: When, currency: string): DraftOffer {
	const start = startOf(when);
	const instant = (moment: PlanMoment | null) => moment && instantOf(moment, start).toISOString();
	return {
		pools: plan.pools.map(({ key, name, size }) => ({ id: key, name, size, confirmed: 0, held: 0 })),
		tickets: plan.tickets.map(
			({ key, salesStart, salesEnd, capacity, sharedPool, isHidden, isClosed, ...rest }) => {
				const priceTiers = rest.priceTiers.map((tier) => ({ ...tier, endsAt: instant(tier.endsAt) }));
				return {
					...rest,
					...fromPlanned(rest),
					isAdmission: rest.isAdmission ?? admitsByDefault(rest.kind),
					id: key,
					currency,
					totalMinor: rest.priceMinor,
					salesStartAt: instant(salesStart),
					salesEndAt: instant(salesEnd),
					tiers: priceTiers.map(({ soldUpTo: _, ...tier }) => ({
						...tier,
						totalMinor: tier.priceMinor,
						left: null,
					})),
					position: 0,
					state: 'closed',
					left: null,
					organiser: {
						capacity,
						confirmed: 0,
						held: 0,
						sharedPoolId: sharedPool,
						taxReason: rest.taxReason,
						priceTiers,
						isHidden,
						isClosed,
						version: 0,
					},
				};
			},
		),
		questions: plan.questions.map(({ key, choices, tickets, shownWhen, ...rest }) => ({
			...rest,
			id: key,
			choices: choices.map((choice) => ({ id: choice.key, label: choice.label })),
			ticketTypeIds: tickets,
			shownWhen: shownWhen && { questionId: shownWhen.question, equals: shownWhen.equals },
			asksForNews: rest.asksForNews ?? false,
			isArchived: false,
			answerCount: 0,
			version: 0,
		})),
	};
}

/** The offer without what refers to something that is gone: a ticket that was removed, a question that moved behind. */
export function tidyOffer({ tickets, pools, questions }: DraftOffer): DraftOffer {
	const isOffered = (id: string) => tickets.some((type) => type.id === id);
	const decides = (deciding: EditedQuestion, question: EditedQuestion) =>
		deciding.id === question.shownWhen?.questionId &&
		(question.scope === 'attendee' || deciding.scope === 'order') &&
		(deciding.kind === 'consent'
			? question.shownWhen.equals === CONSENT_GIVEN
			: deciding.choices.some(({ id }) => id === question.shownWhen?.equals));
	return {
		tickets,
		pools,
		questions: questions.map((question, place) => {
			const typeIds = question.ticketTypeIds?.filter(isOffered) ?? [];
			const isDecided = questions.slice(0, place).some((deciding) => decides(deciding, question));
			return {
				...question,
				ticketTypeIds: typeIds.length > 0 ? typeIds : null,
				shownWhen: isDecided ? question.shownWhen : null,
			};
		}),
	};
}
