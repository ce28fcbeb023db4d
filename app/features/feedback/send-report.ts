import { api } from '#app/lib/api-client.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { sendConsoleLog, submitFeedback, uploadScreenshot } from '#shared/contracts/feedback.ts';
import { redactUrl } from '#shared/rules/page-address.ts';
import { bufferedLines } from './console-buffer.ts';
import { type FeedbackDraft, payloadOf } from './draft.ts';

export interface SentReport {
	reportId: string;
	uploadToken: string;
	statusPath: string;
}

let lastTry: { typed: string; key: string; now: Date } | undefined;

/** Sends a report. The same report sent again after a lost answer is the same report. */
export async function sendReport(draft: FeedbackDraft, screenshots: readonly File[]): Promise<SentReport> {
	const names = screenshots.map(({ name }) => name);
	const typed = JSON.stringify([draft, names]);
	if (lastTry?.typed !== typed) lastTry = { typed, key: newIdempotencyKey(), now: new Date() };
	const body = payloadOf(draft, {
		url: redactUrl(location.href),
		userAgent: navigator.userAgent,
		now: lastTry.now,
		screenshots: names,
	});
	const sent = await api.call(submitFeedback, { body, idempotencyKey: lastTry.key, hasBearer: false });
	lastTry = undefined;
	return sent;
}

/** Sends what belongs to a report, one after the other; gives back the screenshots that did not get through. */
export async function sendAttachments(
	{ reportId, uploadToken }: SentReport,
	screenshots: readonly File[],
	hasConsoleLog: boolean,
): Promise<File[]> {
	const target = { params: { report: reportId }, query: { uploadToken }, hasBearer: false };
	const failed: File[] = [];
	for (const file of screenshots) {
		await api.call(uploadScreenshot, { ...target, file }).catch(() => failed.push(file));
	}
	if (hasConsoleLog) {
		await api.call(sendConsoleLog, { ...target, body: { lines: [...bufferedLines()] } }).catch(() => {});
	}
	return failed;
}
