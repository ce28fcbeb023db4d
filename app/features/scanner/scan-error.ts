/**
 * A refusal of the scanning component: a plain text, to the letter of the specification. `String(error)` is that
 * text and nothing else, as for a thrown string, and there is a stack trace besides.
 */
export class ScanError extends Error {
	override name = 'ScanError';

	override toString(): string {
		return this.message;
	}
}
