import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Services } from '#server/services.ts';
import type { TestApi } from '#tests/support/api.ts';
import type { TestUser } from './accounts.ts';
import { makeEvent } from './events.ts';
import { insertTicketType } from './tickets.ts';

export interface DoorGuest {
	id: string;
	code: string;
	orderId: string;
}

export interface Door {
	event: string;
	type: string;
	token: string;
	linkId: string;
	guests: DoorGuest[];
}

export interface DoorOptions {
	guests?: number;
	/** All guests in one order. */
	isParty?: boolean;
	title?: string;
	link?: Record<string, unknown>;
}

/** A published event with guests of one order each, or all of one, and a staff link. */
export async function makeDoor(
	on: { services: Services; api: TestApi; owner: TestUser },
	options: DoorOptions = {},
): Promise<Door> {
	const { services, api, owner } = on;
	const event = await makeEvent(services, owner, {
		isPublished: true,
		...(options.title === undefined ? {} : { title: options.title }),
	});
	const scope = { organisationId: owner.organisationId, eventId: event.id };
	const { ticketTypeId } = await insertTicketType(services.database, scope);
	const guests: DoorGuest[] = [];
	const order = async (quantity: number) => {
		const answer = await api.post(
			`/api/events/${event.id}/orders`,
			{
				buyer: { name: 'Ada Lovelace', email: `ada-${randomUUID()}@example.org` },
				items: [{ ticketTypeId, quantity }],
			},
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(answer.status).toBe(201);
		for (const one of answer.body.attendees)
			guests.push({ id: one.id, code: one.ticketCode, orderId: answer.body.id });
	};
	const count = options.guests ?? 3;
	if (options.isParty) await order(count);
	else for (let n = 0; n < count; n += 1) await order(1);
	const link = await api.post(
		`/api/events/${event.id}/staff-links`,
		{ label: 'North', ...options.link },
		{ token: owner.token },
	);
	expect(link.status).toBe(201);
	return { event: event.id, type: ticketTypeId, token: link.body.token, linkId: link.body.id, guests };
}
