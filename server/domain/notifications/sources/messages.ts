import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { findConfirmedFollowers } from '#server/domain/organisers/follower-addresses.ts';
import type { WrittenMail } from '#server/emails/kit/content.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import {
	type GuestMessageProps,
	marketingMessage,
	serviceMessage,
	testMessage,
} from '#server/emails/messages/guest-message.ts';
import type { Services } from '#server/services.ts';
import { SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import { messageableStates } from '#shared/rules/messages/segments.ts';
import { hasOptedOut, unsubscribeLinks } from '../opt-outs.ts';
import { findMessageReplyTo } from '../reply-to.ts';
import { bouncesText, isSuppressed } from '../suppressions.ts';
import { activeTickets, readOrder } from './orders.ts';
import { isObsolete, type Obsolete, type SourceOptions, source } from './source.ts';

/** A recipient of a message. */
interface MessageRef {
	organisationId: string;
	messageId: string;
	position: number;
}

/** What a message says, and who writes it. */
export interface MessageText {
	organisationId: string;
	subject: string;
	/** Markdown with placeholders. */
	body: string;
	category: MessageCategory;
	/** Null: a rule. */
	authorId: string | null;
}

/** By which order or ticket a reader is written to. */
export interface MessageReader {
	eventId: string;
	/** Null: no one in particular, as a guest of the event would read it. */
	orderId: string | null;
	/** The ticket of a guest with an address of their own; null: the buyer. */
	attendeeId: string | null;
	locale: string;
}

interface RecipientRow extends MessageText {
	state: string;
	skipped: string | null;
	eventId: string;
	orderId: string;
	attendeeId: string | null;
}

/** A recipient with the text of the message; read by SQL, since the module of messages comes after this one. */
async function findRecipient({ database }: Services, ref: MessageRef): Promise<RecipientRow | null> {
	const { rows } = await database.pool.query<RecipientRow>({
		name: 'notifications.message-recipient',
		text: `SELECT m.organisation_id AS "organisationId", m.subject, m.body, m.category, m.created_by AS "authorId", m.state,
				r.skipped, r.event_id AS "eventId", r.order_id AS "orderId", r.attendee_id AS "attendeeId"
			FROM guest_messages m JOIN guest_message_recipients r ON r.organisation_id = m.organisation_id AND r.message_id = m.id
			WHERE m.organisation_id = $1 AND m.id = $2 AND r.position = $3`,
		values: [ref.organisationId, ref.messageId, ref.position],
	});
	return rows[0] ?? null;
}

/** Why an address does not want, or cannot get, a message now; null: it may be sent. */
async function whyNotTo(
	services: Services,
	{ organisationId, category }: MessageText,
	email: string,
): Promise<Obsolete | null> {
	if (await isSuppressed(services, organisationId, email)) return { obsolete: bouncesText };
	if (await hasOptedOut(services, email, `messages/${category}`, organisationId))
		return { obsolete: 'This address unsubscribed from such messages of the organiser.' };
	if (category === 'service') return null;
	const key = emailKey(email);
	const following = await findConfirmedFollowers(services.database.db, organisationId, [key]);
	return following.has(key) ? null : { obsolete: 'This address does not follow the organiser any more.' };
}

/** What differs from reader to reader, as the order and its event are now. */
type ReaderProps = Pick<GuestMessageProps, 'event' | 'name' | 'isForGuest' | 'ticketCount' | 'manageLink'>;

async function readReader(
	services: Services,
	organisationId: string,
	{ eventId, orderId, attendeeId }: MessageReader,
	options: SourceOptions,
): Promise<ReaderProps | Obsolete> {
	if (orderId === null) {
		const event = toMailEvent(services, await getWholeEvent(services, { organisationId, eventId }));
		return { event, name: '', isForGuest: false, ticketCount: 1, manageLink: event.url };
	}
	const ref = { organisationId, eventId, orderId, ...(attendeeId && { attendeeId }) };
	const data = await readOrder(services, ref, options);
	if (isObsolete(data)) return data;
	const { order, mailEvent, guest, manageLink } = data;
	const ticketCount = activeTickets(order, guest).length;
	if (options.isForSending) {
		const isValid = messageableStates.some((state) => state === order.status);
		if (!isValid || ticketCount === 0)
			return { obsolete: 'The tickets were cancelled or transferred meanwhile.' };
	}
	return {
		event: mailEvent,
		name: guest ? guest.name : order.buyer.name,
		isForGuest: attendeeId !== null,
		ticketCount,
		manageLink,
	};
}

async function loadMessage(
	services: Services,
	ref: MessageRef,
	options: SourceOptions,
): Promise<GuestMessageProps | Obsolete> {
	const row = await findRecipient(services, ref);
	if (!row) return { obsolete: 'The message or its recipient is gone.' };
	const { organisationId, subject, body, category, authorId } = row;
	if (options.isForSending) {
		if (row.state === 'cancelled' || row.skipped !== null)
			return { obsolete: 'The message was cancelled meanwhile.' };
		const why = await whyNotTo(services, row, options.recipient);
		if (why) return why;
	}
	const reader = await readReader(services, organisationId, { ...row, locale: '' }, options);
	if (isObsolete(reader)) return reader;
	return {
		...reader,
		category,
		subject,
		body,
		...(options.showsSecrets
			? unsubscribeLinks(services, options.mailId)
			: { unsubscribeLink: null, oneClickUrl: null }),
		replyTo: await findMessageReplyTo(services.database.db, organisationId, authorId),
	};
}

export const serviceMessageSource = source({ template: serviceMessage, load: loadMessage });
export const marketingMessageSource = source({ template: marketingMessage, load: loadMessage });

/**
 * A message as one of its guests would read it, with no link of theirs: the way to the tickets leads to the page of the event, and nothing
 * unsubscribes.
 * @returns obsolete where the order is gone
 */
async function readWithoutSecrets(
	services: Services,
	text: MessageText,
	reader: MessageReader,
): Promise<GuestMessageProps | Obsolete> {
	const options = { mailId: '', recipient: '', showsSecrets: false, isForSending: false };
	const found = await readReader(services, text.organisationId, reader, options);
	if (isObsolete(found)) return found;
	const { organisationId, subject, body, category, authorId } = text;
	return {
		...found,
		manageLink: found.event.url,
		category,
		subject,
		body,
		unsubscribeLink: `${services.config.appUrl}/unsubscribe`,
		oneClickUrl: null,
		replyTo: await findMessageReplyTo(services.database.db, organisationId, authorId),
	};
}

/** Content and reader of a test; they are stored with it, since the message itself may be stored nowhere. */
export interface TestMessageRef extends MessageText, MessageReader {
	/** The member who gets it. */
	authorId: string;
}

export const testMessageSource = source({
	template: testMessage,
	load: (services, ref: TestMessageRef) => readWithoutSecrets(services, ref, ref),
});

/**
 * Writes a message as one of its guests would read it, for a preview: no link in it is theirs.
 * @returns null where the order is gone
 */
export async function writeGuestMessage(
	services: Services,
	text: MessageText,
	reader: MessageReader,
): Promise<WrittenMail | null> {
	const props = await readWithoutSecrets(services, text, reader);
	if (isObsolete(props)) return null;
	const { productName, appUrl, mailLocale } = services.config;
	const template = text.category === 'service' ? serviceMessage : marketingMessage;
	const locale = reader.locale === SOURCE_LANGUAGE ? mailLocale : reader.locale;
	return writeMail(template, props, { productName, appUrl }, locale);
}
