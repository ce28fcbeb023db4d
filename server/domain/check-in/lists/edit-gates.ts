import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import type { Gate } from '#shared/contracts/door-lists.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { requireEditable } from './edit-lists.ts';
import { listGates } from './gates.ts';

type Scope = { organisationId: string; eventId: string };
const maxGates = 200;

export async function createGate(services: Services, scope: Scope, name: string): Promise<Gate> {
	if ((await listGates(services, scope)).length >= maxGates)
		throw ruleViolation('too-many-gates', message`An event has at most ${maxGates} gates.`);
	const id = newId();
	await services.database.transaction(async (tx) => {
		await requireEditable(services, tx, scope);
		await tx.execute(sql`
			INSERT INTO gates (id, organisation_id, event_id, name)
			VALUES (${id}, ${scope.organisationId}, ${scope.eventId}, ${name})`);
	});
	return { id, name };
}

export async function renameGate(
	services: Services,
	scope: Scope,
	gateId: string,
	name: string,
): Promise<Gate> {
	await services.database.transaction(async (tx) => {
		await requireEditable(services, tx, scope);
		const { rows } = await tx.execute<{ id: string }>(sql`
			UPDATE gates SET name = ${name}
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${gateId} AND deleted_at IS NULL
			RETURNING id`);
		if (rows.length === 0) throw notFound('Gate');
	});
	return { id: gateId, name };
}

/** Deletes a gate: nothing offers it any more. Scans that state it stay, and count as "no gate". */
export async function deleteGate(services: Services, scope: Scope, gateId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		await requireEditable(services, tx, scope);
		const { rows } = await tx.execute<{ id: string }>(sql`
			UPDATE gates SET deleted_at = now()
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${gateId}
				AND deleted_at IS NULL
			RETURNING id`);
		if (rows.length === 0) throw notFound('Gate');
	});
}
