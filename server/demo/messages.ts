import { guestMessages } from '#server/db/tables/messages.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';
import { everyone } from '#shared/rules/messages/segments.ts';
import { createMessage } from '../domain/messages/commands/write-message.ts';
import { noCounts } from '../domain/messages/counts.ts';
import { createRule } from '../domain/messages/rules/save-rule.ts';
import { translatorFor } from '../platform/messages.ts';
import type { Services } from '../services.ts';

interface DemoText {
	/** One line with placeholders. */
	subject: string;
	/** Markdown with placeholders. */
	text: string;
}

/** Messages of a demo event to its guests. */
export interface DemoMessages {
	/** The oldest first. Of those who had registered by then, so many have bounced. */
	sent?: (DemoText & { daysAgo: number; bounced: number })[];
	scheduled?: (DemoText & { inDays: number })[];
	/** Additional text of its reminder. */
	reminder?: string;
}

/** Of an event in three days. */
export const jazzMessages: DemoMessages = {
	sent: [
		{
			...{ daysAgo: 9, bounced: 1 },
			subject: 'How to find the ferry',
			text: 'Hello {first_name},\n\nthe Alte Fähre lies at pier 7, behind the fish market. It is a **ten-minute walk** from the station, and there is room for bicycles on the quay.\n\nYour ticket is here: {ticket_link}\n\n{organiser}',
		},
		{
			...{ daysAgo: 4, bounced: 0 },
			subject: 'A third band for {event_title}',
			text: 'Hello {first_name},\n\nLow Tide plays with us as well. So there are three bands, and one more reason to be on board in time.\n\n{organiser}',
		},
	],
	scheduled: [
		{
			inDays: 2,
			subject: 'Bring a warm coat',
			text: 'Hello {first_name},\n\nwe look forward to {event_title}: {event_date}.\n\n- The best place is on deck, so bring a warm coat\n- Have your ticket at hand: {ticket_link}\n- The bar takes cards and cash\n\n{organiser}',
		},
	],
};

export const roundMessages: DemoMessages = {
	reminder:
		'The room is small: please come ten minutes before the first song. If you can’t come, cancel your ticket, so that someone on the way can have your chair.',
};

const dayMs = 24 * 3_600_000;

/**
 * Writes to the guests of an event: what lies ahead as an organiser does, what was sent with what became of it, as it is after a year, when
 * its recipients are forgotten. Nobody is sent an email.
 * @param how.moments when its guests registered
 */
export async function writeMessages(
	services: Services,
	{ organisationId, eventId }: EventScope,
	how: { messages: DemoMessages; userId: string; moments: readonly Date[]; now: Date },
): Promise<void> {
	const { messages, userId, moments, now } = how;
	const place = { organisationId, eventId, seriesId: null };
	const after = (days: number) => new Date(now.getTime() + days * dayMs);
	for (const { daysAgo, bounced, subject, text: body } of messages.sent ?? []) {
		const at = after(-daysAgo);
		const addresses = moments.filter((moment) => moment < at).length;
		await services.database.db.insert(guestMessages).values({
			...{ id: newId(), ...place, subject, body, segment: everyone, category: 'service', state: 'sent' },
			...{ sendAt: at, startedAt: at, sentAt: at, createdAt: at, updatedAt: at, createdBy: userId },
			total: addresses,
			counts: { ...noCounts(), addresses, sent: addresses - bounced, bounced },
		});
	}
	for (const { inDays, subject, text } of messages.scheduled ?? [])
		await createMessage(services, place, {
			userId,
			input: {
				...{ subject, text, segment: everyone, category: 'service', isDraft: false },
				sendAt: after(inDays).toISOString(),
			},
		});
	if (messages.reminder)
		await createRule(services, place, { kind: 'reminder', text: messages.reminder }, translatorFor('en'));
}
