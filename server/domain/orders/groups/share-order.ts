import type { Tx } from '#server/db/client.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import {
	findGroupOfOrder,
	insertLeaderGroup,
	keepTickets,
	setGroupName,
} from '#server/domain/groups/bookings.ts';
import { groupEnded, refuseClosedEvent } from '#server/domain/groups/refusals.ts';
import { type GroupRow, getGroup, lockGroup } from '#server/domain/groups/rows.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { placeName } from '#shared/rules/groups.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import {
	lockOwnTickets,
	type OwnTicket,
	placeNameOf,
	placeState,
	readGroupTickets,
	writeGroupTickets,
} from './group-tickets.ts';

interface Sharing {
	name: string;
	/** Tickets that the buyer keeps. */
	keepIds: readonly string[];
	/** The member who shares it; null: its buyer. */
	createdBy: string | null;
}

/**
 * Shares the tickets of a confirmed order as a group. Shared already, it is the same group.
 * @throws not-found, `event-closed`, `order-awaits-approval`, `order-not-confirmed`, `too-few-tickets`, `group-ended`; VALIDATION_FAILED for
 *   `keepIds` of other orders
 */
export async function shareOrder(
	services: Services,
	order: OrderScope,
	how: Sharing,
): Promise<{ id: string; eventId: string }> {
	const event = await getWholeEvent(services, order);
	return services.database.transaction((tx) => shareOrderInside(services, tx, order, { ...how, event }));
}

/** The same inside a transaction that holds no locks that come after orders in the lock order. */
export async function shareOrderInside(
	services: Services,
	tx: Tx,
	order: OrderScope,
	{ name, keepIds, createdBy, event }: Sharing & { event: EventWithOrganiser },
): Promise<{ id: string; eventId: string }> {
	const { organisationId, eventId, orderId } = order;
	const { status } = await lockOrder(tx, order);
	const before = await findGroupOfOrder(tx, order);
	if (before?.state === 'open') return before;
	if (before) throw groupEnded();
	refuseClosedEvent(event, services.clock.now());
	refuseAwaiting(status);
	if (status !== 'confirmed')
		throw ruleViolation(
			'order-not-confirmed',
			message`This order isn’t confirmed, so its tickets can’t be shared.`,
		);
	const own = await lockOwnTickets(tx, order);
	const [first] = own;
	if (keepIds.some((id) => !own.some((ticket) => ticket.id === id)))
		throw fieldError('keepIds', message`Choose tickets of this order that you hold.`);
	// Add-ons are no places: whoever bought them has them.
	const keptIds = own
		.filter(({ id, isAdmission }) => !isAdmission || keepIds.includes(id))
		.map(({ id }) => id);
	if (!first || own.filter(({ isAdmission }) => isAdmission).length < 2 || keptIds.length === own.length)
		throw ruleViolation(
			'too-few-tickets',
			message`You need at least two tickets, and one that others can claim, to share this order.`,
		);
	if (own.some(({ groupId }) => groupId !== null))
		throw ruleViolation('order-in-group', message`The tickets of this order belong to another group.`);
	const id = await insertLeaderGroup(services, tx, {
		...{ organisationId, eventId, orderId, name, keptIds, createdBy },
		...{ leaderName: first.buyerName, leaderEmail: first.buyerEmail, locale: first.locale },
	});
	const scope = { organisationId, eventId, groupId: id };
	await nameTickets(services, tx, scope, { order, group: { name, keptIds }, tickets: own });
	return { id, eventId };
}

