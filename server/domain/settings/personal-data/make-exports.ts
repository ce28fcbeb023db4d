import { eq } from 'drizzle-orm';
import { dataExports } from '#server/db/tables/settings.ts';
import { getUser } from '#server/domain/accounts/queries.ts';
import type { Person } from '#server/domain/personal-data.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import { type ZipEntry, zipOf } from '#server/platform/stored-zip.ts';
import type { Services } from '#server/services.ts';
import { DATA_EXPORT_HOURS } from '#shared/rules/periods.ts';

/** How long a finished file can be fetched. */
const retentionMs = DATA_EXPORT_HOURS * 3_600_000;
const maxBytes = 1_000_000_000;
/** Files of the person are left out from this many bytes of them on; the export says so. */
const mostFileBytes = 900_000_000;
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

const readMe = (
	productName: string,
) => `What ${productName} stores about you, one JSON file a subject. Files that you uploaded are in
folders beside it.
Passwords, secrets of sign-ins and ticket codes of other people are left out.
`;

const left =
	'Your files are more than an export can hold. Get those that are missing from the page of each ticket.\n';

/** Everything that the modules know about somebody, as JSON files for a ZIP, and the files that are theirs. */
async function* packPersonalData(services: Services, userId: string): AsyncGenerator<ZipEntry> {
	const user = await getUser(services.database.db, userId);
	const person: Person = { userId, email: user.email, isEmailVerified: user.emailVerifiedAt !== null };
	const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content), isText: true });
	yield text('README.txt', readMe(services.config.productName));
	let fileBytes = 0;
	for (const source of services.facts.personalData) {
		const data = await source.collect(services, person);
		yield text(`${source.name}.json`, `${JSON.stringify(data, null, '\t')}\n`);
		for await (const { name: fileName, bytes } of source.collectFiles?.(services, person) ?? []) {
			fileBytes += bytes.byteLength;
			if (fileBytes > mostFileBytes) {
				yield text(`${source.name}/MISSING.txt`, left);
				break;
			}
			yield { name: `${source.name}/${fileName}`, bytes };
		}
	}
}

/** Creates requested data exports and notifies their owners. */
export const exportPoller = createFairPoller<ClaimedExport>({
	name,
	idleMs: 2_000,
	unawaited: true,
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
		const { size } = await files.put(fileName, zipOf(packPersonalData(services, claimed.userId)), {
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
					expiresAt: new Date(now.getTime() + retentionMs),
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
