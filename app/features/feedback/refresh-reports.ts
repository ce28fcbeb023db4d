import { tokens } from '#app/lib/token-store.ts';

/** Key of the list of reports at /feedback-admin. */
export const REPORTS_KEY = ['feedback', 'reports'] as const;

/** A report has come: an open list of them reads it. Guests have no such list. */
export async function refreshReports(): Promise<void> {
	if (!tokens.get()) return;
	const { queryClientHere } = await import('#app/lib/query-client.ts');
	await queryClientHere().invalidateQueries({ queryKey: REPORTS_KEY });
}
