import type { Services } from '#server/services.ts';
import type { WebhookType } from '#shared/rules/webhook-types.ts';
import { type FactName, type Listener, listen, type RecordedFact } from '../facts.ts';
import { makeMessages, type News } from './make-messages.ts';
import { readAmount, readEvent, readOrder } from './read-objects.ts';

/** What a fact says, or null where it is about no event of an organisation. */
type Reader<N extends FactName> = (
	fact: RecordedFact<N> & { organisationId: string; eventId: string },
	services: Services,
) => News['read'];

/** Tells connections about a fact; many at once after a rush. */
function toMessage<N extends FactName>(fact: N, type: WebhookType, reader: Reader<N>): Listener {
	const toNews = (recorded: RecordedFact<N>, services: Services): News[] => {
		const { organisationId, eventId } = recorded;
		if (organisationId === null || eventId === null) return [];
		const placed = { ...recorded, organisationId, eventId };
		return [{ organisationId, eventId, type, source: `fact:${recorded.id}`, read: reader(placed, services) }];
	};
	return listen<N>({
		fact,
		afterCommit: (recorded, services) => makeMessages(services, toNews(recorded, services)),
		afterCommitMany: (recorded, services) =>
			makeMessages(
				services,
				recorded.flatMap((one) => toNews(one, services)),
			),
	});
}

const eventOf =
	(services: Services, scope: { organisationId: string; eventId: string }, more: object = {}): News['read'] =>
	async () => {
		const event = await readEvent(services, scope);
		return event && { ids: { eventId: event.id }, object: { event, ...more } };
	};

/** An order with its event, and what the fact says beside them. */
const orderOf =
	(
		services: Services,
		scope: { organisationId: string; eventId: string; orderId: string },
		read: () => Promise<{ ids: object; object: object } | null> = async () => ({ ids: {}, object: {} }),
	): News['read'] =>
	async () => {
		const [event, order, more] = await Promise.all([
			readEvent(services, scope),
			readOrder(services, scope),
			read(),
		]);
		if (!event || !order || !more) return null;
		return {
			ids: { eventId: event.id, orderId: order.id, ...more.ids },
			object: { event, order, ...more.object },
		};
	};

const amountOf =
	(
		services: Services,
		table: 'payments' | 'refunds',
		name: 'payment' | 'refund',
		scope: { organisationId: string; id: string },
	) =>
	async () => {
		const found = await readAmount(services, table, scope);
		return found && { ids: { [`${name}Id`]: found.id }, object: { [name]: found } };
	};

export const integrationListeners: Listener[] = [
	toMessage('events.event-published', 'event.published', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-updated', 'event.updated', (fact, services) =>
		eventOf(services, fact, { fields: fact.payload.fields }),
	),
	toMessage('events.event-rescheduled', 'event.rescheduled', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-cancelled', 'event.cancelled', (fact, services) => eventOf(services, fact)),
	toMessage('events.event-postponed', 'event.postponed', (fact, services) => eventOf(services, fact)),
	toMessage('orders.order-confirmed', 'registration.created', (fact, services) =>
		orderOf(services, { ...fact, orderId: fact.payload.orderId }),
	),
	toMessage('orders.order-cancelled', 'registration.cancelled', (fact, services) => {
		const { orderId, attendeeIds } = fact.payload;
		return orderOf(services, { ...fact, orderId }, async () => ({
			ids: { attendeeIds },
			object: { attendeeIds },
		}));
	}),
	toMessage('payments.payment-succeeded', 'order.paid', (fact, services) => {
		const { organisationId, payload } = fact;
		return orderOf(
			services,
			{ ...fact, orderId: payload.subjectId },
			amountOf(services, 'payments', 'payment', { organisationId, id: payload.paymentId }),
		);
	}),
	toMessage('payments.refund-accepted', 'order.refunded', (fact, services) => {
		const { organisationId, payload } = fact;
		return orderOf(
			services,
			{ ...fact, orderId: payload.subjectId },
			amountOf(services, 'refunds', 'refund', { organisationId, id: payload.refundId }),
		);
	}),
];
