import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import { localDayOf, resolveWallTime } from '#shared/rules/event-times.ts';
import { markOrganisation } from '../domain/analytics/figures/marks.ts';
import { admitTogether } from '../domain/check-in/scan/admit-scans.ts';
import {
	archiveEvent,
	cancelEvent,
	postponeEvent,
	publishEvent,
} from '../domain/events/commands/change-status.ts';
import { createEvent } from '../domain/events/commands/create-event.ts';
import { placeGuests } from '../domain/orders/commands/place-guests.ts';
import { openAccount, refreshAccount } from '../domain/payments/account.ts';
import { findAccount } from '../domain/payments/queries.ts';
import { createTicketType } from '../domain/tickets/commands/create-ticket-type.ts';
import { updateTicketType } from '../domain/tickets/commands/update-ticket-type.ts';
import type { Services } from '../services.ts';
import type { DemoEvent } from './content.ts';
import { demoPerson } from './people.ts';
import { raiseFunds } from './raise-funds.ts';

const hourMs = 3_600_000;
/** Registrations lie this far back at the most, so that charts have a shape. */
const historyDays = 21;

const dayMs = 24 * hourMs;

/** When it starts: at a wall time of its place, or for one that is on, on the full hour. */
function startOf({ starts, input }: DemoEvent, now: Date): Date {
	if ('inHours' in starts)
		return new Date(Math.round((now.getTime() + starts.inHours * hourMs) / hourMs) * hourMs);
	const day = localDayOf(new Date(now.getTime() + starts.inDays * dayMs), input.timeZone ?? 'UTC');
	return new Date(resolveWallTime(`${day}T${starts.at}`, input.timeZone ?? 'UTC').instant);
}

/** From when to when an event of the demo is, if it is loaded now. */
export function spanOf(event: DemoEvent, now: Date): { startsAt: string; endsAt: string } {
	const start = startOf(event, now);
	return {
		startsAt: start.toISOString(),
		endsAt: new Date(start.getTime() + event.lastsHours * hourMs).toISOString(),
	};
}

async function offerTickets(
	services: Services,
	scope: EventScope,
	event: DemoEvent,
	now: Date,
): Promise<{ free: string[]; last: string }> {
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM ticket_types WHERE organisation_id = $1 AND event_id = $2',
		[scope.organisationId, scope.eventId],
	);
	const standard = rows[0];
	if (standard && event.standard) {
		const { name, capacity, salesStartInHours } = event.standard;
		const salesStartAt =
			salesStartInHours === undefined
				? {}
				: { salesStartAt: new Date(now.getTime() + salesStartInHours * hourMs).toISOString() };
		await updateTicketType(services, scope, {
			ticketTypeId: standard.id,
			input: { ...(name && { name }), ...(capacity === undefined ? {} : { capacity }), ...salesStartAt },
		});
	}
	const ids = standard ? [standard.id] : [];
	let last = standard?.id ?? '';
	for (const input of event.ticketTypes ?? []) {
		const id = await createTicketType(services, scope, input);
		last = id;
		// Guests are free of charge; what has a price is there to be bought.
		if (input.kind === 'free') ids.push(id);
	}
	return { free: ids, last };
}

/** Guests of one event; nobody gets a mail. @returns their tickets in the order of the list */
async function inviteGuests(
	services: Services,
	scope: EventScope,
	event: DemoEvent,
	ticketTypeIds: string[],
	firstPerson: number,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await placeGuests(
			services,
			tx,
			Array.from({ length: event.guests }, (_, n) => ({
				...scope,
				buyer: demoPerson(firstPerson + n),
				items: [{ ticketTypeId: ticketTypeIds[n % ticketTypeIds.length] as string, quantity: 1 }],
				isAnnounced: false,
			})),
		);
		// A past: more registrations the nearer the day, at the latest before the start, in the order of their ids, as if they had come one
		// by one.
		await tx.execute(sql`
			WITH numbered AS (
				SELECT id, (row_number() OVER (ORDER BY id DESC) - random()) / count(*) OVER () AS age FROM orders
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			)
			UPDATE orders o SET created_at = past.at, confirmed_at = past.at
			FROM (
				SELECT n.id, least(now(), e.starts_at) - ${historyDays} * interval '1 day' * power(n.age, 2) AS at
				FROM numbered n JOIN events e ON e.organisation_id = ${scope.organisationId} AND e.id = ${scope.eventId}
			) AS past
			WHERE past.id = o.id AND o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}`);
		await tx.execute(sql`
			UPDATE attendees a SET created_at = o.created_at FROM orders o
			WHERE o.id = a.order_id AND o.organisation_id = a.organisation_id AND o.event_id = a.event_id
				AND a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}`);
	});
}

