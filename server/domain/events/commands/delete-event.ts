import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { events } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { editRefusals } from '#shared/rules/edit-rules.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';
import { requireStep } from './change-status.ts';
import { removeUnusedCover } from './cover.ts';
import { listPictureStems, removeUnusedPictures } from './pictures.ts';
import { holdSeriesOf } from './series-columns.ts';

/**
 * Deletes a draft that never had a guest. Modules to the right handle it first and may refuse.
 * @throws BUSINESS_RULE_VIOLATION for what is no draft, or has orders
 */
export async function deleteEvent(
	services: Services,
	{ organisationId, eventId }: EventScope,
): Promise<void> {
	const scope = { organisationId, eventId };
	try {
		const files = await services.database.transaction(async (tx) => {
			await holdSeriesOf(tx, scope);
			const row = await lockEvent(tx, scope);
			requireStep('delete', row);
			return deleteEventWithin(services, tx, row);
		});
		await removeFilesOfDeleted(services, [files]);
	} catch (error) {
		if (!isForeignKeyViolation(error)) throw error;
		throw ruleViolation('has-guests', editRefusals['has-guests']());
	}
}

/** Files that deleted events leave behind: removed after the commit, unless others use them. */
export interface LeftFiles {
	organisationId: string;
	coverFile: string | null;
	stems: string[];
}

/**
 * Deletes an event in the caller's transaction, in any status. The caller holds the locks of its series and the event, in this order.
 * @throws BUSINESS_RULE_VIOLATION, or a foreign key violation, if it has orders or other records that must be retained
 */
export async function deleteEventWithin(services: Services, tx: Tx, row: EventRow): Promise<LeftFiles> {
	const scope = { organisationId: row.organisationId, eventId: row.id };
	await services.facts.publish(
		tx,
		{ ...scope, name: 'events.event-deleted', payload: { eventId: row.id } },
		services,
	);
	const stems = await listPictureStems(tx, scope);
	await tx
		.delete(events)
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
	return { organisationId: scope.organisationId, coverFile: row.coverFile, stems };
}

export async function removeFilesOfDeleted(services: Services, left: readonly LeftFiles[]): Promise<void> {
	for (const { organisationId, coverFile, stems } of left) {
		await removeUnusedCover(services, coverFile);
		await removeUnusedPictures(services, organisationId, stems);
	}
}
