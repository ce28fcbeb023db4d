import { formatsFor } from '#shared/lib/formats.ts';
import type { GuestData } from '#shared/rules/webhook-guests.ts';
import { currentType, type WebhookType } from '#shared/rules/webhook-types.ts';

/** A message as it was made: `ids` for those who want ids alone, `object` for the others. */
export interface OutboundMessage {
	id: string;
	organisationId: string;
	sequence: number;
	type: string;
	eventId: string | null;
	occurredAt: Date;
	/** False in a sandbox: what happened is a trial. */
	isLive: boolean;
	payload: { ids: object; object: object };
}

/** The id by which receivers deduplicate messages: the same for every attempt and replay. */
export const webhookId = (messageId: string): string => `msg_${messageId}`;

/**
 * The body of a webhook: always the same bytes for one message, as long as the people in it stay what they are.
 * @param guests names and emails of those whom it is about; absent: they are not sent
 */
export function webhookBody(
	message: OutboundMessage,
	detail: 'thin' | 'full',
	guests: GuestData | null | undefined = null,
): string {
	return JSON.stringify({
		type: message.type,
		timestamp: message.occurredAt.toISOString(),
		data: { ...(detail === 'thin' ? message.payload.ids : message.payload.object), ...guests },
		id: webhookId(message.id),
		sequence: message.sequence,
		organisationId: message.organisationId,
		eventId: message.eventId,
		livemode: message.isLive,
		apiVersion: 1,
	});
}

/** The object of a message, as far as chat lines read it. */
interface ChatPayload {
	event?: { title: string; startsAt: string; timeZone: string; url: string };
	order?: { code: string; tickets: number; currency: string };
	payment?: { amountMinor: number };
	refund?: { amountMinor: number };
	donation?: { amountMinor: number };
	fundraiser?: { goalMinor: number; currency: string };
	ticket?: { ticketType: string };
	giftCard?: { issuedMinor: number; currency: string };
	withdrawal?: { state: string; refundMinor: number; currency: string | null };
	payout?: { amountMinor: number; currency: string };
	message?: { subject: string; recipients: number };
	report?: { name: string };
	attendeeIds?: string[];
	entry?: { party: number };
	offer?: { quantity: number };
	group?: { places: number; taken: number };
	refundRequest?: { wantedMinor: number; attendeeIds: string[] };
	refusal?: { reason: string };
}

