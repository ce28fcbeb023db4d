import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { groupBookings } from '#server/db/tables/groups.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { lockPlaces, openPlaces } from '#server/domain/tickets/places.ts';
import {
	changeReservations,
	endReservations,
	insertReservations,
	readReservations,
} from '#server/domain/tickets/reservations.ts';
import { type EventStock, poolsOf, readEventStock, type SaleTerms } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	createGroup as createContract,
	updateGroup as updateContract,
} from '#shared/contracts/groups.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { GROUP_NOTICE_DAYS } from '#shared/rules/groups.ts';
import { announceLeader, publishGroupChange } from './bookings.ts';
import { readPlaces } from './held-places.ts';
import { groupEnded, groupFull, refuseClosedEvent } from './refusals.ts';
import { type GroupRow, isGroup, lockGroup } from './rows.ts';

/** What an event sells, as long as it is neither cancelled nor over. The places of the event are held. */
async function readOpenStock(tx: Tx, { eventId }: EventScope): Promise<EventStock> {
	const stock = await readEventStock(tx, eventId);
	if (!stock) throw notFound('Event');
	refuseClosedEvent(
		{ status: stock.status, endsAt: new Date(stock.endsAtMs) },
		new Date(stock.transactionNowMs),
	);
	return stock;
}

/** The ticket type of a new group. */
function requireType(stock: EventStock, ticketTypeId: string): SaleTerms {
	const type = stock.types.get(ticketTypeId);
	const field = 'ticketTypeId';
	if (!type) throw fieldError(field, message`This ticket type does not exist.`);
	if (type.kind === 'donation')
		throw fieldError(field, message`Guests choose the amount of a donation. Choose another ticket type.`);
	if (type.kind === 'add_on')
		throw fieldError(field, message`Add-ons need a ticket. Choose another ticket type.`);
	if (type.needsApproval)
		throw fieldError(field, message`Orders of this ticket type need your approval. Choose another one.`);
	return type;
}

/** Takes places of a ticket type out of its pools, for a group. @throws `sold-out` with the tickets that are `left` */
async function takePlaces(tx: Tx, stock: EventStock, type: SaleTerms, places: number): Promise<void> {
	const book = await openPlaces(tx, stock, [type.id]);
	if (!book.reserve(type.poolIds.map((poolId) => ({ poolId, places })))) {
		const left = ticketsLeft(poolsOf(stock, type), type.admits) ?? 0;
		throw ruleViolation(
			'sold-out',
			left === 0
				? message`“${type.name}” is sold out. Raise its capacity, or choose another ticket type.`
				: message`Only ${left} tickets are left for “${type.name}”. Choose fewer spots, or raise its capacity.`,
			{ left, ticketTypeId: type.id },
		);
	}
	await book.write();
}

/** @throws `deadline-passed`, `deadline-too-late` */
async function checkDeadline(
	tx: Tx,
	{ eventId, organisationId }: EventScope,
	deadlineAt: string,
): Promise<void> {
	const { rows } = await tx.execute<{ is_past: boolean; is_late: boolean }>(sql`
		SELECT ${deadlineAt}::timestamptz <= now() AS is_past, ${deadlineAt}::timestamptz > starts_at AS is_late
		FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId}`);
	if (rows[0]?.is_past)
		throw ruleViolation('deadline-passed', message`This deadline has passed. Choose a later one.`);
	if (rows[0]?.is_late)
		throw ruleViolation(
			'deadline-too-late',
			message`The event has started by then. Choose an earlier deadline.`,
		);
}

/** When the leader is notified of open places; null: the deadline is too near. */
const noticeOf = (deadlineAt: string) => sql<Date>`(SELECT CASE WHEN n.at > now() THEN n.at END
	FROM (SELECT ${deadlineAt}::timestamptz - make_interval(days => ${GROUP_NOTICE_DAYS})) AS n(at))`;

type EachInput = Extract<BodyOf<typeof createContract>, { pays: 'each' }>;

/**
 * Makes a group whose guests pay for themselves: its places are held until the deadline.
 * @throws `event-closed`, `deadline-passed`, `deadline-too-late`, `sold-out`, VALIDATION_FAILED about the ticket type
 */
export async function createEachGroup(
	services: Services,
	{ organisationId, eventId }: EventScope,
	input: EachInput,
	userId: string | null,
): Promise<string> {
	const scope = { organisationId, eventId };
	const groupId = newId();
	await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		const stock = await readOpenStock(tx, scope);
		const type = requireType(stock, input.ticketTypeId);
		await checkDeadline(tx, scope, input.deadlineAt);
		const places = input.places * type.admits;
		await takePlaces(tx, stock, type, places);
		const reserved = type.poolIds.map((poolId) => ({ poolId, places }));
		await insertReservations(tx, scope, { purpose: 'group', refId: groupId }, reserved);
		await tx.insert(groupBookings).values({
			...{ id: groupId, ...scope, pays: 'each', createdBy: userId },
			...{ name: input.name, leaderName: input.leaderName, leaderEmail: input.leaderEmail },
			...(input.locale !== undefined && { locale: input.locale }),
			...{ ticketTypeId: type.id, places: input.places },
			deadlineAt: new Date(input.deadlineAt),
			noticeAt: noticeOf(input.deadlineAt),
		});
		await publishGroupChange(services, tx, { ...scope, groupId }, 'created');
	});
	stockStore(services).forget(eventId);
	return groupId;
}

