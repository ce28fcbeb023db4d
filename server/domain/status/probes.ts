import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countDelayed, describeDelayed } from '#server/jobs/delayed-work.ts';
import type { Services } from '#server/services.ts';
import type { CheckState, StatusComponent } from '#shared/contracts/status.ts';

/** The result of one probe of one component. */
export interface Probe {
	component: StatusComponent;
	state: CheckState;
	durationMs: number;
	/** Why it is not ok; for administrators. */
	detail: string;
}

const slowMs = 2_000;
const patienceMs = 5_000;
const minute = 60_000;
const fewBytes = 256 * 1024 ** 2;

type Finding = { state: CheckState; detail?: string };

/** Runs a look with an end: what does not answer in time is down. */
async function probe(component: StatusComponent, find: () => Promise<Finding>): Promise<Probe> {
	const begun = performance.now();
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<Finding>((resolve) => {
		timer = setTimeout(() => resolve({ state: 'down', detail: `no answer in ${patienceMs} ms` }), patienceMs);
	});
	const finding = await Promise.race([find(), late]).catch(
		(error: Error): Finding => ({ state: 'down', detail: error.message.slice(0, 200) }),
	);
	clearTimeout(timer);
	const durationMs = Math.round(performance.now() - begun);
	const isSlow = finding.state === 'ok' && durationMs > slowMs;
	return {
		component,
		state: isSlow ? 'degraded' : finding.state,
		durationMs,
		detail: isSlow ? `slow: ${durationMs} ms` : (finding.detail ?? ''),
	};
}

/** Where the web server of this installation answers. A process that serves asks itself. */
function healthAddress({ config }: Services): string {
	if (config.role === 'worker' || config.port === 0) return `${config.appUrl}/healthz`;
	const host = config.host ?? '127.0.0.1';
	return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/healthz`;
}

async function oldestWaiting(services: Services): Promise<{ facts: number; mails: number; failed: number }> {
	const { rows } = await services.database.pool.query(`SELECT
		coalesce((SELECT extract(epoch FROM now() - created_at)::int FROM facts
			WHERE dispatched_at IS NULL AND last_error IS NULL ORDER BY id LIMIT 1), 0) AS facts,
		coalesce((SELECT extract(epoch FROM now() - min(next_attempt_at))::int FROM mails
			WHERE status = 'queued' AND next_attempt_at < now()), 0) AS mails,
		(SELECT count(*)::int FROM mails WHERE status = 'failed' AND created_at > now() - interval '1 hour') AS failed`);
	return rows[0];
}

async function probeMails(services: Services): Promise<{ state: CheckState; detail?: string }> {
	const { mails, failed } = await oldestWaiting(services);
	if (mails > 30 * 60) return { state: 'down', detail: `oldest waits for ${mails} s` };
	if (mails > 5 * 60 || failed > 0)
		return { state: 'degraded', detail: `oldest waits for ${mails} s, ${failed} failed in an hour` };
	return { state: 'ok' };
}

/** Looks at everything once. Each look is the real thing: a request, a query, a file written and read. */
export async function runProbes(services: Services, fetchPage: typeof fetch = fetch): Promise<Probe[]> {
	return Promise.all([
		probe('website', async () => {
			const response = await fetchPage(healthAddress(services), { signal: AbortSignal.timeout(patienceMs) });
			return response.ok ? { state: 'ok' } : { state: 'down', detail: `HTTP ${response.status}` };
		}),
		probe('database', async () => {
			await services.database.pool.query('SELECT 1');
			return { state: 'ok' };
		}),
		probe('jobs', async () => {
			const { facts } = await oldestWaiting(services);
			if (facts > 30 * 60) return { state: 'down', detail: `oldest waits for ${facts} s` };
			if (facts > 2 * 60) return { state: 'degraded', detail: `oldest waits for ${facts} s` };
			// What failed alone holds up no other, but somebody waits for it.
			const delayed = await countDelayed(services.database.pool);
			return delayed.length > 0 ? { state: 'degraded', detail: describeDelayed(delayed) } : { state: 'ok' };
		}),
		// Without a mail server there is nothing to look at, and nothing that could later count as uptime.
		...(services.mailer.canSend ? [probe('mail', () => probeMails(services))] : []),
		probe('files', async () => {
			const { dataDir } = services.config;
			await mkdir(dataDir, { recursive: true });
			const path = join(dataDir, `.status.${process.pid}.${randomUUID()}`);
			try {
				await writeFile(path, path, { mode: 0o600 });
				if ((await readFile(path, 'utf8')) !== path) return { state: 'down', detail: 'read something else' };
			} finally {
				await rm(path, { force: true });
			}
			const { bavail, bsize } = await statfs(dataDir);
			const free = bavail * bsize;
			return free < fewBytes
				? { state: 'degraded', detail: `${Math.round(free / 1024 ** 2)} MB left` }
				: { state: 'ok' };
		}),
	]);
}

/** The full minute of an instant, the key of probe rows. */
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minute) * minute);
