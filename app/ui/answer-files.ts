import type { ApiClient } from '#app/lib/api-client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { answerFileTypes, mostAnswerFileBytes } from '#shared/rules/answer-files.ts';
import { matchesAccept } from './file-rules.ts';

/** A file that was uploaded as an answer. */
export interface StoredFile {
	id: string;
	name: string;
	bytes: number;
}

/** The file operations of a question’s field; whoever shows the questions knows where files go. */
export interface AnswerFiles {
	/** The file that an answer names; undefined where it is not known. */
	find: (id: string) => StoredFile | undefined;
	/** @param client counts what was sent; it is to make the call */
	upload: (client: ApiClient, questionId: string, file: File, signal: AbortSignal) => Promise<StoredFile>;
	/** Left out where files cannot be read again. */
	download?: (file: StoredFile) => Promise<Response>;
}

/** For the picker of the browser: types, and endings that not every system knows the type of. */
export const answerFileAccept = [...answerFileTypes, '.pdf', '.heic'].join(',');

/** The error of a file before anything is sent. */
export type FileProblem = 'empty' | 'too-large' | 'type';

/** The server looks at the content; this only spares an upload that it would refuse. */
export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): FileProblem | null {
	if (!matchesAccept(file, answerFileAccept)) return 'type';
	if (file.size === 0) return 'empty';
	return file.size > mostAnswerFileBytes ? 'too-large' : null;
}

/** Whether the same file may succeed at another attempt: nothing was said against the file itself. */
export function mayTryAgain(error: unknown): boolean {
	if (!(error instanceof AppError)) return true;
	return error.code.startsWith('NETWORK_') || error.status === 429 || error.status >= 500;
}
