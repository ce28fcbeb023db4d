import { createLimiter } from '#server/http/limits.ts';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { networksOf } from '#server/platform/network.ts';
import { redactText } from '#server/platform/redact.ts';
import { sendToSentry } from '#server/platform/sentry.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { redactPath } from '#shared/rules/page-address.ts';
import { fingerprintOf } from '../fingerprint.ts';

const personal: [RegExp, string][] = [
	[/(?<![^\s@<>"'`(),;:])[^\s@<>"'`(),;:]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
	[/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
	[/(?<![\w:.-])\+?\d[\d ()/-]{7,}\d(?![\w:])/g, '[number]'],
	[/\?[^\s"'`)]*/g, ''],
];

const maxLine = 1_000;

/** The text without secrets, addresses of people and machines, telephone numbers and queries of links. */
function scrub(text: string, max: number): string {
	// Cut before anything looks at it: what a stranger sends costs no more than what is stored.
	const lines = text.slice(0, 2 * max).split('\n');
	let result = redactText(lines.map((line) => line.slice(0, maxLine)).join('\n'));
	for (const [pattern, replacement] of personal) result = result.replace(pattern, replacement);
	// PostgreSQL takes everything but this.
	return result.replaceAll('\0', '').slice(0, max);
}

export interface CrashInput {
	source: 'browser' | 'server';
	severity: 'warning' | 'info' | 'error';
	name: string;
	message: string;
	stack: string;
	route: string;
	release: string;
	requestId: string;
}

/**
 * Kinds of crashes that are stored of browsers and of the server each, so that what strangers make up never takes the place of what
 * the server knows. Those seen once make room first, then the one seen longest ago.
 */
export const MOST_KINDS = 1_000;

const countAgain = `
	UPDATE error_reports SET count = count + 1, severity = $2, message = $3, stack = $4, route = $5, release = $6,
		request_id = $7, last_seen_at = $8, resolved_at = NULL
	WHERE fingerprint = $1`;

const insert = `
	INSERT INTO error_reports (id, fingerprint, source, name, severity, message, stack, route, release, request_id,
		first_seen_at, last_seen_at)
	VALUES ($9, $1, $10, $11, $2, $3, $4, $5, $6, $7, $8, $8)
	ON CONFLICT (fingerprint) DO NOTHING`;

const makeRoom = `
	DELETE FROM error_reports WHERE id IN (
		SELECT id FROM error_reports WHERE source = $1
		ORDER BY (count > 1 OR last_seen_at > now() - interval '1 hour') DESC, last_seen_at DESC, id DESC OFFSET ${MOST_KINDS})`;

/** Kinds that browsers bring up in an hour: from one network, and in all. What comes again is counted beside. */
const newKinds = { network: { limit: 20, windowMs: 3_600_000 }, all: { limit: 200, windowMs: 3_600_000 } };
const limiterOf = createMemo(
	({ config }: Services) => config,
	({ clock }) => createLimiter(newKinds, () => clock.now().getTime()),
);

function mayBringUp(services: Services, address: string): boolean {
	if (!services.config.rateLimits.isOn) return true;
	const limiter = limiterOf(services);
	return limiter.take('network', networksOf(address).wide).isAllowed && limiter.take('all', '').isAllowed;
}

/**
 * Records a crash in the error log, counted with those of its kind, and passes it on where a service is set for that. Of browsers,
 * kinds that nobody saw before are stored only as far as the limits of their network (`address`) go.
 */
export async function recordCrash(
	services: Services,
	{ address, ...input }: CrashInput & { address?: string },
): Promise<void> {
	const crash = {
		...input,
		name: scrub(input.name, 200) || 'Error',
		message: scrub(input.message, 2_000),
		stack: scrub(input.stack, 8_000),
		route: redactPath(scrub(input.route, 300)),
		release: scrub(input.release, 100),
		requestId: scrub(input.requestId, 100),
	};
	const fingerprint = fingerprintOf(crash);
	const now = services.clock.now();
	const { pool } = services.database;
	const values = [
		fingerprint,
		crash.severity,
		crash.message,
		crash.stack,
		crash.route,
		crash.release,
		crash.requestId,
		now,
	];
	const { rowCount } = await pool.query(countAgain, values);
	if (!rowCount && address !== undefined && !mayBringUp(services, address)) return;
	// Not waited for: an outside service must not slow down or fail what reports a crash.
	if (services.config.sentryDsn) {
		void sendToSentry(services.config.sentryDsn, { ...crash, fingerprint, at: now }).catch((error) =>
			services.log.warn({ error }, 'error-log.forward-failed'),
		);
	}
	if (rowCount) return;
	await pool.query(insert, [...values, newId(), crash.source, crash.name]);
	await pool.query(makeRoom, [crash.source]);
}
