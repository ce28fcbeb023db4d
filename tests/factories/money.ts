import { randomUUID } from 'node:crypto';
import { settleDueEvents } from '#server/domain/payments/events.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { settleDueRefunds } from '#server/domain/payments/refund-poller.ts';
import { deliverTestEvents } from '#server/domain/payments/test-mode.ts';
import { updateOrganisationSettings } from '#server/domain/settings/commands/update-organisation-settings.ts';
import type { Services } from '#server/services.ts';
import type { TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import type { TestApi } from '#tests/support/api.ts';

/** A published event with one ticket type at a price, of an organisation that takes test cards. */
export interface PricedEvent {
	id: string;
	organisationId: string;
	ticketTypeId: string;
	owner: TestUser;
}

export async function makePricedEvent(
	services: Services,
	api: TestApi,
	owner: TestUser,
	type: Record<string, unknown> = {},
): Promise<PricedEvent> {
	const event = await makeEvent(services, owner, { isPublished: true });
	const { organisationId } = owner;
	const known = await findAccount(services.database.db, organisationId);
	const isReady =
		known?.state === 'enabled' && known.payoutsEnabled && known.gateway === services.gateway.name;
	if (!isReady) {
		const account = `/api/organisations/${organisationId}/payment-account`;
		await api.post(account, { country: 'DE' }, { token: owner.token });
		await api.post(`${account}/test`, { act: 'enable' }, { token: owner.token });
	}
	const made = await api.post(
		`/api/events/${event.id}/ticket-types`,
		{ name: 'Seat', kind: 'paid', priceMinor: 2_400, currency: 'EUR', capacity: 10, ...type },
		{ token: owner.token },
	);
	if (made.status !== 201) throw new Error(JSON.stringify(made.body));
	return { id: event.id, organisationId, ticketTypeId: made.body.id, owner };
}

/** Enters what receipts and invoices must say of a seller in Germany. */
export async function enterSellerDetails(
	services: Services,
	organisationId: string,
	changes: Partial<Record<'legalName' | 'address' | 'countryCode' | 'taxNumber' | 'taxNote', string>> = {},
): Promise<void> {
	const details = {
		...{ legalName: 'Harbour Hall gGmbH', address: 'Pier 1\n10115 Berlin', countryCode: 'DE' },
		...{ taxNumber: 'DE123456789', ...changes },
	};
	await updateOrganisationSettings(services, { organisationId, ifMatch: undefined, changes: details });
}

/** Puts what is wanted on hold at the price of the day. */
export async function holdOrder(
	api: TestApi,
	event: { id: string },
	wanted: { items: object[]; gift?: object },
) {
	const quoted = await api.post(`/api/events/${event.id}/quote`, wanted);
	const placed = await api.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		...wanted,
		hold: true,
		quoteHash: quoted.body.hash,
	});
	if (placed.status !== 201) throw new Error(JSON.stringify(placed.body));
	return { ...placed.body, quoteHash: quoted.body.hash as string } as {
		id: string;
		manageToken: string;
		totalMinor: number;
		status: string;
		quoteHash: string;
		attendees: { id: string }[];
	};
}

export const holdTickets = (api: TestApi, event: PricedEvent, quantity = 1) =>
	holdOrder(api, event, { items: [{ ticketTypeId: event.ticketTypeId, quantity }] });

/** A confirmation token of a published test card, as the card form makes one. */
export async function cardToken(api: TestApi, number = '4242424242424242'): Promise<string> {
	const { body } = await api.post('/api/test-gateway/confirmation-tokens', {
		number,
		expMonth: 12,
		expYear: 2035,
		cvc: '123',
	});
	return body.id;
}

/** Pays a held order by card. */
export async function payByCard(
	api: TestApi,
	order: { manageToken: string; quoteHash: string },
	options: { number?: string; key?: string } = {},
) {
	return api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'card', confirmationToken: await cardToken(api, options.number), quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': options.key ?? randomUUID() } },
	);
}

