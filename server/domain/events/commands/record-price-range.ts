import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';

/**
 * Stores the lowest and highest price of what events of an organisation offer, for lists and searches; nulls when nothing is on offer. Called by
 * the tickets module. The version rises only when the prices are others, and not for events that are only being made.
 */
export async function recordPriceRanges(
	tx: Tx,
	organisationId: string,
	ranges: readonly { eventId: string; minPriceMinor: number | null; maxPriceMinor: number | null }[],
	isNew = false,
): Promise<void> {
	const alike = Map.groupBy(
		ranges,
		({ minPriceMinor, maxPriceMinor }) => `${minPriceMinor} ${maxPriceMinor}`,
	);
	for (const same of alike.values()) {
		const [first] = same;
		if (!first) continue;
		const { minPriceMinor, maxPriceMinor } = first;
		await tx.execute(sql`
			UPDATE events SET min_price_minor = ${minPriceMinor}::bigint, max_price_minor = ${maxPriceMinor}::bigint,
				version = version + ${isNew ? 0 : 1}::int
			WHERE organisation_id = ${organisationId}::uuid AND id = ANY (${plainArray(same.map(({ eventId }) => eventId))}::uuid[])
				AND (min_price_minor IS DISTINCT FROM ${minPriceMinor}::bigint OR max_price_minor IS DISTINCT FROM ${maxPriceMinor}::bigint)`);
	}
}
