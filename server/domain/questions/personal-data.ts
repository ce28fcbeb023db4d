import type { Services } from '#server/services.ts';
import { type Person, type PersonalDataSource, selectByEmail } from '../personal-data.ts';
import { readStored } from './files/export-files.ts';

/** A person’s answers: on tickets with their email, and for orders made with it. */
const ofPerson = `(
	SELECT n.* FROM attendees a JOIN answers n ON n.organisation_id = a.organisation_id AND n.event_id = a.event_id
		AND n.attendee_id = a.id
	WHERE lower(a.email) = lower($1)
	UNION
	SELECT n.* FROM orders o JOIN answers n ON n.organisation_id = o.organisation_id AND n.event_id = o.event_id
		AND n.order_id = o.id AND n.attendee_id IS NULL
	WHERE lower(o.buyer_email) = lower($1)
)`;
const theirFile = `f.organisation_id = n.organisation_id AND f.question_id = n.question_id AND to_jsonb(f.id::text) = n.value`;

/** The files that a person uploaded as answers, named by their ids, which stand in `answers.json`. */
async function* readFiles({ database, files }: Services, { email, isEmailVerified }: Person) {
	if (!isEmailVerified) return;
	const { rows } = await database.pool.query<{ id: string; name: string; stored: string }>(
		`SELECT f.id, f.name, f.file_name AS stored FROM ${ofPerson} n JOIN answer_files f ON ${theirFile} ORDER BY f.id`,
		[email],
	);
	for (const { id, name, stored } of rows) {
		const bytes = await readStored(files, stored);
		if (bytes) yield { name: `${id}${name.slice(name.lastIndexOf('.'))}`, bytes };
	}
}

export const answerData: PersonalDataSource[] = [
	{
		name: 'answers',
		collect: selectByEmail(`
				SELECT e.title AS event, q.label AS question, n.value AS answer, f.name AS file, q.choices, n.answered_at
				FROM ${ofPerson} n LEFT JOIN answer_files f ON ${theirFile}
				JOIN questions q ON q.organisation_id = n.organisation_id AND q.id = n.question_id JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.event_id
				ORDER BY n.answered_at, n.id`),
		collectFiles: readFiles,
	},
];
