import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { taxRateOf } from '#server/db/tax-rate.ts';
import type { Services } from '#server/services.ts';
import type { TaxReport } from '#shared/contracts/ledger.ts';
import { type LedgerAccount, taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { type Period, readPeriod } from './periods.ts';

type Figures = Pick<TaxReport, 'rows' | 'totals'>;

/** Where the event of a transfer `t` takes place, else where the organisation is. */
export const countryOf: SQL = sql`coalesce(
	(SELECT nullif(e.country_code, '') FROM events e WHERE e.organisation_id = t.organisation_id AND e.id = t.event_id),
	(SELECT o.country_code FROM organisation_settings o WHERE o.organisation_id = t.organisation_id), '')`;

/** The transfers `t` of a month. */
export const inPeriod = ({ organisationId, startsAt, endsAt }: Period): SQL =>
	sql`t.organisation_id = ${organisationId} AND t.occurred_at >= ${startsAt.toISOString()}::timestamptz
		AND t.occurred_at < ${endsAt.toISOString()}::timestamptz`;

/** Sales of a month, by currency, country and rate: sums of its transfers. */
export async function addUpTaxes(db: DbOrTx, period: Period): Promise<Figures> {
	const taxable = sql`${plainArray(taxableAccounts)}::text[]`;
	const side = (accounts: SQL) =>
		sql`sum(CASE WHEN t.credit = ANY(${accounts}) THEN t.amount_minor ELSE 0 END)
			- sum(CASE WHEN t.debit = ANY(${accounts}) THEN t.amount_minor ELSE 0 END)`;
	const taxAccount: LedgerAccount = 'tax';
	const tax = sql`ARRAY[${taxAccount}]::text[]`;
	const { rows } = await db.execute<{
		currency: string;
		country: string;
		rate: number | null;
		net: string;
		tax: string;
	}>(sql`
		SELECT t.currency, ${countryOf} AS country, ${sql.raw(taxRateOf('t'))} AS rate, ${side(taxable)} AS net, ${side(tax)} AS tax
		FROM ledger_transfers t
		WHERE ${inPeriod(period)} AND (t.credit = ANY(${taxable} || ${tax}) OR t.debit = ANY(${taxable} || ${tax}))
		GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 NULLS LAST`);
	const shown = rows.map(({ currency, country, rate, net, tax: taxMinor }) => ({
		currency,
		country,
		taxBasisPoints: rate,
		...sums(Number(net), Number(taxMinor)),
	}));
	const totals = [...Map.groupBy(shown, (row) => row.currency)].map(([currency, ofCurrency]) => {
		const sum = (of: (row: (typeof shown)[number]) => number) =>
			ofCurrency.reduce((total, row) => total + of(row), 0);
		return {
			currency,
			...sums(
				sum((row) => row.netMinor),
				sum((row) => row.taxMinor),
			),
		};
	});
	return { rows: shown, totals };
}

const sums = (netMinor: number, taxMinor: number) => ({
	netMinor,
	taxMinor,
	grossMinor: netMinor + taxMinor,
});

/** So long after its end nothing can be under way any more that began in a month: transactions take seconds. */
export const closingDelayMs = 3_600_000;

/** The tax report of a month; of a closed one as it was when it was closed. */
export async function getTaxReport(
	services: Services,
	how: { organisationId: string; period: string | undefined },
	db: DbOrTx = services.database.db,
): Promise<TaxReport> {
	const now = services.clock.now();
	const { period, closed, lastEnd } = await readPeriod(db, { ...how, now });
	const figures = closed ? (closed.figures as Figures) : await addUpTaxes(db, period);
	const transfers = closed?.transfers ?? (await countTransfers(db, inPeriod(period)));
	return {
		period: period.period,
		startsAt: period.startsAt.toISOString(),
		endsAt: period.endsAt.toISOString(),
		timeZone: period.timeZone,
		...figures,
		transfers,
		closedAt: closed?.closedAt.toISOString() ?? null,
		blocker: closed ? null : await blockerOf(db, period, { now, lastEnd }),
		hash: closed?.hash.toString('hex') ?? null,
		isTest: services.testGateway !== undefined && services.testGateway !== null,
	};
}

async function countTransfers(db: DbOrTx, where: SQL): Promise<number> {
	const { rows } = await db.execute<{ n: number }>(
		sql`SELECT count(*)::int AS n FROM ledger_transfers t WHERE ${where}`,
	);
	return rows[0]?.n ?? 0;
}

/** Months are closed once they are over, and one after the other. */
async function blockerOf(
	db: DbOrTx,
	period: Period,
	{ now, lastEnd }: { now: Date; lastEnd: Date | null },
): Promise<TaxReport['blocker']> {
	if (now.getTime() < period.endsAt.getTime() + closingDelayMs) return 'period-open';
	const { rows } = await db.execute<{ is_there: boolean }>(sql`
		SELECT EXISTS (SELECT FROM ledger_transfers t WHERE t.organisation_id = ${period.organisationId}
			AND t.occurred_at < ${period.startsAt.toISOString()}::timestamptz
			AND t.occurred_at >= ${(lastEnd ?? new Date(0)).toISOString()}::timestamptz) AS is_there`);
	return rows[0]?.is_there ? 'earlier-period-open' : null;
}
