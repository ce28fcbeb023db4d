import type { Code, CodeState } from '#shared/contracts/codes.ts';
import { pick } from '#shared/lib/pick.ts';
import type { CodeRow } from './code-rows.ts';
import { plainTerms } from './code-rules.ts';

/** Data shared by all codes of an event: their currency, and the URL of its page. */
export interface CodedEvent {
	currency: string;
	/** Address of the page. */
	url: string;
	now: Date;
}

/** Whether a code can be used at an instant. */
export function codeState(
	code: Pick<CodeRow, 'startsAt' | 'endsAt' | 'uses' | 'used' | 'budgetMinor' | 'savedMinor'>,
	now: Date,
): CodeState {
	if (code.endsAt && code.endsAt <= now) return 'ended';
	if (code.uses !== null && code.used >= code.uses) return 'used_up';
	if (code.budgetMinor !== null && code.savedMinor >= code.budgetMinor) return 'used_up';
	return code.startsAt && code.startsAt > now ? 'scheduled' : 'active';
}

/** The terms of a code, as its organiser sees them. */
export const presentTerms = (row: CodeRow, currency: string) => ({
	...pick(row, plainTerms),
	currency,
	startsAt: row.startsAt?.toISOString() ?? null,
	endsAt: row.endsAt?.toISOString() ?? null,
});

/** A code as its organiser sees it. */
export function presentCode(row: CodeRow, event: CodedEvent): Code {
	return {
		...pick(row, ['id', 'code', 'label', 'used', 'savedMinor', 'batchId', 'version']),
		...presentTerms(row, event.currency),
		state: codeState(row, event.now),
		url: `${event.url}?code=${encodeURIComponent(row.code)}`,
		createdAt: row.createdAt.toISOString(),
	};
}