/** Adds tickets to a group. Those that the leader does not reserve, and bear nobody’s name but the buyer’s, are named by their place. */
async function nameTickets(
	services: Services,
	tx: Tx,
	scope: GroupScope,
	what: { order: OrderScope; group: Pick<GroupRow, 'name' | 'keptIds'>; tickets: readonly OwnTicket[] },
): Promise<void> {
	const { order, group, tickets } = what;
	await writeGroupTickets(
		tx,
		scope,
		tickets.map(({ id }) => ({ id, name: null })),
	);
	const all = await readGroupTickets(tx, scope, { pays: 'leader', now: services.clock.now() });
	const named = tickets
		.filter(({ id, name, buyerName }) => name === buyerName && !group.keptIds.includes(id))
		.map(({ id }) => ({ id, name: placeNameOf(group.name, all, id) }));
	await writeGroupTickets(tx, scope, named);
	await publishNames(
		services,
		tx,
		order,
		named.map(({ id }) => id),
	);
}

async function publishNames(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId }: OrderScope,
	attendeeIds: string[],
): Promise<void> {
	if (attendeeIds.length === 0) return;
	const payload = { orderId, attendeeIds, fields: ['name'] };
	const fact = { name: 'orders.guest-updated' as const, organisationId, eventId, payload };
	await services.facts.publish(tx, fact, services);
}

/**
 * Adds tickets to a group that its order got since. Without any it changes nothing.
 * @throws not-found, `event-closed`, `group-ended`
 */
export async function addPlaces(services: Services, scope: GroupScope): Promise<void> {
	const event = await getWholeEvent(services, scope);
	await services.database.transaction(async (tx) => {
		const { order, isConfirmed } = await lockOrderOf(tx, scope);
		refuseClosedEvent(event, services.clock.now());
		const added = (await lockOwnTickets(tx, order)).filter(({ groupId }) => groupId === null);
		const group = await lockGroup(tx, scope);
		if (group.state !== 'open' || !isConfirmed) throw groupEnded();
		if (added.length === 0) return;
		const addOns = added.filter(({ isAdmission }) => !isAdmission).map(({ id }) => id);
		await keepTickets(tx, scope, addOns);
		await nameTickets(services, tx, scope, {
			...{ order, tickets: added },
			group: { name: group.name, keptIds: [...group.keptIds, ...addOns] },
		});
	});
}

/** Names a group, and its open places with it that bear the name of their place. @throws not-found */
export async function renameGroup(services: Services, scope: GroupScope, name: string): Promise<void> {
	await services.database.transaction((tx) => renameGroupInside(services, tx, scope, name));
}

/**
 * The same inside a transaction that holds no locks that come after orders in the lock order.
 * @returns the group, locked
 */
export async function renameGroupInside(
	services: Services,
	tx: Tx,
	scope: GroupScope,
	name: string,
): Promise<GroupRow> {
	const { orderId } = await getGroup(tx, scope);
	const order = orderId === null ? null : (await lockOrderOf(tx, scope)).order;
	if (order) await lockOwnTickets(tx, order);
	const group = await lockGroup(tx, scope);
	if (group.name === name) return group;
	await setGroupName(tx, scope, name);
	if (!order) return { ...group, name };
	const tickets = await readGroupTickets(tx, scope, { pays: group.pays, now: services.clock.now() });
	const renamed = tickets.filter(
		(ticket) => placeState(ticket, group) === 'open' && ticket.name === placeName(group.name, ticket.number),
	);
	await writeGroupTickets(
		tx,
		scope,
		renamed.map(({ id, number }) => ({ id, name: placeName(name, number) })),
	);
	await publishNames(
		services,
		tx,
		order,
		renamed.map(({ id }) => id),
	);
	return { ...group, name };
}

/** Holds the order that has the places of a group. @throws not-found for a group whose guests pay for themselves */
export async function lockOrderOf(
	tx: Tx,
	scope: GroupScope,
): Promise<{ order: OrderScope; keptIds: readonly string[]; isConfirmed: boolean }> {
	const { orderId } = await getGroup(tx, scope);
	if (orderId === null) throw notFound('Group');
	const order = { organisationId: scope.organisationId, eventId: scope.eventId, orderId };
	const { status } = await lockOrder(tx, order);
	// The reserved tickets change only while the order is locked.
	const { keptIds } = await getGroup(tx, scope);
	return { order, keptIds, isConfirmed: status === 'confirmed' };
}
