import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { OwedRefund } from '#shared/contracts/owed-refunds.ts';
import { transferReference } from '../order-code.ts';

interface Row extends Record<string, unknown> {
	id: string;
	amount: string;
	currency: string;
	method: OwedRefund['method'];
	order_id: string;
	event_id: string;
	code: string;
	event_code: string;
	event_title: string;
	buyer_name: string;
	buyer_email: string;
	holder: string | null;
	iban: string | null;
	bic: string | null;
	file_id: string | null;
	sent_on: string | null;
	sent_way: OwedRefund['sentWay'];
	state: OwedRefund['state'];
	created_at: string;
}

const conditions: Record<OwedRefund['state'], SQL> = {
	to_send: sql`r.state = 'requested' AND i.file_id IS NULL`,
	in_file: sql`r.state = 'requested' AND i.file_id IS NOT NULL`,
	sent: sql`r.sent_on IS NOT NULL`,
};

/** The refunds `r` of an organisation that no provider moves, with what their transfers say. `narrow` may name `r` and `i`, their file. */
export async function readOwedRefunds(
	db: DbOrTx,
	organisationId: string,
	narrow: SQL,
): Promise<OwedRefund[]> {
	const { rows } = await db.execute<Row>(sql`
		SELECT r.id, r.amount_minor AS amount, p.currency, p.method, o.id AS order_id, o.event_id, o.code, e.code AS event_code,
			e.title AS event_title, o.buyer_name, o.buyer_email, a.holder, a.iban, a.bic, i.file_id, r.sent_on::text, r.sent_way,
			r.created_at, CASE WHEN r.sent_on IS NOT NULL THEN 'sent' WHEN i.file_id IS NOT NULL THEN 'in_file' ELSE 'to_send' END AS state
		FROM refunds r
		JOIN payments p ON p.organisation_id = r.organisation_id AND p.id = r.payment_id AND p.gateway IS NULL
		JOIN orders o ON o.organisation_id = r.organisation_id AND o.event_id = r.event_id AND o.id = r.subject_id
		JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
		LEFT JOIN refund_accounts a ON a.organisation_id = o.organisation_id AND a.order_id = o.id
		LEFT JOIN refund_file_items i ON i.organisation_id = r.organisation_id AND i.refund_id = r.id
		WHERE r.organisation_id = ${organisationId} AND ${narrow}`);
	return rows.map((row) => ({
		id: row.id,
		state: row.state,
		amountMinor: Number(row.amount),
		currency: row.currency,
		method: row.method,
		order: { id: row.order_id, code: row.code, eventId: row.event_id, eventTitle: row.event_title },
		buyer: { name: row.buyer_name, email: row.buyer_email },
		reference: transferReference(row.event_code, row.code),
		account: row.iban === null ? null : { holder: row.holder ?? '', iban: row.iban, bic: row.bic ?? '' },
		fileId: row.file_id,
		sentOn: row.sent_on,
		sentWay: row.sent_way,
		createdAt: new Date(row.created_at).toISOString(),
	}));
}

/** A page of such refunds in one state: what waits longest first, of those that were sent the newest. */
export async function listOwedRefunds(
	db: DbOrTx,
	organisationId: string,
	query: { state: OwedRefund['state']; limit: number; cursor?: string | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const isNewestFirst = query.state === 'sent';
	const beyond = isNewestFirst ? sql`r.id < ${after}::uuid` : sql`r.id > ${after}::uuid`;
	const rows = await readOwedRefunds(
		db,
		organisationId,
		sql`${conditions[query.state]} ${after ? sql`AND ${beyond}` : sql``}
			ORDER BY r.id ${isNewestFirst ? sql`DESC` : sql``} LIMIT ${query.limit + 1}`,
	);
	return pageOf(
		rows,
		query.limit,
		(row) => row,
		(row) => [row.id],
	);
}
