import { type SQL, sql } from 'drizzle-orm';
import { taxRateOf } from '#server/db/tax-rate.ts';
import type { Services } from '#server/services.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';
import type { Period } from '../periods.ts';
import { inPeriod } from '../tax-report.ts';
import type { DatevTransfer } from './postings.ts';

/** Transfers of a month between two accounts at one rate. */
export interface Used {
	currency: string;
	debit: LedgerAccount;
	credit: LedgerAccount;
	/** In basis points; null: none. */
	rate: number | null;
	transfers: number;
}

/** Between which accounts a month moved money, and at which rates. */
export async function readUsed(services: Services, period: Period): Promise<Used[]> {
	const { rows } = await services.database.db.execute<Used & Record<string, unknown>>(sql`
		SELECT t.currency, t.debit, t.credit, ${sql.raw(taxRateOf('t'))} AS rate, count(*)::int AS transfers
		FROM ledger_transfers t WHERE ${inPeriod(period)} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
	return rows;
}

interface Row extends Record<string, unknown> {
	at: string;
	source_kind: string;
	source_id: string;
	kind: string;
	line: number;
	debit: LedgerAccount;
	credit: LedgerAccount;
	amount: string;
	rate: number | null;
	subject_id: string;
	day: string;
	event: string | null;
	event_code: string | null;
	order_code: string | null;
	document: string | null;
}

const pageSize = 1_000;

async function readPage(services: Services, period: Period, currency: string, after: SQL): Promise<Row[]> {
	const { rows } = await services.database.db.execute<Row>(sql`
		SELECT to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, t.source_kind, t.source_id, t.kind,
			t.line, t.debit, t.credit, t.amount_minor AS amount, ${sql.raw(taxRateOf('t'))} AS rate, t.subject_id,
			to_char(t.occurred_at AT TIME ZONE ${period.timeZone}, 'DDMM') AS day, e.title AS event, e.code AS event_code,
			o.code AS order_code,
			(SELECT d.label FROM documents d WHERE d.organisation_id = t.organisation_id AND d.subject_id = t.subject_id
				AND d.kind IN ('invoice', 'receipt') ORDER BY d.issued_at, d.id LIMIT 1) AS document
		FROM ledger_transfers t
		LEFT JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
		LEFT JOIN orders o ON o.organisation_id = t.organisation_id AND o.event_id = t.event_id AND o.id = t.subject_id
		WHERE ${inPeriod(period)} AND t.currency = ${currency} ${after}
		ORDER BY t.occurred_at, t.source_id, t.source_kind, t.line, t.kind LIMIT ${pageSize}`);
	return rows;
}

/** Transfers by source, oldest first. */
export async function* readSources(
	services: Services,
	period: Period,
	currency: string,
): AsyncGenerator<DatevTransfer[]> {
	let after = sql``;
	let source = '';
	let found: DatevTransfer[] = [];
	for (;;) {
		const rows = await readPage(services, period, currency, after);
		for (const row of rows) {
			const now = `${row.at} ${row.source_id} ${row.source_kind}`;
			if (now !== source && found.length > 0) {
				yield found;
				found = [];
			}
			source = now;
			found.push(transferOf(row));
		}
		const last = rows.at(-1);
		if (!last || rows.length < pageSize) break;
		after = sql`AND (t.occurred_at, t.source_id, t.source_kind, t.line, t.kind)
			> (${last.at}::timestamptz, ${last.source_id}::uuid, ${last.source_kind}, ${last.line}::smallint, ${last.kind})`;
	}
	if (found.length > 0) yield found;
}

const transferOf = (row: Row): DatevTransfer => ({
	sourceKind: row.source_kind,
	kind: row.kind,
	line: row.line,
	debit: row.debit,
	credit: row.credit,
	amountMinor: Number(row.amount),
	rate: row.rate,
	day: row.day,
	// A reference shared by all postings of an order, so that a customer account can be cleared by it.
	reference:
		row.event_code && row.order_code
			? `${row.event_code}-${row.order_code}`
			: row.subject_id.replaceAll('-', '').slice(-12).toUpperCase(),
	document: row.document ?? '',
	event: row.event ?? '',
});
