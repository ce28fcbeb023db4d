import { and, eq } from 'drizzle-orm';
import { codes } from '#server/db/tables/codes.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { updateCode as contract } from '#shared/contracts/codes.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { pick } from '#shared/lib/pick.ts';
import { type CodeRow, checkTicketTypes, lockCode, ofEvent } from '../code-rows.ts';
import { checkLetters, checkLimits, checkTerms, givenTerms, termFields } from '../code-rules.ts';
import { refuseTaken } from './create-code.ts';

/**
 * Changes a code. Prices of orders that used it stay. Codes of a batch stay alike, so they are changed together.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), VALIDATION_FAILED about a field, RESOURCE_ALREADY_EXISTS, `uses-below-used`, `budget-below-saved`,
 * `code-of-batch`
 */
export async function updateCode(
	services: Services,
	{ organisationId, eventId }: EventScope,
	how: { codeId: string; input: BodyOf<typeof contract>; ifMatch?: number | undefined },
): Promise<CodeRow> {
	const scope = { organisationId, eventId };
	const { code, ...terms } = how.input;
	return services.database.transaction(async (tx) => {
		const { currency } = await lockEvent(tx, scope);
		const row = await lockCode(tx, scope, how.codeId);
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		if (row.batchId)
			throw ruleViolation('code-of-batch', message`Codes of a batch can only be changed together.`);
		const given = givenTerms(terms, row);
		const values = { ...pick(row, termFields), ...given };
		checkTerms(values, currency);
		checkLimits(given, row);
		// Types that were deleted since may stay named.
		await checkTicketTypes(tx, scope, given.ticketTypeIds);
		const letters = code === undefined ? {} : { code, key: checkLetters(code) };
		const [changed] = await refuseTaken(tx, (inner) =>
			inner
				.update(codes)
				.set({ ...letters, ...values, version: row.version + 1, updatedAt: services.clock.now() })
				.where(and(ofEvent(scope), eq(codes.id, row.id)))
				.returning(),
		);
		return changed as CodeRow;
	});
}
