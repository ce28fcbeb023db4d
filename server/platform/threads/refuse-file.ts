import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { ThreadRefusal } from './thread-pool.ts';

/**
 * A thread’s error about an uploaded file, as a response to its sender.
 * @throws VALIDATION_FAILED about `file` for what was refused there or took too much memory or time; everything else as it is
 */
export function refuseFile(error: unknown): never {
	if (!(error instanceof ThreadRefusal)) throw error;
	if (error.sentence) throw fieldError('file', error.sentence);
	if (error.code === 'limit')
		throw fieldError('file', message`This file takes too long to read. Split it into smaller files.`);
	throw error;
}
