import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { listInvitations } from '#server/domain/groups/bookings.ts';
import { getInvitation } from '#server/domain/groups/invitations.ts';
import { type GroupRow, getGroup } from '#server/domain/groups/rows.ts';
import { sharedClaimTokenOf } from '#server/domain/groups/tokens.ts';
import { databaseNow } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { ClaimScope, GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { Group, GroupClaim } from '#shared/contracts/groups.ts';
import { manageTokenOf } from '../commands/place-order.ts';
import { isOver } from '../event-end.ts';
import { findOrder, getOrder, type OrderRecord } from '../order-record.ts';
import { presentTicketEvent } from '../present.ts';
import { priceCart } from '../sale/price.ts';
import { ticketTokenOf } from '../transfers/tokens.ts';
import type { ClaimedTicket } from './claim-ticket.ts';
import { type GroupTicket, isClaimable, placeState, readGroupTickets } from './group-tickets.ts';

const dayMs = 86_400_000;
type Place = Group['list'][number];

/** A group with all that its views are made of. */
async function readGroup(services: Services, scope: GroupScope) {
	const { db } = services.database;
	const now = services.clock.now();
	const [group, event] = await Promise.all([getGroup(db, scope), getWholeEvent(services, scope)]);
	const { pays, orderId } = group;
	const [tickets, order, type] = await Promise.all([
		readGroupTickets(db, scope, { pays, now }),
		orderId === null ? null : findOrder(services, { ...scope, orderId }),
		pays === 'each' ? readSoldType(services, group) : null,
	]);
	const places = pays === 'leader' ? placesOfOrder(tickets, group) : placesOfEach(tickets, group, type);
	return { group, event, now, tickets, order, type, places };
}
type ReadGroup = Awaited<ReturnType<typeof readGroup>>;

/** The ticket type that the guests of a group order, with what one costs now. Null: it was deleted. */
async function readSoldType(services: Services, group: GroupRow) {
	const stock = await stockStore(services).get(group.eventId, 1_000);
	const type = stock?.types.get(group.ticketTypeId ?? '');
	if (!stock || !type) return null;
	const items = [{ ticketTypeId: type.id, quantity: 1, line: 0 }];
	const priced = priceCart(stock, items, { nowMs: databaseNow(stock) });
	return {
		name: type.name,
		admits: type.admits,
		price: priced instanceof Error ? null : { totalMinor: priced.totalMinor, currency: priced.currency },
	};
}

/** The places of a group that one order pays for. */
function placesOfOrder(tickets: readonly GroupTicket[], group: GroupRow): Place[] {
	return tickets.flatMap((ticket) => {
		const state = placeState(ticket, group);
		if (state === null) return [];
		const isNamed = state !== 'open';
		return [
			{
				...{ number: ticket.number, state, attendeeId: ticket.id, ticketTypeName: ticket.ticketTypeName },
				...{ name: isNamed ? ticket.name : '', email: isNamed ? ticket.email : '' },
				isCheckedIn: ticket.isCheckedIn,
				canRelease: state === 'claimed' && !ticket.isCheckedIn,
			},
		];
	});
}

/** The places of a group whose guests order their own: one for each unit that was ordered, then those that nobody has ordered. */
function placesOfEach(
	tickets: readonly GroupTicket[],
	group: GroupRow,
	type: { name: string; admits: number } | null,
): Place[] {
	// A ticket that was changed to another type has no place of the group.
	const own = tickets.filter(({ ticketTypeId }) => ticketTypeId === group.ticketTypeId);
	const units = unitsOf(own, type?.admits ?? 1).map((unit, index): Place => {
		const [first] = unit as [GroupTicket];
		const isCheckedIn = unit.some((ticket) => ticket.isCheckedIn);
		return {
			...{ number: index + 1, attendeeId: first.id, ticketTypeName: first.ticketTypeName },
			state: first.status === 'active' ? 'claimed' : 'pending',
			...{ name: first.name, email: first.email, isCheckedIn },
			canRelease: first.status === 'active' && first.totalMinor === 0 && !isCheckedIn,
		};
	});
	const left = group.state === 'open' ? Math.max(0, (group.places ?? 0) - units.length) : 0;
	const open = Array.from(
		{ length: left },
		(_, index): Place => ({
			...{
				number: units.length + index + 1,
				state: 'open',
				attendeeId: null,
				ticketTypeName: type?.name ?? '',
			},
			...{ name: '', email: '', isCheckedIn: false, canRelease: false },
		}),
	);
	return [...units, ...open];
}

/** Tickets by what was ordered: a package makes several for one unit. */
function unitsOf(tickets: readonly GroupTicket[], admits: number): GroupTicket[][] {
	const byOrder = Map.groupBy(tickets, ({ orderId }) => orderId);
	return [...byOrder.values()].flatMap((own) =>
		Array.from({ length: Math.ceil(own.length / admits) }, (_, unit) =>
			own.slice(unit * admits, (unit + 1) * admits),
		),
	);
}

/** Why no place of a group can be claimed any more; null: nothing stands against it. */
function isClosed({ group, event, order, now }: ReadGroup): boolean {
	return (
		group.state !== 'open' ||
		event.status === 'cancelled' ||
		isOver(event, now) ||
		(group.pays === 'leader' && order?.status !== 'confirmed') ||
		(group.deadlineAt !== null && group.deadlineAt <= now)
	);
}

/** Whether a place can be claimed now, as far as there is one. */
const hasOpenPlace = ({ group, tickets, places }: ReadGroup): boolean =>
	group.pays === 'leader'
		? tickets.some((ticket) => isClaimable(ticket, group))
		: places.some(({ state }) => state === 'open');

const presentEvent = (event: EventWithOrganiser, now: Date) =>
	presentTicketEvent(event, now, { hasTicket: false });

/** A group, for its leader. */
export async function getGroupView(services: Services, scope: GroupScope): Promise<Group> {
	const [read, invitations] = await Promise.all([
		readGroup(services, scope),
		listInvitations(services.database.db, scope),
	]);
	const { group, event, now, order, type, places } = read;
	const shared = places.filter(({ state }) => state !== 'own');
	const remindAfter = group.remindedAt && new Date(group.remindedAt.getTime() + dayMs);
	const isEnded = group.pays === 'leader' && order?.status !== 'confirmed';
	return {
		...{ id: group.id, name: group.name, pays: group.pays, leaderName: group.leaderName },
		state: isEnded ? 'ended' : group.state,
		places: group.pays === 'leader' ? shared.length : (group.places ?? 0),
		taken: shared.filter(({ state }) => state !== 'open').length,
		deadlineAt: group.deadlineAt?.toISOString() ?? null,
		price: type?.price ?? null,
		claimToken: sharedClaimTokenOf(services, group),
		isClaimable: !isClosed(read) && hasOpenPlace(read),
		list: places,
		invitations: invitations.map(({ id, name, email, state, sentAt }) => ({
			...{ id, name, email, state },
			sentAt: sentAt.toISOString(),
		})),
		remindAfter: remindAfter && remindAfter > now ? remindAfter.toISOString() : null,
		addable: order && !isClosed(read) ? countAddable(order) : 0,
		manageToken: order && isOfLeader(order, group) ? manageTokenOf(services, order) : null,
		event: presentEvent(event, now),
	};
}

const countAddable = (order: OrderRecord): number =>
	order.attendees.filter(
		({ status, holderVersion, groupId }) => status === 'active' && holderVersion === null && groupId === null,
	).length;

/** Whether the leader of a group is the buyer of its order; the organiser may have named another. */
const isOfLeader = (order: OrderRecord, group: GroupRow): boolean =>
	order.buyer.email.toLowerCase() === group.leaderEmail.toLowerCase();

/** The view of a group’s link. @param claimed what this call claimed; without it, what the invitation did */
export async function getClaimView(
	services: Services,
	claim: ClaimScope,
	claimed?: Omit<ClaimedTicket, 'attendeeId'> & { attendeeId?: string },
): Promise<GroupClaim> {
	const [read, invitation] = await Promise.all([
		readGroup(services, claim),
		getInvitation(services.database.db, claim),
	]);
	const { group, event, now, type, tickets } = read;
	const found = await findClaimed(services, read, { claim, claimed, invitation });
	const open = tickets.find((ticket) => isClaimable(ticket, group)) ?? tickets[0];
	return {
		state: found ? 'claimed' : isClosed(read) ? 'closed' : hasOpenPlace(read) ? 'open' : 'full',
		...{ groupName: group.name, leaderName: group.leaderName, pays: group.pays },
		ticketTypeName: found?.ticketTypeName ?? type?.name ?? open?.ticketTypeName ?? '',
		price: type?.price ?? null,
		deadlineAt: group.deadlineAt?.toISOString() ?? null,
		invited: invitation && { name: invitation.name, email: invitation.email },
		...{ ticketToken: found?.ticketToken ?? null, manageToken: found?.manageToken ?? null },
		isToPay: found?.isToPay ?? false,
		event: presentEvent(event, now),
	};
}

/** What was claimed; null: nothing, or nothing that still is. */
async function findClaimed(
	services: Services,
	{ group, order: shared }: ReadGroup,
	by: {
		claim: ClaimScope;
		claimed: (Omit<ClaimedTicket, 'attendeeId'> & { attendeeId?: string }) | undefined;
		invitation: Awaited<ReturnType<typeof getInvitation>>;
	},
) {
	const { claim, claimed, invitation } = by;
	const settled = invitation?.state === 'claimed' ? invitation : null;
	if (group.pays === 'leader') {
		const attendeeId = claimed?.attendeeId ?? settled?.attendeeId;
		const ticket = shared?.attendees.find(({ id }) => id === attendeeId);
		if (!shared || !ticket) return null;
		const isTheirs = claimed?.holderVersion
			? claimed.holderVersion === ticket.holderVersion
			: !(await wasHandedOn(services, claim, ticket));
		return {
			ticketTypeName: ticket.ticketTypeName,
			ticketToken: isTheirs ? ticketTokenOf(services, claim, ticket) : null,
			...{ manageToken: null, isToPay: false },
		};
	}
	const orderId = claimed?.orderId ?? settled?.orderId;
	if (!orderId) return null;
	const order = await getOrder(services, { ...claim, orderId });
	if (order.status === 'expired' || order.status === 'cancelled') return null;
	return {
		ticketTypeName: order.attendees[0]?.ticketTypeName ?? '',
		ticketToken: null,
		// The buyer's link was replaced: whoever has the invitation may not be the buyer any more.
		manageToken: claimed || order.manageVersion === 1 ? manageTokenOf(services, order) : null,
		isToPay: order.status === 'pending' && order.totalMinor > 0,
	};
}

/** Whether whoever claimed a ticket transferred it to somebody else since. */
async function wasHandedOn(
	services: Services,
	{ organisationId, eventId }: ClaimScope,
	{ id, holderVersion }: { id: string; holderVersion: number | null },
): Promise<boolean> {
	const { rows } = await services.database.pool.query(
		`SELECT FROM ticket_transfers WHERE organisation_id = $1 AND event_id = $2 AND attendee_id = $3 AND state = 'accepted'
			AND holder_version = $4`,
		[organisationId, eventId, id, holderVersion],
	);
	return rows.length > 0;
}
