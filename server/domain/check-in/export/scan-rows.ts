import type { Services } from '../../../services.ts';
import { defaultListName } from '../lists/lists.ts';

interface ScanRow {
	id: string;
	sequence: string;
	occurred_at: Date;
	recorded_at: Date;
	list_name: string | null;
	gate: string | null;
	device: string;
	guest_name: string | null;
	type_name: string | null;
	direction: string;
	verdict: string;
	decision: string;
	conflict_kind: string | null;
	annulled_at: Date | null;
	annulled_reason: string;
}

/** What a file tells of a scan; never what was read, which may be the code of a ticket. */
export const scanColumns: { title: string; value: (row: ScanRow) => string }[] = [
	{ title: 'When', value: (row) => row.occurred_at.toISOString() },
	{ title: 'Received', value: (row) => row.recorded_at.toISOString() },
	{ title: 'List', value: (row) => row.list_name ?? defaultListName },
	{ title: 'Gate', value: (row) => row.gate ?? '' },
	{ title: 'Device', value: (row) => row.device },
	{ title: 'Guest', value: (row) => row.guest_name ?? '' },
	{ title: 'Ticket type', value: (row) => row.type_name ?? '' },
	{ title: 'Direction', value: (row) => row.direction },
	{ title: 'Verdict', value: (row) => row.verdict },
	{ title: 'Let through', value: (row) => (row.decision === 'admitted' ? 'yes' : 'no') },
	{ title: 'Conflict', value: (row) => row.conflict_kind ?? '' },
	{ title: 'Taken back at', value: (row) => row.annulled_at?.toISOString() ?? '' },
	{ title: 'Reason', value: (row) => row.annulled_reason },
];

const pageSize = 2_000;

const nextScans = {
	name: 'check-in.export-scans',
	text: `
SELECT c.id, c.sequence, c.occurred_at, c.recorded_at, l.name AS list_name, g.name AS gate, c.device, a.name AS guest_name,
	t.name AS type_name, c.direction, c.verdict, c.decision, c.conflict_kind, c.annulled_at, c.annulled_reason
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

/** All scans at these lists, in the order in which the server heard of them or of their last change. */
export async function* scanPages(
	services: Services,
	scope: { organisationId: string; eventId: string; listIds: string[] | null },
): AsyncGenerator<string[][]> {
	// A scan whose meaning changes while the file is written moves to the end; it is told once.
	const told = new Set<string>();
	let after = '0';
	for (;;) {
		const { rows } = await services.database.pool.query<ScanRow>({
			...nextScans,
			values: [scope.organisationId, scope.eventId, scope.listIds, after],
		});
		const fresh = rows.filter(({ id }) => !told.has(id));
		for (const { id } of fresh) told.add(id);
		if (fresh.length > 0) yield fresh.map((row) => scanColumns.map((column) => column.value(row)));
		after = rows.at(-1)?.sequence ?? after;
		if (rows.length < pageSize) return;
	}
}
