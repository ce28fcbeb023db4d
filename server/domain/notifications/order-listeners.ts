import { sql } from 'drizzle-orm';
import { findAnnounced } from '../events/changes/announced-fields.ts';
import { questionsIn } from '../events/changes/guest-notices.ts';
import { type Listener, listen } from '../facts.ts';
import { reachableGuests, reachableOrders } from '../orders/confirmed-orders.ts';
import { findOrder, findOwnAddress } from '../orders/order-record.ts';
import { isHandedOn } from '../orders/present.ts';
import { getTransfer } from '../orders/transfers/rows.ts';
import { enqueueMails, type NewMail } from './commands/enqueue-mail.ts';
import {
	addressed,
	emailHash,
	enqueueConfirmations,
	enqueueForAll,
	knowingOf,
	scopeOf,
} from './order-mails.ts';

/**
 * Mails to guests are put into the outbox by the worker, after the sale: a sale pays for nothing that it does not need. Each
 * has a key of its own, so that handling a fact twice queues one mail.
 */
export const orderListeners: Listener[] = [
	listen({
		fact: 'orders.order-confirmed',
		afterCommit: (fact, services) => enqueueConfirmations(services, [fact]),
		afterCommitMany: (facts, services) => enqueueConfirmations(services, facts),
	}),
	listen({
		fact: 'orders.confirmation-requested',
		async afterCommit(fact, services) {
			const { orderId, attendeeId } = fact.payload;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			const guest = order && attendeeId && findOwnAddress(order, attendeeId);
			if (!order || (!guest && order.buyer.email === '')) return;
			await enqueueMails(services.database.db, [
				{
					template: 'orders/confirmation',
					...(guest
						? { ref: { ...ref, attendeeId: guest.id }, ...addressed(order, ref), recipient: guest.email }
						: { ref, ...addressed(order, ref) }),
					dedupeKey: `orders/confirmation:${ref.orderId}:${fact.payload.requestId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.order-cancelled',
		async afterCommit(fact, services) {
			const { orderId, attendeeIds, notify, notifiesAttendee } = fact.payload;
			if (!notify) return;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			if (!order) return;
			const own = attendeeIds.flatMap((id) => findOwnAddress(order, id) ?? []);
			// Guests whom nobody has written to yet are not notified by a stranger that they lost what they did not know of.
			const knowing = notifiesAttendee
				? null
				: await knowingOf(
						services,
						orderId,
						own.map(({ email }) => email),
					);
			const guests = Map.groupBy(
				own.filter(({ email }) => knowing?.has(email) ?? true),
				(ticket) => (isHandedOn(ticket) ? ticket.id : ticket.email.toLowerCase()),
			);
			const mail = { template: 'orders/cancelled', ...addressed(order, ref) } as const;
			const dedupeKey = `orders/cancelled:${orderId}:${fact.id}`;
			await enqueueMails(services.database.db, [
				...(order.buyer.email === '' ? [] : [{ ...mail, ref: { ...ref, attendeeIds }, dedupeKey }]),
				...[...guests.values()].flatMap((tickets) => {
					const [first] = tickets;
					if (!first) return [];
					return {
						...mail,
						ref: { ...ref, attendeeIds: tickets.map(({ id }) => id), attendeeId: first.id },
						recipient: first.email,
						dedupeKey: `${dedupeKey}:${first.id}`,
					};
				}),
			]);
		},
	}),
	listen({
		fact: 'orders.payment-chosen',
		async afterCommit(fact, services) {
			const { orderId, terms, remindedOn } = fact.payload;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			if (!order || order.buyer.email === '') return;
			await enqueueMails(services.database.db, [
				{
					template: 'orders/payment-due',
					ref,
					...addressed(order, ref),
					dedupeKey: `orders/payment-due:${orderId}:${remindedOn ?? terms}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.change-to-pay',
		async afterCommit(fact, services) {
			const { orderId, changeId } = fact.payload;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			if (!order || order.buyer.email === '') return;
			await enqueueMails(services.database.db, [
				{
					template: 'orders/change-to-pay',
					ref: { ...ref, changeId },
					...addressed(order, ref),
					dedupeKey: `orders/change-to-pay:${changeId}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.approval-changed',
		async afterCommit(fact, services) {
			const { orderId, state } = fact.payload;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			// Of a free one its confirmation says that it was approved.
			if (!order || order.buyer.email === '' || (state === 'approved' && order.totalMinor === 0)) return;
			await enqueueMails(services.database.db, [
				{
					template: 'orders/approval',
					ref: { ...ref, state },
					...addressed(order, ref),
					dedupeKey: `orders/approval:${orderId}:${state}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.refund-request-changed',
		async afterCommit(fact, services) {
			const { orderId, requestId, state } = fact.payload;
			// A granted one is reported by its refund, a settled one by what settled it.
			if (state === 'approved' || state === 'settled') return;
			const ref = { ...scopeOf(fact), orderId };
			const order = await findOrder(services, ref);
			if (!order || order.buyer.email === '') return;
			await enqueueMails(services.database.db, [
				{
					template: 'orders/refund-request',
					ref: { ...ref, requestId, state },
					...addressed(order, ref),
					dedupeKey: `orders/refund-request:${requestId}:${state}`,
				},
			]);
		},
	}),
	listen({
		fact: 'orders.transfer-changed',
		async afterCommit(fact, services) {
			const { orderId, attendeeId, transferId, state } = fact.payload;
			const scope = { ...scopeOf(fact), orderId, attendeeId, transferId };
			const order = await findOrder(services, scope);
			const { fromEmail, toEmail } = await getTransfer(services.database.db, scope);
			if (!order) return;
			const mail = addressed(order, scope);
			const dedupeKey = `orders/transfer:${transferId}:${state}`;
			const mails: NewMail[] = [];
			if (state === 'offered') {
				mails.push({ template: 'orders/ticket-offered', ref: scope, ...mail, recipient: toEmail, dedupeKey });
			} else if (fromEmail !== '') {
				const ref = { ...scope, state };
				mails.push({ template: 'orders/ticket-offer-ended', ref, ...mail, recipient: fromEmail, dedupeKey });
			}
			if (state === 'accepted') {
				const ref = { ...scopeOf(fact), orderId, attendeeId };
				const key = `orders/confirmation:${transferId}`;
				mails.push({ template: 'orders/confirmation', ref, ...mail, recipient: toEmail, dedupeKey: key });
			}
			await enqueueMails(
				services.database.db,
				mails.filter(({ recipient }) => recipient !== ''),
			);
		},
	}),
	listen({
		fact: 'orders.resale-changed',
		async afterCommit(fact, services) {
			const { orderId, attendeeId, listingId, state } = fact.payload;
			// Whoever offers or keeps a ticket sees it themself.
			if (state !== 'sold') return;
			const ref = { ...scopeOf(fact), orderId, attendeeId };
			const order = await findOrder(services, ref);
			if (!order || order.buyer.email === '') return;
			await enqueueMails(services.database.db, [
				{ template: 'orders/resold', ref, ...addressed(order, ref), dedupeKey: `orders/resold:${listingId}` },
			]);
		},
	}),
	listen({
		fact: 'orders.refund-request-waits',
		async inTransaction(tx, fact) {
			const { requestId, orderId } = fact.payload;
			const scope = scopeOf(fact);
			const { rows } = await tx.execute<{ recipient: string; locale: string }>(sql`
				SELECT buyer_email AS recipient, locale FROM orders WHERE organisation_id = ${scope.organisationId}
					AND event_id = ${scope.eventId} AND id = ${orderId} AND buyer_email <> ''`);
			await enqueueMails(
				tx,
				rows.map((buyer) => ({
					...{ template: 'orders/refund-request' as const, ...scope, ...buyer },
					ref: { ...scope, orderId, requestId, state: 'open', isReminder: true },
					dedupeKey: `orders/refund-request:${requestId}:waits`,
				})),
			);
		},
	}),
	...(['refund-owed', 'refund-accepted'] as const).map((fact) =>
		listen({
			fact: `payments.${fact}`,
			async afterCommit({ eventId, organisationId, payload }, services) {
				const { refundId, subjectId } = payload;
				// Test charges are of no event, and nobody's.
				if (eventId === null || organisationId === null) return;
				// The order was never confirmed: its gift card is as it was.
				if ('giftCard' in payload && payload.giftCard?.isNotSold) return;
				const ref = { organisationId, eventId, orderId: subjectId };
				const order = await findOrder(services, ref);
				if (!order || order.buyer.email === '') return;
				const template = fact === 'refund-owed' ? 'orders/refund-owed' : 'orders/refunded';
				await enqueueMails(services.database.db, [
					{
						template,
						ref: { ...ref, refundId },
						...addressed(order, ref),
						dedupeKey: `${template}:${refundId}`,
					},
				]);
			},
		}),
	),
	listen({
		fact: 'events.event-cancelled',
		async afterCommit(fact, services) {
			// Its guests get one email about all dates that were cancelled with it.
			if (fact.payload.seriesChangeId === undefined) await enqueueForAll(services, fact, 'events/cancelled');
		},
	}),
	listen({
		fact: 'events.event-postponed',
		afterCommit: (fact, services) => enqueueForAll(services, fact, 'events/postponed'),
	}),
	listen({
		fact: 'events.series-change-announced',
		async afterCommit(fact, services) {
			const { organisationId } = fact;
			const { seriesChangeId, eventIds } = fact.payload;
			if (organisationId === null) return;
			for (const eventId of eventIds)
				for await (const guests of reachableGuests(services, { organisationId, eventId }))
					await enqueueMails(
						services.database.db,
						guests
							.filter(({ hasTickets }) => hasTickets)
							.map(({ orderId, attendeeId, email, locale }) => ({
								template: 'events/series-changed' as const,
								ref: {
									organisationId,
									eventId,
									orderId,
									seriesChangeId,
									eventIds,
									...(attendeeId && { attendeeId }),
								},
								organisationId,
								eventId,
								recipient: email,
								locale,
								// One email to each address, however many dates, orders and tickets it has.
								dedupeKey: `events/series-changed:${seriesChangeId}:${emailHash(email)}`,
							})),
					);
		},
	}),
	listen({
		fact: 'events.change-announced',
		async afterCommit(fact, services) {
			const scope = scopeOf(fact);
			const { changeSetId } = fact.payload;
			const summary = (await findAnnounced(services, scope, changeSetId))?.summary ?? {};
			if (questionsIn(summary).length > 0) {
				for await (const orders of reachableOrders(services, scope))
					await enqueueMails(
						services.database.db,
						orders.map(({ orderId, buyerEmail, locale }) => ({
							...scope,
							template: 'events/question-asked' as const,
							ref: { ...scope, orderId, changeSetId },
							recipient: buyerEmail,
							locale,
							dedupeKey: `events/question-asked:${changeSetId}:${orderId}`,
						})),
					);
				return;
			}
			for await (const guests of reachableGuests(services, scope)) {
				await enqueueMails(
					services.database.db,
					guests
						.filter(({ hasTickets }) => hasTickets)
						.map(({ orderId, attendeeId, email, locale }) => ({
							...scope,
							template: 'events/changed' as const,
							ref: { ...scope, orderId, changeSetId, ...(attendeeId && { attendeeId }) },
							recipient: email,
							locale,
							// One mail to each address, however many orders and tickets it has.
							dedupeKey: `events/changed:${changeSetId}:${emailHash(email)}`,
						})),
				);
			}
		},
	}),
];