/** Pays what a gift card can of a held order; the rest, if any, as `more` says: by nothing unless it names a method. */
export async function payByGiftCard(
	api: TestApi,
	order: { manageToken: string; quoteHash: string },
	{
		code,
		key = randomUUID(),
		card,
		...more
	}: { code: string; key?: string; card?: string } & Record<string, unknown>,
) {
	const token = card === undefined ? {} : { method: 'card', confirmationToken: await cardToken(api, card) };
	return api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'gift_card', quoteHash: order.quoteHash, giftCard: code, ...token, ...more },
		{ headers: { 'Idempotency-Key': key } },
	);
}

/** Records money that came by transfer or at the door: what is missing, without an amount. */
export async function markPaid(
	api: TestApi,
	event: { id: string },
	order: { id: string },
	{ token, key = randomUUID(), ...body }: { token: string; key?: string } & Record<string, unknown>,
) {
	return api.post(
		`/api/events/${event.id}/orders/${order.id}/mark-paid`,
		{ method: 'transfer', ...body },
		{ token, headers: { 'Idempotency-Key': key } },
	);
}

/** Buys tickets, by card unless another way is named; with what the page of the order says of it. */
export async function buyTickets(
	api: TestApi,
	event: PricedEvent,
	quantity = 1,
	pay: (order: Awaited<ReturnType<typeof holdTickets>>) => Promise<{ status: number; body: unknown }> = (
		order,
	) => payByCard(api, order),
) {
	const order = await holdTickets(api, event, quantity);
	const paid = await pay(order);
	if (paid.status >= 300) throw new Error(JSON.stringify(paid.body));
	const path = `/api/orders/${order.manageToken}`;
	const { body } = await api.get(path);
	const ids: string[] = body.attendees.map(({ id }: { id: string }) => id);
	return { ...order, event, path, body, ids };
}

/** Refunds an order, all that is refundable without an amount or tickets. */
export async function refundOrder(
	api: TestApi,
	event: { id: string },
	order: { id: string },
	{ token, key = randomUUID(), ...body }: { token: string; key?: string } & Record<string, unknown>,
) {
	return api.post(`/api/events/${event.id}/orders/${order.id}/refunds`, body, {
		token,
		headers: { 'Idempotency-Key': key },
	});
}

/** Runs the worker's rounds until nothing is due. */
export async function settleAll(services: Services): Promise<void> {
	for (let round = 0; round < 50; round += 1) {
		const done =
			((await services.testGateway?.runDueTasks()) ?? 0) +
			(await deliverTestEvents(services)) +
			(await settleDueEvents(services)) +
			(await settleDueRefunds(services));
		if (done === 0) return;
	}
	throw new Error('the worker found ever more to do');
}

/** Sums of sales, gifts and tax in the books of an order. */
export async function bookedOf(
	{ database }: Services,
	order: { id: string },
): Promise<Record<string, number>> {
	const { rows } = await database.pool.query<{ account: string; minor: number }>(
		`SELECT account, sum(minor)::int AS minor FROM (
			SELECT credit AS account, amount_minor AS minor FROM ledger_transfers WHERE subject_id = $1
			UNION ALL SELECT debit, -amount_minor FROM ledger_transfers WHERE subject_id = $1) t
		WHERE account IN ('sales', 'gifts', 'tax') GROUP BY 1 ORDER BY 1`,
		[order.id],
	);
	return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
}

/** Charges 5.00 as in the provider's dashboard: it is no payment of the product. @param account the provider's id */
export const chargeByHand = async (
	services: Services,
	api: TestApi,
	account: string,
	metadata: Record<string, string> = {},
) =>
	services.gateway.createAndConfirm({
		...{ key: randomUUID(), account, amountMinor: 500, currency: 'EUR', feeMinor: 0, metadata },
		...{ description: 'By hand', statementSuffix: 'X', returnUrl: 'https://foyer.test' },
		confirmationToken: await cardToken(api),
	});
