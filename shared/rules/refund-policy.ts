import { chargeStep } from '../lib/provider-amounts.ts';
import { share } from './pricing/money.ts';
import { areOrdered, type RefundRules } from './refund-rules.ts';

/** When a step of a policy ends: so many calendar days or hours before the event starts; null: when it starts. */
export type RefundDeadline = { days: number } | { hours: number } | null;

/** The share of the ticket price that is refunded to buyers who cancel in time. */
export interface RefundStep {
	percent: number;
	until: RefundDeadline;
}

/** How a request for a refund stands. `settled`: its tickets were cancelled another way. */
export const refundRequestStates = ['open', 'approved', 'declined', 'withdrawn', 'settled'] as const;
export type RefundRequestState = (typeof refundRequestStates)[number];

/** Why a person decides about a refund. */
export const refundDoubts = [
	...(['no-policy', 'organiser-decides', 'no-refunds', 'too-late'] as const),
	...(['disputed', 'checked-in'] as const),
] as const;
export type RefundDoubt = (typeof refundDoubts)[number];

/** The part of a ticket’s price that is refunded: a share, less a fee. */
export interface RefundTerms extends Pick<RefundRules, 'keepMinor' | 'keepBasisPoints'> {
	percent: number;
}

/** A policy’s terms for a cancellation at an instant. */
export type RefundDecision =
	| {
			way: 'refund';
			terms: RefundTerms;
			/** Until when it is so much. */
			until: Date;
			step: RefundStep;
	  }
	| {
			way: 'request';
			reason: Extract<RefundDoubt, 'no-policy' | 'organiser-decides' | 'no-refunds' | 'too-late'>;
			/** The last one, whose deadline has passed. */
			step?: RefundStep | undefined;
	  };

/** The policy’s terms for a refund request when it was made, for whoever decides on it. */
export interface RequestPolicy {
	/** Why a person decides. */
	reason: RefundDoubt;
	/** The step that held, or the last one, whose deadline had passed; null: the policy gives nothing back. */
	step: RefundStep | null;
	isInTime: boolean;
	/** How long before the start it was made, in the unit of the deadline; null: after it. */
	notice: RefundDeadline;
	/** The refund that would have been due. */
	refundMinor: number;
	/** The fee that is retained of its share. */
	keptMinor: number;
}

const numerals =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ');
const words = new Map([...numerals.entries()].map(([number, word]) => [word, number]));
const toNumber = (text: string) =>
	text === 'a' || text === 'an' ? 1 : text === 'thirty' ? 30 : (words.get(text) ?? Number(text));

/** What an event is called behind "before". */
const occasion =
	/^(?:the|your|first|event|concert|show|course|workshop|tournament|market|dinner|festival|party|evening|start|starts|begins|it|of|date)$/;
const isOccasion = (text: string) => text.split(' ').every((word) => word === '' || occasion.test(word));

/** Takes the deadline off the end of a clause. */
function takeDeadline(clause: string): { rest: string; until?: RefundDeadline } {
	const found = /(?:^| )(?:until|till|up to|at least|no later than) (.+)$/.exec(clause);
	const rest = clause.slice(0, found?.index ?? 0);
	const when = found?.[1] ?? '';
	const counted = /^(\d{1,3}|[a-z]+) (hour|day|week|month)s? (?:before|prior to|in advance)(.*)$/.exec(when);
	if (counted) {
		const [, number = '', unit, tail = ''] = counted;
		const days = number === 'the' && unit === 'day' ? 1 : toNumber(number);
		if (!Number.isInteger(days) || !isOccasion(tail) || unit === 'month') return { rest: clause };
		if (unit === 'hour') return { rest, until: { hours: days } };
		return { rest, until: { days: unit === 'week' ? days * 7 : days } };
	}
	if (when !== '' && isOccasion(when)) return { rest, until: null };
	const always = /(?:^|,? )(?:at )?any ?time$/.exec(clause);
	return always ? { rest: clause.slice(0, always.index), until: null } : { rest: clause };
}

/** The rest of a clause that promises a refund, without amount and deadline. */
const promises =
	/^(?:(?:we|you (?:can )?(?:get|receive|have)|(?:your |all )?(?:tickets?|bookings?|orders?|registrations?|contributions|fees|the (?:team|course|entry) fee) (?:are|is|will be|can be)) )?(?:an? )?(?:refund|refunds|refunded|refundable|money back|back)?(?: for (?:cancellations|cancelling|all tickets))?$/;
const isFree = /^(?:free cancellation|(?:you can )?cancel (?:for free|free of charge))$/;

function parseClause(clause: string): RefundStep | null {
	const { rest, until } = takeDeadline(clause);
	const percent = /(?:^| )(\d{1,3}) ?(?:%|percent|per cent)(?= |$)/.exec(rest);
	const full = /(?:^| )(?:in full|full|fully)(?= |$)/.exec(rest);
	const half = /(?:^| )half(?= |$)/.exec(rest);
	const amounts = [percent, full, half].filter((one) => one !== null);
	const [amount] = amounts;
	if (amounts.length > 1) return null;
	const left = (amount ? rest.replace(amount[0], ' ') : rest).replaceAll(/ +/g, ' ').trim();
	const isPromise = isFree.test(left) || (promises.test(left) && (left !== '' || amount !== undefined));
	// Neither how much nor until when: no promise.
	if (!isPromise || (!amount && until === undefined)) return null;
	const step = { percent: half ? 50 : percent ? Number(percent[1]) : 100, until: until ?? null };
	return step.percent >= 1 && step.percent <= 100 ? step : null;
}

