import { isDatabaseBusy, isDatabaseDown } from './errors.ts';

/**
 * Settles entries in one transaction, or each in its own when that fails: what only one of them brings about fails it alone.
 * @param settle answers a result or an error for each, in order
 * @throws when the database is down or busy, or the only entry fails
 */
export async function batchOrEach<T, R>(
	entries: T[],
	settle: (entries: T[]) => Promise<(R | Error)[]>,
): Promise<(R | Error)[]> {
	try {
		return await settle(entries);
	} catch (error) {
		if (isDatabaseDown(error) || isDatabaseBusy(error) || entries.length === 1) throw error;
	}
	const results: (R | Error)[] = [];
	for (const entry of entries)
		results.push(
			...(await settle([entry]).catch((reason) => [
				reason instanceof Error ? reason : new Error(String(reason)),
			])),
		);
	return results;
}
