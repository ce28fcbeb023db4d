import { and, eq, type SQL, sql } from 'drizzle-orm';
import { answerFiles } from '#server/db/tables/questions.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { download } from '#server/http/export/files.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { getOrderOf, type OrderScope } from '../answer-rows.ts';
import { ofOrder } from './file-rows.ts';

interface FileRequest<Scope> {
	scope: Scope;
	fileId: string;
}

/** A file of an order for its buyer: not that of a ticket which was transferred. */
export const readManagedFile = (services: Services, { scope, fileId }: FileRequest<OrderScope>) =>
	answerFile(
		services,
		{ scope, fileId },
		sql`NOT EXISTS (SELECT FROM attendees a WHERE a.organisation_id = ${answerFiles.organisationId}
			AND a.event_id = ${answerFiles.eventId} AND a.id = ${answerFiles.attendeeId} AND a.holder_version IS NOT NULL)`,
	);

/** A file of the holder of a transferred ticket. */
export const readTicketFile = (
	services: Services,
	{ scope, fileId }: FileRequest<OrderScope & { attendeeId: string }>,
) => answerFile(services, { scope, fileId }, eq(answerFiles.attendeeId, scope.attendeeId));

/** A file of a guest or of their order. */
export async function readGuestFile(
	services: Services,
	{ scope, fileId, attendeeId }: FileRequest<EventScope> & { attendeeId: string },
): Promise<Response> {
	const { orderId } = await getOrderOf(services.database.db, scope, attendeeId);
	const isTheirs = sql`(${answerFiles.attendeeId} IS NULL OR ${answerFiles.attendeeId} = ${attendeeId})`;
	return answerFile(services, { scope: { ...scope, orderId }, fileId }, isTheirs);
}

/**
 * The bytes, to be saved and never shown: whatever else they are beside the type that was found, no browser runs it as a page.
 * @throws not-found, also for a file of another order or person
 */
async function answerFile(
	services: Services,
	{ scope, fileId }: FileRequest<OrderScope>,
	isTheirs: SQL,
): Promise<Response> {
	const [row] = await services.database.db
		.select()
		.from(answerFiles)
		.where(and(ofOrder(scope), eq(answerFiles.id, fileId), isTheirs));
	const file = row && (await services.files.find(row.fileName));
	if (!row || !file) throw notFound('File');
	const answer = download(file.stream(), row.name, row.type);
	answer.headers.set('Content-Length', String(file.size));
	answer.headers.set('Cache-Control', 'private, no-store');
	answer.headers.set('X-Content-Type-Options', 'nosniff');
	answer.headers.set('Content-Security-Policy', "sandbox; default-src 'none'");
	return answer;
}
