import type { FeedbackType } from '#shared/rules/feedback.ts';
import { loadIdleParts } from './idle-loaded.ts';

/** Opens the feedback widget from anywhere. Without a connection nothing opens; the offline notice says why. */
export async function openFeedback(type?: FeedbackType): Promise<void> {
	await (await loadIdleParts())?.openFeedback(type);
}
