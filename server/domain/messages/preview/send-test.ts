import { enqueueMails } from '#server/domain/notifications/commands/enqueue-mail.ts';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import type { MessagePlace } from '../place.ts';
import { type ReaderRequest, readReader } from './read-reader.ts';

/**
 * Emails a message to the member who writes it, to their own verified address alone, as one of its recipients would read it.
 * @throws `email-not-verified`, `segment-unknown`; not-found for a series without dates
 */
export async function sendTest(
	services: Services,
	place: MessagePlace,
	caller: Pick<Caller, 'userId' | 'email' | 'isEmailVerified'>,
	request: ReaderRequest & { subject: string; text: string; category: MessageCategory },
): Promise<void> {
	if (services.mailer.canSend && !caller.isEmailVerified)
		throw ruleViolation(
			'email-not-verified',
			message`Verify your email first: open the link we emailed you. Then send the test again.`,
		);
	const { organisationId } = place;
	const { reader } = await readReader(services, place, request);
	const { eventId, orderId, attendeeId, locale } = reader;
	await enqueueMails(services.database.db, [
		{
			template: 'messages/test',
			ref: {
				organisationId,
				subject: request.subject,
				body: request.text,
				category: request.category,
				authorId: caller.userId,
				...{ eventId, orderId, attendeeId, locale },
			},
			recipient: caller.email,
			locale,
			organisationId,
			eventId,
			dedupeKey: `messages/test:${newId()}`,
		},
	]);
}