/**
 * Updates a group whose guests pay for themselves. Additional spots are taken from the remaining capacity; if there are fewer, open ones
 * are released.
 * @throws `group-ended`, `event-closed`, `deadline-passed`, `deadline-too-late`, `sold-out`, VALIDATION_FAILED about a field
 */
export async function updateGroup(
	services: Services,
	scope: GroupScope,
	input: BodyOf<typeof updateContract>,
): Promise<void> {
	const { places, deadlineAt, ...named } = input;
	const movesPlaces = places !== undefined || deadlineAt !== undefined;
	await services.database.transaction(async (tx) => {
		if (movesPlaces) await lockPlaces(tx, scope);
		const group = await lockGroup(tx, scope);
		const set: Partial<typeof groupBookings.$inferInsert> = { ...named };
		if (movesPlaces) {
			if (group.state === 'ended') throw groupEnded();
			const stock = await readOpenStock(tx, scope);
			if (places !== undefined) {
				await resize(tx, stock, group, places);
				set.places = places;
			}
			if (deadlineAt !== undefined) {
				await checkDeadline(tx, scope, deadlineAt);
				Object.assign(set, { deadlineAt: new Date(deadlineAt), noticeAt: noticeOf(deadlineAt) });
			}
		}
		if (Object.keys(set).length > 0) await tx.update(groupBookings).set(set).where(isGroup(scope));
		await announceLeader(services, tx, group, input.leaderEmail);
	});
	if (movesPlaces) stockStore(services).forget(scope.eventId);
}

/** Holds more places for a group, or gives back what nobody has. The places of the event are held, and the group. */
async function resize(tx: Tx, stock: EventStock, group: GroupRow, places: number): Promise<void> {
	const scope = { organisationId: group.organisationId, eventId: group.eventId };
	const known = await readPlaces(tx, scope, group.id);
	const type = stock.types.get(group.ticketTypeId ?? '');
	if (!known || !type) throw notFound('Ticket type');
	const size = places * known.admits;
	const taken = Math.ceil(known.taken / known.admits);
	if (places < taken)
		throw fieldError(
			'places',
			taken === 1
				? message`1 spot is taken already. Choose at least 1.`
				: message`${taken} spots are taken already. Choose at least ${taken}.`,
		);
	const change = Math.max(0, size - known.taken) - known.held;
	const changes = known.poolIds.map((poolId) => ({ poolId, places: change }));
	if (change > 0) await takePlaces(tx, stock, type, change);
	if (change < 0) {
		const book = await openPlaces(tx, scope, [], known.poolIds);
		book.reserve(changes);
		await book.write();
	}
	await changeReservations(tx, scope, { purpose: 'group', refId: group.id }, changes);
}

/** Ends a group: its held spots go back on sale, or to the waitlist. Idempotent. */
export async function endGroup(services: Services, scope: GroupScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		await endLockedGroup(services, tx, await lockGroup(tx, scope));
	});
	stockStore(services).forget(scope.eventId);
}

/** Ends a group that is held, in a transaction that holds the places of its event. @returns whether it was open */
export async function endLockedGroup(services: Services, tx: Tx, group: GroupRow): Promise<boolean> {
	if (group.state === 'ended') return false;
	const { organisationId, eventId, id: groupId } = group;
	const scope = { organisationId, eventId, groupId };
	const reserved = await readReservations(tx, organisationId, groupId);
	if (reserved.length > 0) {
		const book = await openPlaces(
			tx,
			scope,
			[],
			reserved.map(({ poolId }) => poolId),
		);
		book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
		await book.write();
		await endReservations(tx, organisationId, groupId, 'released');
	}
	await tx
		.update(groupBookings)
		.set({ state: 'ended', endedAt: sql`now()`, noticeAt: null })
		.where(isGroup(scope));
	await publishGroupChange(services, tx, scope, 'ended');
	return true;
}

/** A place of a group that an order is about to take. */
export interface OpenedPlace {
	group: GroupRow;
	type: SaleTerms;
	/** The instant of the transaction, in milliseconds since the epoch. */
	nowMs: number;
}

/**
 * Lets go of one place of a group, for an order that takes it in the same transaction. The places of the event are held, and the group.
 * @throws `event-closed`, `group-ended`, `deadline-passed`, `group-full`
 */
export async function openPlace(tx: Tx, group: GroupRow): Promise<OpenedPlace> {
	const { organisationId, eventId, id: refId } = group;
	const scope = { organisationId, eventId };
	const stock = await readOpenStock(tx, scope);
	if (group.state === 'ended') throw groupEnded();
	if ((group.deadlineAt?.getTime() ?? 0) <= stock.transactionNowMs)
		throw ruleViolation(
			'deadline-passed',
			message`The deadline of this group has passed. Ask its organiser for a spot.`,
		);
	const type = stock.types.get(group.ticketTypeId ?? '');
	const places = await readPlaces(tx, scope, refId);
	if (!type || !places) throw notFound('Ticket type');
	if (places.held < type.admits) throw groupFull();
	const changes = type.poolIds.map((poolId) => ({ poolId, places: -type.admits }));
	const book = await openPlaces(tx, scope, [], type.poolIds);
	book.reserve(changes);
	await book.write({ isForNow: true });
	await changeReservations(tx, scope, { purpose: 'group', refId }, changes);
	return { group, type, nowMs: stock.transactionNowMs };
}

/** Records that the leader of a group was reminded of its deadline. The group is locked. */
export const noteNotice = (tx: Tx, { organisationId, id }: GroupRow) =>
	tx
		.update(groupBookings)
		.set({ noticeAt: null })
		.where(sql`${eq(groupBookings.organisationId, organisationId)} AND ${eq(groupBookings.id, id)}`);
