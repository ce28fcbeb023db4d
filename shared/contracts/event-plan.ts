import { z } from '../lib/z.ts';
import { eventCategories } from '../rules/event-categories.ts';
import type { WhereSet } from '../rules/planned-where-set.ts';
import { MAX_TIERS } from '../rules/pricing/tiers.ts';
import { questionKinds, questionScopes } from '../rules/questions.ts';
import { taxReasons } from '../rules/tax-reasons.ts';
import { currency, httpUrl, localDateTime, moneyMinor, taxRate, text, timeZone } from './common.ts';
import { eventFormats, eventVisibilities } from './events.ts';
import { priceTier, ticketKinds } from './tickets.ts';

/** Most bytes of a plan as JSON. */
export const PLAN_BYTES = 200_000;

/** A name within one plan, by which its parts refer to each other. */
const key = () => z.string().regex(/^[a-z0-9-]{1,40}$/);

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/);

/** A moment relative to the start of the event: minutes after it, or a time of day some days from it (negative: before). */
export const planMoment = z.union([
	z.strictObject({ minutes: z.int().min(-6_000_000).max(6_000_000) }),
	z.strictObject({ days: z.int().min(-40_000).max(40_000), time: clockTime }),
]);
export type PlanMoment = z.output<typeof planMoment>;

const planPool = z.strictObject({
	key: key(),
	name: text({ max: 100, min: 1 }),
	size: z.int().min(0).max(10_000_000).nullable(),
});

const whereSet = {
	needsApproval: z.boolean().optional(),
	hasWithdrawal: z.boolean().optional(),
} satisfies { [Field in keyof WhereSet]: z.ZodType<WhereSet[Field] | undefined> };

const planTicket = z.strictObject({
	key: key(),
	name: text({ max: 100, min: 1 }),
	description: text({ max: 1_000, lines: true }).default(''),
	kind: z.enum(ticketKinds).default('free'),
	priceMinor: moneyMinor().default(0),
	suggestedMinor: moneyMinor().nullable().default(null),
	fairValueMinor: moneyMinor().nullable().default(null),
	priceTiers: z
		.array(z.strictObject({ ...priceTier.shape, endsAt: planMoment.nullable() }))
		.max(MAX_TIERS)
		.default([]),
	taxBasisPoints: taxRate().default(0),
	taxReason: z.enum(taxReasons).nullable().default(null),
	/** Null: unlimited. */
	capacity: z.int().min(0).max(10_000_000).nullable().default(null),
	/** Key of a pool. */
	sharedPool: key().nullable().default(null),
	salesStart: planMoment.nullable().default(null),
	salesEnd: planMoment.nullable().default(null),
	minPerOrder: z.int().min(1).max(1_000).default(1),
	maxPerOrder: z.int().min(1).max(1_000).default(10),
	isHidden: z.boolean().default(false),
	isClosed: z.boolean().default(false),
	admits: z.int().min(1).max(100).default(1),
	/** By its kind when absent. */
	isAdmission: z.boolean().optional(),
	...whereSet,
});

const planQuestion = z.strictObject({
	key: key(),
	label: text({ max: 300, min: 1 }),
	help: text({ max: 1_000, lines: true }).default(''),
	kind: z.enum(questionKinds),
	scope: z.enum(questionScopes).default('attendee'),
	choices: z
		.array(z.strictObject({ key: key(), label: text({ max: 200, min: 1 }) }))
		.max(100)
		.default([]),
	isRequired: z.boolean().default(false),
	/** Keys of ticket types; null: all. */
	tickets: z.array(key()).min(1).max(100).nullable().default(null),
	/** `equals` is the key of a choice of an earlier question, or `yes` for consent. */
	shownWhen: z.strictObject({ question: key(), equals: key() }).nullable().default(null),
	isAskedAtDoor: z.boolean().default(false),
	/** Written where it is so alone: an older process refuses fields that it does not know. */
	asksForNews: z.literal(true).optional(),
});

/**
 * An event as a document: what templates hold and what events are made of. Moments are relative to the start, and parts refer to each other
 * by keys. It holds no guests, orders, passwords or links of staff.
 */
export const eventPlan = z
	.strictObject({
		format: z.literal(1),
		basics: z
			.strictObject({
				summary: text({ max: 500, lines: true }),
				description: text({ max: 50_000, lines: true }),
				category: z.enum(eventCategories),
				tags: z.array(text({ max: 40, min: 1 })).max(20),
				format: z.enum(eventFormats),
			})
			.partial(),
		times: z
			.strictObject({
				startsAtLocal: localDateTime(),
				timeZone: timeZone(),
				/** Time of day that a form proposes. */
				startTime: clockTime,
				lengthMinutes: z
					.number()
					.int()
					.min(0)
					.max(60 * 24 * 400),
				isAllDay: z.boolean(),
			})
			.partial(),
		place: z
			.strictObject({
				venueName: text({ max: 200 }),
				address: text({ max: 500, lines: true }),
				city: text({ max: 120 }),
				region: text({ max: 120 }),
				countryCode: z.string().regex(/^([A-Z]{2})?$/),
				latitude: z.number().min(-90).max(90).nullable(),
				longitude: z.number().min(-180).max(180).nullable(),
				onlineUrl: httpUrl(),
				externalUrl: httpUrl(),
			})
			.partial(),
		page: z
			.strictObject({
				coverAlt: text({ max: 300 }),
				coverSeed: text({ max: 60 }).nullable(),
				themeHue: z.int().min(0).max(360).nullable(),
			})
			.partial(),
		policy: z
			.strictObject({
				/** Never `password`: passwords are not part of a plan. */
				visibility: z.enum(eventVisibilities).exclude(['password']),
				refundPolicy: text({ max: 5_000, lines: true }),
				currency: currency(),
				feeBearer: z.enum(['organiser', 'buyer']),
				pricesIncludeTax: z.boolean(),
			})
			.partial(),
		pools: z.array(planPool).max(100).default([]),
		tickets: z.array(planTicket).max(100).default([]),
		questions: z.array(planQuestion).max(50).default([]),
	})
	.meta({ id: 'EventPlan' });
export type EventPlan = z.output<typeof eventPlan>;
export type EventPlanInput = z.input<typeof eventPlan>;
