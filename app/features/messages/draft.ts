import type { GuestMessage } from '#shared/contracts/messages.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import {
	placeholders,
	subjectPlaceholders,
	unknownPlaceholders,
} from '#shared/rules/messages/placeholders.ts';
import type { Segment, SegmentCondition } from '#shared/rules/messages/segments.ts';

/** A message as its form holds it; conditions may still have nothing chosen. */
export interface MessageDraft {
	subject: string;
	text: string;
	category: MessageCategory;
	conditions: SegmentCondition[];
}

export const conditionKinds = [
	...['ticket_types', 'order_states', 'checked_in', 'answer', 'ordered', 'sources', 'links', 'languages'],
	'dates',
] as SegmentCondition['kind'][];

export const newDraft = (conditions: SegmentCondition[] = []): MessageDraft => ({
	...{ subject: '', text: '', category: 'service' as const },
	conditions,
});

export const draftOf = ({ subject, text, category, segment }: GuestMessage): MessageDraft => ({
	...{ subject, text, category },
	conditions: segment.conditions,
});

/** A condition of a kind with nothing chosen yet. */
export function newCondition(kind: SegmentCondition['kind']): SegmentCondition {
	switch (kind) {
		case 'ticket_types':
			return { kind, ids: [] };
		case 'order_states':
			return { kind, states: [] };
		case 'answer':
			return { kind, questionId: '', values: [] };
		case 'sources':
			return { kind, sources: [] };
		case 'links':
			return { kind, codes: [] };
		case 'languages':
			return { kind, languages: [] };
		case 'dates':
			return { kind, eventIds: [] };
		default:
			return { kind };
	}
}

/** Whether something is chosen, so that the condition can be sent. */
export function isComplete(condition: SegmentCondition): boolean {
	switch (condition.kind) {
		case 'ticket_types':
			return condition.ids.length > 0;
		case 'order_states':
			return condition.states.length > 0;
		case 'answer':
			return condition.questionId !== '' && condition.values.length > 0;
		case 'ordered':
			return Boolean(condition.from ?? condition.until);
		case 'sources':
			return condition.sources.length > 0;
		case 'links':
			return condition.codes.length > 0;
		case 'languages':
			return condition.languages.length > 0;
		case 'dates':
			return condition.eventIds.length > 0;
		default:
			return true;
	}
}

/** The conditions that can be sent. */
export const segmentOf = ({ conditions }: Pick<MessageDraft, 'conditions'>): Segment => ({
	conditions: conditions.filter(isComplete),
});

/** What stands in braces and is no placeholder; in the text of a rule and of a message alike. */
export const unknownIn = ({ subject, text }: Pick<MessageDraft, 'subject' | 'text'>) => ({
	subject: unknownPlaceholders(subject, subjectPlaceholders),
	text: unknownPlaceholders(text, placeholders),
});

/** A length of time as a number of the largest unit that leaves no rest. */
export type OffsetUnit = 'minutes' | 'hours' | 'days';
export const minutesPer: Record<OffsetUnit, number> = { minutes: 1, hours: 60, days: 1_440 };

export function splitOffset(minutes: number): { value: number; unit: OffsetUnit } {
	// A day before is called 24 hours: two days are two days.
	const unit =
		minutes > 0 && minutes % 1_440 === 0 && minutes > 1_440
			? 'days'
			: minutes % 60 === 0
				? 'hours'
				: 'minutes';
	return { value: minutes / minutesPer[unit], unit };
}
