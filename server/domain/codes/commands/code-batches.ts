import { and, count, eq, getColumns, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { codeBatches, codes } from '#server/db/tables/codes.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import {
	type createCodeBatch as createContract,
	MAX_BATCHES,
	type updateCodeBatch as updateContract,
} from '#shared/contracts/codes.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { pick } from '#shared/lib/pick.ts';
import { randomCode } from '#shared/lib/random-code.ts';
import { CODE_LENGTH } from '#shared/rules/code-key.ts';
import { type CodeRow, checkTicketTypes, isEverUsed, ofEvent, requireRoom } from '../code-rows.ts';
import { checkLimits, checkTerms, givenTerms, newTerms, type TermValues, termFields } from '../code-rules.ts';

type BatchScope = EventScope & { batchId: string };

export const ofBatch = (scope: BatchScope) =>
	and(isOfEvent(codeBatches, scope), eq(codeBatches.id, scope.batchId));

const codesOf = (scope: BatchScope) => and(ofEvent(scope), eq(codes.batchId, scope.batchId));

/**
 * Makes codes that are alike but for their letters, each good for one order unless the terms say otherwise.
 * @returns the id of the batch
 * @throws VALIDATION_FAILED about a field, `too-many-codes`, `too-many-batches`
 */
export async function createBatch(
	services: Services,
	{ organisationId, eventId }: EventScope,
	input: BodyOf<typeof createContract>,
): Promise<string> {
	const scope = { organisationId, eventId };
	const { count: wanted, label = '', ...terms } = input;
	const batchId = newId();
	await services.database.transaction(async (tx) => {
		const { currency } = await lockEvent(tx, scope);
		await requireRoom(tx, scope, wanted);
		const [known] = await tx
			.select({ number: count() })
			.from(codeBatches)
			.where(isOfEvent(codeBatches, scope));
		if ((known?.number ?? 0) >= MAX_BATCHES)
			throw ruleViolation(
				'too-many-batches',
				message`An event can have up to ${MAX_BATCHES} batches of codes. Delete an unused batch.`,
			);
		const values = { ...newTerms, uses: 1, kind: input.kind, ...givenTerms(terms) };
		checkTerms(values, currency);
		await checkTicketTypes(tx, scope, values.ticketTypeIds);
		await tx.insert(codeBatches).values({ id: batchId, ...scope, label });
		await insertCodes(tx, { ...scope, batchId }, wanted, values);
	});
	return batchId;
}

/** Writes random codes; letters that the event has already are replaced by others. */
async function insertCodes(tx: Tx, scope: BatchScope, wanted: number, terms: TermValues): Promise<void> {
	const { organisationId, eventId, batchId } = scope;
	for (let missing = wanted; missing > 0; ) {
		const made = new Set<string>();
		while (made.size < missing) made.add(randomCode(CODE_LENGTH));
		const { rows } = await tx.execute<{ made: number }>(sql`
			WITH written AS (INSERT INTO codes (id, code, key, organisation_id, event_id, batch_id, kind, basis_points, amount_minor, ticket_type_ids,
				min_quantity, max_quantity, starts_at, ends_at, uses, uses_per_buyer, budget_minor)
			SELECT n.id, n.code, n.code, ${organisationId}::uuid, ${eventId}::uuid, ${batchId}::uuid, ${terms.kind}::text,
				${terms.basisPoints}::int, ${terms.amountMinor}::bigint, ${terms.ticketTypeIds && plainArray(terms.ticketTypeIds)}::uuid[],
				${terms.minQuantity}::int, ${terms.maxQuantity}::int, ${terms.startsAt}::timestamptz, ${terms.endsAt}::timestamptz,
				${terms.uses}::int, ${terms.usesPerBuyer}::int, ${terms.budgetMinor}::bigint
			FROM unnest(${plainArray(Array.from(made, newId))}::uuid[], ${plainArray([...made])}::text[]) AS n(id, code)
			ON CONFLICT (organisation_id, event_id, key) DO NOTHING RETURNING 1)
			SELECT count(*)::int AS made FROM written`);
		missing -= rows[0]?.made ?? 0;
	}
}

/** Holds a batch with its codes, in the order of sales: those that use one wait. Throws not-found. */
async function lockBatch(
	tx: Tx,
	scope: BatchScope,
): Promise<{ one: CodeRow; used: number; savedMinor: number }> {
	const rows = await tx
		.select({ used: codes.used, savedMinor: codes.savedMinor })
		.from(codes)
		.where(codesOf(scope))
		.orderBy(codes.id)
		.for('update');
	const [one] = await tx.select(getColumns(codes)).from(codes).where(codesOf(scope)).limit(1);
	if (!one) throw notFound('Batch');
	return {
		one,
		used: rows.reduce((most, { used }) => Math.max(most, used), 0),
		savedMinor: rows.reduce((most, { savedMinor }) => Math.max(most, savedMinor), 0),
	};
}

/**
 * Changes the terms of all codes of a batch.
 * @throws not-found, VALIDATION_FAILED about a field, `uses-below-used`, `budget-below-saved`
 */
export async function updateBatch(
	services: Services,
	{ organisationId, eventId, batchId }: BatchScope,
	input: BodyOf<typeof updateContract>,
): Promise<void> {
	const scope = { organisationId, eventId, batchId };
	const { label, ...terms } = input;
	await services.database.transaction(async (tx) => {
		const { currency } = await lockEvent(tx, scope);
		const { one, ...most } = await lockBatch(tx, scope);
		const given = givenTerms(terms, one);
		checkTerms({ ...pick(one, termFields), ...given }, currency);
		checkLimits(given, most);
		await checkTicketTypes(tx, scope, given.ticketTypeIds);
		if (label !== undefined) await tx.update(codeBatches).set({ label }).where(ofBatch(scope));
		if (Object.keys(given).length > 0)
			await tx
				.update(codes)
				.set({ ...given, version: sql`${codes.version} + 1`, updatedAt: services.clock.now() })
				.where(codesOf(scope));
	});
}

/** Deletes a batch of whose codes no order ever used one. @throws not-found, `code-used` */
export async function deleteBatch(
	services: Services,
	{ organisationId, eventId, batchId }: BatchScope,
): Promise<void> {
	const scope = { organisationId, eventId, batchId };
	await services.database.transaction(async (tx) => {
		await lockEvent(tx, scope);
		await lockBatch(tx, scope);
		if (await isEverUsed(tx, scope, { batchId }))
			throw ruleViolation('code-used', message`An order used one of these codes. End them instead.`);
		await tx.delete(codes).where(codesOf(scope));
		await tx.delete(codeBatches).where(ofBatch(scope));
	});
}
