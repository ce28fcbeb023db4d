import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { isNarrowed } from '#shared/rules/door-lists.ts';
import { type ListRules, readLists } from './lists.ts';

export interface ListInput {
	name?: string | undefined;
	ticketTypeIds?: string[] | null | undefined;
	opensAt?: string | null | undefined;
	closesAt?: string | null | undefined;
	countsExits?: boolean | undefined;
	allowsReentry?: boolean | undefined;
}

type Scope = { organisationId: string; eventId: string };
const maxLists = 50;

/** All lists with the people inside now. */
export async function listLists(services: Services, scope: Scope): Promise<CheckInList[]> {
	const lists = await readLists(services.database.db, scope);
	const { rows } = await services.database.pool.query<{ list_id: string; inside: number }>(
		`SELECT c.list_id, count(DISTINCT c.attendee_id)::int AS inside FROM check_ins c
		WHERE c.organisation_id = $2 AND c.list_id = ANY ($1::uuid[]) AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.left_at IS NULL
			AND (c.list_id = ANY ($4::uuid[]) OR NOT EXISTS (SELECT FROM attendees a
				JOIN ticket_types t ON t.organisation_id = $2 AND t.event_id = $3 AND t.id = a.ticket_type_id AND NOT t.is_admission
				WHERE a.organisation_id = $2 AND a.event_id = $3 AND a.id = c.attendee_id))
		GROUP BY c.list_id`,
		[
			lists.map((list) => list.id),
			scope.organisationId,
			scope.eventId,
			lists.filter((list) => list.ticketTypeIds).map((list) => list.id),
		],
	);
	const inside = new Map(rows.map((row) => [row.list_id, row.inside]));
	return lists.map((list) => present(list, inside.get(list.id) ?? 0));
}

/** Milliseconds as an instant. */
export const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function present(list: ListRules, insideCount: number): CheckInList {
	return {
		id: list.id,
		name: list.name,
		isDefault: list.isDefault,
		ticketTypeIds: list.ticketTypeIds ? [...list.ticketTypeIds] : null,
		opensAt: iso(list.opensAtMs),
		closesAt: iso(list.closesAtMs),
		countsExits: list.countsExits,
		allowsReentry: list.allowsReentry,
		insideCount,
	};
}

async function getList(services: Services, scope: Scope, listId: string): Promise<CheckInList> {
	const list = (await listLists(services, scope)).find((one) => one.id === listId);
	if (!list) throw notFound('Check-in list');
	return list;
}

