import { readEventStock } from '#server/domain/tickets/stock.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type AttendeeDetails, pickDetails } from '#shared/rules/attendee-fields.ts';
import { placeOrder } from './place-order.ts';

export interface AddAttendeeInput extends AttendeeDetails {
	organisationId: string;
	eventId: string;
	userId: string;
	name: string;
	/** Empty: the guest has no address and gets no mail. */
	email: string;
	/** The first type on offer when absent. */
	ticketTypeId?: string | undefined;
	sendMail: boolean;
}

/**
 * Adds a guest manually, as an order of their own. It takes a place like any order, but keeps no window and no limit.
 * @returns id of the guest
 * @throws `sold-out`, `no-ticket-type`
 */
export async function addAttendee(services: Services, input: AddAttendeeInput): Promise<string> {
	const ticketTypeId = input.ticketTypeId ?? (await defaultTicketType(services, input.eventId));
	const order = await placeOrder(services, {
		organisationId: input.organisationId,
		eventId: input.eventId,
		buyer: { name: input.name, email: input.email },
		items: [{ ticketTypeId, quantity: 1 }],
		attendees: [{ name: input.name, email: input.email, ...pickDetails(input) }],
		mode: 'organiser',
		source: 'manual',
		createdBy: input.userId,
		isAnnounced: input.sendMail && input.email !== '',
	});
	return order.attendees[0]?.id as string;
}

/** The type that most guests have: the first that the public can see, else the first at all. */
async function defaultTicketType(services: Services, eventId: string): Promise<string> {
	const stock = await readEventStock(services.database.db, eventId);
	const types = [...(stock?.types.values() ?? [])];
	const type = types.find((one) => !one.isHidden && !one.isClosed && one.kind !== 'add_on') ?? types[0];
	if (!type)
		throw ruleViolation('no-ticket-type', message`This event has no ticket type yet. Add one first.`);
	return type.id;
}
