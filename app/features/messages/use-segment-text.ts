import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { SegmentCondition } from '#shared/rules/messages/segments.ts';
import { isComplete } from './draft.ts';
import { useMessageTexts } from './use-message-texts.ts';
import type { SegmentOption, SegmentOptions } from './use-segment-options.ts';

/** A segment in words: “Ticket type: Standard or VIP; and checked in”. */
export function useSegmentText(options: SegmentOptions): (conditions: readonly SegmentCondition[]) => string {
	const { t } = useLingui();
	const formats = useFormats();
	const { conditions: names } = useMessageTexts();
	const dayText = (day: string) => formats.date(`${day}T12:00Z`, 'UTC');

	/** What is chosen by its names; what is not known by a name is counted. */
	function chosen(values: readonly string[], among: readonly SegmentOption[]): string {
		const known = values.flatMap((value) => among.find((option) => option.value === value)?.label ?? []);
		const others = values.length - known.length;
		if (others > 0) known.push(t`${plural(others, { one: '# other', other: '# others' })}`);
		return known.slice(0, 5).join(', ') + (known.length > 5 ? '…' : '');
	}

	function what(condition: SegmentCondition): string {
		const name = names[condition.kind];
		switch (condition.kind) {
			case 'ticket_types':
				return `${name}: ${chosen(condition.ids, options.types)}`;
			case 'order_states':
				return `${name}: ${chosen(condition.states, options.states)}`;
			case 'checked_in': {
				const list = options.lists.find(({ value }) => value === condition.listId)?.label;
				return list ? `${name}: ${list}` : name;
			}
			case 'answer': {
				const question = options.questions.find(({ value }) => value === condition.questionId);
				if (question?.isConsent) return t`Agreed to: ${question.label}`;
				const { values } = condition;
				const answers =
					question && question.choices.length === 0
						? values.join(', ')
						: chosen(values, question?.choices ?? []);
				return `${question?.label ?? name}: ${answers}`;
			}
			case 'ordered': {
				const { from, until } = condition;
				if (from && until) return t`Ordered from ${dayText(from)} until ${dayText(until)}`;
				return from ? t`Ordered from ${dayText(from)}` : t`Ordered until ${dayText(until ?? '')}`;
			}
			case 'sources':
				return `${name}: ${chosen(condition.sources, options.sources)}`;
			case 'links':
				return `${name}: ${chosen(condition.codes, options.links)}`;
			case 'languages':
				return `${name}: ${chosen(condition.languages, options.languages)}`;
			case 'dates':
				return `${name}: ${chosen(condition.eventIds, options.dates)}`;
		}
	}

	return (conditions) => {
		const complete = conditions.filter(isComplete);
		if (complete.length === 0) return t`Everyone with a valid ticket`;
		return complete
			.map((condition, at) => {
				const one = what(condition);
				const text = condition.not ? t`not (${one})` : one;
				if (at === 0) return text;
				return condition.or ? t`or ${text}` : t`and ${text}`;
			})
			.join('; ');
	};
}
