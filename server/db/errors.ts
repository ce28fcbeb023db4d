/**
 * How database errors are reported to callers. The query layer wraps the driver's error, so each question looks
 * through the chain of causes.
 */
interface DriverError {
	code?: unknown;
	constraint?: unknown;
	message?: unknown;
}

function* causes(error: unknown): Generator<DriverError> {
	let current = error;
	for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth++) {
		yield current as DriverError;
		if (current instanceof AggregateError) for (const part of current.errors) yield part as DriverError;
		current = (current as { cause?: unknown }).cause;
	}
}

/** The SQLSTATE or system code in the chain, if there is one. */
export function databaseErrorCode(error: unknown): string | undefined {
	for (const { code } of causes(error)) if (typeof code === 'string') return code;
	return undefined;
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
	for (const { code } of causes(error)) if (typeof code === 'string' && codes.has(code)) return true;
	return false;
}

const downCodes = new Set([
	'57P01', // admin_shutdown
	'57P02', // crash_shutdown
	'57P03', // cannot_connect_now
	'53300', // too_many_connections
	'53100', // disk_full
	'53200', // out_of_memory
	'58030', // io_error
	'08000',
	'08001',
	'08003',
	'08004',
	'08006',
	'08P01', // a pooler that cannot reach its server says so
	'25006', // read-only: a replica answers while the primary is replaced
	'ECONNREFUSED',
	'ECONNRESET',
	'ENOENT',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'EAI_AGAIN',
]);

/** What the driver says without a code. */
const downMessages =
	/timeout exceeded when trying to connect|Connection terminated|connection timeout|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end/;

/** The database cannot be reached or cannot work now; the same call may succeed in some seconds (503, Retry-After). */
export function isDatabaseDown(error: unknown): boolean {
	if (hasCode(error, downCodes)) return true;
	for (const { message } of causes(error)) {
		if (typeof message === 'string' && downMessages.test(message)) return true;
	}
	return false;
}

const busyCodes = new Set(['55P03', '57014', '40001', '40P01']);

/** A lock or statement took longer than allowed, or others kept winning: the server is busy (503, Retry-After). */
export function isDatabaseBusy(error: unknown): boolean {
	return hasCode(error, busyCodes);
}

const retryableCodes = new Set(['40001', '40P01']);

/** The whole transaction may be tried again at once. */
export function isRetryable(error: unknown): boolean {
	return hasCode(error, retryableCodes);
}

function violates(error: unknown, sqlState: string, constraint?: string): boolean {
	for (const cause of causes(error)) {
		if (cause.code === sqlState) return constraint === undefined || cause.constraint === constraint;
	}
	return false;
}

/** A row with these values exists already; with `constraint`, by that unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
	return violates(error, '23505', constraint);
}

/** A row breaks the rule of a check. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
	return violates(error, '23514', constraint);
}

/** A referenced row is not there, or is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
	return violates(error, '23503', constraint);
}

const badValueCodes = new Set([
	'22P02', // text that is no uuid, number, ...
	'22P05', // untranslatable character (NUL in jsonb)
	'22021', // invalid byte sequence (NUL in text)
	'22001', // too long
	'22003', // number out of range
	'22007',
	'22008', // date out of range
]);

/** A value reached the database that it cannot store: our validation has a gap, and the caller sent nonsense (400). */
export function isBadValue(error: unknown): boolean {
	return hasCode(error, badValueCodes);
}
