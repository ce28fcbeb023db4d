import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement } from '#server/db/statement.ts';
import { taxRateColumns } from '#server/db/tax-rate.ts';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';

/** The organisation whose books are the operator's own: the nil id, which no organisation has. */
export const OPERATOR_BOOKS = '00000000-0000-0000-0000-000000000000';

/** An amount that leaves one account for another. */
export interface Transfer {
	/** What happened: `sale`, `tax`, `payment`, `fee`, `refund` … */
	kind: string;
	debit: LedgerAccount;
	credit: LedgerAccount;
	/** Minor units, above 0. Transfers of 0 are left out. */
	amountMinor: number;
	/** Of what was sold and of its tax: the rate that the tax report puts it under. */
	taxBasisPoints?: number;
}

/** Transfers that one source brings about, for one subject. */
export interface Entry {
	organisationId: string;
	eventId: string | null;
	/** Whose `buyer` account is moved: the order, or the period of an agreement. */
	subjectId: string;
	/** Its source, and the id of that: each source posts once, a second time changes nothing. */
	sourceKind:
		| 'order'
		| 'order_cancelled'
		| 'donation'
		| 'donation_removed'
		| 'donation_match'
		| 'match_returned'
		| 'match_received'
		| 'payment'
		| 'agreement_period'
		| 'bill_tax'
		| 'fee_invoice'
		| 'fee_month'
		| 'fee_month_invoiced'
		| 'refund'
		| 'refund_failed'
		| 'dispute'
		| 'dispute_closed'
		| 'trial'
		| 'payout'
		| 'payout_paid'
		| 'payout_failed'
		| 'balance_item'
		| 'cash_drawer'
		| 'late_cash'
		| 'gift_card'
		| 'gift_card_returned'
		| 'gift_card_lapsed'
		| 'settlement';
	sourceId: string;
	currency: string;
	madeBy?: string | null;
	/** In words, for the journal. */
	note?: string;
	transfers: readonly Transfer[];
}

type Row = Entry & Transfer & { line: number };

const rowsOf = arrayRows<Row>(1, 'r', [
	['organisation_id', 'uuid', (row) => row.organisationId],
	['event_id', 'uuid', (row) => row.eventId],
	['subject_id', 'uuid', (row) => row.subjectId],
	['source_kind', 'code', (row) => row.sourceKind],
	['source_id', 'uuid', (row) => row.sourceId],
	['kind', 'code', (row) => row.kind],
	['line', 'int', (row) => row.line],
	['debit', 'code', (row) => row.debit],
	['credit', 'code', (row) => row.credit],
	['currency', 'code', (row) => row.currency],
	['amount_minor', 'bigint', (row) => row.amountMinor],
	['made_by', 'uuid', (row) => row.madeBy ?? null],
	['note', 'text', (row) => row.note ?? ''],
	...taxRateColumns((row: Row) => row.taxBasisPoints ?? null),
]);

/**
 * A payment moves money into or out of the books' assets, or is taken from what gift cards have; the rest of what touches `buyer` is what was
 * sold: gift cards too.
 */
const isMoney = (account: string) =>
	`(${account} IN ('gateway', 'bank', 'cash') OR (${account} = 'gift_cards' AND kind IN ('payment', 'refund')))`;

const statement = {
	name: 'ledger.post',
	text: `
WITH posted AS (
	INSERT INTO ledger_transfers (organisation_id, event_id, subject_id, source_kind, source_id, kind, line, debit, credit, currency,
		amount_minor, made_by, note, tax_basis_points, tax_rate)
	SELECT r.organisation_id, r.event_id, r.subject_id, r.source_kind, r.source_id, r.kind, r.line, r.debit, r.credit, r.currency,
		r.amount_minor, r.made_by, r.note, r.tax_basis_points, r.tax_rate
	FROM ${rowsOf.from}
	ON CONFLICT DO NOTHING
	RETURNING organisation_id, event_id, subject_id, currency, kind, debit, credit, amount_minor
), balances AS (
	INSERT INTO ledger_subjects AS s (organisation_id, subject_id, event_id, currency, balance_minor, paid_minor, returned_minor, transfers)
SELECT organisation_id, subject_id, event_id, currency,
	coalesce(sum(amount_minor) FILTER (WHERE debit = 'buyer'), 0) - coalesce(sum(amount_minor) FILTER (WHERE credit = 'buyer'), 0),
	coalesce(sum(amount_minor) FILTER (WHERE credit = 'buyer' AND ${isMoney('debit')}), 0),
	coalesce(sum(amount_minor) FILTER (WHERE debit = 'buyer' AND ${isMoney('credit')}), 0), count(*)
FROM posted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
ON CONFLICT (organisation_id, subject_id) DO UPDATE SET balance_minor = s.balance_minor + excluded.balance_minor,
	paid_minor = s.paid_minor + excluded.paid_minor, returned_minor = s.returned_minor + excluded.returned_minor,
	transfers = s.transfers + excluded.transfers
)
SELECT count(*)::int AS posted FROM posted`,
};

