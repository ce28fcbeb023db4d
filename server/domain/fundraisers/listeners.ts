import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type Listener, listen } from '../facts.ts';
import { announceGoal } from './commands/announce-goal.ts';
import { receiveGifts, returnGifts } from './commands/count-gifts.ts';
import { beginMonthlyGift } from './monthly/listeners.ts';
import { findFundraiser } from './rows.ts';

const scopeOf = (fact: { organisationId: string | null; eventId: string | null }): EventScope => ({
	organisationId: fact.organisationId as string,
	eventId: fact.eventId as string,
});

/** Listeners of fundraisers in the transactions of orders and events. */
export const fundraiserListeners: Listener[] = [
	listen({
		fact: 'orders.gifts-received',
		async inTransaction(tx, fact, services) {
			const order = { ...scopeOf(fact), orderId: fact.payload.orderId };
			await receiveGifts(tx, order);
			await announceGoal(services, tx, order);
			await beginMonthlyGift(tx, order);
		},
	}),
	listen({
		fact: 'orders.gifts-returned',
		inTransaction: (tx, fact) => returnGifts(tx, { ...scopeOf(fact), orderId: fact.payload.orderId }),
	}),
	listen({
		fact: 'orders.confirmation-requested',
		// The address of the order may have been corrected: donations are found by it.
		async inTransaction(tx, fact) {
			const { organisationId, eventId } = scopeOf(fact);
			await tx.execute(sql`
				UPDATE donations d SET donor_email = o.buyer_email FROM orders o
				WHERE d.organisation_id = ${organisationId} AND d.order_id = ${fact.payload.orderId} AND o.organisation_id = d.organisation_id
					AND o.event_id = ${eventId} AND o.id = d.order_id AND d.donor_email <> o.buyer_email`);
		},
	}),
	listen({
		fact: 'events.event-updated',
		async inTransaction(tx, fact) {
			if (!fact.payload.fields.includes('currency')) return;
			const row = await findFundraiser(tx, scopeOf(fact));
			if (row?.state === 'live')
				throw ruleViolation(
					'fundraiser-live',
					message`Close the fundraiser before you change the currency of the event.`,
				);
		},
	}),
	listen({
		fact: 'events.event-deleted',
		async inTransaction(tx, fact) {
			const { organisationId, eventId } = scopeOf(fact);
			const { rows } = await tx.execute<{ id: string }>(sql`
				SELECT id FROM donations WHERE organisation_id = ${organisationId} AND event_id = ${eventId} LIMIT 1`);
			if (rows.length > 0)
				throw ruleViolation(
					'has-donations',
					message`This event has donations, so it can’t be deleted. Archive it instead.`,
				);
		},
	}),
];
