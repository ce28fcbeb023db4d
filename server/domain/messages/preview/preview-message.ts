import { asPage } from '#server/domain/notifications/queries.ts';
import { writeGuestMessage } from '#server/domain/notifications/sources/messages.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { MessagePreview } from '#shared/contracts/messages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import type { MessagePlace } from '../place.ts';
import { reviewReasonOf, translateReason } from '../review/review-reason.ts';
import { countFor, isExample, presentRecipient, type ReaderRequest, readReader } from './read-reader.ts';

interface Previewed extends ReaderRequest {
	subject: string;
	/** Markdown with placeholders. */
	text: string;
	category: MessageCategory;
	/** Whose address replies go to, where the organisation has none; null: a rule would write it. */
	authorId: string | null;
}

/**
 * A message as it would go out now, as one of its recipients reads it. No link in it is theirs: the way to the tickets leads to the page of
 * the event, and nothing unsubscribes.
 * @throws `segment-unknown`; not-found for a series without dates
 */
export async function previewMessage(
	services: Services,
	place: MessagePlace,
	request: Previewed,
	translate: Translator,
): Promise<MessagePreview> {
	const { organisationId } = place;
	const { reader, found } = await readReader(services, place, request);
	const { subject, text, category, authorId } = request;
	const content = { organisationId, subject, body: text, category, authorId };
	const [written, { addresses, counts }, isOfDemo] = await Promise.all([
		writeGuestMessage(services, content, reader),
		countFor(services, place, request, category),
		isExample(services.database.db, place),
	]);
	// Its order was deleted meanwhile.
	if (!written) throw notFound('Recipient');
	const reason = await reviewReasonOf(services.database.db, organisationId, {
		...{ subject, body: text },
		...{ addresses, appUrl: services.config.appUrl },
	});
	return {
		counts,
		recipient: presentRecipient(found, request),
		subject: written.subject,
		html: asPage(written),
		text: written.text,
		replyTo: written.replyTo?.address ?? '',
		reviewReason: translateReason(reason, translate),
		isExample: isOfDemo,
	};
}
