import { randomUUID } from 'node:crypto';

/** A crash as it is passed on; already free of secrets and personal data. */
export interface SentryEvent {
	source: string;
	severity: string;
	name: string;
	message: string;
	stack: string;
	route: string;
	release: string;
	requestId: string;
	fingerprint: string;
	at: Date;
}

const timeoutMs = 5_000;
const windowMs = 60_000;
/** Events in a minute; the rest is in our own error log. */
export const MOST_EVENTS_A_MINUTE = 30;

let windowStart = Number.NEGATIVE_INFINITY;
let sent = 0;

/** Address and key of a DSN: `https://key@host/path/project`. */
export function readDsn(dsn: string): { endpoint: string; key: string } {
	const url = new URL(dsn);
	const at = url.pathname.lastIndexOf('/');
	const project = url.pathname.slice(at + 1);
	return {
		endpoint: `${url.origin}${url.pathname.slice(0, at)}/api/${project}/envelope/`,
		key: url.username,
	};
}

/**
 * Sends a crash as an envelope (develop.sentry.dev/sdk/data-model/envelopes), which Sentry, GlitchTip and others take.
 * @returns false when it was left out because too many were sent.
 */
export async function sendToSentry(dsn: string, event: SentryEvent): Promise<boolean> {
	const now = performance.now();
	if (now - windowStart > windowMs) {
		windowStart = now;
		sent = 0;
	}
	sent += 1;
	if (sent > MOST_EVENTS_A_MINUTE) return false;
	const { endpoint, key } = readDsn(dsn);
	const response = await fetch(endpoint, {
		method: 'POST',
		headers: {
			'Content-Type': 'application/x-sentry-envelope',
			'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=foyer/${event.release || '0'}, sentry_key=${key}`,
		},
		body: envelopeOf(event),
		signal: AbortSignal.timeout(timeoutMs),
		redirect: 'error',
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`The error service answered ${response.status}.`);
	return true;
}

function envelopeOf(event: SentryEvent): string {
	const id = randomUUID().replaceAll('-', '');
	const body = {
		event_id: id,
		timestamp: event.at.toISOString(),
		platform: event.source === 'browser' ? 'javascript' : 'node',
		level: event.severity,
		release: event.release,
		transaction: event.route,
		fingerprint: [event.fingerprint],
		tags: { source: event.source, ...(event.requestId && { request_id: event.requestId }) },
		exception: {
			values: [{ type: event.name, value: event.message, stacktrace: { frames: framesOf(event.stack) } }],
		},
	};
	return [{ event_id: id, sent_at: new Date().toISOString() }, { type: 'event' }, body]
		.map((line) => JSON.stringify(line))
		.join('\n');
}

/** `at name (file:line:column)` of V8 and `name@file:line:column` of the others; the newest call comes last. */
function framesOf(stack: string) {
	return stack
		.split('\n')
		.flatMap((line) => {
			const match =
				/^\s*at (?:([^(]+) \()?(.+):(\d{1,9}):(\d{1,9})\)?$/.exec(line) ??
				/^([^@]*)@(.+):(\d{1,9}):(\d{1,9})$/.exec(line);
			if (!match) return [];
			return [
				{ function: match[1] || '?', filename: match[2], lineno: Number(match[3]), colno: Number(match[4]) },
			];
		})
		.slice(0, 50)
		.reverse();
}
