import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import { TWO_FACTOR_REMINDER_DAYS } from '#shared/rules/periods.ts';
import { hasTwoFactorSql } from '../accounts/team/two-factor-requirement.ts';
import { type Listener, listen } from '../facts.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { insertNotices } from './notices/insert-notices.ts';

const job = 'notifications.remind-two-factor';
const batchSize = 500;

interface Lacking extends Record<string, unknown> {
	organisationId: string;
	userId: string;
	/** Null: none that is confirmed. */
	email: string | null;
	/** One of each member, date, and stage: early or soon. */
	key: string;
}

/** Members required to set it up later than this get the reminder alone. */
const soon = (now: Date) =>
	sql`${now.toISOString()}::timestamptz + make_interval(days => ${TWO_FACTOR_REMINDER_DAYS})`;

/** Members who will need two factors, have none, and were not reminded of it at this stage. */
async function findLacking(db: DbOrTx, now: Date, condition: SQL): Promise<Lacking[]> {
	const { rows } = await db.execute<Lacking>(sql`
		SELECT * FROM (
			SELECT o.id AS "organisationId", u.id AS "userId", CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email,
				concat_ws(':', 'accounts/two-factor-required', o.id, u.id, floor(extract(epoch FROM o.needs_two_factor_from))::bigint,
					CASE WHEN o.needs_two_factor_from <= ${soon(now)} THEN 'soon' ELSE 'early' END) AS key
			FROM organisations o JOIN memberships m ON m.organisation_id = o.id
			JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL AND NOT ${sql.raw(hasTwoFactorSql('u'))}
			WHERE o.needs_two_factor_from IS NOT NULL AND o.sandbox_of IS NULL AND ${condition}
			ORDER BY o.needs_two_factor_from, o.id, u.id
		) lacking
		WHERE NOT EXISTS (SELECT FROM notices n WHERE n.user_id = lacking."userId" AND n.dedupe_key = lacking.key)
		LIMIT ${batchSize}`);
	return rows;
}

/** Stands under the bell of members, and is sent to those whose address is confirmed. */
async function remind(db: DbOrTx, members: readonly Lacking[]): Promise<void> {
	await insertNotices(
		db,
		members.map(({ userId, organisationId, key }) => ({
			userId,
			kind: 'two-factor-needed' as const,
			organisationId,
			dedupeKey: key,
		})),
	);
	await enqueueMails(
		db,
		members.flatMap(({ userId, organisationId, email, key }) =>
			email === null
				? []
				: [
						{
							template: 'accounts/two-factor-required' as const,
							ref: { organisationId, userId },
							recipient: email,
							organisationId,
							dedupeKey: key,
						},
					],
		),
	);
}

export const twoFactorListeners: Listener[] = [
	listen({
		fact: 'accounts.two-factor-required',
		async afterCommit({ organisationId }, { database, clock }) {
			for (;;) {
				const found = await findLacking(database.db, clock.now(), sql`o.id = ${organisationId}`);
				if (found.length === 0) return;
				await database.transaction((tx) => remind(tx, found));
			}
		},
	}),
];

/** Reminds members a few days before they need two factors, and who joined since. */
export const remindTwoFactor = createFairJob<Lacking>({
	name: job,
	cron: '23 * * * *',
	createFind: () =>
		findOnce(({ database, clock }) => {
			const now = clock.now();
			return findLacking(
				database.db,
				now,
				sql`o.needs_two_factor_from > ${now.toISOString()} AND o.needs_two_factor_from <= ${soon(now)}
					AND ${sql.raw(isNotDelayed(job, 'o.id'))}`,
			);
		}),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ organisationId }) => organisationId,
	async run({ database }, found) {
		await database.transaction((tx) => remind(tx, found));
		return found.length;
	},
});
