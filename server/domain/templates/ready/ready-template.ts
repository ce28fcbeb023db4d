import type { Translator } from '#server/platform/messages.ts';
import { type EventPlan, type EventPlanInput, eventPlan } from '#shared/contracts/event-plan.ts';
import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { EventCategory } from '#shared/rules/event-categories.ts';
import { amountStep, chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import type { TemplatePurpose } from '#shared/rules/template-purposes.ts';

/** Values for the texts of a ready template. */
export interface PlanContext {
	t: Translator;
	/** The time of day so many minutes after the start: `19:30`. */
	at(minutes: number): string;
}

/** A template that comes with the product. Its name, hint and content are messages, so each organiser gets it in their language. */
export interface ReadyTemplate {
	key: string;
	/** What its cover is drawn from. */
	coverSeed?: string;
	purpose: TemplatePurpose;
	category: EventCategory;
	name: TranslatableMessage;
	hint: TranslatableMessage;
	/** `19:30` */
	startTime: string;
	lengthMinutes: number;
	plan(context: PlanContext): ReadyContent;
}

export type ReadyContent = Pick<EventPlanInput, 'tickets' | 'questions' | 'pools'> & {
	summary: string;
	description: string;
	tags?: string[];
	format?: NonNullable<EventPlanInput['basics']['format']>;
	refundPolicy: string;
	visibility?: NonNullable<EventPlanInput['policy']['visibility']>;
};

export interface PlanChoices {
	t: Translator;
	/** Time of day of the start as typed; absent: the one that the template proposes. */
	startTime?: string | undefined;
	/** Of the organisation; prices are examples and fit it. */
	currency?: string | undefined;
}

/** The plan of a ready template in a language, for a start and a currency. */
export function planOfReady(ready: ReadyTemplate, { t, startTime, currency }: PlanChoices): EventPlan {
	const start = Temporal.PlainTime.from(startTime ?? ready.startTime);
	const at = (minutes: number) => start.add({ minutes }).toString({ smallestUnit: 'minute' });
	const content = ready.plan({ t, at });
	return eventPlan.parse({
		format: 1,
		basics: {
			summary: content.summary,
			description: content.description,
			category: ready.category,
			tags: content.tags ?? [],
			format: content.format ?? 'in_person',
		},
		times: { startTime: ready.startTime, lengthMinutes: ready.lengthMinutes, isAllDay: false },
		place: {},
		page: { coverSeed: ready.coverSeed ?? ready.key },
		policy: { visibility: content.visibility ?? 'public', refundPolicy: content.refundPolicy },
		pools: content.pools,
		questions: content.questions,
		tickets: content.tickets?.map((ticket) => ({
			...ticket,
			...(ticket.priceMinor && { priceMinor: fitPrice(ticket.priceMinor, currency) }),
			...(ticket.suggestedMinor && { suggestedMinor: fitPrice(ticket.suggestedMinor, currency) }),
		})),
	} satisfies EventPlanInput);
}

/** An example price as an amount that can be charged in the currency: 25.00 EUR, 2,500 JPY, 25,000 VND. */
function fitPrice(minor: number, currency = 'EUR'): number {
	const step = amountStep(currency);
	let price = Math.max(step, Math.round(minor / step) * step);
	while (chargeProblem(price, currency) === 'amount-too-small') price *= 10;
	return price;
}
