import { type SQL, sql } from 'drizzle-orm';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { OrganisationAct as Act } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { OrganisationAct } from '#shared/contracts/team.ts';
import { lowestIdAt, newId } from '#shared/lib/ids.ts';
import { HISTORY_DAYS } from '#shared/rules/periods.ts';

const insertAct = {
	name: 'accounts.note-act',
	text: `INSERT INTO organisation_acts (id, organisation_id, actor_kind, actor_id, actor_name, action, summary, event_id, subject, input, outcome, request_id)
		SELECT $1, $2, $3, $4, $5, $6, $13, $7::uuid, $8, $9::jsonb, $10, $11
		WHERE NOT $12::boolean OR NOT EXISTS (
			SELECT FROM organisation_acts a WHERE a.organisation_id = $2 AND a.actor_id = $4 AND a.action = $6 AND a.subject = $8
				AND a.event_id IS NOT DISTINCT FROM $7::uuid AND a.outcome = $10 AND a.created_at > now() - interval '1 minute'
				AND ARRAY(SELECT jsonb_object_keys(a.input) ORDER BY 1) = ARRAY(SELECT jsonb_object_keys($9::jsonb) ORDER BY 1))`,
};

/** So much of what was sent is stored. */
const longestInput = 4_000;

/** Writes down what was done in an organisation. The act itself is done by then, so a failure is logged and nothing more. */
export async function noteAct({ database, log }: Services, act: Act): Promise<void> {
	const input = JSON.stringify(act.input);
	try {
		await database.pool.query({
			...insertAct,
			values: [
				newId(),
				act.organisationId,
				act.actor.kind,
				act.actor.id,
				act.actor.kind === 'key' ? act.actor.name.slice(0, 100) : '',
				act.action,
				act.eventId,
				act.subject.slice(0, 200),
				Buffer.byteLength(input) > longestInput ? '{"…":"…"}' : input,
				act.outcome,
				act.requestId,
				act.isRepeatable,
				act.summary,
			],
		});
	} catch (error) {
		log.error({ error, action: act.action, requestId: act.requestId }, 'accounts.act-not-written');
	}
}

export interface ActFilters {
	actor?: string | undefined;
	event?: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
}

/** The part of the log that a member may read: all of it, or their own actions. */
export interface ActReader {
	organisationId: string;
	/** Null: all. */
	onlyActorId: string | null;
}

interface Row {
	id: string;
	createdAt: Date;
	actorKind: 'user' | 'key';
	actorId: string;
	actorName: string;
	action: string;
	summary: string;
	eventId: string | null;
	eventTitle: string | null;
	subject: string;
	subjectName: string | null;
	input: Record<string, unknown>;
	outcome: number;
	requestId: string;
}

/** Names are those of now: whoever erased their account has none. */
async function readActs(
	services: Services,
	reader: ActReader,
	filters: ActFilters,
	place: { before: string | undefined; limit: number },
): Promise<Row[]> {
	const { from, to, event } = filters;
	const conditions: SQL[] = [sql`a.organisation_id = ${reader.organisationId}`];
	for (const actor of [reader.onlyActorId, filters.actor])
		if (actor) conditions.push(sql`a.actor_id = ${actor}`);
	if (event) conditions.push(sql`a.event_id = ${event}`);
	// Ids are in the order of time, so a stretch of time is a stretch of the primary key.
	if (from) conditions.push(sql`a.id >= ${lowestIdAt(Date.parse(from))}::uuid`);
	if (to) conditions.push(sql`a.id < ${lowestIdAt(Date.parse(to))}::uuid`);
	if (place.before) conditions.push(sql`a.id < ${place.before}::uuid`);
	const { rows } = await services.database.db.execute<Row & Record<string, unknown>>(sql`
		SELECT a.id, a.created_at AS "createdAt", a.actor_kind AS "actorKind", a.actor_id AS "actorId",
			CASE a.actor_kind WHEN 'key' THEN a.actor_name ELSE coalesce(trim(u.first_name || ' ' || u.last_name), '') END AS "actorName",
			a.action, a.summary, a.event_id AS "eventId", e.title AS "eventTitle", a.subject,
			CASE WHEN s.id IS NOT NULL THEN trim(s.first_name || ' ' || s.last_name) END AS "subjectName",
			a.input, a.outcome, a.request_id AS "requestId"
		FROM organisation_acts a
		LEFT JOIN users u ON a.actor_kind = 'user' AND u.id = a.actor_id
		LEFT JOIN events e ON e.organisation_id = a.organisation_id AND e.id = a.event_id
		LEFT JOIN users s ON s.id = CASE WHEN a.action LIKE 'accounts.%' AND a.subject ~ '^[0-9a-f-]{36}$' THEN a.subject::uuid END
		WHERE ${sql.join(conditions, sql` AND `)}
		ORDER BY a.id DESC LIMIT ${place.limit}`);
	return rows;
}

function present(row: Row): OrganisationAct {
	return {
		id: row.id,
		at: new Date(row.createdAt).toISOString(),
		actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
		action: row.action,
		summary: row.summary,
		event: row.eventId ? { id: row.eventId, title: row.eventTitle ?? '' } : null,
		subject: row.subjectName || row.subject,
		input: row.input,
		outcome: row.outcome,
		requestId: row.requestId,
	};
}

/** One page of the log, the newest first. */
export async function listActs(
	services: Services,
	reader: ActReader,
	query: ActFilters & { cursor?: string | undefined; limit: number },
) {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await readActs(services, reader, query, { before, limit: query.limit + 1 });
	return pageOf(rows, query.limit, present, (row) => [row.id]);
}

const header = [
	'At (UTC)',
	'Who',
	'Kind',
	'What',
	'Call',
	'Event',
	'Subject',
	'Fields',
	'Outcome',
	'Request',
];
const pageSize = 1_000;

async function* pages(
	services: Services,
	reader: ActReader,
	filters: ActFilters,
): AsyncGenerator<string[][]> {
	let before: string | undefined;
	for (;;) {
		const rows = await readActs(services, reader, filters, { before, limit: pageSize });
		if (rows.length > 0) {
			yield rows.map((row) => {
				const act = present(row);
				return [
					act.at,
					act.actor.name,
					act.actor.kind === 'key' ? 'API key' : 'Member',
					act.summary,
					act.action,
					act.event?.title ?? '',
					act.subject,
					JSON.stringify(act.input),
					String(act.outcome),
					act.requestId,
				];
			});
		}
		before = rows.at(-1)?.id;
		if (rows.length < pageSize) return;
	}
}

/** The log as a file, written while it is read. */
export function exportActs(
	services: Services,
	reader: ActReader,
	query: ActFilters & { format: 'csv' | 'xlsx' },
): Response {
	return tableFile(services, reader.organisationId, {
		name: 'activity',
		header,
		pages: pages(services, reader, query),
		kinds: { 'At (UTC)': 'instant' },
		format: query.format,
	});
}

/** The log is stored for `HISTORY_DAYS`, invitations that ended for 30. */
export async function removeOldTeamRows({ database, clock }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'organisation_acts',
		where: `created_at < now() - interval '${HISTORY_DAYS} days'`,
	});
	await deleteInBatches(database.pool, {
		table: 'invitations',
		where: `expires_at < $1`,
		values: [new Date(clock.now().getTime() - 30 * 24 * 3_600_000)],
	});
}
