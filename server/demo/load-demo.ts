import { sql } from 'drizzle-orm';
import type { EventScope } from '#server/domain/event-scope.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { localDayOf, resolveWallTime } from '#shared/rules/event-times.ts';
import { createUser } from '../domain/accounts/commands/create-user.ts';
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
import { type DemoEvent, type DemoOrganisation, demoContent, demoPassword } from './content.ts';
import { demoPerson } from './people.ts';

const hourMs = 3_600_000;
/** Registrations of the demo lie this far back at the most, so that its charts have a shape. */
const historyDays = 21;

/** Whether any demo content is here. */
export async function hasDemo(services: Services): Promise<boolean> {
	const { rows } = await services.database.pool.query('SELECT 1 FROM organisations WHERE is_demo LIMIT 1');
	return rows.length > 0;
}

const dayMs = 24 * hourMs;

/** When it starts: at a wall time of its place, or for one that is on, on the full hour. */
function startOf({ starts, input }: DemoEvent, now: Date): Date {
	if ('inHours' in starts)
		return new Date(Math.round((now.getTime() + starts.inHours * hourMs) / hourMs) * hourMs);
	const day = localDayOf(new Date(now.getTime() + starts.inDays * dayMs), input.timeZone ?? 'UTC');
	return new Date(resolveWallTime(`${day}T${starts.at}`, input.timeZone ?? 'UTC').instant);
}

function spanOf(event: DemoEvent, now: Date): { startsAt: string; endsAt: string } {
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
): Promise<string[]> {
	const { rows } = await services.database.pool.query<{ id: string }>(
		'SELECT id FROM ticket_types WHERE organisation_id = $1 AND event_id = $2',
		[scope.organisationId, scope.eventId],
	);
	const standard = rows[0];
	if (standard && event.standard) {
		const { capacity, salesStartInHours } = event.standard;
		const salesStartAt =
			salesStartInHours === undefined
				? {}
				: { salesStartAt: new Date(now.getTime() + salesStartInHours * hourMs).toISOString() };
		await updateTicketType(services, scope, {
			ticketTypeId: standard.id,
			input: { ...(capacity === undefined ? {} : { capacity }), ...salesStartAt },
		});
	}
	const ids = standard ? [standard.id] : [];
	for (const input of event.ticketTypes ?? []) {
		const id = await createTicketType(services, scope, input);
		// The demo's guests are free of charge; what has a price is there to be bought.
		if (input.kind === 'free') ids.push(id);
	}
	return ids;
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
		// The demo's past: more registrations the nearer the day, in the order of their ids, as if they had come one by one.
		await tx.execute(sql`
			WITH numbered AS (
				SELECT id, (row_number() OVER (ORDER BY id DESC) - random()) / count(*) OVER () AS age FROM orders
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			)
			UPDATE orders o SET created_at = now() - ${historyDays} * interval '1 day' * power(age, 2)
			FROM numbered WHERE numbered.id = o.id AND o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}`);
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
			nonce: `demo-${id}`,
			scannedAt: services.clock.now().toISOString(),
		});
	}
}

/** A payment account in test mode that takes cards at once; nothing where a real provider is set up. */
async function openDemoAccount(
	services: Services,
	organisationId: string,
	{ takesCards, owner }: DemoOrganisation,
): Promise<void> {
	if (!services.testGateway || !takesCards) return;
	await openAccount(services, { organisationId, country: takesCards, email: owner.email });
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

/**
 * Loads the demo: three organisations, ten events in all states, some hundreds of guests. Everything in it is marked, so that
 * `removeDemo` finds it again. Nobody is sent a mail.
 * @throws a rule violation when it is here already
 */
export async function loadDemo(
	services: Services,
): Promise<{ organisations: number; events: number; guests: number }> {
	if (await hasDemo(services))
		throw ruleViolation('demo-loaded', message`The demo content is loaded already.`);
	const now = services.clock.now();
	const counts = { organisations: 0, events: 0, guests: 0 };
	for (const organisation of demoContent) {
		const { userId, organisationId } = await createUser(services, {
			...organisation.owner,
			organisationName: organisation.name,
			password: demoPassword,
			isVerified: true,
			isDemo: true,
		});
		counts.organisations += 1;
		if (organisation.takesCards) await openDemoAccount(services, organisationId, organisation);
		for (const event of organisation.events) {
			const { eventId } = await createEvent(services, {
				organisationId,
				userId,
				input: { ...event.input, ...spanOf(event, now) },
			});
			const scope = { organisationId, eventId };
			const ticketTypeIds = await offerTickets(services, scope, event, now);
			await setState(services, scope, event.state);
			if (event.guests > 0) await inviteGuests(services, scope, event, ticketTypeIds, counts.guests);
			await letIn(services, scope, event.checkedIn ?? 0);
			counts.events += 1;
			counts.guests += event.guests;
		}
		await services.database.pool.query('UPDATE events SET is_demo = true WHERE organisation_id = $1', [
			organisationId,
		]);
		// What the demo did is not news to anybody: no mail tells of a cancelled event that never was.
		await services.database.pool.query('DELETE FROM facts WHERE organisation_id = $1', [organisationId]);
	}
	return counts;
}
