import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type MessageRuleKind, REMINDER_MINUTES } from '#shared/rules/messages/messages.ts';
import type { RuleContent } from './usual-rules.ts';

/**
 * Refuses what a rule of a kind cannot say.
 * @throws VALIDATION_FAILED about `offsetMinutes`, `segment`, `subject`, `text`; BUSINESS_RULE_VIOLATION `confirmation-always-on`
 */
export function checkRule(kind: MessageRuleKind, rule: RuleContent): void {
	if (kind === 'confirmation' || kind === 'reminder') {
		if (rule.segment.conditions.length > 0)
			throw fieldError('segment', message`The confirmation and the reminder go to all guests.`);
	} else {
		if (rule.subject.trim() === '') throw fieldError('subject', message`Please enter a subject.`);
		if (rule.text.trim() === '') throw fieldError('text', message`Please enter a text.`);
	}
	if (kind === 'confirmation') {
		if (!rule.isOn)
			throw ruleViolation(
				'confirmation-always-on',
				message`The confirmation carries the tickets, so it can’t be switched off. You can change its words.`,
			);
		if (rule.offsetMinutes !== 0)
			throw fieldError('offsetMinutes', message`The confirmation goes out with the order. Leave this at 0.`);
	}
	const { least, most } = REMINDER_MINUTES;
	if (kind === 'reminder' && (rule.offsetMinutes < least || rule.offsetMinutes > most))
		throw fieldError(
			'offsetMinutes',
			message`The reminder goes out between ${least / 60} hour and ${most / 1_440} days before the start. For other times, add a message before the start.`,
		);
}
