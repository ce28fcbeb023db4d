import { newId } from '#shared/lib/ids.ts';
import { getOrganisation } from '../domain/accounts/queries.ts';
import { issueByHand } from '../domain/gift-cards/issue-by-hand.ts';
import { lapseJob } from '../domain/gift-cards/lapse.ts';
import { blockCard } from '../domain/gift-cards/manage-card.ts';
import { payPurchase } from '../domain/gift-cards/pay.ts';
import { orderCards } from '../domain/gift-cards/purchase.ts';
import { readSettings, writeSettings } from '../domain/gift-cards/settings-rows.ts';
import { payOrder } from '../domain/orders/commands/pay-order.ts';
import { placeOrder } from '../domain/orders/commands/place-order.ts';
import { mergeItems } from '../domain/orders/order-items.ts';
import { priceCart } from '../domain/orders/sale/price.ts';
import { databaseNow } from '../domain/tickets/stock.ts';
import { stockStore } from '../domain/tickets/stock-store.ts';
import type { Services } from '../services.ts';
import { demoPerson } from './people.ts';
import { testCard } from './sell-tickets.ts';

/** A gift card that was issued manually. */
interface DemoGiftCard {
	amountMinor: number;
	origin: 'given' | 'cash' | 'transfer';
	recipientName: string;
	message?: string;
	note?: string;
	isBlocked?: boolean;
	/** Its last day was the end of the year that many years ago. */
	lapsedYearsAgo?: number;
	/** Pays for a ticket of an event, by its title. */
	usedAt?: string;
}

/** A gift card that was bought online in test mode, to be sent on a day. */
interface DemoPurchase {
	buyer: { name: string; email: string };
	amountMinor: number;
	recipientName: string;
	recipientEmail: string;
	message: string;
	sentInDays: number;
}

/** How an organisation of the demo sells gift cards, and those that it issued. */
export interface DemoGiftCards {
	details: string;
	validYears: 3 | 5 | 10 | null;
	cards: DemoGiftCard[];
	bought: DemoPurchase;
}

/** Guests of the demo come before, and donors. */
const firstUser = 620;

/** Nobody: limits of networks are not for the demo. */
const address = '192.0.2.1';

/** Offers gift cards, issues some and sells one; one pays for an order. Nobody is sent an email: what is issued manually is passed on manually. */
export async function issueGiftCards(
	services: Services,
	{ organisationId, userId }: { organisationId: string; userId: string },
	{ cards, bought, ...settings }: DemoGiftCards,
): Promise<void> {
	const { database } = services;
	await database.transaction((tx) => writeSettings(tx, organisationId, { isOffered: true, ...settings }));
	const { currency } = await readSettings(database.db, organisationId);
	for (const [index, { isBlocked, lapsedYearsAgo, usedAt, ...card }] of cards.entries()) {
		const { giftCard, code } = await issueByHand(services, organisationId, {
			...{ ...card, userId, locale: 'en', requireAmount: () => {} },
		});
		if (isBlocked) await blockCard(services, { organisationId, giftCardId: giftCard.id });
		if (lapsedYearsAgo !== undefined) {
			const { validYears } = settings;
			await database.pool.query(
				`UPDATE gift_cards SET expires_on = make_date(extract(year FROM now())::int - $3, 12, 31),
					issued_at = now() - make_interval(years => $3 + $4), created_at = now() - make_interval(years => $3 + $4)
					WHERE organisation_id = $1 AND id = $2`,
				[organisationId, giftCard.id, lapsedYearsAgo, validYears],
			);
		}
		if (usedAt !== undefined && services.testGateway)
			await useCard(services, organisationId, { title: usedAt, currency, code, n: firstUser + index });
	}
	await lapseJob.run(services);
	if (services.testGateway) await buyCard(services, organisationId, bought);
}

/** Buys a gift card with a card of the test gateway. */
async function buyCard(
	services: Services,
	organisationId: string,
	{ buyer, sentInDays, ...card }: DemoPurchase,
): Promise<void> {
	const sendOn = new Date(services.clock.now().getTime() + sentInDays * 86_400_000)
		.toISOString()
		.slice(0, 10);
	const { slug } = await getOrganisation(services.database.db, organisationId);
	const { id: purchaseId } = await orderCards(services, slug, {
		...{ buyer, locale: 'en', timeZone: 'UTC' },
		cards: [{ ...card, senderName: buyer.name, sendOn }],
	});
	const token = await testCard(services);
	await payPurchase(
		services,
		{ organisationId, purchaseId },
		{ confirmationToken: token, idempotencyKey: newId(), address },
	);
	// Its buyer is nobody.
	await services.database.pool.query(
		`DELETE FROM mails WHERE organisation_id = $1 AND template = 'gift-cards/purchase'`,
		[organisationId],
	);
}

/** Pays for a ticket of an event with a gift card. */
async function useCard(
	services: Services,
	organisationId: string,
	how: { title: string; currency: string; code: string; n: number },
): Promise<void> {
	const { rows } = await services.database.pool.query<{ eventId: string; typeId: string }>(
		`SELECT e.id AS "eventId", t.id AS "typeId"
			FROM events e JOIN ticket_types t ON t.organisation_id = e.organisation_id AND t.event_id = e.id
			WHERE e.organisation_id = $1 AND e.title = $2 AND t.kind = 'paid' AND t.currency = $3 ORDER BY t.position LIMIT 1`,
		[organisationId, how.title, how.currency],
	);
	const { eventId, typeId } = rows[0] ?? {};
	const stock = eventId && (await stockStore(services).get(eventId, 0));
	if (!stock || !eventId || !typeId) throw new Error(`There is no ticket to buy of ${how.title}.`);
	const items = [{ ticketTypeId: typeId, quantity: 1 }];
	const price = priceCart(stock, mergeItems(items), { nowMs: databaseNow(stock) });
	if (price instanceof Error) throw price;
	const scope = { organisationId, eventId };
	const { hash: quoteHash } = price;
	const { id: orderId } = await placeOrder(services, {
		...{ ...scope, buyer: demoPerson(how.n), items, hold: true, quoteHash },
	});
	await payOrder(
		services,
		{ ...scope, orderId },
		{ method: 'gift_card', giftCard: how.code, quoteHash, idempotencyKey: newId(), address },
	);
}
