import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { RefundStep } from '#shared/rules/refund-policy.ts';
import { areOrdered, mostRefundSteps, type RefundRules } from '#shared/rules/refund-rules.ts';

/** A step as it is typed; of the start of the event the number says nothing. */
export interface TypedStep {
	percent: number;
	number: string;
	unit: 'days' | 'hours' | 'start';
}

/** Refund rules as their editor holds them, whole or not. */
export interface TypedRules {
	steps: TypedStep[];
	feeKind: 'none' | 'amount' | 'share';
	fee: string;
	note: string;
}

/** The first error: a number, a step that gives no less than the one before for a later time, or the fee. */
export type TypedProblem = { what: 'number' | 'order'; step: number } | { what: 'fee' };

/** The largest number of each unit. */
export const mostOf = { days: 365, hours: 720 };

/** Shares to choose from, in per cent. */
export const refundShares = [100, 90, 80, 75, 70, 60, 50, 40, 30, 25, 20, 10, 5];

/** Rules as somebody would type them. */
export function typedOf(rules: RefundRules, currency: string): TypedRules {
	const { keepMinor, keepBasisPoints, note = '' } = rules;
	const steps = rules.steps.map(typedStep);
	if (keepMinor) return { steps, feeKind: 'amount', fee: moneyToText(keepMinor, currency), note };
	if (keepBasisPoints) return { steps, feeKind: 'share', fee: String(keepBasisPoints / 100), note };
	return { steps, feeKind: 'none', fee: '', note };
}

export function typedStep({ percent, until }: RefundStep): TypedStep {
	if (until === null) return { percent, number: '1', unit: 'start' };
	return 'days' in until
		? { percent, number: String(until.days), unit: 'days' }
		: { percent, number: String(until.hours), unit: 'hours' };
}

/** A step as rules have it; null: its number is none. */
export function stepOf({ percent, number, unit }: TypedStep): RefundStep | null {
	if (unit === 'start') return { percent, until: null };
	const count = /^\d{1,3}$/.test(number.trim()) ? Number(number) : 0;
	if (count < 1 || count > mostOf[unit]) return null;
	return { percent, until: unit === 'days' ? { days: count } : { hours: count } };
}

/** The fee as rules have it; null: it is none that can be deducted. Without steps nothing goes back of which it could be. */
function feeOf({ steps, feeKind, fee }: TypedRules, currency: string): Partial<RefundRules> | null {
	if (feeKind === 'none' || steps.length === 0) return {};
	if (feeKind === 'amount') {
		const minor = textToMoney(fee, currency);
		return minor === null || minor <= 0 ? null : { keepMinor: minor };
	}
	const points = textToShare(fee);
	return points === null ? null : { keepBasisPoints: points };
}

/** `10`, `12,5 %`, in hundredths of a per cent; null: it is no part of a price. */
function textToShare(typed: string): number | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s%]/g, '').replace(',', '.');
	const points = /^\d{1,3}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
	return points >= 1 && points <= 10_000 ? points : null;
}

/** The rules that were typed, or why there are none yet. */
export function readTyped(
	typed: TypedRules,
	currency: string,
): { rules: RefundRules; problem?: never } | { rules?: never; problem: TypedProblem } {
	const steps: RefundStep[] = [];
	for (const [index, one] of typed.steps.entries()) {
		const step = stepOf(one);
		if (!step) return { problem: { what: 'number', step: index } };
		steps.push(step);
		if (!areOrdered(steps)) return { problem: { what: 'order', step: index } };
	}
	const fee = feeOf(typed, currency);
	if (!fee) return { problem: { what: 'fee' } };
	return { rules: { steps, ...fee, note: typed.note.trim() || undefined } };
}

/** A step that may follow: half of the last one’s share, until half of its notice. Null: there is none. */
export function nextStep(steps: readonly TypedStep[]): RefundStep | null {
	const typed = steps.at(-1);
	if (!typed) return { percent: 100, until: { days: 7 } };
	const last = stepOf(typed);
	const percent = refundShares.find((share) => share <= typed.percent / 2);
	if (steps.length >= mostRefundSteps || percent === undefined || !last?.until) return null;
	if ('hours' in last.until) {
		const hours = Math.floor(last.until.hours / 2);
		return { percent, until: hours >= 1 ? { hours } : null };
	}
	const days = Math.floor(last.until.days / 2);
	return { percent, until: days >= 1 ? { days } : { hours: 12 } };
}
