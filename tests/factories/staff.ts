import type { Database } from '#server/db/client.ts';
import { staffLinks } from '#server/db/tables/staff.ts';
import { newShortCode, newStaffToken } from '#server/domain/staff/tokens.ts';
import { newId } from '#shared/lib/ids.ts';
import { defaultStaffAbilities } from '#shared/rules/staff-abilities.ts';

/** A way to the door of an event; answers its token. */
export async function insertStaffLink(
	database: Database,
	event: { organisationId: string; eventId: string },
): Promise<string> {
	const { token, hash } = newStaffToken();
	await database.db.insert(staffLinks).values({
		id: newId(),
		organisationId: event.organisationId,
		eventId: event.eventId,
		tokenHash: hash,
		shortCode: newShortCode(),
		label: 'Main door',
		abilities: [...defaultStaffAbilities],
	});
	return token;
}
