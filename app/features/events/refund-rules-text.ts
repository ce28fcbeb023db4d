import type { RefundRules } from '#shared/rules/refund-rules.ts';

/** Rules as a form keeps them: one text for the same rules, so that it can be compared and kept like what is typed. Empty: none. */
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
export function textToRules(text: string): RefundRules | null {
	try {
		const rules: unknown = JSON.parse(text);
		const isOurs =
			typeof rules === 'object' && rules !== null && 'steps' in rules && Array.isArray(rules.steps);
		return isOurs ? (rules as RefundRules) : null;
	} catch {
		return null;
	}
}
