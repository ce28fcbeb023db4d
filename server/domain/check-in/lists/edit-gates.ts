import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import type { Services } from '#server/services.ts';
import type { Gate } from '#shared/contracts/door-lists.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { editDoor } from './edit-lists.ts';
import { listGates } from './gates.ts';

type Scope = { organisationId: string; eventId: string };
const maxGates = 200;

/** Adds a gate to an event. */
export async function createGate(services: Services, scope: Scope, name: string, by: Author): Promise<Gate> {
	if ((await listGates(services.database.db, scope)).length >= maxGates)
		throw ruleViolation('too-many-gates', message`An event has at most ${maxGates} gates.`);
	const id = newId();
	await editDoor(services, scope, by, async (tx) => {
		await tx.execute(sql`
			INSERT INTO gates (id, organisation_id, event_id, name)
			VALUES (${id}, ${scope.organisationId}, ${scope.eventId}, ${name})`);
	});
	return { id, name };
}

/** Gives a gate another name. */
export async function renameGate(
	services: Services,
	scope: Scope,
	gateId: string,
	name: string,
	by: Author,
): Promise<Gate> {
	await editDoor(services, scope, by, (tx) => writeGate(tx, scope, gateId, { name }));
	return { id: gateId, name };
}

/** Deletes a gate: nothing offers it any more. Scans that state it stay, and count as "no gate". */
export async function deleteGate(
	services: Services,
	scope: Scope,
	gateId: string,
	by: Author,
): Promise<void> {
	await editDoor(services, scope, by, (tx) => writeGate(tx, scope, gateId, { isDeleted: true }));
}

/** Renames a gate, takes it away or brings it back. @throws not-found */
export async function writeGate(
	tx: Tx,
	scope: Scope,
	gateId: string,
	{ name, isDeleted = false }: { name?: string; isDeleted?: boolean },
	wasDeleted = false,
): Promise<void> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		UPDATE gates SET name = coalesce(${name ?? null}, name), deleted_at = ${isDeleted ? sql`now()` : null}
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${gateId}
			AND (deleted_at IS NOT NULL) = ${wasDeleted}
		RETURNING id`);
	if (rows.length === 0) throw notFound('Gate');
}
