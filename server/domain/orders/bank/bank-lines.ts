import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { bankLines } from '#server/db/tables/orders.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { BankLine } from '#shared/contracts/bank-files.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type BankLineProblem, bankLineProblem } from '#shared/rules/bank-lines.ts';
import { transferReference } from '../order-code.ts';

export type BankLineRow = typeof bankLines.$inferSelect;

export const ofLine = ({ organisationId, id }: Pick<BankLineRow, 'organisationId' | 'id'>) =>
	and(eq(bankLines.organisationId, organisationId), eq(bankLines.id, id));

/** An order that a line refers to, with the reasons why it doesn’t match. */
export interface LineOrder {
	id: string;
	eventId: string;
	code: string;
	eventCode: string;
	totalMinor: number;
	/** Sum of the lines that wait for it. */
	waitingMinor: number;
	problem: BankLineProblem | null;
}

/** The orders of these ids as their waiting lines find them. */
export async function readLineOrders(
	db: DbOrTx,
	organisationId: string,
	named: readonly Pick<BankLineRow, 'eventId' | 'orderId'>[],
): Promise<Map<string, LineOrder>> {
	const ids = named.filter((one): one is { eventId: string; orderId: string } => one.orderId !== null);
	if (ids.length === 0) return new Map();
	const { rows } = await db.execute<{
		id: string;
		event_id: string;
		code: string;
		event_code: string;
		status: string;
		total: string;
		missing: string;
		currency: string;
		is_paying: boolean;
		waiting: string | null;
		currencies: string[] | null;
	}>(sql`
		SELECT o.id, o.event_id, o.code, e.code AS event_code, o.status, o.total_minor AS total, o.currency,
			o.total_minor + coalesce(s.balance_minor, 0) + coalesce(p.refunding, 0) AS missing,
			coalesce(p.is_paying, false) AS is_paying, w.waiting, w.currencies
		FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
		LEFT JOIN ledger_subjects s ON s.organisation_id = o.organisation_id AND s.subject_id = o.id
		LEFT JOIN LATERAL (SELECT bool_or(p.state IN ('created', 'requires_action', 'processing')) AS is_paying, sum(p.refunding_minor) AS refunding
			FROM payments p WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id) p ON true
		LEFT JOIN LATERAL (SELECT sum(b.amount_minor) AS waiting, array_agg(DISTINCT b.currency) AS currencies FROM bank_lines b
			WHERE b.organisation_id = o.organisation_id AND b.order_id = o.id AND b.state = 'new' AND b.maybe_same_as IS NULL) w ON true
		WHERE o.organisation_id = ${organisationId}
			AND o.event_id = ANY(${plainArray([...new Set(ids.map(({ eventId }) => eventId))])}::uuid[])
			AND o.id = ANY(${plainArray([...new Set(ids.map(({ orderId }) => orderId))])}::uuid[])`);
	return new Map(
		rows.map((row) => {
			const [currency] = row.currencies ?? [];
			const waitingMinor = Number(row.waiting ?? 0);
			const problem = bankLineProblem({
				status: row.status,
				missingMinor: Number(row.missing),
				currency: row.currency,
				isPaying: row.is_paying,
				waiting: row.currencies?.length === 1 && currency ? { amountMinor: waitingMinor, currency } : null,
			});
			const { id, code } = row;
			return [
				id,
				{
					id,
					code,
					eventId: row.event_id,
					eventCode: row.event_code,
					totalMinor: Number(row.total),
					waitingMinor,
					problem,
				},
			];
		}),
	);
}

/** Why a line waits. */
function problemOf(row: BankLineRow, order: LineOrder | undefined): BankLineProblem | null {
	if (row.maybeSameAs !== null) return 'maybe-same';
	if (order) return order.problem;
	return (row.ordersNamed ?? 0) > 1 ? 'several-orders' : 'no-order';
}

/** How many lines of a file wait that may be the same as others, by the newest of them. */
async function countAlike(
	db: DbOrTx,
	organisationId: string,
	rows: readonly BankLineRow[],
): Promise<Map<string, number>> {
	const hashes = rows.flatMap((row) =>
		row.state === 'new' && row.maybeSameAs && row.fileHash ? [row.fileHash.toString('hex')] : [],
	);
	if (hashes.length === 0) return new Map();
	const found = await db.execute<{ newest: string; lines: number }>(sql`
		SELECT max(id::text) AS newest, count(*)::int AS lines FROM bank_lines
		WHERE organisation_id = ${organisationId} AND state = 'new' AND maybe_same_as IS NOT NULL
			AND encode(file_hash, 'hex') = ANY(${plainArray([...new Set(hashes)])}::text[])
		GROUP BY file_hash`);
	return new Map(found.rows.map(({ newest, lines }) => [newest, lines]));
}

function present(row: BankLineRow, orders: Map<string, LineOrder>, alike: Map<string, number>): BankLine {
	const { id, bookedOn, amountMinor, currency, payer, text, state } = row;
	const order = orders.get(row.orderId ?? '');
	return {
		...{ id, bookedOn, amountMinor, currency, payer, text, state },
		problem: state === 'new' ? problemOf(row, order) : null,
		alikeInFile: alike.get(id) ?? 0,
		order: order
			? {
					id: order.id,
					eventId: order.eventId,
					code: order.code,
					reference: transferReference(order.eventCode, order.code),
					totalMinor: order.totalMinor,
				}
			: null,
	};
}

/** A page of the lines of a state, newest first. */
export async function listBankLines(
	db: DbOrTx,
	organisationId: string,
	query: { state: BankLineRow['state']; limit: number; cursor?: string | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await db
		.select()
		.from(bankLines)
		.where(
			and(
				eq(bankLines.organisationId, organisationId),
				eq(bankLines.state, query.state),
				after ? lt(bankLines.id, after) : undefined,
			),
		)
		.orderBy(desc(bankLines.id))
		.limit(query.limit + 1);
	const orders = await readLineOrders(db, organisationId, rows);
	const alike = await countAlike(db, organisationId, rows);
	return pageOf(
		rows,
		query.limit,
		(row) => present(row, orders, alike),
		(row) => [row.id],
	);
}

export interface LineScope {
	organisationId: string;
	lineId: string;
}

/** @throws not-found */
export async function getBankLine(db: DbOrTx, { organisationId, lineId }: LineScope): Promise<BankLine> {
	const [row] = await db
		.select()
		.from(bankLines)
		.where(ofLine({ organisationId, id: lineId }));
	if (!row) throw notFound('Line');
	return present(
		row,
		await readLineOrders(db, organisationId, [row]),
		await countAlike(db, organisationId, [row]),
	);
}
