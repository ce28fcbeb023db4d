import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { ResaleRules } from '#shared/rules/resale.ts';

/** Resale rules as their editor holds them, whole or not. No fee: the seller gets everything. */
export interface TypedResale {
	fee: string;
}

/** Rules as a form stores them: one text for the same rules. Empty: none. */
export const resaleToText = (rules: ResaleRules | null): string =>
	rules ? JSON.stringify({ keepMinor: rules.keepMinor || undefined }) : '';

/** Incomplete rules as they were typed, in the place of their text: stored like rules, and never sent. */
export const typedResaleToText = (typed: TypedResale) => JSON.stringify({ typed });

/** What such a text holds: rules, or what is typed and is none yet. Neither: no rules. */
export function readResale(text: string): { rules?: ResaleRules; typed?: TypedResale } {
	try {
		const found = JSON.parse(text);
		if (typeof found?.typed?.fee === 'string') return { typed: found.typed };
		if (typeof found !== 'object') return {};
		const { keepMinor = 0, ...others } = found;
		const isRules = Number.isSafeInteger(keepMinor) && Object.keys(others).length === 0;
		return isRules ? { rules: keepMinor > 0 ? { keepMinor } : {} } : {};
	} catch {
		return {};
	}
}

/** Rules as somebody would type them. */
export const typedResale = ({ keepMinor }: ResaleRules, currency: string): TypedResale => ({
	fee: keepMinor ? moneyToText(keepMinor, currency) : '',
});

/** The rules that were typed; null: the fee is no amount. */
export function readTypedResale({ fee }: TypedResale, currency: string): ResaleRules | null {
	const keepMinor = fee.trim() === '' ? 0 : textToMoney(fee, currency);
	if (keepMinor === null || keepMinor < 0) return null;
	return keepMinor > 0 ? { keepMinor } : {};
}
