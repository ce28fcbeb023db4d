import { getOperator } from '../content/operator.ts';
import { type Listener, listen } from '../facts.ts';
import { findStatusChange } from '../feedback/queries.ts';
import { upcomingOrdersOf } from '../support/upcoming-orders.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** A wrong status is mostly corrected within a minute; the reporter is notified of the last one only. */
const delaySeconds = 60;

export const feedbackListeners: Listener[] = [
	listen({
		fact: 'feedback.status-changed',
		async inTransaction(tx, { payload }) {
			const found = await findStatusChange(tx, payload);
			if (!found || found.report.email === '') return;
			await enqueueMails(tx, [
				{
					template: 'feedback/status-changed',
					ref: payload,
					recipient: found.report.email,
					delaySeconds,
					dedupeKey: `feedback/status-changed:${payload.activityId}`,
				},
			]);
		},
	}),
];

export const supportListeners: Listener[] = [
	listen({
		fact: 'support.message-received',
		async afterCommit(fact, services) {
			const operator = await getOperator(services);
			await enqueueMails(services.database.db, [
				{
					template: 'support/contact-message',
					ref: fact.payload,
					recipient: operator.email || services.config.supportEmail,
					dedupeKey: `support/contact-message:${fact.payload.messageId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'support.tickets-asked-for',
		async afterCommit(fact, services) {
			const { email } = fact.payload;
			const orders = await upcomingOrdersOf(services, email);
			// Nothing is sent to an address that has no ticket: nobody shall be able to fill a stranger's mailbox.
			if (orders.length === 0) return;
			const quarter = Math.floor(services.clock.now().getTime() / 900_000);
			await enqueueMails(services.database.db, [
				{
					template: 'orders/my-tickets',
					ref: { orders },
					recipient: email,
					dedupeKey: `orders/my-tickets:${email.toLowerCase()}:${quarter}`,
				},
			]);
		},
	}),
];
