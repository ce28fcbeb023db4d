import { describe, expect, test } from 'vitest';
import type { GuestMessage, MessagePreview, MessageRule } from '#shared/contracts/messages.ts';
import { type SegmentCondition, segmentCondition } from '#shared/rules/messages/segments.ts';
import { drawPart } from '#tests/support/draw-part.tsx';
import { MessageDetail } from './components/message-detail.tsx';
import { PreviewPane } from './components/preview-pane.tsx';
import { SegmentField } from './components/segment-field.tsx';
import { conditionKinds, isComplete, newCondition, segmentOf, splitOffset, unknownIn } from './draft.ts';
import { useMessageTexts } from './use-message-texts.ts';
import type { SegmentOptions } from './use-segment-options.ts';
import { useSegmentText } from './use-segment-text.ts';

const options: SegmentOptions = {
	kinds: conditionKinds,
	types: [
		{ value: 't1', label: 'Standard' },
		{ value: 't2', label: 'VIP' },
	],
	states: [{ value: 'pending', label: 'Not paid yet' }],
	lists: [{ value: 'l1', label: 'Main door' }],
	questions: [
		{ value: 'q1', label: 'Menu', isConsent: false, choices: [{ value: 'c1', label: 'Vegan' }] },
		{ value: 'q2', label: 'Photos', isConsent: true, choices: [] },
		{ value: 'q3', label: 'Company', isConsent: false, choices: [] },
	],
	sources: [{ value: 'door', label: 'At the door' }],
	links: [{ value: 'flyer', label: 'Flyer' }],
	languages: [{ value: 'de', label: 'German' }],
	dates: [{ value: 'd1', label: 'Mar 1' }],
};

describe('a segment in words', () => {
	function Words({ conditions }: { conditions: SegmentCondition[] }) {
		return useSegmentText(options)(conditions);
	}
	const words = (...conditions: SegmentCondition[]) => drawPart(<Words conditions={conditions} />);

	test('without conditions it is everyone', () => {
		expect(words()).toBe('Everyone with a valid ticket');
		expect(words(newCondition('ticket_types'))).toBe('Everyone with a valid ticket');
	});

	test('names what is chosen, counts what has no name any more', () => {
		expect(words({ kind: 'ticket_types', ids: ['t1', 't2', 'gone'] })).toBe(
			'Ticket type: Standard, VIP, 1 other',
		);
		expect(words({ kind: 'checked_in' })).toBe('Checked in');
		expect(words({ kind: 'checked_in', listId: 'l1' })).toBe('Checked in: Main door');
		expect(words({ kind: 'answer', questionId: 'q1', values: ['c1'] })).toBe('Menu: Vegan');
		expect(words({ kind: 'answer', questionId: 'q2', values: ['true'] })).toBe('Agreed to: Photos');
		expect(words({ kind: 'answer', questionId: 'q3', values: ['Acme'] })).toBe('Company: Acme');
		expect(words({ kind: 'ordered', from: '2027-03-14' })).toBe('Ordered from Sunday, March 14, 2027');
	});

	test('joins with and, or, not', () => {
		expect(
			words(
				{ kind: 'ticket_types', ids: ['t1'] },
				{ kind: 'sources', sources: ['door'], or: true },
				{ kind: 'languages', languages: ['de'], not: true },
			),
		).toBe('Ticket type: Standard; or How they registered: At the door; and not (Language: German)');
	});
});

describe('conditions', () => {
	test('a new one has nothing chosen, but for being checked in', () => {
		const complete = conditionKinds.filter((kind) => isComplete(newCondition(kind)));
		expect(complete).toEqual(['checked_in']);
		expect(segmentOf({ conditions: conditionKinds.map(newCondition) }).conditions).toHaveLength(1);
	});

	test('what is complete is what the contract takes', () => {
		const id = '0198f3a2-0000-7000-8000-000000000001';
		const chosen: SegmentCondition[] = [
			{ kind: 'ticket_types', ids: [id] },
			{ kind: 'answer', questionId: id, values: ['true'], not: true },
			{ kind: 'ordered', until: '2027-03-14', or: true },
			{ kind: 'dates', eventIds: [id] },
		];
		for (const condition of chosen) {
			expect(isComplete(condition)).toBe(true);
			expect(segmentCondition.safeParse(condition).success).toBe(true);
		}
	});

	test('the field says what is missing once saving was tried', () => {
		const field = (showsProblems: boolean) =>
			drawPart(
				<SegmentField
					conditions={[newCondition('ticket_types'), newCondition('languages')]}
					options={options}
					showsProblems={showsProblems}
					onChange={() => {}}
				/>,
			);
		expect(field(false)).not.toContain('Choose at least one.');
		expect(field(true).match(/Choose at least one\./g)).toHaveLength(2);
		expect(field(false)).toContain('Remove condition: Language');
	});
});

test('names in braces that are no placeholders are found; the link is none for a subject', () => {
	expect(unknownIn({ subject: 'Hi {first_name} {ticket_link}', text: '{ticket_link} {seat}' })).toEqual({
		subject: ['ticket_link'],
		text: ['seat'],
	});
});

