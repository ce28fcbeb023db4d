import type { Database } from '#server/db/client.ts';
import { compareMigrations } from '#server/db/migrate.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { countDelayed } from '#server/jobs/delayed-work.ts';
import type { Config } from '#server/platform/config.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Finding } from './report.ts';

const tolerableSkewMs = 5000;

/** Version, time and schema of the database. */
export async function checkDatabase({
	database,
	description,
}: Pick<OpenDatabase, 'database' | 'description'>): Promise<Finding[]> {
	const { pool } = database;
	const before = Date.now();
	const { rows } =
		await pool.query(`SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
		pg_size_pretty(pg_database_size(current_database())) AS size`);
	const roundTripMs = Date.now() - before;
	const { version, now, size } = rows[0];
	const skewMs = Math.round(now.getTime() - before - roundTripMs / 2);
	return [
		{ name: 'Database', state: 'ok', text: `${description}, version ${version}, ${size}` },
		Math.abs(skewMs) <= tolerableSkewMs
			? { name: 'Clock', state: 'ok', text: 'this machine and the database agree' }
			: {
					name: 'Clock',
					state: 'warn',
					text: `this machine and the database differ by ${Math.round(skewMs / 1000)} s. Set both by NTP.`,
				},
		await checkMigrations(database),
		...(await checkOutbox(database)),
		...(await checkDelayedWork(database)),
	];
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
	const name = 'Migrations';
	const { missing, unknown } = await compareMigrations(pool);
	if (unknown.length > 0) {
		return {
			name,
			state: 'warn',
			text: `the database was used by a newer version (${unknown.at(-1)}). Start that version.`,
		};
	}
	if (missing.length > 0) {
		return { name, state: 'warn', text: `${missing.length} to run; the next start runs them.` };
	}
	return { name, state: 'ok', text: 'all have run' };
}

const outboxLabels: Record<string, string> = {
	failed: 'failed',
	stored: 'not sent: no mail server is set up',
	queued: 'waiting',
	sending: 'being sent',
};

/** Mails that wait or failed, once the table is there. */
async function checkOutbox({ pool }: Database): Promise<Finding[]> {
	const { rows: there } = await pool.query(`SELECT to_regclass('public.mails') IS NOT NULL AS ok`);
	if (!there[0].ok) return [];
	const { rows } = await pool.query<{ status: string; n: number }>(
		// Each part by its own small index: the outbox keeps every mail that was ever sent.
		`SELECT status, count(*)::int AS n FROM mails WHERE status IN ('queued', 'sending') GROUP BY status
		UNION ALL SELECT 'stored', count(*)::int FROM mails WHERE status = 'stored' HAVING count(*) > 0
		UNION ALL SELECT 'failed', count(*)::int FROM mails WHERE status = 'failed' HAVING count(*) > 0
		ORDER BY status`,
	);
	const failed = rows.find(({ status }) => status === 'failed')?.n ?? 0;
	const text = rows.map(({ status, n }) => `${n} ${outboxLabels[status]}`).join(', ') || 'nothing waits';
	return [{ name: 'Outbox', state: failed > 0 ? 'warn' : 'ok', text }];
}

/** Work that failed alone and is tried again later, once the table is there. */
export async function checkDelayedWork({ pool }: Database): Promise<Finding[]> {
	const { rows: there } = await pool.query(`SELECT to_regclass('public.delayed_work') IS NOT NULL AS ok`);
	if (!there[0].ok) return [];
	const name = 'Tasks';
	const delayed = await countDelayed(pool);
	if (delayed.length === 0) return [{ name, state: 'ok', text: 'none failed' }];
	return delayed.map(({ poller, count, organisations, since, lastError }) => ({
		name,
		state: 'warn',
		text: `${poller}: ${count} failed${organisations > 0 ? `, of ${organisations} ${organisations === 1 ? 'organisation' : 'organisations'}` : ''}, since ${since.toISOString()}, and ${count === 1 ? 'is' : 'are'} tried again; others go on. ${lastError}`,
	}));
}

export async function checkMailServer(config: Config): Promise<Finding> {
	const name = 'Email';
	if (config.smtpUrl === undefined) {
		return {
			name,
			state: 'warn',
			text: 'Not configured: SMTP_URL is not set, so emails wait in the outbox and are not sent.',
		};
	}
	const mailer = createMailer(config);
	try {
		await mailer.verify();
		return {
			name,
			state: 'ok',
			text: `${new URL(config.smtpUrl).host} accepts emails from ${config.mailFrom}`,
		};
	} catch (error) {
		return {
			name,
			state: 'fail',
			text: `${new URL(config.smtpUrl).host} does not accept emails: ${(error as Error).message}. Check SMTP_URL.`,
		};
	} finally {
		mailer.close();
	}
}

/** Whether people can follow the links of our mails. */
export async function checkAppUrl(config: Config): Promise<Finding[]> {
	const name = 'APP_URL';
	const { hostname, protocol } = new URL(config.appUrl);
	const isLocal =
		hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname);
	const findings: Finding[] = [];
	if (!config.isAppUrlSet) {
		findings.push({
			name,
			state: 'warn',
			text: `not set: links in emails and QR codes lead to ${config.appUrl}, which works on this machine only.`,
		});
	} else if (protocol === 'http:' && !isLocal) {
		findings.push({ name, state: 'warn', text: 'without https: browsers refuse the camera to the scanner.' });
	}
	try {
		const response = await fetch(`${config.appUrl}/healthz`, { signal: AbortSignal.timeout(5000) });
		const isOurs = response.ok && (await response.text()).trim() === 'ok';
		findings.push(
			isOurs
				? { name, state: 'ok', text: `${config.appUrl} answers` }
				: { name, state: 'warn', text: `${config.appUrl} answers, but not as Foyer (${response.status}).` },
		);
	} catch {
		findings.push({ name, state: 'warn', text: `${config.appUrl} does not answer; is Foyer started?` });
	}
	return findings;
}
