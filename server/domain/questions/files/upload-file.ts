import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isDatabaseDown } from '#server/db/errors.ts';
import { answerFiles } from '#server/db/tables/questions.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import { findUploadType } from '#server/platform/upload-type.ts';
import type { Services } from '#server/services.ts';
import type { AnswerFile } from '#shared/contracts/question-answers.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import {
	type AnswerFileType,
	mostAnswerFileBytes,
	mostAnswerFileBytesOfEvent,
	mostAnswerFilesOfOrder,
} from '#shared/rules/answer-files.ts';
import { UNSAVED_FILE_HOURS } from '#shared/rules/periods.ts';
import { type OrderScope, readAskedAttendees } from '../answer-rows.ts';
import { holdOrder, refuseOthers } from '../commands/answering.ts';
import { holdQuestions, readQuestions } from '../question-rows.ts';
import { cleanFileName } from './file-name.ts';
import { type AnswerFileRow, presentFile } from './file-rows.ts';

/** A file that no answer names is removed after so long. */
const retentionMs = UNSAVED_FILE_HOURS * 3_600_000;

/** Ends the names of their bytes in the file store. The public paths of pictures give out none with this extension. */
export const storedSuffix = '-answer.bin';

export interface UploadTarget {
	questionId: string;
	/** Who answers; null: the buyer, for the order or for anybody in it whom they answer for. */
	attendeeId: string | null;
	by: AnswerFileRow['uploadedBy'];
	/** Version of the link, where somebody answers whom the ticket was transferred to. */
	holderVersion?: number | undefined;
}

/**
 * Stores a file that is to become the answer to a question of kind `file`. What it is, is found by its content.
 * @throws not-found for a question that is not put, VALIDATION_FAILED about `file`, `file-limit`, `file-limit-event`, and what
 *   `saveAnswers` throws where answers can no longer be given
 */
export async function uploadFile(
	services: Services,
	scope: OrderScope,
	target: UploadTarget,
	file: UploadedFile,
): Promise<AnswerFile> {
	const type = await typeOf(file);
	let stored: string | null = null;
	try {
		return await services.database.transaction(async (tx) => {
			// One upload or save after the other, so that the files of an order are counted right.
			await holdOrder(services, tx, scope, target.by);
			const attendeeId = await requireQuestion(tx, scope, target);
			await refuseTooMany(tx, scope, file.bytes.byteLength);
			// A transaction that is tried again writes another file: the store replaces none.
			if (stored) await services.files.remove(stored);
			stored = `${services.files.newStem()}${storedSuffix}`;
			await services.files.put(stored, file.bytes, { maxBytes: mostAnswerFileBytes });
			const { organisationId, eventId, orderId } = scope;
			const [row] = await tx
				.insert(answerFiles)
				.values({
					...{ id: newId(), organisationId, eventId, orderId, attendeeId, type },
					questionId: target.questionId,
					fileName: stored,
					name: cleanFileName(file.name, type),
					bytes: file.bytes.byteLength,
					uploadedBy: target.by,
					expiresAt: new Date(services.clock.now().getTime() + retentionMs),
				})
				.returning();
			return presentFile(row as AnswerFileRow);
		});
	} catch (error) {
		// A connection that is lost while it commits may have stored the row. Bytes without one are removed by a job.
		if (stored && !isDatabaseDown(error)) await services.files.remove(stored);
		throw error;
	}
}

async function typeOf(file: UploadedFile): Promise<AnswerFileType> {
	if (file.bytes.byteLength === 0) throw fieldError('file', message`This file is empty.`);
	const type = await findUploadType(file.bytes);
	if (!type)
		throw fieldError(
			'file',
			message`This file can’t be used. Choose a PDF, JPEG, PNG, WebP or HEIC file.`,
			'VALIDATION_INVALID_FORMAT',
		);
	return type;
}

/** @returns whose answer the file may become; null: the order’s, or that of anybody whom the buyer answers for */
async function requireQuestion(tx: Tx, scope: OrderScope, target: UploadTarget): Promise<string | null> {
	const { questionId, attendeeId, holderVersion } = target;
	await holdQuestions(tx, scope, [questionId]);
	const question = (await readQuestions(tx, scope)).find(({ id }) => id === questionId);
	if (question?.kind !== 'file') throw notFound('Question');
	// Questions to the order are not for holders of single tickets.
	if (holderVersion !== undefined && question.scope === 'order') throw notFound('Question');
	const attendees = await readAskedAttendees(tx, scope);
	const people = attendeeId === null ? [] : [{ attendeeId, answers: {} }];
	refuseOthers(attendees, { people, by: target.by, holderVersion });
	return question.scope === 'order' ? null : attendeeId;
}

async function refuseTooMany(tx: Tx, scope: OrderScope, bytes: number): Promise<void> {
	const { rows } = await tx.execute<{ files: number; bytes: number }>(sql`
		SELECT count(*) FILTER (WHERE order_id = ${scope.orderId})::int AS files, coalesce(sum(bytes), 0)::float8 AS bytes
		FROM answer_files WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`);
	const stored = rows[0] ?? { files: 0, bytes: 0 };
	if (stored.files >= mostAnswerFilesOfOrder)
		throw ruleViolation(
			'file-limit',
			message`An order can have at most ${mostAnswerFilesOfOrder} files. Remove one and save, then upload again.`,
			{ limit: mostAnswerFilesOfOrder },
		);
	// Uploads of other orders at the same moment are not counted: the event may pass this by as many files.
	if (stored.bytes + bytes > mostAnswerFileBytesOfEvent)
		throw ruleViolation(
			'file-limit-event',
			message`This event can’t take more files. Ask the organiser to receive yours another way.`,
		);
}
