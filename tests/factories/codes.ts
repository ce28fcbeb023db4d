import type { Database } from '#server/db/client.ts';
import { codes } from '#server/db/tables/codes.ts';
import { newId } from '#shared/lib/ids.ts';
import { codeKey } from '#shared/rules/code-key.ts';

type CodeValues = Partial<Omit<typeof codes.$inferInsert, 'key'>>;

/** A code of an event: 20 % off every ticket with a price, unless said otherwise. */
export async function insertCode(
	database: Database,
	event: { organisationId: string; eventId: string },
	values: CodeValues = {},
): Promise<{ id: string; code: string }> {
	const { code = 'EARLY', kind = 'percent', ...more } = values;
	const id = newId();
	await database.db.insert(codes).values({
		basisPoints: kind === 'percent' ? 2_000 : null,
		...more,
		...{ id, code, kind, key: codeKey(code) },
		...{ organisationId: event.organisationId, eventId: event.eventId },
	});
	return { id, code };
}
