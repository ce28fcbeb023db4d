import type { Services } from '#server/services.ts';

/** Minutes after which a mailbox that is read every minute is not read any more. */
const tolerableMinutes = 10;

/** Whether bounces are read, and when last: a line of /admin/system. */
export async function checkBounces({ config, database }: Pick<Services, 'config' | 'database'>): Promise<{
	name: string;
	state: 'ok' | 'warn' | 'fail';
	text: string;
}> {
	const name = 'Bounces';
	if (config.bounceImapUrl === undefined)
		return {
			name,
			state: 'ok',
			text: 'not read: BOUNCE_IMAP_URL is not set, so only refusals while sending are noticed.',
		};
	const { rows } = await database.pool.query<{
		readAt: Date | null;
		minutes: number | null;
		lastError: string;
	}>(
		`SELECT read_at AS "readAt", floor(extract(epoch FROM now() - read_at) / 60)::int AS minutes, last_error AS "lastError"
		FROM bounce_reader WHERE id = 1`,
	);
	const { readAt = null, minutes = null, lastError = '' } = rows[0] ?? {};
	const when = readAt ? `last read at ${readAt.toISOString()}` : 'never read';
	if (lastError !== '') return { name, state: 'fail', text: `${when}. ${lastError} Check BOUNCE_IMAP_URL.` };
	if (minutes === null || minutes > tolerableMinutes)
		return { name, state: 'warn', text: `${when}; they are read every minute while a worker runs.` };
	return { name, state: 'ok', text: when };
}
