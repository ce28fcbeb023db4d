import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { byteStream, download } from '#server/http/export/files.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { type ZipEntry, zipOf } from '#server/platform/stored-zip.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { readQuestions } from '../question-rows.ts';
import { createZipNames, namePart } from './zip-names.ts';

const pageSize = 200;

interface NamedFile extends Record<string, unknown> {
	id: string;
	fileName: string;
	name: string;
	/** Who answered: the guest, or the buyer for the order. */
	person: string;
	/** Of their ticket or order. */
	code: string;
}

/**
 * All files that answer a question as a streamed ZIP; one file is in memory at a time.
 * @throws not-found, `no-files` if there are none, RATE_LIMIT_EXCEEDED while another export is written
 */
export async function exportQuestionFiles(
	services: Services,
	scope: EventScope,
	questionId: string,
): Promise<Response> {
	const { db } = services.database;
	const questions = await readQuestions(db, scope, { withArchived: true });
	const question = questions.find(({ id }) => id === questionId);
	if (!question) throw notFound('Question');
	const first = await readPage(db, { scope, questionId, after: null });
	if (first.length === 0)
		throw ruleViolation('no-files', message`No guest has answered this question with a file yet.`);
	const done = takeExportPlace(services, scope.organisationId);
	const pages = readPages(db, { scope, questionId, first });
	const zip = byteStream(zipOf(entriesOf(services.files, pages)));
	return download(watched(zip, done), `${namePart(question.label, 120) || 'Files'}.zip`, 'application/zip');
}

async function* readPages(
	db: DbOrTx,
	{ first, ...of }: { scope: EventScope; questionId: string; first: NamedFile[] },
): AsyncGenerator<NamedFile> {
	for (let page = first; page.length > 0; ) {
		yield* page;
		const last = page.at(-1);
		page = page.length < pageSize || !last ? [] : await readPage(db, { ...of, after: last.id });
	}
}

async function readPage(
	db: DbOrTx,
	{ scope, questionId, after }: { scope: EventScope; questionId: string; after: string | null },
): Promise<NamedFile[]> {
	const { rows } = await db.execute<NamedFile>(sql`
		SELECT f.id, f.file_name AS "fileName", f.name, coalesce(a.name, o.buyer_name, '') AS person,
			coalesce(a.ticket_code, o.code, '') AS code
		FROM answer_files f
		LEFT JOIN orders o ON o.organisation_id = f.organisation_id AND o.event_id = f.event_id AND o.id = f.order_id
		LEFT JOIN attendees a ON a.organisation_id = f.organisation_id AND a.event_id = f.event_id AND a.id = f.attendee_id
		WHERE f.organisation_id = ${scope.organisationId} AND f.event_id = ${scope.eventId} AND f.question_id = ${questionId}
			AND f.expires_at IS NULL AND (${after}::uuid IS NULL OR f.id > ${after}::uuid)
		ORDER BY f.id LIMIT ${pageSize}`);
	return rows;
}

/** One that was removed since its row was read is left out. */
async function* entriesOf(files: FileStore, rows: AsyncIterable<NamedFile>): AsyncGenerator<ZipEntry> {
	const nameOf = createZipNames();
	for await (const { fileName, ...row } of rows) {
		const bytes = await readStored(files, fileName);
		if (bytes) yield { name: nameOf(row), bytes };
	}
}

/** The bytes of a stored file, whole; null for one that is gone. */
export async function readStored(files: FileStore, fileName: string): Promise<Uint8Array | null> {
	const file = await files.find(fileName);
	return file && new Uint8Array(await new Response(file.stream()).arrayBuffer());
}