/** Sentences that say nothing of money before the last deadline. */
const neutral = [
	/^(?:after (?:that|this), |later,? |then )?you can (?:pass|give) (?:on )?(?:your|yours|your (?:ticket|place|spot|start))(?: on)? to (?:someone|somebody) else(?: at any time)?$/,
	/^you can change the name on your ticket at any time$/,
	/^(?:after (?:that|this)|later),? (?:no refunds|there are no refunds|tickets are not refunded|nothing is refunded)$/,
	/^no refunds (?:after that|after this|later|afterwards)$/,
];

/** Longer policies are read by people. */
const mostText = 400;

/**
 * Reads a policy that says in plain English how much comes back until when. Every sentence must be understood; anything else is for a person
 * to decide: money never goes back on a guess. Where an event has rules as data (`RefundRules`), its text is not read.
 * @returns the steps, the most generous first; null: a person decides
 */
export function parseRefundPolicy(text: string): RefundStep[] | null {
	if (text.length > mostText) return null;
	const sentences = text
		.toLowerCase()
		.replaceAll('’', "'")
		.split(/[.;!\n]/)
		.map((one) =>
			one
				.replaceAll(/\s+/g, ' ')
				.trim()
				.replace(/,? no questions asked$/, ''),
		)
		.filter(Boolean)
		.filter((one) => !neutral.some((pattern) => pattern.test(one)));
	const steps = sentences.flatMap((one) =>
		one.split(/, (?:and |then |but )?|(?<=before(?: the event)?) and /).map(parseClause),
	);
	if (steps.length === 0 || !steps.every((step) => step !== null)) return null;
	const sorted = steps.toSorted((a, b) => b.percent - a.percent);
	// Less money for earlier notice is a slip of the pen.
	return areOrdered(sorted) ? sorted : null;
}

/** The instant of a deadline: days end at midnight in the event's own zone. Needs Temporal. */
export function deadlineOf(
	until: RefundDeadline,
	{ startsAt, timeZone }: { startsAt: Date; timeZone: string },
): Date {
	if (until === null) return startsAt;
	if ('hours' in until) return new Date(startsAt.getTime() - until.hours * 3_600_000);
	const start = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone);
	const end = start
		.toPlainDate()
		.subtract({ days: until.days - 1 })
		.toZonedDateTime(timeZone);
	return new Date(Math.min(end.epochMilliseconds, startsAt.getTime()));
}

/** A policy’s refund for a cancellation now, or why a person decides: by its rules, else by its text. */
export function decideRefund(event: {
	refundRules?: RefundRules | null;
	refundPolicy: string;
	startsAt: Date;
	timeZone: string;
	now: Date;
}): RefundDecision {
	const { refundRules: rules, refundPolicy } = event;
	if (!rules && refundPolicy.trim() === '') return { way: 'request', reason: 'no-policy' };
	const steps = rules ? rules.steps : parseRefundPolicy(refundPolicy);
	if (!steps) return { way: 'request', reason: 'organiser-decides' };
	const { keepMinor, keepBasisPoints } = rules ?? {};
	for (const step of steps) {
		const until = deadlineOf(step.until, event);
		const { percent } = step;
		if (event.now < until)
			return { way: 'refund', terms: { percent, keepMinor, keepBasisPoints }, until, step };
	}
	const step = steps.at(-1);
	return step ? { way: 'request', reason: 'too-late', step } : { way: 'request', reason: 'no-refunds' };
}

/**
 * How long before the start of an event an instant is, in what a deadline counts: calendar days in the event's own zone, or whole hours. Null:
 * after it. Needs Temporal.
 */
export function noticeOf(
	until: RefundDeadline,
	{ startsAt, timeZone, now }: { startsAt: Date; timeZone: string; now: Date },
): RefundDeadline {
	if (now >= startsAt) return null;
	if (until && 'hours' in until)
		return { hours: Math.floor((startsAt.getTime() - now.getTime()) / 3_600_000) };
	const dayOf = (at: Date) =>
		Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
	return { days: dayOf(now).until(dayOf(startsAt)).days };
}

/** The refund for a ticket out of its refundable amount, in steps that a card can return: never below 0. */
export function refundShare(minor: number, terms: RefundTerms, currency: string): number {
	const { percent, keepMinor = 0, keepBasisPoints = 0 } = terms;
	if (percent === 100 && keepMinor === 0 && keepBasisPoints === 0) return minor;
	const fee = keepMinor + share(minor, keepBasisPoints, 10_000);
	const part = Math.max(0, share(minor, percent, 100) - fee);
	return part - (part % chargeStep(currency));
}
