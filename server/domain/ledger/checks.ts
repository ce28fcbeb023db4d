import { createQueryCheck } from '../query-check.ts';
import { sealedDayOf, sealOf } from './periods.ts';

/** Invariants of the books, recomputed from their rows. */
export const ledgerChecks = [
	createQueryCheck<{ subject_id: string; balance: string; counted: string }>(
		'ledger.subjects-match-transfers',
		'The balance beside each order is the sum of its transfers.',
		`WITH counted AS (
			SELECT organisation_id, subject_id, sum(CASE WHEN debit = 'buyer' THEN amount_minor ELSE 0 END)
				- sum(CASE WHEN credit = 'buyer' THEN amount_minor ELSE 0 END) AS balance, count(*) AS transfers
			FROM ledger_transfers GROUP BY 1, 2
		)
		SELECT coalesce(c.subject_id, s.subject_id) AS subject_id, coalesce(s.balance_minor, 0) AS balance,
			coalesce(c.balance, 0) AS counted
		FROM ledger_subjects s FULL JOIN counted c USING (organisation_id, subject_id)
		WHERE s.balance_minor IS DISTINCT FROM c.balance OR s.transfers IS DISTINCT FROM c.transfers`,
		(row) => `${row.subject_id} has a balance of ${row.balance}, its transfers say ${row.counted}`,
	),
	createQueryCheck<{ organisation_id: string; subject_id: string; n: number }>(
		'ledger.one-currency',
		'All transfers of an order are in one currency.',
		`SELECT organisation_id, subject_id, count(DISTINCT currency)::int AS n FROM ledger_transfers
		GROUP BY 1, 2 HAVING count(DISTINCT currency) > 1`,
		(row) => `${row.subject_id} has transfers in ${row.n} currencies`,
	),
	createQueryCheck<{ source_kind: string; source_id: string; paid: string; received: string }>(
		'ledger.fees-are-income',
		"What organisations pay the platform is income in the operator's books, source by source.",
		`SELECT source_kind, source_id, sum(paid) AS paid, sum(received) AS received FROM (
			SELECT source_kind, source_id, CASE WHEN debit = 'platform_fees' THEN amount_minor ELSE -amount_minor END AS paid, 0 AS received
			FROM ledger_transfers WHERE debit = 'platform_fees' OR credit = 'platform_fees'
			UNION ALL
			SELECT source_kind, source_id, 0, CASE WHEN credit = 'fee_income' THEN amount_minor ELSE -amount_minor END
			FROM ledger_transfers WHERE (debit = 'fee_income' OR credit = 'fee_income') AND source_kind NOT IN ('fee_invoice', 'fee_month', 'fee_month_invoiced')) AS fees
		GROUP BY 1, 2 HAVING sum(paid) <> sum(received)`,
		(row) =>
			`${row.source_kind} ${row.source_id} paid the platform ${row.paid}, the operator's books say ${row.received}`,
	),
	createQueryCheck<{ period: string; said: number; counted: number }>(
		'ledger.closed-periods-stay',
		'The transfers of a closed month are those that it was closed with.',
		`SELECT p.period, p.transfers AS said, count(t.line)::int AS counted
		FROM ledger_periods p LEFT JOIN ledger_transfers t ON t.organisation_id = p.organisation_id
			AND t.occurred_at >= p.starts_at AND t.occurred_at < p.ends_at
		GROUP BY p.organisation_id, p.period, p.transfers, p.hash
		HAVING p.transfers <> count(t.line) OR p.hash <> ${sealOf}`,
		(row) =>
			`${row.period} was closed with ${row.said} transfers, now it has ${row.counted}, or one was changed`,
	),
	createQueryCheck<{ organisation_id: string; number: string }>(
		'ledger.account-numbers-fit',
		'Numbers that were set for bookkeeping programs have the digits that accounts have there, or one more.',
		`SELECT s.organisation_id, a->>'number' AS number FROM accounting_settings s, jsonb_array_elements(s.accounts) a
		WHERE a->>'number' <> '' AND length(a->>'number') NOT IN (s.account_length, s.account_length + 1)`,
		(row) => `the account number ${row.number} of ${row.organisation_id} has another length`,
	),
	createQueryCheck<{ organisation_id: string; day: string; said: number | null; counted: number | null }>(
		'ledger.sealed-days-stay',
		'The transfers of a sealed day are those that it was sealed with, and no day before it is without a seal.',
		`WITH last AS (
			SELECT organisation_id, max(day) AS day FROM ledger_seals GROUP BY 1
		), days AS (
			SELECT t.organisation_id, ${sealedDayOf} AS day, count(*)::int AS transfers, ${sealOf} AS hash
			FROM ledger_transfers t JOIN last l ON l.organisation_id = t.organisation_id
			WHERE t.occurred_at < (l.day + 1)::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2
		), seals AS (
			SELECT organisation_id, day, transfers, hash,
				coalesce(lag(hash) OVER (PARTITION BY organisation_id ORDER BY day), ''::bytea) AS before
			FROM ledger_seals
		)
		SELECT organisation_id, day::text AS day, s.transfers AS said, d.transfers AS counted
		FROM seals s FULL JOIN days d USING (organisation_id, day)
		WHERE s.transfers IS DISTINCT FROM d.transfers OR s.hash IS DISTINCT FROM sha256(s.before || d.hash)
		ORDER BY 1, 2`,
		(row) =>
			`${row.day} of ${row.organisation_id} was sealed with ${row.said ?? 'no'} transfers, now it has ${row.counted ?? 'no'}, or one was changed`,
	),
];