describe('texts', () => {
	function Text({ of }: { of: (texts: ReturnType<typeof useMessageTexts>) => string | undefined }) {
		return of(useMessageTexts());
	}
	const say = (of: (texts: ReturnType<typeof useMessageTexts>) => string | undefined) =>
		drawPart(<Text of={of} />);

	test.each<[MessageRule['kind'], number, string]>([
		['confirmation', 0, 'With each order'],
		['reminder', 1_440, '24 hours before the start'],
		['reminder', 0, '24 hours before the start'],
		['before_start', 2_880, '2 days before the start'],
		['before_start', 90, '90 minutes before the start'],
		['after_end', 180, '3 hours after the end'],
	])('%s, %d minutes: %s', (kind, offsetMinutes, words) => {
		expect(say(({ ruleWhen }) => ruleWhen({ kind, offsetMinutes }))).toBe(words);
	});

	test('counts leave out what is none', () => {
		const counts = { addresses: 214, bounced: 9, optedOut: 4, notFollowing: 0, withoutAddress: 1 };
		expect(say(({ countsText }) => countsText(counts))).toBe(
			'214 addresses, 9 have bounced, 4 do not want such email, 1 ticket has no address',
		);
	});

	test('days are days from two of them on', () => {
		expect(splitOffset(1_440)).toEqual({ value: 24, unit: 'hours' });
		expect(splitOffset(4_320)).toEqual({ value: 3, unit: 'days' });
		expect(splitOffset(45)).toEqual({ value: 45, unit: 'minutes' });
	});
});

const preview: MessagePreview = {
	counts: { addresses: 214, bounced: 0, optedOut: 0, notFollowing: 0, withoutAddress: 0 },
	recipient: { name: 'Ada Lovelace', email: 'ada@example.org', at: 2 },
	...{
		subject: 'Doors open at six',
		html: '<p>Hello Ada</p>',
		text: 'Hello Ada',
		replyTo: '',
		reviewReason: '',
		isExample: false,
	},
};

const Preview = ({ preview: shown, at }: { preview: MessagePreview; at: number }) => (
	<PreviewPane
		preview={shown}
		error={null}
		isOld={false}
		isEmpty={false}
		reader={{ at, q: '' }}
		onReader={() => {}}
		onRetry={() => {}}
	/>
);

test('the preview says whose it is and shows the email in a frame without scripts', () => {
	const html = drawPart(<Preview preview={preview} at={2} />);
	expect(html).toContain('Ada Lovelace');
	expect(html).toContain('3 of 214 recipients');
	expect(html).toContain('sandbox=""');
});

test('few recipients are not counted for members who may not see guests, nor one shown', () => {
	const few = { ...preview.counts, addresses: 4, isFewer: true };
	const html = drawPart(<Preview preview={{ ...preview, recipient: null, counts: few }} at={0} />);
	expect(html).toContain('As a guest in general reads it');
	expect(html).not.toContain('Find a recipient');
	expect(html).not.toMatch(/of 4 recipients/);
	function Counts() {
		return useMessageTexts().countsText(few);
	}
	expect(drawPart(<Counts />)).toBe('Fewer than 5 addresses');
});

describe('a message', () => {
	const skipped = { bounced: 1, opted_out: 0, not_following: 0, example: 0, cancelled: 0 };
	const message = {
		...{ id: 'm1', eventId: 'e1', seriesId: null, subject: 'Doors open at six', text: 'Hello {first_name}' },
		...{ segment: { conditions: [] }, category: 'service', state: 'sending', sendAt: null, sentAt: null },
		...{ author: 'Ida', ruleId: null, reviewReason: '', replyTo: 'ida@example.org', version: 1 },
		...{ createdAt: '2027-03-01T10:00:00Z', updatedAt: '2027-03-01T10:00:00Z' },
		counts: {
			...{ addresses: 214, waiting: 100, sent: 113, bounced: 0, complained: 0, failed: 0, unsubscribed: 0 },
			skipped,
		},
	} as GuestMessage;
	const event = { id: 'e1', timeZone: 'Europe/Berlin', organisation: { id: 'o1', permissions: [] } } as never;
	const show = (changes: Partial<GuestMessage>, maySend = true) =>
		drawPart(
			<MessageDetail
				place={{ kind: 'event', id: 'e1' }}
				event={event}
				base="/events/fair/messages"
				message={{ ...message, ...changes }}
				maySend={maySend}
			/>,
		);

	test('that is being sent says how far, can be left and stopped', () => {
		const html = show({});
		expect(html).toContain('114 of 214');
		expect(html).toContain('You can leave this page. Sending goes on.');
		expect(html).toContain('Stop sending');
		expect(html).toContain('/events/fair/messages/new?from=m1');
	});

	test('that is scheduled can be edited and cancelled', () => {
		const html = show({ state: 'scheduled', sendAt: '2027-03-02T10:00:00Z' });
		expect(html).toContain('/events/fair/messages/m1?edit=1');
		expect(html).toContain('Cancel message');
		expect(html).not.toContain('Recipients');
	});

	test('whose recipients were all left out says so', () => {
		const counts = { ...message.counts, ...{ addresses: 0, waiting: 0, sent: 0 }, skipped };
		expect(show({ state: 'sent', counts })).toContain('Delivery of the emails');
	});

	test('that was refused says why and can be deleted', () => {
		const html = show({ state: 'refused', reviewReason: 'Not about the event.' });
		expect(html).toContain('Not about the event.');
		expect(html).toContain('Delete');
	});

	test('is only read by whoever may not send', () => {
		const html = show({ state: 'scheduled', sendAt: '2027-03-02T10:00:00Z' }, false);
		expect(html).not.toContain('?edit=1');
		expect(html).not.toContain('Cancel message');
	});
});
