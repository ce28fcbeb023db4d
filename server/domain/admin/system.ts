import { checkBuild, checkDataDirectory, checkDisk, checkNode } from '#server/cli/doctor/machine.ts';
import type { Finding } from '#server/cli/doctor/report.ts';
import { checkAppUrl, checkDatabase, checkMailServer } from '#server/cli/doctor/services.ts';
import { checkBounces } from '#server/domain/notifications/bounces/check.ts';
import { release } from '#server/platform/release.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';

async function checkQueue({ database }: Services): Promise<Finding> {
	const { rows } = await database.pool.query<{ age: number; waiting: number }>(
		`SELECT coalesce(extract(epoch FROM now() - min(created_at))::int, 0) AS age, count(*)::int AS waiting
		FROM facts WHERE dispatched_at IS NULL`,
	);
	const { age = 0, waiting = 0 } = rows[0] ?? {};
	const text = waiting === 0 ? 'nothing waits' : `${waiting} wait, the oldest for ${age} s`;
	return { name: 'Queue', state: age > 300 ? 'fail' : age > 60 ? 'warn' : 'ok', text };
}

/** What `foyer doctor` looks at, from inside the running server. */
export async function checkSystem(services: Services): Promise<{ findings: Finding[]; release: string }> {
	const { config, database } = services;
	const failed =
		(name: string) =>
		(error: Error): Finding[] => [{ name, state: 'fail', text: error.message }];
	const inDatabase = { database, description: config.databaseUrl ? 'PostgreSQL' : 'embedded PostgreSQL' };
	const parts = await Promise.all([
		Promise.all([checkNode(), checkBuild(), checkDataDirectory(config), checkDisk(config)]).catch(
			failed('Machine'),
		),
		checkDatabase(inDatabase).catch(failed('Database')),
		checkQueue(services).then((one) => [one], failed('Queue')),
		checkAppUrl(config).catch(failed('APP_URL')),
		checkMailServer(config).then((one) => [one], failed('Email')),
		checkBounces(services).then((one) => [one], failed('Bounces')),
	]);
	return { findings: parts.flat(), release };
}

/** Hands one email to the mail server and answers what it said, good or bad. */
export async function sendTestMail(
	services: Services,
	to: string,
): Promise<{ isSent: boolean; response: string }> {
	const { productName, appUrl } = services.config;
	if (!services.mailer.canSend) return { isSent: false, response: 'Email isn’t set up (SMTP_URL).' };
	try {
		const { response } = await services.mailer.send({
			to: { name: '', address: to },
			subject: `${productName}: test`,
			text: `This email was sent from ${appUrl}/admin/system to test delivery. It works.\n`,
			html: '<p>This email was sent to test delivery. It works.</p>',
			messageId: `test.${newId()}@${new URL(appUrl).hostname}`,
		});
		return { isSent: true, response };
	} catch (error) {
		return { isSent: false, response: (error as Error).message };
	}
}
