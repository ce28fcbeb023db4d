import { newId } from '#shared/lib/ids.ts';
import { redactPath } from '#shared/rules/page-address.ts';
import { sendToSentry } from '../../../platform/sentry.ts';
import type { Services } from '../../../services.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { scrub } from '../scrub.ts';

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

/** Kinds of crashes that are kept; the one seen longest ago makes room. */
export const MOST_KINDS = 2_000;

const upsert = `
	INSERT INTO error_reports (id, fingerprint, source, severity, name, message, stack, route, release, request_id,
		first_seen_at, last_seen_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
	ON CONFLICT (fingerprint) DO UPDATE SET count = error_reports.count + 1, severity = excluded.severity,
		message = excluded.message, stack = excluded.stack, route = excluded.route, release = excluded.release,
		request_id = excluded.request_id, last_seen_at = excluded.last_seen_at, resolved_at = NULL
	RETURNING count`;

const makeRoom = `
	DELETE FROM error_reports WHERE id IN (
		SELECT id FROM error_reports ORDER BY last_seen_at DESC, id DESC OFFSET ${MOST_KINDS})`;

/** Keeps a crash in the error log, counted with those of its kind, and passes it on where a service is set for that. */
export async function recordCrash(services: Services, input: CrashInput): Promise<void> {
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
	// Not waited for: an outside service must not slow down or fail what reports a crash.
	if (services.config.sentryDsn) {
		void sendToSentry(services.config.sentryDsn, { ...crash, fingerprint, at: now }).catch((error) =>
			services.log.warn({ error }, 'error-log.forward-failed'),
		);
	}
	const { rows } = await services.database.pool.query<{ count: number }>(upsert, [
		newId(),
		fingerprint,
		crash.source,
		crash.severity,
		crash.name,
		crash.message,
		crash.stack,
		crash.route,
		crash.release,
		crash.requestId,
		now,
	]);
	if (rows[0]?.count === 1) await services.database.pool.query(makeRoom);
}
