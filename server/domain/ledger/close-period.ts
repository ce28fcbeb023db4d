import { sql } from 'drizzle-orm';
import { ledgerPeriods } from '#server/db/tables/ledger.ts';
import type { Services } from '#server/services.ts';
import type { TaxReport } from '#shared/contracts/ledger.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { readPeriod, sealOf } from './periods.ts';
import { addUpTaxes, getTaxReport, inPeriod } from './tax-report.ts';

const reasons = {
	'period-open': message`A month can be closed one hour after it has ended.`,
	'earlier-period-open': message`An earlier month is still open. Close that one first.`,
};

/**
 * Closes a month: stores its figures and a hash of its transfers. From then on the database refuses transfers that are dated in it or before;
 * refunds are dated on the day they are made, so they count in the month that is open. Twice changes nothing.
 * @throws `period-open`, `earlier-period-open`
 */
export async function closePeriod(
	services: Services,
	how: { organisationId: string; period: string; userId: string },
): Promise<TaxReport> {
	const { organisationId } = how;
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		// One closing of an organisation at a time.
		await tx.execute(sql`SELECT FROM organisations WHERE id = ${organisationId} FOR NO KEY UPDATE`);
		const report = await getTaxReport(services, how, tx);
		if (report.closedAt !== null) return report;
		if (report.blocker) throw ruleViolation(report.blocker, reasons[report.blocker]);
		const { period } = await readPeriod(tx, { ...how, now });
		const { rows } = await tx.execute<{ n: number; hash: Buffer }>(sql`
			SELECT count(*)::int AS n, ${sql.raw(sealOf)} AS hash FROM ledger_transfers t WHERE ${inPeriod(period)}`);
		const sealed = rows[0] as { n: number; hash: Buffer };
		await tx.insert(ledgerPeriods).values({
			...period,
			figures: await addUpTaxes(tx, period),
			transfers: sealed.n,
			hash: sealed.hash,
			closedAt: now,
			closedBy: how.userId,
		});
		return getTaxReport(services, how, tx);
	});
}
