import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as figures from '#shared/contracts/door-figures.ts';
import * as lists from '#shared/contracts/door-lists.ts';
import * as sync from '#shared/contracts/door-sync.ts';
import { handle, type Route } from '../../http/handler.ts';
import { memberCaller, staffCaller } from './door-caller.ts';
import { readGuestsFeed } from './feed/read-guests-feed.ts';
import { listConflicts, listEventsWithConflicts, settleConflict } from './figures/conflicts.ts';
import { getDoorFigures } from './figures/door-figures.ts';
import { createGate, deleteGate, listGates, renameGate } from './lists/edit-gates.ts';
import { createList, deleteList, listLists, updateList } from './lists/edit-lists.ts';
import { getDoorSetup } from './lists/setup.ts';
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

/** The door without a network, and what organisers set up and see of it. */
export const doorRoutes: Route[] = [
	handle(sync.getStaffDoor, ({ staff }, services) => getDoorSetup(services, staffCaller(staff))),
	handle(
		sync.readStaffFeed,
		async ({ staff, query, context }, services) =>
			(await packedJson(
				await readGuestsFeed(services, staffCaller(staff), query.cursor),
				context.acceptsGzip,
			)) as never,
	),
	handle(sync.syncStaffDoor, ({ staff, body }, services) =>
		syncDoor(services, staffCaller(staff), body.device, body.items),
	),
	handle(sync.getMemberDoor, async ({ scope, caller }, services) =>
		getDoorSetup(services, await memberCaller(services, scope, caller)),
	),
	handle(
		sync.readMemberFeed,
		async ({ scope, caller, query, context }, services) =>
			(await packedJson(
				await readGuestsFeed(services, await memberCaller(services, scope, caller), query.cursor),
				context.acceptsGzip,
			)) as never,
	),
	handle(sync.syncMemberDoor, async ({ scope, caller, body }, services) =>
		syncDoor(services, await memberCaller(services, scope, caller), body.device, body.items),
	),

	handle(lists.listCheckInLists, async ({ scope }, services) => ({ data: await listLists(services, scope) })),
	handle(lists.createCheckInList, ({ scope, body }, services) => createList(services, scope, body)),
	handle(lists.updateCheckInList, ({ scope, params, body }, services) =>
		updateList(services, scope, params.list, body),
	),
	handle(lists.deleteCheckInList, async ({ scope, params }, services) => {
		await deleteList(services, scope, params.list);
		return undefined;
	}),
	handle(lists.listGates, async ({ scope }, services) => ({ data: await listGates(services, scope) })),
	handle(lists.createGate, ({ scope, body }, services) => createGate(services, scope, body.name)),
	handle(lists.renameGate, ({ scope, params, body }, services) =>
		renameGate(services, scope, params.gate, body.name),
	),
	handle(lists.deleteGate, async ({ scope, params }, services) => {
		await deleteGate(services, scope, params.gate);
		return undefined;
	}),

	handle(figures.getDoorFigures, ({ scope, query }, services) =>
		getDoorFigures(services, scope, query.listId),
	),
	handle(figures.listDoorConflicts, async ({ scope, query }, services) => ({
		data: await listConflicts(services, scope, {
			isSettled: query.isSettled === undefined ? undefined : query.isSettled === 'true',
			limit: 500,
		}),
	})),
	handle(figures.listEventsWithConflicts, async ({ scope }, services) => ({
		data: await listEventsWithConflicts(services, scope),
	})),
	handle(figures.settleDoorConflict, ({ scope, caller, params, body }, services) =>
		settleConflict(services, scope, { checkInId: params.conflict, userId: caller.userId, note: body.note }),
	),
];
