import type { InvariantCheck } from '#server/domain/module.ts';
import { createQueryCheck } from '#server/domain/query-check.ts';

interface StoredRow {
	organisation_id: string;
	id: string;
	file_name: string;
	bytes: number;
}

const batchSize = 1_000;
const mostReported = 200;

/** Invariants of files that are answers. */
export const fileChecks: InvariantCheck[] = [
	createQueryCheck<{ id: string }>(
		'questions.answers-have-files',
		'Every answer of kind file names a file that was uploaded for its question, its order and its person, and that is stored.',
		`SELECT w.id FROM answers w JOIN questions q ON q.organisation_id = w.organisation_id AND q.id = w.question_id AND q.kind = 'file'
		WHERE NOT EXISTS (SELECT FROM answer_files f WHERE f.organisation_id = w.organisation_id AND f.event_id = w.event_id
			AND f.order_id = w.order_id AND f.question_id = w.question_id AND f.attendee_id IS NOT DISTINCT FROM w.attendee_id
			AND f.expires_at IS NULL AND to_jsonb(f.id::text) = w.value)`,
		({ id }) => `answer ${id} names no stored file of its own`,
	),
	{
		name: 'questions.files-are-stored',
		rule: 'The bytes of every file that answers a question are in the file store, as many as its row says.',
		async run({ database, files }) {
			const found: string[] = [];
			let after: [string, string] | null = null;
			while (found.length < mostReported) {
				const { rows }: { rows: StoredRow[] } = await database.pool.query<StoredRow>(
					`SELECT organisation_id, id, file_name, bytes FROM answer_files
					WHERE $1::uuid IS NULL OR (organisation_id, id) > ($1::uuid, $2::uuid)
					ORDER BY organisation_id, id LIMIT ${batchSize}`,
					after ?? [null, null],
				);
				for (const row of rows) {
					const stored = await files.find(row.file_name);
					if (stored?.size !== row.bytes) found.push(`file ${row.id} is not stored as it was uploaded`);
				}
				const last = rows.at(-1);
				if (!last || rows.length < batchSize) break;
				after = [last.organisation_id, last.id];
			}
			return found.slice(0, mostReported);
		},
	},
];
