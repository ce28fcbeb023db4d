import { sql } from 'drizzle-orm';
import { ticketTransfers } from '#server/db/tables/orders.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { cancelClaimedInvitation } from '#server/domain/groups/bookings.ts';
import { groupEnded, refuseClosedEvent } from '#server/domain/groups/refusals.ts';
import { getGroup, lockGroup } from '#server/domain/groups/rows.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { type AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { cancelOrder } from '../commands/cancel-order.ts';
import { lockOrder } from '../order-record.ts';
import { returnTicket } from '../transfers/holders.ts';
import { isOffered } from '../transfers/offer.ts';
import { lockTicket } from '../transfers/rows.ts';
import {
	type GroupTicket,
	lockOwnTickets,
	placeNameOf,
	placeState,
	readGroupTickets,
} from './group-tickets.ts';
import { lockOrderOf } from './share-order.ts';

const used = (): AppError =>
	ruleViolation(
		'place-used',
		message`This guest is already checked in, so the spot can no longer be released.`,
	);

/**
 * Releases a claimed spot of a group: its ticket becomes void, and another guest can claim it. If guests pay for themselves, only a free
 * one. An open spot is left unchanged.
 * @throws not-found, `event-closed`, `group-ended`, `place-used`, `place-paid`
 */
export async function releasePlace(services: Services, scope: GroupScope, attendeeId: string): Promise<void> {
	const [event, { pays }] = await Promise.all([
		getWholeEvent(services, scope),
		getGroup(services.database.db, scope),
	]);
	refuseClosedEvent(event, services.clock.now());
	if (pays === 'leader') await releaseTicket(services, scope, attendeeId);
	else await releaseOrder(services, scope, attendeeId);
}

/** Gives a claimed ticket back to the buyer of its order, with a code of its own. */
async function releaseTicket(services: Services, scope: GroupScope, attendeeId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const { order, isConfirmed } = await lockOrderOf(tx, scope);
		const ofTicket = { ...order, attendeeId };
		const before = await lockTicket(tx, ofTicket);
		const group = await lockGroup(tx, scope);
		// Read once all is held: what was committed while this waited counts.
		const tickets = await readGroupTickets(tx, scope, { pays: 'leader', now: services.clock.now() });
		const ticket = tickets.find(({ id }) => id === attendeeId);
		if (!ticket || group.keptIds.includes(attendeeId)) throw notFound('Place');
		if (group.state !== 'open' || !isConfirmed) throw groupEnded();
		if (placeState(ticket, group) !== 'claimed') return;
		if (ticket.isCheckedIn) throw used();
		await tx
			.update(ticketTransfers)
			.set({ state: 'withdrawn', endedAt: sql`now()` })
			.where(isOffered(ofTicket));
		const name = placeNameOf(group.name, tickets, attendeeId);
		await returnTicket(tx, ofTicket, { name, email: before.buyerEmail });
		await cancelClaimedInvitation(tx, scope, { attendeeId });
		const { organisationId, eventId, orderId } = order;
		const known = { orderId, attendeeIds: [attendeeId], fields: ['name', 'email'] };
		const of = { organisationId, eventId };
		await services.facts.publish(tx, { name: 'orders.guest-updated', ...of, payload: known }, services);
		await publishReleased(services, { tx, scope, ticket });
	});
}

/** Cancels the order of a guest of a group that cost nothing; its places are held for the group again. */
async function releaseOrder(services: Services, scope: GroupScope, attendeeId: string): Promise<void> {
	const { organisationId, eventId } = scope;
	const read = async (db: Parameters<typeof readGroupTickets>[0]) => {
		const tickets = await readGroupTickets(db, scope, { pays: 'each', now: services.clock.now() });
		return { tickets, ticket: tickets.find(({ id }) => id === attendeeId) };
	};
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		const known = await read(unit.db);
		// Cancelled already, or of another group.
		if (!known.ticket) return;
		const order = { organisationId, eventId, orderId: known.ticket.orderId };
		const released = await unit.transaction(async (tx) => {
			await lockOrder(tx, order);
			await lockOwnTickets(tx, order);
			await lockTicket(tx, { ...order, attendeeId });
			const { tickets, ticket } = await read(tx);
			if (ticket?.status !== 'active') return null;
			if (ticket.totalMinor > 0)
				throw ruleViolation(
					'place-paid',
					message`This guest has paid for the spot. Only they or the organiser can cancel it.`,
				);
			if (tickets.some((one) => one.orderId === order.orderId && one.isCheckedIn)) throw used();
			return ticket;
		});
		if (!released) return;
		// Its guest gets an email about the place that was released.
		await cancelOrder(inUnit, order, { notify: false });
		await unit.transaction(async (tx) => {
			const group = await lockGroup(tx, scope);
			if (group.state !== 'open') throw groupEnded();
			await cancelClaimedInvitation(tx, scope, { orderId: order.orderId });
			await publishReleased(inUnit, { tx, scope, ticket: released });
		});
	});
}

function publishReleased(
	services: Services,
	{ tx, scope, ticket }: { tx: Parameters<typeof lockOrder>[0]; scope: GroupScope; ticket: GroupTicket },
): Promise<void> {
	const { organisationId, eventId, groupId } = scope;
	const { orderId, id: attendeeId, name, email } = ticket;
	const payload = { orderId, attendeeId, groupId, name, email };
	return services.facts.publish(
		tx,
		{ name: 'orders.place-released', organisationId, eventId, payload },
		services,
	);
}
