import { AppError, type FieldRefusal } from '#shared/errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalogue.ts';
import { message, TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { z } from '#shared/lib/z.ts';

/** Keys that only the server sets; a body that names one without its contract knowing it is refused, not ignored. */
const serverOnlyKeys = new Set([
	'isAdmin',
	'is_admin',
	'role',
	'status',
	'price',
	'total',
	'totalMinor',
	'paidAt',
	'ownerId',
	'userId',
	'organisation_id',
	'emailVerifiedAt',
	'isEmailVerified',
	'version',
]);

const secretField = /password|token|pin|secret/i;

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
	const named = (issue as { params?: { code?: unknown } }).params?.code;
	if (isErrorCode(named)) return named;
	if (issue.code === 'invalid_type' && issue.input === undefined) return 'VALIDATION_REQUIRED_FIELD';
	if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
		return 'VALIDATION_REQUIRED_FIELD';
	if (issue.code === 'invalid_type' && issue.expected === 'number') return 'VALIDATION_INVALID_NUMBER';
	if (issue.code === 'invalid_format') {
		return issue.format === 'datetime' || issue.format === 'date'
			? 'VALIDATION_INVALID_DATE'
			: 'VALIDATION_INVALID_FORMAT';
	}
	if (issue.code === 'invalid_type') return 'VALIDATION_INVALID_FORMAT';
	return 'VALIDATION_FAILED';
}

function shorten(value: unknown): unknown {
	if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value;
	if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
	return undefined;
}

function at(input: unknown, path: PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
		input,
	);
}

function toFieldErrors(error: z.core.$ZodError, input: unknown): FieldRefusal[] {
	return error.issues.slice(0, 50).flatMap((issue): FieldRefusal[] => {
		const path = issue.path.map(String);
		if (issue.code === 'unrecognized_keys') {
			return issue.keys.map((key) => ({
				field: [...path, key].join('.'),
				message: message`This field is not known here.`,
				code: 'VALIDATION_FAILED',
			}));
		}
		const field = path.join('.');
		const value = secretField.test(field) ? undefined : shorten(at(input, issue.path));
		const code = codeOf({ ...issue, input: at(input, issue.path) } as z.core.$ZodIssue);
		const refusal = { field, message: messageOf(issue, code), code };
		return [{ ...refusal, ...(value === undefined ? {} : { value }) }];
	});
}

/** What a person reads about one field; rules of contracts bring English of their own. */
function messageOf(issue: z.core.$ZodIssue, code: ErrorCode): TranslatableMessage {
	if (code === 'VALIDATION_REQUIRED_FIELD') return message`This field is required.`;
	if (issue.code === 'too_big') {
		const most = Number(issue.maximum);
		if (issue.origin === 'string')
			return most === 1 ? message`At most 1 character.` : message`At most ${most} characters.`;
		if (issue.origin === 'array')
			return most === 1 ? message`At most 1 entry.` : message`At most ${most} entries.`;
		return message`At most ${most}.`;
	}
	if (issue.code === 'too_small') {
		const least = Number(issue.minimum);
		if (issue.origin === 'string')
			return least === 1 ? message`At least 1 character.` : message`At least ${least} characters.`;
		if (issue.origin === 'array')
			return least === 1 ? message`At least 1 entry.` : message`At least ${least} entries.`;
		return message`At least ${least}.`;
	}
	if (code === 'VALIDATION_INVALID_NUMBER') return message`Please enter a number.`;
	if (code === 'VALIDATION_INVALID_DATE') return message`Please enter a valid date.`;
	if (issue.code === 'invalid_value') return message`Please choose one of the values offered.`;
	if (issue.code === 'invalid_type') return message`Invalid value.`;
	return new TranslatableMessage(issue.message, []);
}

/** Stands where a rule of a contract brings no words of its own; zod's would show patterns and terms of the program. */
const withoutWords = message`Please enter a valid format.`;

/** Checks one part of the input and returns it as the contract types it; throws VALIDATION_FAILED with the fields. */
export function validate(schema: z.ZodType, input: unknown): unknown {
	const result = schema.safeParse(input, { error: () => withoutWords.text });
	if (result.success) return result.data;
	const details = toFieldErrors(result.error, input);
	throw new AppError('VALIDATION_FAILED', {
		message: details[0] ? `${details[0].field || 'The input'}: ${details[0].message}` : undefined,
		details,
	});
}

/** Refuses keys that only the server sets, where the contract does not know them. */
export function refuseServerOnlyKeys(schema: z.ZodType, input: unknown): void {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) return;
	const known = (schema as { shape?: object }).shape;
	const refused = Object.keys(input).filter((key) => serverOnlyKeys.has(key) && !(known && key in known));
	if (refused.length === 0) return;
	throw new AppError('VALIDATION_FAILED', {
		message: `${refused[0]}: this field cannot be set.`,
		details: refused.map((field) => ({
			field,
			message: message`This field cannot be set.`,
			code: 'VALIDATION_FAILED',
		})),
	});
}

/** Query texts as an object; a parameter that comes twice is refused. */
export function readQuery(url: string): Record<string, string> {
	const mark = url.indexOf('?');
	const query: Record<string, string> = {};
	if (mark === -1) return query;
	const hash = url.indexOf('#', mark);
	for (const [key, value] of new URLSearchParams(
		hash === -1 ? url.slice(mark + 1) : url.slice(mark + 1, hash),
	)) {
		if (Object.hasOwn(query, key)) {
			throw new AppError('VALIDATION_FAILED', {
				message: `${key}: given twice.`,
				details: [{ field: key, message: message`Given twice.`, code: 'VALIDATION_FAILED' }],
			});
		}
		if (value.includes('\0')) {
			throw new AppError('VALIDATION_INVALID_FORMAT', {
				message: `${key}: contains a character that is not allowed.`,
			});
		}
		if (key !== '__proto__') query[key] = value;
	}
	return query;
}
