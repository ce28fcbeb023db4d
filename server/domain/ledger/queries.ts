import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { balance } from '#shared/contracts/ledger.ts';
import type { Transfer } from '#shared/contracts/payments.ts';
import type { z } from '#shared/lib/z.ts';
import { type LedgerAccount, ledgerAccounts } from '#shared/rules/ledger-accounts.ts';

type Balance = z.output<typeof balance>;

/** Sums of an organisation's books, or of one event, by currency and account; accounts without a transfer are left out. */
export async function listBalances(
	db: DbOrTx,
	scope: { organisationId: string; eventId?: string },
): Promise<Balance[]> {
	const ofEvent = scope.eventId ? sql`AND event_id = ${scope.eventId}` : sql``;
	const { rows } = await db.execute<{
		currency: string;
		account: LedgerAccount;
		debit: string;
		credit: string;
	}>(sql`
		SELECT currency, account, sum(sides.debit) AS debit, sum(sides.credit) AS credit FROM (
			-- One reading of the transfers: there are few pairs of accounts.
			SELECT currency, debit, credit, sum(amount_minor) AS amount FROM ledger_transfers
			WHERE organisation_id = ${scope.organisationId} ${ofEvent} GROUP BY currency, debit, credit
		) AS pairs
		CROSS JOIN LATERAL (VALUES (pairs.debit, amount, 0), (pairs.credit, 0, amount)) AS sides (account, debit, credit)
		GROUP BY currency, account ORDER BY currency`);
	const byCurrency = new Map<string, Balance>();
	for (const row of rows) {
		const known = byCurrency.get(row.currency) ?? { currency: row.currency, accounts: [] };
		byCurrency.set(row.currency, known);
		const [debitMinor, creditMinor] = [Number(row.debit), Number(row.credit)];
		known.accounts.push({
			account: row.account,
			debitMinor,
			creditMinor,
			balanceMinor: debitMinor - creditMinor,
		});
	}
	const place = ({ account }: { account: LedgerAccount }) => ledgerAccounts.indexOf(account);
	for (const one of byCurrency.values()) one.accounts.sort((a, b) => place(a) - place(b));
	return [...byCurrency.values()];
}

/** The transfers of subjects (orders, payouts …), in the order in which they were written. */
export async function listTransfers(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string | null; subjectIds: readonly string[] },
): Promise<Transfer[]> {
	const { organisationId, eventId, subjectIds } = scope;
	const { rows } = await db.execute<{
		source_kind: string;
		kind: string;
		debit: LedgerAccount;
		credit: LedgerAccount;
		amount_minor: string;
		currency: string;
		occurred_at: string;
	}>(sql`
		SELECT source_kind, kind, debit, credit, amount_minor, currency, occurred_at FROM ledger_transfers
		WHERE organisation_id = ${organisationId} AND ${eventId === null ? sql`event_id IS NULL` : sql`event_id = ${eventId}`}
			AND subject_id = ANY(${sql.param(subjectIds)}::uuid[])
		ORDER BY occurred_at, source_kind, line LIMIT 500`);
	return rows.map((row) => ({
		source: row.source_kind,
		kind: row.kind,
		debit: row.debit,
		credit: row.credit,
		amountMinor: Number(row.amount_minor),
		currency: row.currency,
		occurredAt: new Date(row.occurred_at).toISOString(),
	}));
}
