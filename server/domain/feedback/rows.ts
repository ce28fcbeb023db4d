import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { feedbackReports } from '#server/db/tables/feedback.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type ReportRow = typeof feedbackReports.$inferSelect;

/** A report by what people call it. */
export async function getReportRow(db: DbOrTx, code: string): Promise<ReportRow> {
	const [row] = await db.select().from(feedbackReports).where(eq(feedbackReports.code, code));
	if (!row) throw notFound('Report');
	return row;
}

/** The same, held until the transaction ends. */
export async function lockReport(tx: DbOrTx, code: string): Promise<ReportRow> {
	const [row] = await tx.select().from(feedbackReports).where(eq(feedbackReports.code, code)).for('update');
	if (!row) throw notFound('Report');
	return row;
}
