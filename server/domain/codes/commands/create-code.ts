import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { codes } from '#server/db/tables/codes.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { createCode as contract } from '#shared/contracts/codes.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type CodeRow, requireRoom } from '../code-rows.ts';
import { checkLetters, checkTerms, checkTicketTypes, givenTerms, newTerms } from '../code-rules.ts';

/**
 * Makes a code. Its letters, what it does and how much are enough: it is for all tickets with a price, from now on, any number of times.
 * @throws VALIDATION_FAILED about a field, RESOURCE_ALREADY_EXISTS for letters in use, `too-many-codes`
 */
export async function createCode(
	services: Services,
	{ organisationId, eventId }: EventScope,
	input: BodyOf<typeof contract>,
): Promise<CodeRow> {
	const scope = { organisationId, eventId };
	const { code, ...terms } = input;
	const key = checkLetters(code);
	return services.database.transaction(async (tx) => {
		const { currency } = await lockEvent(tx, scope);
		await requireRoom(tx, scope, 1);
		const values = { ...newTerms, kind: input.kind, ...givenTerms(terms) };
		checkTerms(values, currency);
		await checkTicketTypes(tx, scope, values.ticketTypeIds);
		const [row] = await refuseTaken(tx, (inner) =>
			inner
				.insert(codes)
				.values({ id: newId(), ...scope, code, key, ...values })
				.returning(),
		);
		return row as CodeRow;
	});
}

/** Runs a write that may meet letters in use. @throws RESOURCE_ALREADY_EXISTS */
export async function refuseTaken<T>(tx: Tx, write: (inner: Tx) => Promise<T>): Promise<T> {
	try {
		return await tx.transaction((inner) => write(inner as Tx));
	} catch (error) {
		if (!isUniqueViolation(error, 'codes_key_unique')) throw error;
		const sentence = message`This event already has this code.`;
		throw new AppError('RESOURCE_ALREADY_EXISTS', {
			message: sentence,
			userMessage: sentence,
			details: [{ field: 'code', message: sentence, code: 'RESOURCE_ALREADY_EXISTS' }],
		});
	}
}
