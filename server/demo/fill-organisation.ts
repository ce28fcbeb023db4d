import type { EventScope } from '#server/domain/event-scope.ts';
import { eventPlan } from '#shared/contracts/event-plan.ts';
import { createTrackingLink } from '../domain/analytics/commands/tracking-links.ts';
import { markOrganisation } from '../domain/analytics/figures/marks.ts';
import {
	archiveEvent,
	cancelEvent,
	postponeEvent,
	publishEvent,
} from '../domain/events/commands/change-status.ts';
import { createEvent } from '../domain/events/commands/create-event.ts';
import { openAccount, refreshAccount } from '../domain/payments/account.ts';
import { findAccount } from '../domain/payments/queries.ts';
import type { Services } from '../services.ts';
import type { DemoEvent } from './content.ts';
import { type DatedOrder, dateBack, moveEvent } from './date-back.ts';
import { momentsBefore, spanOf } from './demo-times.ts';
import { type DemoGiftCards, issueGiftCards } from './issue-gift-cards.ts';
import { type DemoSeries, makeDemoSeries } from './make-demo-series.ts';
import { writeMessages } from './messages.ts';
import { letGuestsIn } from './open-door.ts';
import { raiseFunds } from './raise-funds.ts';
import { sellAtTheDoor } from './sell-at-door.ts';
import { ordersOf, sellTickets } from './sell-tickets.ts';
import type { DemoSource } from './visits.ts';

/** The ticket types of an event, the free "Standard" ticket first, as a new event takes them. */
function ticketsOf({ standard, ticketTypes = [] }: DemoEvent) {
	const { name = 'Standard', capacity = null, opensDaysBefore } = standard ?? {};
	const salesStart = opensDaysBefore === undefined ? null : { minutes: -opensDaysBefore * 24 * 60 };
	const planned = ticketTypes.map(({ currency: _currency, ...type }, n) => ({ ...type, key: `type-${n}` }));
	return {
		tickets: eventPlan.shape.tickets.parse([{ key: 'standard', name, capacity, salesStart }, ...planned]),
		...(ticketTypes[0]?.currency && { currency: ticketTypes[0].currency }),
	};
}

/** Ticket types that guests are on, and the one that is sold first. */
async function readStock(services: Services, { organisationId, eventId }: EventScope) {
	const { rows } = await services.database.pool.query<{ id: string; kind: string }>(
		'SELECT id, kind FROM ticket_types WHERE organisation_id = $1 AND event_id = $2 ORDER BY position',
		[organisationId, eventId],
	);
	return {
		free: rows.filter(({ kind }) => kind === 'free').map(({ id }) => id),
		paid: rows.find(({ kind }) => kind === 'paid')?.id,
	};
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

/** Publishes it, so that it sells. */
async function publish(services: Services, scope: EventScope, state: DemoEvent['state']): Promise<void> {
	if (state === 'draft') return;
	await publishEvent(services, scope, { isEmailVerified: true });
	if (state === 'cancelled') await cancelEvent(services, scope, 'The hall was double-booked. We are sorry.');
	if (state === 'postponed')
		await postponeEvent(services, scope, 'We will write as soon as there is a new date.');
}

/** What is put into an organisation, and for whom. */
interface Filling {
	organisationId: string;
	userId: string;
	events: readonly DemoEvent[];
	/** Number of its first guest among the invented people. */
	firstPerson: number;
	/** Where visitors of its events come from; without any, nobody looked. */
	sources?: readonly DemoSource[];
	/** The country of its payment account in test mode; without one it has none. */
	takesCards?: string | undefined;
	giftCards?: DemoGiftCards | undefined;
	series?: readonly DemoSeries[] | undefined;
	/** Of the payment account. */
	email: string;
}

/** Guests of an event who come to the next one too: one in so many. */
const regulars = 4;

/** Makes events with tickets, guests and check-ins in an organisation. Nobody is sent a mail about a registration. */
export async function fillOrganisation(
	services: Services,
	filling: Filling,
): Promise<{ events: number; guests: number }> {
	const { database } = services;
	const { rows } = await database.pool.query<{ now: Date }>('SELECT now()');
	const now = rows[0]?.now as Date;
	const counts = { events: 0, guests: 0 };
	await openTestAccount(services, filling);
	let { firstPerson } = filling;
	const dated: DatedOrder[] = [];
	for (const event of filling.events) {
		const { orders, moments, eventId } = await fillEvent(services, filling, { event, firstPerson, now });
		counts.events += 1;
		counts.guests += orders;
		dated.push(...moments.map((at, index) => ({ eventId, n: index + 1, at })));
		firstPerson += orders - Math.floor(orders / regulars);
	}
	for (const series of filling.series ?? []) {
		const made = await makeDemoSeries(services, filling, series, { now, firstPerson });
		counts.events += made.events;
		counts.guests += made.guests;
		dated.push(...made.dated);
		firstPerson += series.guests.each;
	}
	if (filling.giftCards) await issueGiftCards(services, filling, filling.giftCards);
	await database.transaction((tx) => dateBack(tx, filling.organisationId, dated));
	// The past was written as a whole, without the facts by which days are counted.
	await markOrganisation(services, filling.organisationId);
	return counts;
}

/** Makes one event. What is over sells its tickets ahead of its start as well, and is then moved to its day. */
async function fillEvent(
	services: Services,
	{ organisationId, userId, email, sources = [] }: Filling,
	{ event, firstPerson, now }: { event: DemoEvent; firstPerson: number; now: Date },
): Promise<{ orders: number; moments: Date[]; eventId: string }> {
	const { database } = services;
	const span = spanOf(event, now);
	const isSoldAhead = event.sales !== undefined && Date.parse(span.endsAt) < now.getTime();
	const { eventId } = await createEvent(services, {
		...{ organisationId, userId },
		input: {
			...{ ...ticketsOf(event), ...event.input },
			...(isSoldAhead ? spanOf({ ...event, starts: { inHours: 24 } }, now) : span),
		},
	});
	const scope = { organisationId, eventId };
	const stock = await readStock(services, scope);
	await publish(services, scope, event.state);
	for (const link of event.links ?? [])
		await createTrackingLink(
			services,
			{ organisationId, eventIds: null, userId },
			{ ...link, event: eventId },
		);
	const orders = ordersOf(services, event);
	const { fundraiser, links = [] } = event;
	const gifts = services.testGateway ? (fundraiser?.gifts.length ?? 0) : 0;
	const moments = momentsBefore(event, orders + gifts, now);
	await sellTickets(services, scope, event, {
		...{ stock, firstPerson, moments: moments.slice(0, orders), isOver: isSoldAhead, userId },
		sources: sources.length > 0 ? [...sources, ...links.map(({ code }) => ({ link: code, weight: 2 }))] : [],
	});
	if (fundraiser) await raiseFunds(services, scope, { fundraiser, userId, seatId: stock.paid ?? '' });
	if (isSoldAhead) await database.transaction((tx) => moveEvent(tx, scope, span));
	if (event.state === 'archived') await archiveEvent(services, scope);
	await letGuestsIn(services, scope, { count: event.checkedIn ?? 0, linkLabel: event.door, userId });
	if (event.doorSales) await sellAtTheDoor(services, scope, event.doorSales, { userId, email });
	if (event.messages)
		await writeMessages(services, scope, { messages: event.messages, userId, moments, now });
	return { orders, moments, eventId };
}