/**
 * Writes transfers into the books and the balances of their subjects, in one statement of the caller's transaction. What a source has
 * posted before is left as it is.
 * @returns how many transfers are new
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<number> {
	const rows = entries
		.flatMap(withOperator)
		.flatMap((entry) =>
			entry.transfers
				.filter((transfer) => transfer.amountMinor !== 0)
				.map((transfer, line) => ({ ...entry, ...transfer, line })),
		);
	if (rows.length === 0) return 0;
	const { rows: answer } = await tx.execute<{ posted: number }>(
		bindStatement(statement, rowsOf.values(rows)),
	);
	return answer[0]?.posted ?? 0;
}

/**
 * What an organisation pays the platform is income of the operator, in the operator's own books: written with it by the same statement, by the
 * same source, so neither is there without the other.
 */
function withOperator(entry: Entry): Entry[] {
	const fees = entry.transfers.filter(({ debit, credit }) => [debit, credit].includes('platform_fees'));
	if (fees.length === 0 || entry.organisationId === OPERATOR_BOOKS) return [entry];
	const transfers = fees.map(
		({ debit, amountMinor }): Transfer => ({
			kind: 'fee',
			amountMinor,
			...(debit === 'platform_fees'
				? { debit: 'gateway', credit: 'fee_income' }
				: { debit: 'fee_income', credit: 'gateway' }),
		}),
	);
	return [entry, { ...entry, organisationId: OPERATOR_BOOKS, transfers }];
}

/** The same transfers the other way round. */
export const reversed = (transfers: readonly Transfer[]): Transfer[] =>
	transfers.map((transfer) => ({ ...transfer, debit: transfer.credit, credit: transfer.debit }));

/** What a subject owes, has paid and got back, in minor units. */
export interface SubjectBalance {
	subjectId: string;
	balanceMinor: number;
	paidMinor: number;
	returnedMinor: number;
}

/**
 * Locks the balance of a subject until the end of the transaction, which serialises movements of its money.
 * @returns its balance: above 0 it owes, below 0 it is owed
 */
export async function lockSubject(
	tx: Tx,
	subject: { organisationId: string; eventId: string; subjectId: string; currency: string },
): Promise<number> {
	const { rows } = await tx.execute<{ balance: string }>(sql`
		INSERT INTO ledger_subjects AS s (organisation_id, subject_id, event_id, currency)
		VALUES (${subject.organisationId}, ${subject.subjectId}, ${subject.eventId}, ${subject.currency})
		ON CONFLICT (organisation_id, subject_id) DO UPDATE SET balance_minor = s.balance_minor
		RETURNING balance_minor AS balance`);
	return Number(rows[0]?.balance ?? 0);
}

/** The balance of a subject ; zeros when nothing was posted. */
export async function readBalance(
	db: DbOrTx,
	scope: { organisationId: string; subjectId: string },
): Promise<SubjectBalance> {
	const { rows } = await db.execute<{ balance: string; paid: string; returned: string }>(sql`
		SELECT balance_minor AS balance, paid_minor AS paid, returned_minor AS returned FROM ledger_subjects
		WHERE organisation_id = ${scope.organisationId} AND subject_id = ${scope.subjectId}`);
	const row = rows[0];
	return {
		subjectId: scope.subjectId,
		balanceMinor: Number(row?.balance ?? 0),
		paidMinor: Number(row?.paid ?? 0),
		returnedMinor: Number(row?.returned ?? 0),
	};
}
