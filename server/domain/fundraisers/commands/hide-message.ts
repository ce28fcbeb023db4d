import { and, eq } from 'drizzle-orm';
import { donations } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { getDonation } from '../rows.ts';

/** Takes the message and dedication of a donation off the wall, or shows them again. Throws not-found. */
export async function hideMessage(
	services: Services,
	scope: EventScope & { donationId: string },
	isMessageHidden: boolean,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const { id } = await getDonation(tx, scope);
		await tx
			.update(donations)
			.set({ isMessageHidden })
			.where(and(eq(donations.organisationId, scope.organisationId), eq(donations.id, id)));
	});
}
