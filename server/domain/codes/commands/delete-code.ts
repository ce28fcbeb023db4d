import { and, eq } from 'drizzle-orm';
import { codeBatches, codes } from '#server/db/tables/codes.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isEverUsed, lockCode, ofEvent } from '../code-rows.ts';
import { ofBatch } from './code-batches.ts';

/** Deletes a code with which no order was ever placed; a batch goes with the last of its codes. @throws not-found, `code-used` */
export async function deleteCode(
	services: Services,
	{ organisationId, eventId }: EventScope,
	codeId: string,
): Promise<void> {
	const scope = { organisationId, eventId };
	await services.database.transaction(async (tx) => {
		await lockEvent(tx, scope);
		const row = await lockCode(tx, scope, codeId);
		if (await isEverUsed(tx, scope, { codeId }))
			throw ruleViolation('code-used', message`An order used this code. End it instead.`);
		await tx.delete(codes).where(and(ofEvent(scope), eq(codes.id, row.id)));
		if (!row.batchId) return;
		const [left] = await tx
			.select({ id: codes.id })
			.from(codes)
			.where(and(ofEvent(scope), eq(codes.batchId, row.batchId)))
			.limit(1);
		if (!left) await tx.delete(codeBatches).where(ofBatch({ ...scope, batchId: row.batchId }));
	});
}
