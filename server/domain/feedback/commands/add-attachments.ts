import { count, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { feedbackReports, feedbackScreenshots } from '#server/db/tables/feedback.ts';
import { sourceOf } from '#server/domain/accounts/network.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import { type ImageKind, removeImage, storeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import type { ConsoleLine } from '#shared/contracts/feedback.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOTS, redactLogLine } from '#shared/rules/feedback.ts';
import { readReportToken } from '../report-token.ts';
import { getReportRow, lockReport, type ReportRow } from '../rows.ts';

/** Pictures in an hour, of at most 5 MB each. */
const mostFromNetwork = 25;
const mostInAll = 200;
/** The reporter's page sends them right after the report. */
const uploadWindowMs = 3_600_000;

export const screenshotImage: ImageKind = {
	widths: [480, 2000],
	jpegWidth: 1200,
	maxBytes: MAX_SCREENSHOT_BYTES,
};

interface Upload {
	code: string;
	uploadToken: string;
}

/** The report that an upload belongs to; not found for a wrong token and after an hour. */
async function uploadTarget(services: Services, { code, uploadToken }: Upload): Promise<ReportRow> {
	if (readReportToken(services.secret, 'upload', uploadToken) !== code) throw notFound('Report');
	const report = await getReportRow(services.database.db, code);
	if (services.clock.now().getTime() - report.createdAt.getTime() > uploadWindowMs) throw notFound('Report');
	return report;
}

const tooMany = () =>
	ruleViolation('screenshot-limit', message`A report can have at most ${MAX_SCREENSHOTS} screenshots.`);

/** Adds a screenshot: decoded and made anew, so that nothing but the picture is stored. */
export async function addScreenshot(
	services: Services,
	upload: Upload & { address: string },
	file: UploadedFile,
): Promise<void> {
	const report = await uploadTarget(services, upload);
	const source = sourceOf(services.secret, upload.address);
	// Before the picture is decoded, and once more when it is counted.
	await refuseFlood(services.database.db, source);
	if ((await countScreenshots(services.database.db, report.id)) >= MAX_SCREENSHOTS) throw tooMany();
	const { stem, width, height } = await storeImage(services.files, file.bytes, screenshotImage);
	try {
		await services.database.transaction(async (tx) => {
			// One at a time, so that many at once cannot pass the count together.
			await tx.execute(sql`SELECT pg_advisory_xact_lock(7204121)`);
			await refuseFlood(tx, source);
			await lockReport(tx, upload.code);
			const taken = await countScreenshots(tx, report.id);
			if (taken >= MAX_SCREENSHOTS) throw tooMany();
			await tx.insert(feedbackScreenshots).values({
				id: newId(),
				reportId: report.id,
				position: taken + 1,
				fileStem: stem,
				name: file.name.replaceAll('\0', ''),
				width,
				height,
				source,
			});
		});
	} catch (error) {
		await removeImage(services.files, stem, screenshotImage);
		throw error;
	}
}

/** Anybody may send pictures, and they are stored: in an hour only so many of one network, and so many in all. */
async function refuseFlood(db: DbOrTx, source: Buffer): Promise<void> {
	const { rows } = await db.execute<{ byNetwork: number; inAll: number }>(sql`
		SELECT count(*) FILTER (WHERE source = ${source})::int AS "byNetwork", count(*)::int AS "inAll"
		FROM feedback_screenshots WHERE created_at > now() - interval '1 hour'`);
	const found = rows[0];
	if (found && (found.byNetwork >= mostFromNetwork || found.inAll >= mostInAll))
		throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3600 });
}

async function countScreenshots(
	db: Pick<Services['database']['db'], 'select'>,
	reportId: string,
): Promise<number> {
	const [row] = await db
		.select({ taken: count() })
		.from(feedbackScreenshots)
		.where(eq(feedbackScreenshots.reportId, reportId));
	return row?.taken ?? 0;
}

/** Adds the console log, redacted once more; only where the report says that the reporter agreed. */
export async function addConsoleLog(services: Services, upload: Upload, lines: ConsoleLine[]): Promise<void> {
	const report = await uploadTarget(services, upload);
	if (!report.isConsoleLogAllowed) {
		throw ruleViolation('console-log-refused', message`The reporter did not agree to send the console log.`);
	}
	await services.database.db
		.update(feedbackReports)
		.set({ consoleLog: lines.map((line) => ({ ...line, text: redactLogLine(line.text, 1_000) })) })
		.where(eq(feedbackReports.id, report.id));
}
