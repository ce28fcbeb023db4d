import type { EventScope } from '#server/domain/event-scope.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	addDonation as donationContract,
	saveFundraiser as fundraiserContract,
	addMatch as matchContract,
} from '#shared/contracts/fundraisers.ts';
import { publishFundraiser } from '../domain/fundraisers/commands/change-state.ts';
import { addMatch } from '../domain/fundraisers/commands/matches.ts';
import { addDonation } from '../domain/fundraisers/commands/offline-donations.ts';
import { saveFundraiser } from '../domain/fundraisers/commands/save-fundraiser.ts';
import { issueDonationReceipt } from '../domain/fundraisers/receipts.ts';
import { createPage } from '../domain/fundraisers/supporters/create-page.ts';
import { placeOrder } from '../domain/orders/commands/place-order.ts';
import { issueGiftReceipt } from '../domain/orders/documents/gift-receipts.ts';
import { mergeItems } from '../domain/orders/order-items.ts';
import { priceCart } from '../domain/orders/sale/price.ts';
import type { OrderGift } from '../domain/orders/sale/sale-order.ts';
import { databaseNow } from '../domain/tickets/stock.ts';
import { stockStore } from '../domain/tickets/stock-store.ts';
import type { Services } from '../services.ts';
import { demoPerson } from './people.ts';
import { payByTestCard } from './sell-tickets.ts';

type Gift = Pick<OrderGift, 'amountMinor'> & Partial<Omit<OrderGift, 'amountMinor' | 'giftAid'>>;

/** Fundraisers of demo events. */
export interface DemoFundraiser {
	page: BodyOf<typeof fundraiserContract>;
	match: BodyOf<typeof matchContract>;
	teams: { name: string; goalMinor: number; story: string }[];
	/** Of invented people, in a team by its number. */
	pages: { goalMinor: number; story: string; team: number }[];
	offline: (Omit<BodyOf<typeof donationContract>, 'receivedOn'> & { daysAgo: number })[];
	/** Paid in test mode: beside seats of the last ticket type, through a page by its number. */
	gifts: (Omit<Gift, 'pageId'> & { seats?: number; page?: number; hasGiftAid?: boolean })[];
}

/** Nobody: limits of networks are not for the demo. */
const address = '192.0.2.1';
/** Guests of the demo come before. */
const firstDonor = 560;

/** Makes the fundraiser of an event: its page, a sponsor, supporters, and donations with their receipts. Nobody gets a mail. */
export async function raiseFunds(
	services: Services,
	scope: EventScope,
	how: { fundraiser: DemoFundraiser; userId: string; seatId: string },
): Promise<void> {
	const { fundraiser, userId, seatId } = how;
	await saveFundraiser(services, scope, { input: fundraiser.page });
	await publishFundraiser(services, scope);
	await addMatch(services, scope, fundraiser.match);
	const pageIds = await makePages(services, scope, fundraiser);
	for (const { daysAgo, ...input } of fundraiser.offline) {
		const receivedOn = new Date(services.clock.now().getTime() - daysAgo * 86_400_000)
			.toISOString()
			.slice(0, 10);
		const donationId = await addDonation(services, scope, { input: { ...input, receivedOn }, userId });
		await issueDonationReceipt(
			services,
			{ ...scope, donationId },
			{ name: input.donorName, address: '', countryCode: '' },
		);
	}
	if (!services.testGateway) return;
	for (const [index, { seats = 0, page, hasGiftAid, ...said }] of fundraiser.gifts.entries()) {
		const pageId = page === undefined ? undefined : pageIds[page];
		await give(services, scope, {
			buyer: demoPerson(firstDonor + index),
			items: seats > 0 ? [{ ticketTypeId: seatId, quantity: seats }] : [],
			gift: { ...said, pageId },
			hasGiftAid: hasGiftAid ?? false,
		});
	}
}

async function makePages(
	services: Services,
	scope: EventScope,
	{ teams, pages }: DemoFundraiser,
): Promise<string[]> {
	const made = { address, userId: null };
	// Owners get the link of their page by a mail that is queued with it; these are nobody.
	const quiet = { ...services, facts: { ...services.facts, publish: async () => {} } };
	const { email } = demoPerson(firstDonor);
	const teamIds: string[] = [];
	for (const team of teams) {
		const input = { kind: 'team' as const, team: null, email, ...team };
		teamIds.push((await createPage(quiet, scope, { ...made, input })).id);
	}
	const ids: string[] = [];
	for (const [index, { team, ...page }] of pages.entries()) {
		const person = demoPerson(firstDonor + index);
		const input = { kind: 'page' as const, team: teamIds[team] ?? null, ...person, ...page };
		ids.push((await createPage(quiet, scope, { ...made, input })).id);
	}
	return ids;
}

/** A donation by card, with its receipt. */
async function give(
	services: Services,
	scope: EventScope,
	giving: {
		buyer: { name: string; email: string };
		items: { ticketTypeId: string; quantity: number }[];
		gift: Gift;
		hasGiftAid: boolean;
	},
): Promise<void> {
	const { buyer, items, hasGiftAid } = giving;
	const [firstName = '', ...rest] = buyer.name.split(' ');
	const gift = {
		...{ cover: false, anonymous: false, message: '', honour: null, ...giving.gift },
		...(hasGiftAid && {
			giftAid: {
				...{
					wording: 'uk-2026-11' as const,
					scope: 'all' as const,
					title: '',
					house: '12',
					postcode: 'LS1 4AP',
				},
				...{ firstName, lastName: rest.join(' ') },
			},
		}),
	};
	const stock = await stockStore(services).get(scope.eventId, 0);
	if (!stock) throw new Error('the event of the demo is gone');
	const price = priceCart(stock, mergeItems(items), { nowMs: databaseNow(stock) }, gift);
	if (price instanceof Error) throw price;
	const quoteHash = price.hash;
	const { id: orderId } = await placeOrder(services, { ...scope, buyer, items, gift, hold: true, quoteHash });
	await payByTestCard(services, { ...scope, orderId, quoteHash });
	await issueGiftReceipt(services, { ...scope, orderId }, null);
}
