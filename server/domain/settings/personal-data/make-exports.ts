import { eq } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { dataExports } from '#server/db/tables/settings.ts';
import { getUser } from '#server/domain/accounts/queries.ts';
import type { Person } from '#server/domain/personal-data.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';

/** How long a finished file can be fetched. */
const keptMs = 24 * 3_600_000;
const maxBytes = 500_000_000;
const tries = 5;

const name = 'settings.make-exports';

interface ClaimedExport {
	id: string;
	userId: string;
	attempts: number;
}

/** Takes the oldest wish that is due and keeps other workers off it for ten minutes. */
const claimDue = `
	UPDATE data_exports SET attempts = attempts + 1, next_attempt_at = now() + interval '10 minutes'
	WHERE id = (
		SELECT id FROM data_exports WHERE status = 'queued' AND next_attempt_at <= now() + interval '1 ms'
			AND user_id <> ALL ($1::uuid[])
		ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
	)
	RETURNING id, user_id AS "userId", attempts`;

const readMe = (productName: string) => `What ${productName} stores about you, one JSON file a subject.
Passwords, secrets of sign-ins and ticket codes of other people are left out.
`;

/** Everything that the modules know about somebody, as a ZIP of JSON files. */
async function packPersonalData(services: Services, userId: string): Promise<Uint8Array> {
	const user = await getUser(services.database.db, userId);
	const person: Person = { userId, email: user.email, isEmailVerified: user.emailVerifiedAt !== null };
	const files: Record<string, Uint8Array> = { 'README.txt': strToU8(readMe(services.config.productName)) };
	for (const source of services.facts.personalData) {
		const data = await source.collect(services, person);
		files[`${source.name}.json`] = strToU8(`${JSON.stringify(data, null, '\t')}\n`);
	}
	return zipSync(files, { level: 6 });
}

/** Makes the files that people asked for, and has them told. */
export const exportPoller = createFairPoller<ClaimedExport>({
	name,
	idleMs: 2_000,
	// A large file beside the others.
	lanes: 2,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<ClaimedExport>({
			name: 'settings.claim-export',
			text: claimDue,
			values: [without],
		});
		return rows;
	},
	ownerOf: ({ userId }) => userId,
	organisationOf: () => null,
	keyOf: ({ id }) => id,
	async run(services, [claimed]) {
		await makeExport(services, claimed);
		return 1;
	},
});

async function makeExport(services: Services, claimed: ClaimedExport): Promise<void> {
	const { database, clock, files } = services;
	const fileName = `${files.newStem()}-export.zip`;
	try {
		const { size } = await files.put(fileName, await packPersonalData(services, claimed.userId), {
			maxBytes,
		});
		await database.transaction(async (tx) => {
			const now = clock.now();
			await tx
				.update(dataExports)
				.set({
					status: 'ready',
					fileName,
					sizeBytes: size,
					readyAt: now,
					expiresAt: new Date(now.getTime() + keptMs),
				})
				.where(eq(dataExports.id, claimed.id));
			await services.facts.publish(
				tx,
				{
					name: 'settings.export-ready',
					organisationId: null,
					eventId: null,
					payload: { userId: claimed.userId, exportId: claimed.id },
				},
				services,
			);
		});
	} catch (error) {
		await files.remove(fileName);
		if (claimed.attempts < tries) throw error;
		await database.db.update(dataExports).set({ status: 'failed' }).where(eq(dataExports.id, claimed.id));
	}
}