async function letIn(services: Services, scope: EventScope, count: number): Promise<void> {
	if (count === 0) return;
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM attendees WHERE organisation_id = $1 AND event_id = $2 ORDER BY id LIMIT $3',
		[scope.organisationId, scope.eventId, count],
	);
	for (const [index, { id }] of rows.entries()) {
		await admitTogether(services, {
			...scope,
			listId: scope.eventId,
			guest: { attendeeId: id },
			staffLinkId: null,
			userId: null,
			gateId: null,
			deviceId: null,
			device: index % 3 === 0 ? 'Side entrance' : 'Main entrance',
			nonce: `made-${id}`,
			scannedAt: services.clock.now().toISOString(),
		});
	}
	// Within two hours around the start, in the order of their scans, so that arrivals have a shape.
	await services.database.pool.query(
		`UPDATE check_ins c SET occurred_at = arrived.at FROM (
			SELECT i.id, least(now(), e.starts_at - interval '40 minutes'
				+ interval '2 hours' * power(row_number() OVER (ORDER BY i.sequence) / count(*) OVER ()::float8, 2)) AS at
			FROM check_ins i JOIN events e ON e.organisation_id = i.organisation_id AND e.id = i.event_id
			WHERE i.organisation_id = $1 AND i.event_id = $2
		) AS arrived WHERE arrived.id = c.id AND c.organisation_id = $1 AND c.event_id = $2`,
		[scope.organisationId, scope.eventId],
	);
}

/** A payment account in test mode that takes cards at once; nothing where a real provider is set up. */
async function openTestAccount(
	services: Services,
	{ organisationId, takesCards, email }: Filling,
): Promise<void> {
	if (!services.testGateway || !takesCards) return;
	await openAccount(services, { organisationId, country: takesCards, email, by: null });
	const account = await findAccount(services.database.db, organisationId);
	if (account?.providerAccount) await services.testGateway.act(account.providerAccount, 'enable');
	await refreshAccount(services, organisationId);
}

async function setState(services: Services, scope: EventScope, state: DemoEvent['state']): Promise<void> {
	if (state === 'draft') return;
	await publishEvent(services, scope, { isEmailVerified: true });
	if (state === 'cancelled') await cancelEvent(services, scope, 'The hall was double-booked. We are sorry.');
	if (state === 'postponed')
		await postponeEvent(services, scope, 'We will write as soon as there is a new date.');
	if (state === 'archived') await archiveEvent(services, scope);
}

/** What is put into an organisation, and for whom. */
interface Filling {
	organisationId: string;
	userId: string;
	events: readonly DemoEvent[];
	/** Number of its first guest among the invented people. */
	firstPerson: number;
	/** The country of its payment account in test mode; without one it has none. */
	takesCards?: string | undefined;
	/** Of the payment account. */
	email: string;
}

/** Makes events with tickets, guests and check-ins in an organisation. Nobody is sent a mail about a registration. */
export async function fillOrganisation(
	services: Services,
	filling: Filling,
): Promise<{ events: number; guests: number }> {
	const { organisationId, userId, events } = filling;
	const now = services.clock.now();
	const counts = { events: 0, guests: 0 };
	await openTestAccount(services, filling);
	for (const event of events) {
		const { eventId } = await createEvent(services, {
			organisationId,
			userId,
			input: { ...event.input, ...spanOf(event, now) },
		});
		const scope = { organisationId, eventId };
		const { free, last } = await offerTickets(services, scope, event, now);
		await setState(services, scope, event.state);
		if (event.guests > 0)
			await inviteGuests(services, scope, event, free, filling.firstPerson + counts.guests);
		await letIn(services, scope, event.checkedIn ?? 0);
		const { fundraiser } = event;
		if (fundraiser) await raiseFunds(services, scope, { fundraiser, userId, seatId: last });
		counts.events += 1;
		counts.guests += event.guests;
	}
	// The past was written as a whole, without the facts by which days are counted.
	await markOrganisation(services, organisationId);
	return counts;
}
