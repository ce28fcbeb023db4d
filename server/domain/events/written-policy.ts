import type { events } from '#server/db/tables/events.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type RefundRules, refundPolicyText } from '#shared/rules/refund-rules.ts';
import type { EventRow } from './event-rows.ts';

type Policy = Partial<Pick<typeof events.$inferInsert, 'refundPolicy' | 'refundRules' | 'currency'>>;

/**
 * The policy after a change of refund rules, text or currency; its text is written from its rules. Other words than theirs take the
 * rules away.
 * @param sent the rules that came with the change, also where the event has them already
 * @throws VALIDATION_FAILED: rules are sent with other words than theirs
 */
export function writePolicy(
	row: Pick<EventRow, 'refundPolicy' | 'refundRules' | 'currency'> | null,
	changes: Policy,
	sent: RefundRules | null | undefined = changes.refundRules,
): Policy {
	const rules = changes.refundRules === undefined ? (row?.refundRules ?? null) : changes.refundRules;
	if (!rules) return {};
	const written = refundPolicyText(rules, changes.currency ?? row?.currency ?? 'EUR');
	if (changes.refundPolicy !== undefined && changes.refundPolicy !== written) {
		if (!sent) return { refundRules: null };
		throw fieldError(
			'refundPolicy',
			message`This text is generated from the refund rules. Send either rules or your own text.`,
		);
	}
	// Unchanged rules have the text that they were saved with, unless an amount in it changes its currency.
	const isWritten = changes.refundRules !== undefined || (changes.currency !== undefined && rules.keepMinor);
	return isWritten && written !== row?.refundPolicy ? { refundPolicy: written } : {};
}
