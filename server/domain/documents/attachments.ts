import type { MailAttachment } from '#server/platform/mime.ts';
import type { Services } from '#server/services.ts';
import { getDocument } from './queries.ts';
import { drawDocument } from './render/draw.ts';

/** Of all files of an email: mailboxes take 10 MB and more, and a file grows by a third on its way. */
const mostBytes = 5_000_000;

/**
 * Documents as PDFs for an email. None where they are too large together or one could not be drawn: the email says what they say or leads
 * to them, and does not wait for its files.
 */
export async function attachDocuments(
	services: Services,
	organisationId: string,
	documentIds: readonly string[],
	limit = mostBytes,
): Promise<MailAttachment[]> {
	try {
		const files: MailAttachment[] = [];
		for (const documentId of documentIds) {
			const document = await getDocument(services.database.db, { organisationId, documentId });
			const content = await drawDocument(document);
			files.push({ filename: `${document.label}.pdf`, contentType: 'application/pdf', content });
		}
		const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
		return bytes <= limit ? files : [];
	} catch (error) {
		services.log.error({ error, documentIds }, 'documents.not-attached');
		return [];
	}
}
