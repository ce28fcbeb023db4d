import { redactText } from './redact.ts';

/** What an administrator reads about a failure: type and message, without the data of a failed statement and without secrets. */
export function errorText(error: unknown): string {
	// The query layer puts statement and values into its message; the database's own word is the cause.
	const isQuery = error instanceof Error && 'query' in error && error.cause instanceof Error;
	const shown = isQuery ? error.cause : error;
	const text = shown instanceof Error ? `${shown.name}: ${shown.message}` : String(shown);
	return redactText(text).slice(0, 1_000);
}
