import { secretSegments } from '#shared/rules/routes.ts';

/**
 * Takes secrets out of what is logged: by the name of the field wherever it stands, and by the shape of the text for links,
 * headers and connection strings. Scan tokens stand in URL paths, so paths are scrubbed as well.
 */
const secretName =
	/^(authorization|cookie|set-cookie|x-.*token|.*password.*|.*token|.*tokens|.*secret.*|guestQrData|qrData|ticketCode|apiKey)$/i;

const secretTexts: [RegExp, string][] = [
	// Pages, and the endpoints of the same names: `/api/staff-access/guests/{token}`.
	[
		new RegExp(
			`(/(?:${secretSegments}|feedback/status|api/orders|api/tickets|api/transfers|api/groups|api/claims|api/gift-card-purchases)/(?:(?:event|checkin|manual-checkin|undo|guests|stream)/)?)(?!open\\b)[^/?#\\s"'<>]+`,
			'g',
		),
		'$1[redacted]',
	],
	[/([?&#](?:code|key|signature)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
	[/\b((?:\w*token|\w*secret|password)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
	[/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]+/gi, '$1 [redacted]'],
	[/(\b\w{1,40}:\/\/[^\s:/@]{0,200}:)[^\s@]{1,1000}@/g, '$1[redacted]@'],
	// Codes of gift cards, as they are shown.
	[/\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b/g, '[redacted]'],
	// Ticket codes, and whatever else looks like random text of a token: long, with capitals, small letters and digits.
	[/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '[redacted]'],
	[/(?<![\w/.-]{8})(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}/g, '[redacted]'],
];

const maxDepth = 6;
const maxItems = 100;

/** The text without tokens, credentials and passwords in links. */
export function redactText(text: string): string {
	let result = text;
	for (const [pattern, replacement] of secretTexts) result = result.replace(pattern, replacement);
	return result;
}

/** A copy that is safe to log: secrets replaced, errors as plain objects, deep and long values cut. */
export function redactValue(value: unknown, depth = 0): unknown {
	if (typeof value === 'string') return redactText(value);
	if (typeof value === 'bigint') return value.toString();
	if (typeof value !== 'object' || value === null) return value;
	if (value instanceof Date) return value;
	if (value instanceof Error) return redactError(value, depth);
	if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
	if (depth >= maxDepth) return '[deeper]';
	if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => redactValue(item, depth + 1));
	const result: Record<string, unknown> = {};
	for (const [key, item] of Object.entries(value).slice(0, maxItems)) {
		result[key] = secretName.test(key) && item != null ? '[redacted]' : redactValue(item, depth + 1);
	}
	return result;
}

/** A failed query carries its parameters, which are people's data: only the statement and the database's answer are logged. */
function redactError(error: Error, depth: number): Record<string, unknown> {
	const isQuery = 'query' in error && 'params' in error;
	const message = isQuery ? 'Failed query' : error.message;
	const result: Record<string, unknown> = {
		type: error.name,
		message: redactText(message),
		stack: redactText((error.stack ?? '').replace(error.message, message)),
	};
	for (const key of ['code', 'status', 'syscall', 'constraint', 'table', 'routine', 'severity'] as const) {
		const field = (error as unknown as Record<string, unknown>)[key];
		if (field !== undefined) result[key] = field;
	}
	if (isQuery) result.query = String(error.query).slice(0, 2000);
	if (error.cause !== undefined && depth < maxDepth) result.cause = redactValue(error.cause, depth + 1);
	return result;
}
