import { isCurrency } from '../lib/currency-list.ts';
import { cleanEmail, toSingleLine } from '../lib/typed-text.ts';
import { z } from '../lib/z.ts';
import { type AttendeeField, attendeeFields } from '../rules/attendee-fields.ts';
import type { BuyerField } from '../rules/buyer-fields.ts';

const refusedCharacters = /\p{Cs}|\0/u;
/**
 * What of it a JSON Schema can say of a text, and of one that is not blank. Patterns of contracts are read by validators of other
 * languages as well, so they have no flags, no `\\p` and `\\u`, and look neither ahead nor behind (RE2).
 */
const storable = '^[^\\x00]*$';
const storableNotBlank = '^[^\\x00]*[^\\s\\x00][^\\x00]*$';

/**
 * Text that a person typed: blanks at the ends cut off, and one line unless it says `lines`, for line breaks in a name reach headers of
 * emails, files and printers. NUL and lone surrogates are refused, since no database and no UTF-8 file can hold them.
 */
export function text(options: {
	max: number;
	min?: number;
	lines?: true;
	clean?: (typed: string) => string;
}) {
	const { max, min = 0, lines = false, clean = lines ? (typed: string) => typed : toSingleLine } = options;
	return z
		.string()
		.overwrite(clean)
		.trim()
		.min(min, min === 1 ? 'This field is required.' : `At least ${min} characters.`)
		.max(max, `At most ${max} characters.`)
		.refine((value) => !refusedCharacters.test(value), 'Contains a character that cannot be stored.')
		.meta({ pattern: min > 0 ? storableNotBlank : storable });
}

/** An optional text of an attendee. */
export function attendeeDetail(field: AttendeeField) {
	const { maxLength: max, isMultiline } = attendeeFields[field];
	return text({ max, ...(isMultiline && { lines: true }) });
}

// One "@", no blanks, a dot-separated domain of letters in any script: what a mail server could accept. The mail proves the rest.
const emailPattern =
	/^[^\s@<>(),;:\\"[\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;

/** An email address to look for, at most 254 characters (RFC 5321), without what a paste brings along. */
export const typedEmail = () => text({ max: 254, min: 1, clean: cleanEmail }).meta({ format: 'email' });

/** An email address that something is sent to. */
export const email = () =>
	text({ max: 254, min: 1, clean: cleanEmail })
		.refine(
			// An empty one has its own message.
			(value) => value === '' || (emailPattern.test(value) && !/\p{C}/u.test(value)),
			{ message: 'Please enter a valid email address.', params: { code: 'VALIDATION_INVALID_EMAIL' } },
		)
		// Letters of any script, which no pattern says that every validator reads.
		.meta({ format: 'email', pattern: storableNotBlank });

/** Who orders. */
export const buyerShape = {
	name: text({ max: 200, min: 1 }),
	email: email(),
} satisfies Record<BuyerField, z.ZodType>;

export const uuid = () => z.uuid();

/** The secret of a link in an email: 43 characters. Another length means that the link was cut off while it was copied. */
export const linkToken = () =>
	z
		.string()
		.refine((value) => value.length === 43, 'This link is incomplete. Open it again from your email.')
		.meta({ pattern: '^[\\w-]{43}$', examples: ['kJ3u9vQx7Z1mB5nR8tY2wE6aS4dF0gHjKlPoIuYtReW'] });

/** A language tag, as `de` or `pt-BR`. */
export const locale = () =>
	z
		.string()
		.regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,2}$/, 'Please enter a valid format.')
		.meta({ examples: ['de'] });

/** From 1900 to 8999: days and months later there is still a year of four digits. */
export const acceptedYears = /^(?:19|[2-8]\d)\d\d-/;

/** An instant as ISO 8601 with an offset or Z; answers always carry UTC. */
export const instant = () =>
	z.iso
		.datetime({ offset: true, error: 'Please enter a valid date.' })
		.regex(acceptedYears, 'Please enter a valid date.')
		.meta({ description: 'ISO 8601 instant with offset', examples: ['2027-03-14T19:30:00Z'] });

/** A wall time without zone: `2027-03-14T19:30`. */
export const localDateTime = () =>
	z
		.string()
		.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, 'Please enter a valid date.')
		.meta({
			description: 'Local time without a time zone, such as 2027-03-14T19:30',
			examples: ['2027-03-14T19:30'],
		});

/** A day without time: `2027-03-14`. */
export const calendarDate = () =>
	z.iso
		.date('Please enter a valid date.')
		.regex(acceptedYears, 'Please enter a valid date.')
		.meta({ examples: ['2027-03-14'] });

/** A link that leaves the product: http or https only. */
export const httpUrl = () =>
	text({ max: 2000 }).refine(
		(value) => {
			if (value === '') return true;
			try {
				return ['http:', 'https:'].includes(new URL(value).protocol);
			} catch {
				return false;
			}
		},
		{ message: 'Please enter a valid URL.', params: { code: 'VALIDATION_INVALID_URL' } },
	);

/** IANA zone name that this engine knows. */
export const timeZone = () =>
	text({ max: 64, min: 1 })
		.refine((value) => {
			try {
				new Intl.DateTimeFormat('en', { timeZone: value });
				return /^[A-Za-z]/.test(value);
			} catch {
				return false;
			}
		}, 'Please choose a time zone.')
		.meta({ examples: ['Europe/Berlin'] });

const notCurrency = 'Please choose a currency.';
export const currency = () =>
	z
		.string()
		.regex(/^[A-Z]{3}$/, notCurrency)
		.refine(isCurrency, notCurrency)
		.meta({ examples: ['EUR'] });

/** Whole minor units of a currency. */
export const moneyMinor = () => z.int().min(0).max(99_999_999_999);

/** Query texts are strings: `?online=true`. */
export const queryFlag = () =>
	z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

export const pageLimit = (fallback: number, max: number) =>
	z
		.string()
		.regex(/^\d{1,4}$/, 'Please enter a valid number.')
		.meta({ type: 'integer', minimum: 1, maximum: max, pattern: undefined })
		.transform(Number)
		.pipe(z.int().min(1).max(max))
		.default(fallback);

/** Ids parted by commas, `most` at the most: `?ids=…,…`. */
export const uuidList = (most: number) =>
	z
		.string()
		.max(most * 37)
		.transform((value) => value.split(','))
		.pipe(z.array(uuid()).max(most));

/** Opaque; made by the server, handed back unchanged. */
export const cursor = () => z.string().max(512);

/** The query of a page of a list: the number of rows, and the cursor from the page before. */
export const paging = (fallback: number, max: number) => ({
	limit: pageLimit(fallback, max),
	cursor: cursor().optional(),
});

/** A page of a long list: the rows and, when there are more, the cursor that asks for them. */
export function page<T extends z.ZodType>(row: T) {
	return z.object({ data: z.array(row), nextCursor: z.string().nullable() });
}

/** A list that is never long enough for pages. */
export const wholeList = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });

export const message = () => z.object({ message: z.string() });

export const noContent = () => z.undefined();

/** A rate of tax in basis points, to a tenth of one: 1900 is 19 %, 887.5 is 8.875 %. */
export const taxRate = () =>
	z
		.number()
		.min(0)
		.max(10_000)
		.refine((rate) => Math.round(rate * 10) / 10 === rate, {
			message: 'A rate in basis points has at most one decimal place.',
		});