/** The text of a message in a chat. */
export function chatLine({
	type,
	payload,
	isLive,
}: Pick<OutboundMessage, 'type' | 'payload' | 'isLive'>): string {
	const {
		event,
		order,
		payment,
		refund,
		donation,
		fundraiser,
		ticket,
		payout,
		giftCard,
		withdrawal,
		message,
		report,
		attendeeIds,
		entry,
		offer,
		group,
		refundRequest,
		refusal,
	} = payload.object as ChatPayload;
	const title = event?.title ?? '';
	const when = event
		? new Intl.DateTimeFormat('en-GB', {
				dateStyle: 'medium',
				timeStyle: 'short',
				timeZone: event.timeZone,
			}).format(new Date(event.startsAt))
		: '';
	const ticketsOf = (count = 0) => (count === 1 ? '1 ticket' : `${count} tickets`);
	const tickets = ticketsOf(order?.tickets);
	const party = ticketsOf(offer?.quantity ?? entry?.party);
	const money = (minor = 0) => {
		const priced = order ?? payout ?? giftCard ?? withdrawal ?? fundraiser;
		return formatsFor('en-GB').money(minor, priced?.currency ?? 'EUR');
	};
	const lines: Record<WebhookType | 'test.ping', () => string> = {
		'event.published': () => `Published: ${title}, ${when}`,
		'event.updated': () => `Changed: ${title}`,
		'event.rescheduled': () => `New date: ${title}, ${when}`,
		'event.cancelled': () => `Cancelled: ${title}`,
		'event.postponed': () => `Postponed: ${title}`,
		'registration.created': () => `New registration for ${title}: ${tickets} (order ${order?.code})`,
		'registration.cancelled': () =>
			`Registration cancelled for ${title}: ${ticketsOf(attendeeIds?.length)} (order ${order?.code})`,
		'order.approval_requested': () => `Waits for approval: ${tickets} for ${title} (order ${order?.code})`,
		'order.paid': () => `Paid: ${money(payment?.amountMinor)} for ${title} (order ${order?.code})`,
		'refund.requested': () =>
			`Refund requested: ${ticketsOf(refundRequest?.attendeeIds.length)} for ${title} (order ${order?.code})`,
		'refund.created': () => `Refund: ${money(refund?.amountMinor)} for ${title} (order ${order?.code})`,
		'refund.succeeded': () =>
			`Refund succeeded: ${money(refund?.amountMinor)} for ${title} (order ${order?.code})`,
		'refund.failed': () => `Refund failed: ${money(refund?.amountMinor)} for ${title} (order ${order?.code})`,
		'donation.received': () =>
			`Donation: ${money(donation?.amountMinor)} for ${title} (order ${order?.code})`,
		'fundraiser.goal_reached': () => `Goal reached: ${money(fundraiser?.goalMinor)} for ${title}`,
		'payout.paid': () => `Paid out: ${money(payout?.amountMinor)}`,
		'gift_card.issued': () => `Gift card issued: ${money(giftCard?.issuedMinor)}`,
		'gift_card.used': () =>
			`Paid by gift card: ${money(payment?.amountMinor)} for ${title} (order ${order?.code})`,
		'withdrawal.received': () =>
			withdrawal?.state === 'accepted'
				? `Withdrawal accepted: ${money(withdrawal.refundMinor)}`
				: 'Withdrawal waits for your decision',
		'waitlist.joined': () => `Joined the waitlist of ${title}: ${party}`,
		'waitlist.offered': () => `Offered from the waitlist of ${title}: ${party}`,
		'waitlist.accepted': () => `Ordered from the waitlist of ${title}: ${tickets} (order ${order?.code})`,
		'waitlist.lapsed': () => `Offer of the waitlist of ${title} ended: ${party}`,
		'waitlist.left': () => `Left the waitlist of ${title}: ${party}`,
		'group.created': () => `Group created for ${title}: ${ticketsOf(group?.places)}`,
		'group.claimed': () => `Claimed in a group for ${title}: ${group?.taken} of ${ticketsOf(group?.places)}`,
		'guest.updated': () => `Guest details changed for ${title} (order ${order?.code})`,
		'guest.answered': () => `Answers changed for ${title} (order ${order?.code})`,
		'ticket.listed': () => `Offered for resale: 1 ticket for ${title} (order ${order?.code})`,
		'ticket.resold': () => `Resold: 1 ticket for ${title} (order ${order?.code})`,
		'check_in.created': () => `Checked in at ${title}: ${ticket?.ticketType}`,
		'check_in.undone': () => `Check-in undone at ${title}: ${ticket?.ticketType}`,
		'check_in.refused': () =>
			`Refused at ${title}: ${ticket?.ticketType ?? 'unknown ticket'} (${refusal?.reason.replaceAll('_', ' ')})`,
		'consent.given': () => 'New consent to news by email',
		'consent.ended': () => 'A consent to news by email has ended',
		'message.sent': () => `Message sent to ${message?.recipients} guests: ${message?.subject}`,
		'report.ready': () => `Report ready: ${report?.name}`,
		'test.ping': () => 'Test: this channel is connected.',
	};
	return `${isLive ? '' : 'Sandbox: '}${lines[currentType(type as WebhookType)]?.() ?? type}`;
}

const longestText = 1_900;

/** Mattermost calls everybody of a channel by a plain `@all`, and a member by their name: an invisible joiner behind the sign ends that. */
const withoutMentions = (text: string) => text.replaceAll(/[@＠](?=[\p{L}\p{N}_])/gu, '$&\u2060');

/** The body of a chat message with several lines. Mentions in titles are escaped. */
export function chatBody(kind: 'slack' | 'discord' | 'teams', lines: readonly string[]): string {
	const joined = lines.join('\n');
	const text = joined.length > longestText ? `${joined.slice(0, longestText)}…` : joined;
	if (kind === 'discord') return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
	if (kind === 'slack') {
		const escaped = withoutMentions(text)
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;');
		return JSON.stringify({ text: escaped });
	}
	const blocks = text.split('\n').map((line) => ({ type: 'TextBlock', text: line, wrap: true }));
	return JSON.stringify({
		type: 'message',
		attachments: [
			{
				contentType: 'application/vnd.microsoft.card.adaptive',
				content: {
					type: 'AdaptiveCard',
					$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
					version: '1.4',
					body: blocks,
				},
			},
		],
	});
}
