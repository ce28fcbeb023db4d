import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { apiOf } from './selling.ts';
import type { Account } from './test.ts';

/** What an organisation takes besides test cards. */
interface Ways {
	takesTransfers?: boolean;
	takesMoneyAtDoor?: boolean;
}

/** Enters a test card that pays. @returns its confirmation token */
async function enterCard(api: ReturnType<typeof apiOf>): Promise<string> {
	const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvc: '123' };
	return (await api.call('post', '/api/test-gateway/confirmation-tokens', card)).id;
}

/** A published event with a seat at 24 € (19 % tax), of an organisation that takes test cards. */
export async function makePricedEvent(
	request: APIRequestContext,
	account: Account,
	ways: Ways = {},
	currency = 'EUR',
) {
	const api = apiOf(request, account);
	const event = await api.sellingEvent();
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	const path = `/api/organisations/${organisation.id}`;
	await api.call('post', `${path}/payment-account`, { country: 'DE' });
	await api.call('post', `${path}/payment-account/test`, { act: 'enable' });
	await api.call('put', `${path}/payment-settings`, {
		takesCards: true,
		takesTransfers: false,
		takesMoneyAtDoor: false,
		transferHolder: 'Harbour choir',
		transferIban: 'DE89 3704 0044 0532 0130 00',
		transferBic: '',
		transferDays: 5,
		...ways,
	});
	const type = await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Seat',
		kind: 'paid',
		priceMinor: 2_400,
		currency,
		capacity: 20,
		taxBasisPoints: 1_900,
	});
	const hold = async (buyer: { name: string; email: string }, names: string[]) => {
		const items = [{ ticketTypeId: type.id as string, quantity: names.length }];
		const quote = await api.call('post', `/api/events/${event.id}/quote`, { items });
		const order = await api.call('post', `/api/events/${event.id}/orders`, {
			buyer,
			items,
			attendees: names.map((name) => ({ name })),
			hold: true,
			quoteHash: quote.hash,
		});
		return { ...order, quoteHash: quote.hash } as {
			id: string;
			code: string;
			manageToken: string;
			quoteHash: string;
		};
	};
	const pay = (order: { manageToken: string; quoteHash: string }, body: object) =>
		api.call(
			'post',
			`/api/orders/${order.manageToken}/payments`,
			{ ...body, quoteHash: order.quoteHash },
			{ 'Idempotency-Key': randomUUID() },
		);
	const payByCard = async (order: { manageToken: string; quoteHash: string }) =>
		pay(order, { method: 'card', confirmationToken: await enterCard(api) });
	return { api, event, typeId: type.id as string, hold, pay, payByCard };
}

/** A live fundraiser for 1,000 € beside a priced event. */
export async function makeFundraiser(
	request: APIRequestContext,
	account: Account,
	settings: { supporters?: 'open' } = {},
) {
	const made = await makePricedEvent(request, account);
	const path = `/api/events/${made.event.id}/fundraiser`;
	await made.api.call('put', path, {
		goalMinor: 100_000,
		currency: 'EUR',
		story: 'The hall needs a **new roof** before winter.',
		presetsMinor: [2_000, 5_000, 10_000],
		...settings,
	});
	await made.api.call('post', `${path}/publish`, {});
	return { ...made, page: `/register/${made.event.slug}` };
}

/** What an organiser's gift cards are, as the settings have it. */
interface GiftCardTerms {
	amountsMinor?: number[];
	validYears?: number | null;
	details?: string;
}

/** An organiser with a priced event that sells gift cards; `buy` buys one and pays it by card. */
export async function sellGiftCards(request: APIRequestContext, account: Account, terms: GiftCardTerms = {}) {
	const made = await makePricedEvent(request, account);
	const { api } = made;
	const { organisation, organiser } = await api.call('get', `/api/events/${made.event.id}`);
	const path = `/api/organisations/${organisation.id}/gift-card-settings`;
	const { version } = await api.call('get', path);
	const values = {
		isOffered: true,
		currency: 'EUR',
		amountsMinor: [2_500],
		leastMinor: 1_000,
		mostMinor: 50_000,
		validYears: null,
		details: '',
		...terms,
	};
	const { url } = await api.call('put', path, values, { 'If-Match': `"${version}"` });
	const slug = organiser.slug as string;
	const buy = async (email: string, card: { amountMinor: number; recipientName?: string }) => {
		const bought = await api.call('post', `/api/organisers/${slug}/gift-cards`, {
			buyer: { name: 'Ada Lovelace', email },
			cards: [card],
		});
		await api.call(
			'post',
			`/api/gift-card-purchases/${bought.purchaseToken}/payments`,
			{ confirmationToken: await enterCard(api) },
			{ 'Idempotency-Key': randomUUID() },
		);
		return { token: bought.purchaseToken as string, number: bought.purchase.number as string };
	};
	return { ...made, shop: new URL(url).pathname, slug, buy };
}
