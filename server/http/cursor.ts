import { AppError } from '#shared/errors/app-error.ts';

/** Writes the place where a page ended as an opaque text. */
export function encodeCursor(parts: string[]): string {
	return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor back; anything that `encodeCursor` did not make is refused. */
export function decodeCursor(cursor: string, length: number): string[] {
	try {
		const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string'))
			return parts;
	} catch {
		// Falls through to the refusal.
	}
	throw new AppError('VALIDATION_INVALID_FORMAT', {
		message: 'This cursor is not one of ours. Ask for the first page again.',
	});
}
