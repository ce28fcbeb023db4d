import { ANSWER_FILE_MB } from './file-sizes.ts';
/*
 * Files that answer questions (docs/decisions/436-questions-with-files.md): what is taken, for the server and for forms.
 */

/** Types that are taken, found by their content; a name or a declared type decides nothing. */
export const answerFileTypes = [
	'application/pdf',
	'image/jpeg',
	'image/png',
	'image/webp',
	'image/heic',
] as const;
export type AnswerFileType = (typeof answerFileTypes)[number];

/** Size of one file: 10 MB. */
export const mostAnswerFileBytes = ANSWER_FILE_MB * 1_000_000;
/** Files of one order, with those that no answer names yet. */
export const mostAnswerFilesOfOrder = 60;
/** Files of one event: what is stored for all its guests, in bytes (20 GB). */
export const mostAnswerFileBytesOfEvent = 20_000_000_000;
