import { sql } from 'drizzle-orm';
import { taxRateOf } from '#server/db/tax-rate.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { type Period, readPeriod } from './periods.ts';
import { countryOf, inPeriod } from './tax-report.ts';

const header = [
	'Date',
	'Source',
	'Source ID',
	'Kind',
	'Debit',
	'Credit',
	'Amount',
	'Currency',
	'Tax rate',
	'Country',
	'Event',
	'Order ID',
	'Note',
];

interface Row extends Record<string, unknown> {
	at: string;
	source_kind: string;
	source_id: string;
	kind: string;
	line: number;
	debit: string;
	credit: string;
	amount: string;
	currency: string;
	rate: number | null;
	country: string;
	event: string | null;
	subject_id: string;
	note: string;
}

const pageSize = 1_000;

/** Every transfer of a month as a file, oldest first, written while it is read. */
export async function exportJournal(
	services: Services,
	how: { organisationId: string; period: string | undefined; format: 'csv' | 'xlsx' },
): Promise<Response> {
	const { period } = await readPeriod(services.database.db, { ...how, now: services.clock.now() });
	return tableFile(services, how.organisationId, {
		name: `journal-${period.period}`,
		header,
		pages: journalPages(services, period),
		kinds: { Date: 'instant', Amount: 'amount', 'Tax rate': 'number' },
		format: how.format,
	});
}

async function* journalPages(services: Services, period: Period): AsyncGenerator<string[][]> {
	let after = sql``;
	for (;;) {
		const { rows } = await services.database.db.execute<Row>(sql`
			SELECT to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, t.source_kind, t.source_id, t.kind,
				t.line, t.debit, t.credit, t.amount_minor AS amount, t.currency, ${sql.raw(taxRateOf('t'))} AS rate, ${countryOf} AS country,
				(SELECT e.title FROM events e WHERE e.organisation_id = t.organisation_id AND e.id = t.event_id) AS event, t.subject_id,
				t.note
			FROM ledger_transfers t
			WHERE ${inPeriod(period)} ${after}
			ORDER BY t.occurred_at, t.source_id, t.source_kind, t.kind, t.line LIMIT ${pageSize}`);
		if (rows.length > 0) yield rows.map(cellsOf);
		const last = rows.at(-1);
		if (!last || rows.length < pageSize) return;
		after = sql`AND (t.occurred_at, t.source_id, t.source_kind, t.kind, t.line)
			> (${last.at}::timestamptz, ${last.source_id}::uuid, ${last.source_kind}, ${last.kind}, ${last.line}::smallint)`;
	}
}

function cellsOf(row: Row): string[] {
	const digits = currencyDigits(row.currency);
	return [
		row.at,
		row.source_kind,
		row.source_id,
		row.kind,
		row.debit,
		row.credit,
		(Number(row.amount) / 10 ** digits).toFixed(digits),
		row.currency,
		row.rate === null ? '' : String(Math.round(row.rate * 10) / 1_000),
		row.country,
		row.event ?? '',
		row.subject_id,
		row.note,
	];
}
