import { and, count, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { fundraiserUpdates } from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MAX_UPDATES } from '#shared/rules/fundraisers.ts';
import { lockFundraiser, type UpdateRow } from '../rows.ts';
import type { UpdateScope } from './update-readers.ts';

const ofUpdate = (scope: UpdateScope) =>
	and(isOfEvent(fundraiserUpdates, scope), eq(fundraiserUpdates.id, scope.updateId));

/**
 * Posts an update, and queues it by email to subscribed donors if the author wants that.
 * @throws not-found without a fundraiser, `too-many-updates`
 */
export async function postUpdate(
	services: Services,
	scope: EventScope,
	{ email, ...input }: { title: string; body: string; email: boolean },
): Promise<UpdateRow> {
	return services.database.transaction(async (tx) => {
		if (!(await lockFundraiser(tx, scope))) throw notFound('Fundraiser');
		const [posted] = await tx
			.select({ number: count() })
			.from(fundraiserUpdates)
			.where(isOfEvent(fundraiserUpdates, scope));
		if ((posted?.number ?? 0) >= MAX_UPDATES)
			throw ruleViolation('too-many-updates', message`A fundraiser has at most ${MAX_UPDATES} updates.`);
		const [row] = await tx
			.insert(fundraiserUpdates)
			.values({
				id: newId(),
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				...input,
				isEmailDue: email,
			})
			.returning();
		return row as UpdateRow;
	});
}

/** Changes an update. Throws not-found. */
export async function editUpdate(
	services: Services,
	scope: UpdateScope,
	input: { title?: string | undefined; body?: string | undefined },
): Promise<UpdateRow> {
	const [row] = await services.database.db
		.update(fundraiserUpdates)
		.set({ ...input, updatedAt: sql`now()` })
		.where(ofUpdate(scope))
		.returning();
	if (!row) throw notFound('Update');
	return row;
}

/** Removes an update. Throws not-found. */
export async function removeUpdate(services: Services, scope: UpdateScope): Promise<void> {
	const gone = await services.database.db
		.delete(fundraiserUpdates)
		.where(ofUpdate(scope))
		.returning({ id: fundraiserUpdates.id });
	if (gone.length === 0) throw notFound('Update');
}

/** An update, for the emails about it; null: it was removed. */
export async function findUpdate(db: DbOrTx, scope: UpdateScope): Promise<UpdateRow | null> {
	const [row] = await db.select().from(fundraiserUpdates).where(ofUpdate(scope));
	return row ?? null;
}
