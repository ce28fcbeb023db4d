import { selectList } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { defaultListName } from '../lists/lists.ts';

/** Columns of a scan in exports; never the scanned text, which may be the code of a ticket. */
const columns = {
	When: 'c.occurred_at',
	Received: 'c.recorded_at',
	List: `coalesce(l.name, '${defaultListName}')`,
	Gate: 'g.name',
	Device: 'c.device',
	Guest: 'a.name',
	'Ticket type': 't.name',
	Direction: 'c.direction',
	Verdict: 'c.verdict',
	'Let through': "CASE c.decision WHEN 'admitted' THEN 'yes' ELSE 'no' END",
	Conflict: 'c.conflict_kind',
	'Undone at': 'c.annulled_at',
	Reason: 'c.annulled_reason',
};
export const scanTitles = Object.keys(columns) as (keyof typeof columns)[];
export const scanDates = { When: 'instant', Received: 'instant', 'Undone at': 'instant' } as const;

type ScanRow = Record<keyof typeof columns, Date | string | null> & { id: string; sequence: string };
const textOf = (value: Date | string | null) => (value instanceof Date ? value.toISOString() : (value ?? ''));

const pageSize = 2_000;

const nextScans = {
	name: 'check-in.export-scans',
	text: `
SELECT c.id, c.sequence, ${selectList(columns)}
FROM (
	SELECT * FROM check_ins
	WHERE organisation_id = $1 AND event_id = $2 AND sequence > $4 AND ($3::uuid[] IS NULL OR list_id = ANY ($3::uuid[]))
	ORDER BY sequence LIMIT ${pageSize}
) c
LEFT JOIN check_in_lists l ON l.organisation_id = $1 AND l.id = c.list_id
LEFT JOIN gates g ON g.organisation_id = $1 AND g.id = c.gate_id
LEFT JOIN attendees a ON a.organisation_id = $1 AND a.event_id = $2 AND a.id = c.attendee_id
LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.id = a.ticket_type_id
ORDER BY c.sequence`,
};

/** All scans at these lists, in the order in which the server received them or their last change. */
export async function* scanPages(
	services: Services,
	scope: { organisationId: string; eventId: string; listIds: string[] | null },
): AsyncGenerator<string[][]> {
	// A scan whose meaning changes while the file is written moves to the end; it is exported once.
	const written = new Set<string>();
	let after = '0';
	for (;;) {
		const { rows } = await services.database.pool.query<ScanRow>({
			...nextScans,
			values: [scope.organisationId, scope.eventId, scope.listIds, after],
		});
		const fresh = rows.filter(({ id }) => !written.has(id));
		for (const { id } of fresh) written.add(id);
		if (fresh.length > 0) yield fresh.map((row) => scanTitles.map((title) => textOf(row[title])));
		after = rows.at(-1)?.sequence ?? after;
		if (rows.length < pageSize) return;
	}
}
