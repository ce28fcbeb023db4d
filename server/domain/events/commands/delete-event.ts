import { and, eq } from 'drizzle-orm';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { events } from '#server/db/tables/events.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { editRefusals } from '#shared/rules/edit-rules.ts';
import { lockEvent } from '../event-rows.ts';
import { requireStep } from './change-status.ts';
import { removeUnusedCover } from './cover.ts';
import { listPictureStems, removeUnusedPictures } from './pictures.ts';

/**
 * Deletes a draft that never had a guest. Modules to the right hear of it first and may refuse.
 * @throws BUSINESS_RULE_VIOLATION for what is no draft, or has orders
 */
export async function deleteEvent(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<void> {
	try {
		const { coverFile, stems } = await services.database.transaction(async (tx) => {
			const row = await lockEvent(tx, scope);
			requireStep('delete', row);
			await services.facts.publish(
				tx,
				{ ...scope, name: 'events.event-deleted', payload: { eventId: row.id } },
				services,
			);
			const stems = await listPictureStems(tx, scope);
			await tx
				.delete(events)
				.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
			return { coverFile: row.coverFile, stems };
		});
		await removeUnusedCover(services, coverFile);
		await removeUnusedPictures(services, scope.organisationId, stems);
	} catch (error) {
		if (!isForeignKeyViolation(error)) throw error;
		throw ruleViolation('has-guests', editRefusals['has-guests']());
	}
}
