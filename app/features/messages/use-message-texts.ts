import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { MessagePreview, MessageRule } from '#shared/contracts/messages.ts';
import {
	FEW_ADDRESSES,
	type MessageRuleKind,
	type MessageState,
	type RecipientState,
	type SkipReason,
	USUAL_REMINDER_MINUTES,
	USUAL_THANKS_MINUTES,
} from '#shared/rules/messages/messages.ts';
import type { Placeholder } from '#shared/rules/messages/placeholders.ts';
import type { SegmentCondition } from '#shared/rules/messages/segments.ts';
import { splitOffset } from './draft.ts';

export const stateTones: Record<MessageState, StatusTone> = {
	draft: 'pending',
	scheduled: 'info',
	in_review: 'warning',
	refused: 'danger',
	sending: 'live',
	sent: 'success',
	cancelled: 'neutral',
};

export const recipientTones: Record<RecipientState, StatusTone> = {
	waiting: 'pending',
	sent: 'success',
	bounced: 'danger',
	complained: 'danger',
	failed: 'danger',
	skipped: 'neutral',
};

/** Labels of messages, their recipients and rules. */
export function useMessageTexts() {
	const { t } = useLingui();
	const states: Record<MessageState, string> = {
		draft: t`Draft`,
		scheduled: t`Scheduled`,
		in_review: t`In review`,
		refused: t`Refused`,
		sending: t`Sending`,
		sent: t`Sent`,
		cancelled: t`Cancelled`,
	};
	const recipientStates: Record<RecipientState, string> = {
		waiting: t`Waiting`,
		sent: t`Sent`,
		bounced: t`Bounced`,
		complained: t`Reported as spam`,
		failed: t`Failed`,
		skipped: t`Skipped`,
	};
	const skipReasons: Record<SkipReason, string> = {
		bounced: t`An earlier email to this address bounced`,
		opted_out: t`Does not want such email`,
		not_following: t`Does not follow you`,
		example: t`Example events send no email`,
		cancelled: t`The message was cancelled before`,
	};
	const placeholders: Record<Placeholder, string> = {
		first_name: t`First name`,
		event_title: t`Title of the event`,
		event_date: t`Date of the event`,
		ticket_link: t`Link to the ticket`,
		organiser: t`Organiser`,
	};
	const conditions: Record<SegmentCondition['kind'], string> = {
		ticket_types: t`Ticket type`,
		order_states: t`Order status`,
		checked_in: t`Checked in`,
		answer: t`Answer to a question`,
		ordered: t`Date of the order`,
		sources: t`How they registered`,
		links: t`Tracking link`,
		languages: t`Language`,
		dates: t`Dates of the series`,
	};
	const ruleKinds: Record<MessageRuleKind, string> = {
		confirmation: t`Confirmation`,
		reminder: t`Reminder`,
		before_start: t`Message before the start`,
		after_end: t`Thanks`,
	};

	function lengthText(minutes: number): string {
		const { value, unit } = splitOffset(minutes);
		if (unit === 'days') return t`${plural(value, { one: '# day', other: '# days' })}`;
		if (unit === 'hours') return t`${plural(value, { one: '# hour', other: '# hours' })}`;
		return t`${plural(value, { one: '# minute', other: '# minutes' })}`;
	}

	/** When a rule goes out: “24 hours before the start”. */
	function ruleWhen({ kind, offsetMinutes }: Pick<MessageRule, 'kind' | 'offsetMinutes'>): string {
		if (kind === 'confirmation') return t`With each order`;
		const usual = kind === 'after_end' ? USUAL_THANKS_MINUTES : USUAL_REMINDER_MINUTES;
		const length = lengthText(offsetMinutes || usual);
		return kind === 'after_end' ? t`${length} after the end` : t`${length} before the start`;
	}

	/** “214 addresses, 9 have bounced, 4 do not want such email”. */
	function countsText({
		addresses,
		bounced,
		optedOut,
		notFollowing,
		withoutAddress,
		isFewer,
	}: MessagePreview['counts']) {
		return [
			isFewer
				? t`Fewer than ${FEW_ADDRESSES} addresses`
				: t`${plural(addresses, { one: '# address', other: '# addresses' })}`,
			bounced > 0 ? t`${plural(bounced, { one: '# has bounced', other: '# have bounced' })}` : '',
			optedOut > 0
				? t`${plural(optedOut, { one: '# does not want such email', other: '# do not want such email' })}`
				: '',
			notFollowing > 0
				? t`${plural(notFollowing, { one: '# does not follow you', other: '# do not follow you' })}`
				: '',
			withoutAddress > 0
				? t`${plural(withoutAddress, { one: '# ticket has no address', other: '# tickets have no address' })}`
				: '',
		]
			.filter(Boolean)
			.join(', ');
	}

	/** The error in names in braces; undefined: none. */
	function unknownText(names: readonly string[]): string | undefined {
		if (names.length === 0) return undefined;
		const list = names.map((name) => `{${name}}`).join(', ');
		return t`${list} is not a placeholder. Choose one from the “Insert” menu, or remove the braces.`;
	}

	return {
		...{ states, recipientStates, skipReasons, placeholders, conditions, ruleKinds },
		...{ lengthText, ruleWhen, countsText, unknownText },
	};
}
