import { formatsFor } from '../lib/formats.ts';
import type { RefundDeadline, RefundStep } from './refund-policy.ts';

/** The refund rules for buyers who cancel. The most generous step first; none: no refund. */
export interface RefundRules {
	steps: RefundStep[];
	/** The fee that is retained of each refunded ticket, in minor units of the event's currency. */
	keepMinor?: number | undefined;
	/** The fee that is retained of each refunded ticket, of its price. Never beside `keepMinor`. */
	keepBasisPoints?: number | undefined;
	/** What people should know beside it. */
	note?: string | undefined;
}

export const mostRefundSteps = 5;

/** Hours of notice that a deadline asks for, a day as 24 of them: enough to put deadlines in order. */
export const noticeHours = (until: RefundDeadline): number =>
	until === null ? 0 : 'hours' in until ? until.hours : until.days * 24;

/** Whether each step gives less than the one before, for shorter notice. */
export const areOrdered = (steps: readonly RefundStep[]): boolean =>
	steps.every((step, index) => {
		const next = steps[index + 1];
		return !next || (step.percent > next.percent && noticeHours(step.until) > noticeHours(next.until));
	});

/** `1 day`, `2 days`. */
export const counted = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

function deadlineText(until: RefundDeadline, isFirst: boolean): string {
	if (until === null) return isFirst ? 'until the event starts' : 'until it starts';
	const notice = 'hours' in until ? counted(until.hours, 'hour') : counted(until.days, 'day');
	return `until ${notice} before${isFirst ? ' the event' : ''}`;
}

/**
 * The policy that people read, written from its rules: in English, as text policies are read (`parseRefundPolicy`), so that a reader who does
 * not know the rules comes to the same decision, or leaves it to a person.
 */
export function refundPolicyText(rules: RefundRules, currency: string): string {
	const { steps, keepMinor, keepBasisPoints, note } = rules;
	const last = steps.at(-1);
	const sentences = [
		last
			? `${steps
					.map(({ percent, until }, index) => {
						const amount =
							index > 0 ? `then ${percent}%` : percent === 100 ? 'Full refund' : `${percent}% refund`;
						return `${amount} ${deadlineText(until, index === 0)}`;
					})
					.join(', ')}.`
			: 'No refunds.',
		...(last && last.until !== null ? ['After that, no refunds.'] : []),
		...(last && keepMinor
			? [`A fee of ${formatsFor('en').money(keepMinor, currency)} per ticket is kept.`]
			: []),
		...(last && keepBasisPoints ? [`A fee of ${keepBasisPoints / 100}% of the ticket price is kept.`] : []),
	];
	return [sentences.join(' '), ...(note ? [note] : [])].join('\n');
}

/**
 * The least and the most hours before the start at which a deadline is, whenever the event starts: days end at midnight, and an hour more or
 * less is for clocks that change.
 */
function hoursBefore(until: RefundDeadline): [least: number, most: number] {
	if (until === null) return [0, 0];
	if ('hours' in until) return [until.hours, until.hours];
	return [Math.max(0, (until.days - 1) * 24 - 1), until.days * 24 + 1];
}

/** Whether a deadline is never before another one, whenever the event starts. */
export function isNoEarlier(after: RefundDeadline, before: RefundDeadline): boolean {
	if (after !== null && before !== null && 'days' in after && 'days' in before)
		return after.days <= before.days;
	return hoursBefore(after)[1] <= hoursBefore(before)[0];
}

function keepsNoMore(after: RefundRules, before: RefundRules): boolean {
	if (!after.keepMinor && !after.keepBasisPoints) return true;
	return after.keepMinor
		? after.keepMinor <= (before.keepMinor ?? 0)
		: (after.keepBasisPoints ?? 0) <= (before.keepBasisPoints ?? 0);
}

/**
 * Whether other rules give nobody less: at every instant and for every price not less money, whenever the event starts, with the same words
 * beside it. A fee of an amount and one of a share are not compared.
 */
export function isKinder(before: RefundRules, after: RefundRules): boolean {
	if ((before.note ?? '') !== (after.note ?? '')) return false;
	if (before.steps.length === 0) return true;
	return (
		keepsNoMore(after, before) &&
		before.steps.every((step) =>
			after.steps.some((other) => other.percent >= step.percent && isNoEarlier(other.until, step.until)),
		)
	);
}
