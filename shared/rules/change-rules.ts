import { formatsFor } from '../lib/formats.ts';
import type { RefundDeadline } from './refund-policy.ts';
import { counted, isNoEarlier } from './refund-rules.ts';

/** How buyers change their tickets by themselves. */
export interface ChangeRules {
	/** Until when; null: until the event starts. */
	until: RefundDeadline;
	/** The fee that is retained of the price of each ticket that is changed, in minor units of the event’s currency; never more than the price. */
	keepMinor?: number | undefined;
	/** Whether a ticket can be changed for one that costs less. The difference goes back. */
	allowsLower: boolean;
}

/** Whether buyers lose nothing by new rules: a later deadline, no higher fee, no fewer tickets to choose from. Null: no changes. */
export function areChangesKinder(before: ChangeRules | null, after: ChangeRules | null): boolean {
	if (before === null) return true;
	return (
		after !== null &&
		isNoEarlier(after.until, before.until) &&
		(after.keepMinor ?? 0) <= (before.keepMinor ?? 0) &&
		(after.allowsLower || !before.allowsLower)
	);
}

/** The rules as people read them, in English, beside the refund policy. */
export function changePolicyText(rules: ChangeRules | null, currency: string): string {
	if (rules === null) return '';
	const { until, keepMinor, allowsLower } = rules;
	const deadline =
		until === null
			? 'until the event starts'
			: 'hours' in until
				? `until ${counted(until.hours, 'hour')} before the event`
				: `until ${counted(until.days, 'day')} before the event`;
	return [
		`You can change your tickets ${deadline}.`,
		...(allowsLower ? [] : ['Not for tickets that cost less.']),
		...(keepMinor
			? [`A fee of ${formatsFor('en').money(keepMinor, currency)} is kept of each changed ticket.`]
			: []),
	].join(' ');
}
