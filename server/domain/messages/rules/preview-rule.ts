import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { eventReminderSource } from '#server/domain/notifications/sources/event-changes.ts';
import { writeGuestMessage } from '#server/domain/notifications/sources/messages.ts';
import { orderConfirmationSource } from '#server/domain/notifications/sources/orders.ts';
import { isObsolete } from '#server/domain/notifications/sources/source.ts';
import { findReplyTo } from '#server/domain/settings/queries.ts';
import { eventReminder } from '#server/emails/events/reminder.ts';
import type { WrittenMail } from '#server/emails/kit/content.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import { orderConfirmation } from '#server/emails/orders/confirmation.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { MessagePreview } from '#shared/contracts/messages.ts';
import { SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import type { MessageRuleKind } from '#shared/rules/messages/messages.ts';
import { everyone, type Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import {
	countFor,
	findRecipient,
	findSampleEvent,
	isExample,
	presentRecipient,
} from '../preview/read-reader.ts';
import { reviewReasonOf, translateReason } from '../review/review-reason.ts';
import type { Address } from '../segments/addresses.ts';
import { usualRule } from './usual-rules.ts';

interface PreviewedRule {
	kind: MessageRuleKind;
	subject: string;
	text: string;
	segment: Segment;
	/** The `at`-th recipient, of those with `q` in name or address. */
	at: number;
	q: string;
}

/**
 * What a rule sends, as one of its recipients reads it: the whole confirmation or reminder with the words, or the message. Codes and links of
 * the guest are left out. Where there is no guest, it is shown with a made-up one.
 * @throws BUSINESS_RULE_VIOLATION `segment-unknown`
 */
export async function previewRule(
	services: Services,
	place: MessagePlace,
	input: PreviewedRule,
	{ maySeeAddresses, translate }: { maySeeAddresses: boolean; translate: Translator },
): Promise<MessagePreview> {
	const { db } = services.database;
	const { kind } = input;
	const isMessage = kind === 'before_start' || kind === 'after_end';
	const segment = isMessage ? input.segment : everyone;
	const request = { segment, at: input.at, q: input.q, maySeeAddresses };
	const [{ addresses, counts }, found, replyTo] = await Promise.all([
		countFor(services, place, request, 'service'),
		findRecipient(services, place, request),
		findReplyTo(db, place.organisationId),
	]);
	const address = found?.address ?? null;
	const usual = usualRule(kind, translate);
	const words = {
		subject: input.subject.trim() === '' ? usual.subject : input.subject,
		text: input.text.trim() === '' ? usual.text : input.text,
	};
	const mail = isMessage
		? await writeMessage(services, place, words, address)
		: await writeWithWords(services, place, { kind, words, address });
	const { organisationId } = place;
	const of = { subject: words.subject, body: words.text, addresses, appUrl: services.config.appUrl };
	return {
		counts,
		recipient: presentRecipient(found, request),
		subject: mail?.subject ?? words.subject,
		html: mail?.html ?? '',
		text: mail?.text ?? words.text,
		replyTo: replyTo?.address ?? '',
		isExample: await isExample(db, place),
		reviewReason: isMessage ? translateReason(await reviewReasonOf(db, organisationId, of), translate) : '',
	};
}

/** A message of a rule; where there is no recipient, as a guest of the event would read it. Null: there is no date. */
async function writeMessage(
	services: Services,
	place: MessagePlace,
	{ subject, text }: { subject: string; text: string },
	address: Address | null,
): Promise<WrittenMail | null> {
	const { organisationId } = place;
	const eventId = address?.eventId ?? (await findSampleEvent(services.database.db, place));
	if (eventId === null) return null;
	return writeGuestMessage(
		services,
		{ organisationId, subject, body: text, category: 'service', authorId: null },
		{
			eventId,
			orderId: address?.orderId ?? null,
			attendeeId: address?.attendeeId ?? null,
			locale: address?.locale ?? SOURCE_LANGUAGE,
		},
	);
}

/** The confirmation or the reminder with words of the organiser. */
async function writeWithWords(
	services: Services,
	place: MessagePlace,
	{
		kind,
		words,
		address,
	}: {
		kind: 'confirmation' | 'reminder';
		words: { subject: string; text: string };
		address: Address | null;
	},
): Promise<WrittenMail> {
	const { productName, appUrl, mailLocale } = services.config;
	const site = { productName, appUrl };
	const locale = !address || address.locale === SOURCE_LANGUAGE ? mailLocale : address.locale;
	const { organisationId } = place;
	const options = { mailId: '', recipient: address?.email ?? '', showsSecrets: false, isForSending: false };
	const ref = address && {
		...{ organisationId, eventId: address.eventId, orderId: address.orderId, startsAt: '' },
		...(address.attendeeId && { attendeeId: address.attendeeId }),
	};
	const all = { ...words, readerName: address?.name ?? orderConfirmation.sample.buyerName };
	const event = ref === null ? await sampleEventOf(services, place) : null;
	if (kind === 'reminder') {
		const props = ref && (await eventReminderSource.load(services, ref, options));
		const read = props && !isObsolete(props) ? props : { ...eventReminder.sample, ...leftOut, ...event };
		return writeMail(eventReminder, { ...read, words: all }, site, locale);
	}
	const props = ref && (await orderConfirmationSource.load(services, ref, options));
	const { sample } = orderConfirmation;
	const tickets = sample.tickets.map((ticket) => ({ ...ticket, code: null }));
	const read =
		props && !isObsolete(props)
			? props
			: { ...sample, ...leftOut, ...event, tickets, giftMinor: 0, amounts: null, calendar: '' };
	return writeMail(orderConfirmation, { ...read, words: all }, site, locale);
}

/** Links of made-up guests lead nowhere. */
const leftOut = { manageLink: null, unsubscribeLink: null, oneClickUrl: null };

async function sampleEventOf(services: Services, place: MessagePlace) {
	const eventId = await findSampleEvent(services.database.db, place);
	if (eventId === null) return {};
	const { organisationId } = place;
	return { event: toMailEvent(services, await getWholeEvent(services, { organisationId, eventId })) };
}
