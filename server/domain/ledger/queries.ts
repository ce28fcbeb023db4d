import { sql } from 'drizzle-orm';
import type { balance } from '#shared/contracts/ledger.ts';
import type { z } from '#shared/lib/z.ts';
import { type LedgerAccount, ledgerAccounts } from '#shared/rules/ledger-accounts.ts';
import type { DbOrTx } from '../../db/client.ts';

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
		SELECT currency, account, sum(debit) AS debit, sum(credit) AS credit FROM (
			SELECT currency, debit AS account, amount_minor AS debit, 0 AS credit FROM ledger_transfers
			WHERE organisation_id = ${scope.organisationId} ${ofEvent}
			UNION ALL
			SELECT currency, credit, 0, amount_minor FROM ledger_transfers
			WHERE organisation_id = ${scope.organisationId} ${ofEvent}
		) AS sides
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
