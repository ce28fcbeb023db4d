import { and, eq, sql } from 'drizzle-orm';
import { ticketTransfers } from '#server/db/tables/orders.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import { type AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { giveTicket } from './holders.ts';
import { getTransfer, isTransfer, lockTicket, publishTransfer, refuseClosed } from './rows.ts';
import type { TransferScope } from './tokens.ts';

const ended = (): AppError =>
	ruleViolation(
		'transfer-ended',
		message`This offer has ended. Ask the person who offered you the ticket to offer it again.`,
	);

/**
 * Accepts a ticket: it is the receiver’s from now on, with a code of its own; the code and the link of whoever had it are void. Accepted
 * again, nothing changes.
 * @param how.name as it is to stand on the ticket; without it, as the offer says
 * @throws `transfer-ended`; `transfer-closed`
 */
export async function acceptTransfer(
	services: Services,
	scope: TransferScope,
	how: { name?: string | undefined } = {},
): Promise<void> {
	const event = await getWholeEvent(services, scope);
	const { organisationId, eventId, orderId, attendeeId } = scope;
	await services.database.transaction(async (tx) => {
		const ticket = await lockTicket(tx, scope);
		const transfer = await getTransfer(tx, scope);
		if (transfer.state === 'accepted') return;
		const now = services.clock.now();
		if (transfer.state !== 'offered' || transfer.expiresAt <= now || ticket.status !== 'active')
			throw ended();
		await refuseClosed(tx, scope, { ticket, event, now });
		const name = how.name ?? transfer.toName;
		const holderVersion = await giveTicket(tx, scope, { name, email: transfer.toEmail });
		// A decline holds neither order nor ticket.
		const [accepted] = await tx
			.update(ticketTransfers)
			.set({ state: 'accepted', holderVersion, endedAt: sql`now()` })
			.where(and(isTransfer(scope), eq(ticketTransfers.state, 'offered')))
			.returning({ id: ticketTransfers.id });
		if (!accepted) throw ended();
		const payload = { orderId, attendeeIds: [attendeeId], fields: ['name', 'email'] };
		const fact = { name: 'orders.guest-updated' as const, organisationId, eventId, payload };
		await services.facts.publish(tx, fact, services);
		await publishTransfer(services, tx, scope, 'accepted');
	});
}

/** Declines a ticket, which stays with whoever offered it. Declined again, nothing changes. @throws `transfer-ended` */
export async function declineTransfer(services: Services, scope: TransferScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const [declined] = await tx
			.update(ticketTransfers)
			.set({ state: 'declined', endedAt: sql`now()` })
			.where(and(isTransfer(scope), eq(ticketTransfers.state, 'offered')))
			.returning({ id: ticketTransfers.id });
		if (declined) return publishTransfer(services, tx, scope, 'declined');
		const { state } = await getTransfer(tx, scope);
		if (state === 'accepted')
			throw ruleViolation('transfer-ended', message`You have accepted this ticket. It is yours already.`);
		if (state !== 'declined') throw ended();
	});
}
