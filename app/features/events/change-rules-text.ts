import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { ChangeRules } from '#shared/rules/change-rules.ts';
import { stepOf, type TypedStep, typedStep } from './typed-refund-rules.ts';

/** Change rules as their editor holds them, whole or not. No fee: everything is refunded. */
export interface TypedChanges extends Pick<TypedStep, 'number' | 'unit'> {
	fee: string;
	allowsLower: boolean;
}

/** Rules as a form stores them: one text for the same rules. Empty: none. */
export function changesToText(rules: ChangeRules | null): string {
	if (!rules) return '';
	const { until, keepMinor, allowsLower } = rules;
	return JSON.stringify({ until, keepMinor, allowsLower });
}

/** Incomplete rules as they were typed, in the place of their text: stored like rules, and never sent. */
export const typedChangesToText = (typed: TypedChanges) => JSON.stringify({ typed });

/** What such a text holds: rules, or what is typed and is none yet. Neither: no rules. */
export function readChanges(text: string): { rules?: ChangeRules; typed?: TypedChanges } {
	try {
		const found = JSON.parse(text);
		if (typeof found?.allowsLower === 'boolean') return { rules: found };
		return typeof found?.typed?.fee === 'string' ? { typed: found.typed } : {};
	} catch {
		return {};
	}
}

/** Rules as somebody would type them. */
export function typedChanges({ until, keepMinor, allowsLower }: ChangeRules, currency: string): TypedChanges {
	const { number, unit } = typedStep({ percent: 100, until });
	return { number, unit, fee: keepMinor ? moneyToText(keepMinor, currency) : '', allowsLower };
}

/** The rules that were typed, or what is wrong first. */
export function readTypedChanges(
	typed: TypedChanges,
	currency: string,
): { rules: ChangeRules; problem?: never } | { rules?: never; problem: 'number' | 'fee' } {
	const { number, unit, fee, allowsLower } = typed;
	const step = stepOf({ percent: 100, number, unit });
	if (!step) return { problem: 'number' };
	const keepMinor = fee.trim() === '' ? 0 : textToMoney(fee, currency);
	if (keepMinor === null || keepMinor < 0) return { problem: 'fee' };
	return { rules: { until: step.until, ...(keepMinor > 0 && { keepMinor }), allowsLower } };
}
