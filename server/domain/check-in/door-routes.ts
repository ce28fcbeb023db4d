import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/check-in.ts';
import * as figures from '#shared/contracts/door-figures.ts';
import * as lists from '#shared/contracts/door-lists.ts';
import * as sync from '#shared/contracts/door-sync.ts';
import { authorOf } from '../events/changes/author.ts';
import { abilitiesOfMember } from './door-caller.ts';
import { readGuestsFeed } from './feed/read-guests-feed.ts';
import { conflictFor, listConflicts, listEventsWithConflicts, settleConflict } from './figures/conflicts.ts';
import { getDoorFigures } from './figures/door-figures.ts';
import { handleDoor } from './handle-door.ts';
import { createGate, deleteGate, renameGate } from './lists/edit-gates.ts';
import { createList, deleteList, listLists, updateList } from './lists/edit-lists.ts';
import { listGates } from './lists/gates.ts';
import { getDoorSetup } from './lists/setup.ts';
import { answerScan, answerUndo } from './scan/answer-scan.ts';
import { syncDoor } from './sync/sync-door.ts';

const pack = promisify(gzip);
const worthPackingBytes = 1_500;

/** A large answer, packed where the client takes it: a hundred thousand guests go over a phone's network. */
async function packedJson(body: unknown, acceptsGzip: boolean): Promise<Response> {
	const text = Buffer.from(JSON.stringify(body));
	if (!acceptsGzip || text.byteLength < worthPackingBytes)
		return new Response(text, { headers: { 'Content-Type': 'application/json' } });
	return new Response(new Uint8Array(await pack(text)), {
		headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
	});
}

const memberDoor = (scope: OrganisationScope) => ({ abilities: abilitiesOfMember(rightsOf(scope)) });

/** Scans, the calls of devices that work offline, and what organisers set up and see of check-in. */
export const doorRoutes: Route[] = [
	...handleDoor(
		[contracts.checkInByCode, contracts.checkInManually, contracts.checkInAsMember],
		(services, door, { body, context }, path) => answerScan(services, context, door, body, path),
	),
	...handleDoor([contracts.undoCheckIn, contracts.undoCheckInAsMember], (services, door, { body, context }) =>
		answerUndo(services, context, door, body),
	),
	...handleDoor([sync.getStaffDoor, sync.getMemberDoor], getDoorSetup),
	...handleDoor([sync.readStaffFeed, sync.readMemberFeed], async (services, door, { query, context }) =>
		packedJson(await readGuestsFeed(services, door, query.cursor), context.acceptsGzip),
	),
	...handleDoor([sync.syncStaffDoor, sync.syncMemberDoor], (services, door, { body }) =>
		syncDoor(services, door, body.device, body.items),
	),

	handle(lists.listCheckInLists, async ({ scope }, services) => ({ data: await listLists(services, scope) })),
	handle(lists.createCheckInList, ({ scope, body, caller }, services) =>
		createList(services, scope, body, authorOf(caller)),
	),
	handle(lists.updateCheckInList, ({ scope, params, body, caller }, services) =>
		updateList(services, scope, params.list, body, authorOf(caller)),
	),
	handle(lists.deleteCheckInList, async ({ scope, params, caller }, services) => {
		await deleteList(services, scope, params.list, authorOf(caller));
		return undefined;
	}),
	handle(lists.listGates, async ({ scope }, services) => ({
		data: await listGates(services.database.db, scope),
	})),
	handle(lists.createGate, ({ scope, body, caller }, services) =>
		createGate(services, scope, body.name, authorOf(caller)),
	),
	handle(lists.renameGate, ({ scope, params, body, caller }, services) =>
		renameGate(services, scope, params.gate, body.name, authorOf(caller)),
	),
	handle(lists.deleteGate, async ({ scope, params, caller }, services) => {
		await deleteGate(services, scope, params.gate, authorOf(caller));
		return undefined;
	}),

	handle(figures.getDoorFigures, ({ scope, query }, services) =>
		getDoorFigures(services, scope, query.listId),
	),
	handle(figures.listDoorConflicts, async ({ scope, query }, services) => ({
		data: (
			await listConflicts(services, scope, {
				isSettled: query.isSettled === undefined ? undefined : query.isSettled === 'true',
				limit: 500,
			})
		).map((conflict) => conflictFor(memberDoor(scope), conflict)),
	})),
	handle(figures.listEventsWithConflicts, async ({ scope }, services) => ({
		data: await listEventsWithConflicts(services, scope),
	})),
	handle(figures.settleDoorConflict, async ({ scope, caller, params, body }, services) => {
		const command = { checkInId: params.conflict, userId: caller.userId, note: body.note };
		return conflictFor(memberDoor(scope), await settleConflict(services, scope, command));
	}),
];
