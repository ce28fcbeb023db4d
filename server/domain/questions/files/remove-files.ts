import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Poller, ScheduledJob } from '#server/domain/module.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { UNSAVED_FILE_HOURS } from '#shared/rules/periods.ts';
import { storedSuffix } from './upload-file.ts';

const poller = 'questions.remove-file-contents';
const perRound = 200;
const batchSize = 500;
/** Bytes are written before their row is committed. */
const uploadMs = UNSAVED_FILE_HOURS * 3_600_000;

interface Removal {
	fileName: string;
	ownerId: string;
}

/** Removes the bytes of files whose rows were deleted, unless a copy of the answer still has them. */
export const removalPoller: Poller = createFairPoller<Removal>({
	name: poller,
	idleMs: 2_000,
	find: async ({ database }, { without }) => {
		const { rows } = await database.pool.query<Removal>({
			name: 'questions.files-to-remove',
			text: `SELECT file_name AS "fileName", owner_id AS "ownerId" FROM answer_file_removals
				WHERE owner_id <> ALL ($1::uuid[]) AND ${isNotDelayed(poller, 'file_name')}
				ORDER BY created_at LIMIT ${perRound}`,
			values: [without],
		});
		return rows;
	},
	ownerOf: ({ ownerId }) => ownerId,
	// Of an organisation that may be gone.
	organisationOf: () => null,
	keyOf: ({ fileName }) => fileName,
	async run({ database, files }, removals) {
		const names = removals.map(({ fileName }) => fileName);
		const used = await findUsed({ database }, names);
		for (const name of names) if (!used.has(name)) await files.remove(name);
		await database.pool.query('DELETE FROM answer_file_removals WHERE file_name = ANY ($1::text[])', [names]);
		return names.length;
	},
});

async function findUsed(
	{ database }: Pick<Services, 'database'>,
	names: readonly string[],
): Promise<Set<string>> {
	const { rows } = await database.pool.query<{ file_name: string }>(
		'SELECT file_name FROM answer_files WHERE file_name = ANY ($1::text[])',
		[names],
	);
	return new Set(rows.map((row) => row.file_name));
}

/** Removes uploads that no answer named in a day. */
export async function removeUnusedUploads({ database, clock }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		...{ table: 'answer_files', where: 'expires_at <= $1::timestamptz', values: [clock.now()] },
	});
}

/** Removes rows and bytes that an interruption left behind: rows whose answer is gone, and bytes without a row. */
export async function removeStrayFiles(services: Services): Promise<void> {
	const before = services.clock.now().getTime() - uploadMs;
	let batch: string[] = [];
	for await (const { name, writtenAt } of services.files.list()) {
		if (!name.endsWith(storedSuffix) || writtenAt.getTime() > before) continue;
		batch.push(name);
		if (batch.length < batchSize) continue;
		await removeStray(services, batch);
		batch = [];
	}
	if (batch.length > 0) await removeStray(services, batch);
}

async function removeStray({ database, files }: Services, names: readonly string[]): Promise<void> {
	// A process of an earlier version removes an answer without its file.
	await database.pool.query(
		`DELETE FROM answer_files f WHERE f.file_name = ANY ($1::text[]) AND f.expires_at IS NULL AND NOT EXISTS (
			SELECT FROM answers w WHERE w.organisation_id = f.organisation_id AND w.event_id = f.event_id AND w.order_id = f.order_id
				AND w.question_id = f.question_id AND w.value = to_jsonb(f.id::text))`,
		[names],
	);
	const used = await findUsed({ database }, names);
	for (const name of names) if (!used.has(name)) await files.remove(name);
}

export const fileJobs: ScheduledJob[] = [
	{ name: 'questions.remove-unused-uploads', cron: '41 * * * *', run: removeUnusedUploads },
	{ name: 'questions.remove-stray-files', cron: '50 2 * * *', run: removeStrayFiles },
];
