import type { Translator } from '#server/platform/messages.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	type MessageRuleKind,
	USUAL_REMINDER_MINUTES,
	USUAL_THANKS_MINUTES,
} from '#shared/rules/messages/messages.ts';
import { everyone, type Segment } from '#shared/rules/messages/segments.ts';

/** The content of a rule. */
export interface RuleContent {
	offsetMinutes: number;
	subject: string;
	text: string;
	segment: Segment;
	isOn: boolean;
}

/** Ready words for the thanks, in the language of the organiser; their guests read what the organiser saves. */
const thanksSubject = message`Thank you for coming to ${'{event_title}'}`;
const thanksText = message`Hello ${'{first_name}'},

thank you for coming to ${'{event_title}'}. We hope that you enjoyed it.

${'{organiser}'}`;

/** The defaults of each kind: thanks are off until they are switched on. */
export function usualRule(kind: MessageRuleKind, translate: Translator): RuleContent {
	const plain = { subject: '', text: '', segment: everyone, isOn: true };
	if (kind === 'confirmation') return { ...plain, offsetMinutes: 0 };
	if (kind === 'reminder') return { ...plain, offsetMinutes: USUAL_REMINDER_MINUTES };
	if (kind === 'before_start') return { ...plain, offsetMinutes: USUAL_REMINDER_MINUTES };
	return {
		...plain,
		offsetMinutes: USUAL_THANKS_MINUTES,
		subject: translate(thanksSubject),
		text: translate(thanksText),
		isOn: false,
	};
}
