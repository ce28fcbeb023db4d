import { sql } from 'drizzle-orm';
import { memberships } from '#server/db/tables/accounts.ts';
import { insertAccount } from '../domain/accounts/insert-account.ts';
import { createReport } from '../domain/reports/commands/save-report.ts';
import type { Services } from '../services.ts';
import type { DemoOrganisation } from './content.ts';

/** Adds the members of an organisation, each with an account, as if they had followed an invitation. */
export async function addTeam(
	services: Services,
	{ organisationId, passwordHash }: { organisationId: string; passwordHash: string },
	team: NonNullable<DemoOrganisation['team']>,
): Promise<void> {
	const now = services.clock.now();
	await services.database.transaction(async (tx) => {
		for (const { role, event, ...person } of team) {
			const made = await insertAccount(tx, { ...person, passwordHash, isVerified: true, isDemo: true }, now);
			if (!made) throw new Error(`There is an account with the address ${person.email} already.`);
			const { rows } = await tx.execute<{ id: string }>(
				sql`SELECT id FROM events WHERE organisation_id = ${organisationId} AND title = ${event ?? ''}`,
			);
			await tx.insert(memberships).values({
				...{ organisationId, userId: made.userId, role },
				eventIds: event === undefined ? null : rows.map(({ id }) => id),
				// They open this organisation first, not the empty one of their own.
				createdAt: new Date(now.getTime() - 1_000),
			});
		}
	});
}

/** Saves reports that every member finds. */
export async function saveReports(
	services: Services,
	maker: { organisationId: string; userId: string },
	reports: NonNullable<DemoOrganisation['reports']>,
): Promise<void> {
	const { organisationId } = maker;
	for (const { query, ...report } of reports)
		await createReport(services, {
			maker,
			rights: { organisationId, can: () => true, eventIds: null },
			input: { ...report, sharing: 'organisation', query },
		});
}
