import type { RefundRules } from '#shared/rules/refund-rules.ts';
import type { TypedRules } from './typed-refund-rules.ts';

/** Rules as a form stores them: one text for the same rules, so that it can be compared and stored like what is typed. Empty: none. */
export function rulesToText(rules: RefundRules | null): string {
	if (!rules) return '';
	const { steps, keepMinor, keepBasisPoints, note } = rules;
	return JSON.stringify({
		steps: steps.map(({ percent, until }) => ({ percent, until })),
		keepMinor,
		keepBasisPoints,
		note: note || undefined,
	});
}

/** The rules of such a text; null: none, or it is no text of ours. */
export const textToRules = (text: string) => withSteps(text) as RefundRules | null;

/** Incomplete rules as they were typed, in the place of their text: stored like rules, and never sent. */
export const typedToText = (typed: TypedRules) => JSON.stringify({ typed });

/** What such a text holds; null: rules, or none. */
export const textToTyped = (text: string) => withSteps(text, 'typed') as TypedRules | null;

function withSteps(text: string, part?: string): object | null {
	try {
		const whole = JSON.parse(text);
		const found: unknown = part ? whole?.[part] : whole;
		const isOurs =
			typeof found === 'object' && found !== null && 'steps' in found && Array.isArray(found.steps);
		return isOurs ? found : null;
	} catch {
		return null;
	}
}
