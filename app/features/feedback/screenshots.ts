import { type FileFault, sortFiles } from '#app/ui/file-rules.ts';
import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOTS } from '#shared/rules/feedback.ts';

/** Pictures only, each up to 5 MB, at most 5; extra ones are dropped (section 5). */
export const screenshotRules = {
	accept: 'image/png,image/jpeg,image/gif,image/webp',
	maxBytes: MAX_SCREENSHOT_BYTES,
	maxFiles: MAX_SCREENSHOTS,
};

/** The screenshots with those added that fit, and why the first of the others does not. */
export function withScreenshots(
	chosen: readonly File[],
	added: readonly File[],
): { screenshots: File[]; fault: FileFault | null } {
	const { accepted, refused } = sortFiles(added, screenshotRules, chosen.length);
	return { screenshots: [...chosen, ...accepted], fault: refused[0]?.fault ?? null };
}