async function checkInput(tx: Tx, scope: Scope, list: ListRules): Promise<void> {
	if (list.opensAtMs !== null && list.closesAtMs !== null && list.closesAtMs <= list.opensAtMs)
		throw fieldError('closesAt', message`The end must be after the start.`);
	if (list.allowsReentry && !list.countsExits)
		throw fieldError('allowsReentry', message`To allow re-entry, turn on Scan exits.`);
	if (!list.ticketTypeIds) return;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM ticket_types WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`);
	const known = new Set(rows.map((row) => row.id));
	if (!list.ticketTypeIds.every((id) => known.has(id)))
		throw fieldError('ticketTypeIds', message`Choose ticket types of this event.`);
}

const msOr = (given: string | null | undefined, old: number | null) =>
	given === undefined ? old : given === null ? null : Date.parse(given);

function merge(old: ListRules, input: ListInput): ListRules {
	return {
		...old,
		name: input.name ?? old.name,
		ticketTypeIds: input.ticketTypeIds === undefined ? old.ticketTypeIds : input.ticketTypeIds,
		opensAtMs: msOr(input.opensAt, old.opensAtMs),
		closesAtMs: msOr(input.closesAt, old.closesAtMs),
		countsExits: input.countsExits ?? old.countsExits,
		allowsReentry: input.allowsReentry ?? old.allowsReentry,
	};
}

async function write(tx: Tx, scope: Scope, list: ListRules): Promise<void> {
	await tx.execute(sql`
		INSERT INTO check_in_lists (id, organisation_id, event_id, name, ticket_type_ids, opens_at, closes_at, counts_exits, allows_reentry)
		VALUES (${list.id}, ${scope.organisationId}, ${scope.eventId}, ${list.name},
			${list.ticketTypeIds ? `{${list.ticketTypeIds.join(',')}}` : null}::uuid[], ${iso(list.opensAtMs)}::timestamptz,
			${iso(list.closesAtMs)}::timestamptz, ${list.countsExits}, ${list.allowsReentry})
		ON CONFLICT (organisation_id, id) DO UPDATE SET name = excluded.name, ticket_type_ids = excluded.ticket_type_ids,
			opens_at = excluded.opens_at, closes_at = excluded.closes_at, counts_exits = excluded.counts_exits,
			allows_reentry = excluded.allows_reentry, updated_at = now()`);
}

/** Holds an event whose lists and gates may be changed. @throws BUSINESS_RULE_VIOLATION by the table of edit rules */
export async function requireEditable(services: Services, tx: Tx, scope: Scope): Promise<void> {
	const event = await lockEvent(tx, scope);
	requireEdits([{ change: 'door.lists' }], await readEditState(services, tx, event));
}

/** Changes lists or gates of an event, with its history. @throws BUSINESS_RULE_VIOLATION by the table of edit rules */
export function editDoor(
	services: Services,
	scope: Scope,
	by: Author,
	edit: (tx: Tx) => Promise<void>,
): Promise<void> {
	return services.database.transaction((tx) =>
		withHistory(services, tx, scope, by, async () => {
			await requireEditable(services, tx, scope);
			await edit(tx);
		}),
	);
}

/** Adds a list to an event. */
export async function createList(
	services: Services,
	scope: Scope,
	input: ListInput & { name: string },
	by: Author,
): Promise<CheckInList> {
	const id = newId();
	await editDoor(services, scope, by, async (tx) => {
		const lists = await readLists(tx, scope);
		if (lists.length >= maxLists)
			throw ruleViolation('too-many-lists', message`An event has at most ${maxLists} check-in lists.`);
		await addList(tx, scope, { ...blank, name: input.name, id, isDefault: false }, input);
	});
	return getList(services, scope, id);
}

/** Writes a list that is not there. @throws VALIDATION_FAILED about a field */
export async function addList(tx: Tx, scope: Scope, empty: ListRules, input: ListInput): Promise<void> {
	const list = merge(empty, input);
	await checkInput(tx, scope, list);
	await write(tx, scope, list);
}

/** A list without rules of its own. */
export const blank = {
	ticketTypeIds: null,
	opensAtMs: null,
	closesAtMs: null,
	countsExits: false,
	allowsReentry: false,
};

/**
 * Updates a list. Conflicts of existing scans stay. Re-entry is evaluated with the next scan of each guest, so it can’t be switched
 * once a guest was scanned out.
 */
export async function updateList(
	services: Services,
	scope: Scope,
	listId: string,
	input: ListInput,
	by: Author,
): Promise<CheckInList> {
	await editDoor(services, scope, by, (tx) => changeList(services, tx, scope, listId, input));
	return getList(services, scope, listId);
}

/** `updateList` in a transaction that holds the event. @throws not-found, `reentry-fixed`, VALIDATION_FAILED about a field */
export async function changeList(
	services: Services,
	tx: Tx,
	{ organisationId, eventId }: Scope,
	listId: string,
	input: ListInput,
): Promise<void> {
	const scope = { organisationId, eventId };
	const old = (await readLists(tx, scope)).find((list) => list.id === listId);
	if (!old) throw notFound('Check-in list');
	const list = merge(old, input);
	await checkInput(tx, scope, list);
	if (list.allowsReentry !== old.allowsReentry) {
		const { rows } = await tx.execute<{ id: string }>(sql`
			SELECT id FROM check_ins WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
				AND list_id = ${listId} AND direction = 'out' AND decision = 'admitted' LIMIT 1`);
		if (rows.length > 0)
			throw ruleViolation(
				'reentry-fixed',
				message`Guests have already checked out, so re-entry can’t be changed any more.`,
			);
	}
	await write(tx, scope, list);
	if (isNarrowed(old, list) && (await hasLetIn(tx, scope, listId)))
		await services.facts.publish(
			tx,
			{ ...scope, name: 'check-in.list-narrowed', payload: { listName: list.name, changeId: newId() } },
			services,
		);
}

async function hasLetIn(tx: Tx, scope: Scope, listId: string): Promise<boolean> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM check_ins WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND list_id = ${listId} AND verdict = 'accepted' AND annulled_at IS NULL LIMIT 1`);
	return rows.length > 0;
}

/** Deletes a list without scans. */
export async function deleteList(
	services: Services,
	scope: Scope,
	listId: string,
	by: Author,
): Promise<void> {
	await editDoor(services, scope, by, (tx) => removeList(tx, scope, listId));
}

/** `deleteList` in a transaction that holds the event. @throws not-found, `default-list`, `list-in-use` */
export async function removeList(tx: Tx, scope: Scope, listId: string): Promise<void> {
	const list = (await readLists(tx, scope)).find((one) => one.id === listId);
	if (!list) throw notFound('Check-in list');
	if (list.isDefault)
		throw ruleViolation('default-list', message`The event’s main check-in list can’t be deleted.`);
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM check_ins
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND list_id = ${listId} LIMIT 1`);
	if (rows.length > 0)
		throw ruleViolation('list-in-use', message`This list has scans, so it can’t be deleted.`);
	const { rows: links } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM staff_links
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND ${listId}::uuid = ANY (list_ids) LIMIT 1`);
	if (links.length > 0)
		throw ruleViolation('list-in-use', message`A staff link uses this list. Remove it from the link first.`);
	await tx.execute(sql`
		DELETE FROM check_in_lists
		WHERE organisation_id = ${scope.organisationId} AND id = ${listId} AND event_id = ${scope.eventId}`);
}
