import { and, inArray, lt, sql } from 'drizzle-orm';
import { feedbackReports, feedbackScreenshots } from '#server/db/tables/feedback.ts';
import { removeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { screenshotImage } from './commands/add-attachments.ts';

const batch = 100;

/** Reports that were closed a year ago go, with their pictures: address and page of the reporter are stored no longer than needed. */
export async function removeOldReports(services: Services): Promise<void> {
	const { db } = services.database;
	for (;;) {
		const old = await db
			.select({ id: feedbackReports.id })
			.from(feedbackReports)
			.where(
				and(
					inArray(feedbackReports.status, ['done', 'declined', 'duplicate']),
					lt(feedbackReports.updatedAt, sql`now() - interval '1 year'`),
				),
			)
			.limit(batch);
		if (old.length === 0) return;
		const ids = old.map(({ id }) => id);
		const pictures = await db
			.select({ stem: feedbackScreenshots.fileStem })
			.from(feedbackScreenshots)
			.where(inArray(feedbackScreenshots.reportId, ids));
		await db.delete(feedbackReports).where(inArray(feedbackReports.id, ids));
		for (const { stem } of pictures) await removeImage(services.files, stem, screenshotImage);
		if (old.length < batch) return;
	}
}

export const feedbackJobs: ScheduledJob[] = [
	{ name: 'feedback.remove-old-reports', cron: '15 4 * * *', run: removeOldReports },
];
