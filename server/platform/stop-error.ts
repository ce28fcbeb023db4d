/**
 * The process cannot go on for a reason that the operator can remove. `message` is the one line that is printed before
 * the process ends with status 1: what is wrong and what to do.
 */
export class StopError extends Error {
	override readonly name = 'StopError';
}
