import { describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser } from '#tests/factories/fundraisers.ts';
import {
	bookedOf,
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();

const setType = (event: PricedEvent, body: object) =>
	api.patch(`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`, body, { token: event.owner.token });

/** A gala at 80.00 with a fair value of 50.00 and 19 % tax in it. */
async function makeGala(regime: 'us' | 'de' | null = null): Promise<PricedEvent> {
	const event = await makeFundraiser(services, api, await makeUser(services));
	const changed = await setType(event, { priceMinor: 8_000, fairValueMinor: 5_000, taxBasisPoints: 1_900 });
	expect(changed.status, JSON.stringify(changed.body)).toBe(200);
	if (regime) {
		const { token } = event.owner;
		const org = `/api/organisations/${event.organisationId}`;
		await api.patch(`${org}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1' }, { token });
		const german = {
			purpose: 'Kunst',
			taxOffice: 'Berlin',
			noticeDate: '2025-06-30',
			assessmentPeriod: '2024',
		};
		const settings = { regime, number: '12-3456789', isAutomatic: false, ...(regime === 'de' ? german : {}) };
		expect((await api.call('PUT', `${org}/gift-receipt-settings`, settings, { token })).status).toBe(200);
	}
	return event;
}

async function buy(event: PricedEvent, quantity = 1) {
	const order = await holdTickets(api, event, quantity);
	expect((await payByCard(api, order)).status).toBe(201);
	return order;
}
type Placed = Awaited<ReturnType<typeof buy>>;
const orderOf = async ({ manageToken }: Placed) => (await api.get(`/api/orders/${manageToken}`)).body;
const linesOf = async (order: Placed) =>
	(await orderOf(order)).lines.map(({ kind, quantity, grossMinor, taxMinor }: Record<string, unknown>) => [
		kind,
		quantity,
		grossMinor,
		taxMinor,
	]);
const raisedBy = async (event: PricedEvent) =>
	(await api.get(`/api/events/${event.id}/fundraiser`)).body.raisedMinor;

describe('a ticket with a fair value', () => {
	test('is a taxed sale and an untaxed gift in lines, books, total of the fundraiser and tax report', async () => {
		const event = await makeGala();
		const order = await buy(event, 2);
		expect(await linesOf(order)).toEqual([
			['ticket', 2, 10_000, 1_597],
			['surplus', 2, 6_000, 0],
		]);
		expect(await bookedOf(services, order)).toEqual({ gifts: 6_000, sales: 8_403, tax: 1_597 });
		expect(await raisedBy(event)).toBe(6_000);
		const { token } = event.owner;
		const { body } = await api.get(`/api/organisations/${event.organisationId}/tax-report`, { token });
		expect(body.rows).toMatchObject([
			{ taxBasisPoints: 0, netMinor: 6_000, taxMinor: 0 },
			{ taxBasisPoints: 1_900, netMinor: 8_403, taxMinor: 1_597 },
		]);
		const money = await api.get(`/api/events/${event.id}/money`, { token });
		expect(money.body.data[0].byType).toMatchObject([{ quantity: 2, soldMinor: 16_000 }]);
		await enterSellerDetails(services, event.organisationId);
		const invoice = await api.post(`/api/orders/${order.manageToken}/invoice`, {
			...{ company: 'Acme Ltd', address: 'Road 2', countryCode: 'GB', vatNumber: '' },
		});
		expect(invoice.body).toMatchObject({ grossMinor: 16_000, taxMinor: 1_597 });
		await expectInvariants(services);
	});

	test('refunded one by one, in any order, goes back with its own gift part and ends at nothing', async () => {
		const event = await makeGala();
		await setType(event, { priceMinor: 10_000, fairValueMinor: 3_333 });
		const order = await buy(event, 3);
		const { attendees } = await orderOf(order);
		const refund = { token: event.owner.token, reason: 'Ill', isCancelling: true };
		for (const [index, left] of [
			[2, 13_334],
			[0, 6_667],
			[1, 0],
		] as const) {
			const { status } = await refundOrder(api, event, order, {
				...refund,
				attendeeIds: [attendees[index].id],
			});
			expect(status).toBe(201);
			expect(Math.abs((await raisedBy(event)) - left)).toBeLessThanOrEqual(1);
		}
		expect(await bookedOf(services, order)).toEqual({ gifts: 0, sales: 0, tax: 0 });
		expect(await raisedBy(event)).toBe(0);
		await expectInvariants(services);
	});

	test('leaves a gift beside it, and the gift of other tickets, when it is refunded', async () => {
		const event = await makeGala();
		const { token } = event.owner;
		const dear = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Workshop', kind: 'paid', priceMinor: 10_000, currency: 'EUR' },
			{ token },
		);
		const items = [
			{ ticketTypeId: event.ticketTypeId, quantity: 4 },
			{ ticketTypeId: dear.body.id, quantity: 1 },
		];
		const gift = { amountMinor: 2_000 };
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items, gift });
		const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			...{ buyer, items, gift, hold: true, quoteHash: quoted.body.hash },
		});
		const order = { ...placed.body, quoteHash: quoted.body.hash };
		expect((await payByCard(api, order)).status).toBe(201);
		expect(await raisedBy(event)).toBe(14_000);
		const { attendees } = await orderOf(order);
		const ids = [event.ticketTypeId, dear.body.id].map(
			(type) => attendees.find((one: { ticketTypeId: string }) => one.ticketTypeId === type).id,
		);
		await refundOrder(api, event, order, { token, attendeeIds: ids, reason: 'Ill', isCancelling: true });
		// The gift of one gala ticket; the workshop had none.
		expect(await raisedBy(event)).toBe(11_000);
		await expectInvariants(services);
	});

	test('has a receipt of its gift part, which says what the ticket is worth', async () => {
		const event = await makeGala('us');
		const order = await buy(event, 2);
		const made = await api.post(`/api/orders/${order.manageToken}/gift-receipt`, {
			...{ name: 'Ada Lovelace', address: 'Road 2', countryCode: 'GB' },
		});
		expect(made.body, JSON.stringify(made.body)).toMatchObject({ kind: 'gift_receipt', grossMinor: 6_000 });
		const file = await api.app.request(
			`http://foyer.test/api/orders/${order.manageToken}/documents/${made.body.id}/file`,
		);
		const text = (await readPdf(new Uint8Array(await file.arrayBuffer()))).text.replaceAll(/\s+/g, ' ');
		expect(text).toContain('You paid €160.00.');
		expect(text).toContain('good faith estimate of value of €100.00');
		expect(text).not.toContain('No goods or services');
		const { attendees } = await orderOf(order);
		await refundOrder(api, event, order, {
			...{ token: event.owner.token, attendeeIds: [attendees[0].id], reason: 'Ill', isCancelling: true },
		});
		const { data } = (await api.get(`/api/orders/${order.manageToken}/documents`)).body;
		expect(
			data
				.filter(({ kind }: { kind: string }) => kind.startsWith('gift'))
				.map(({ kind, grossMinor }: Record<string, unknown>) => [kind, grossMinor])
				.sort(),
		).toEqual([
			['gift_cancellation', -6_000],
			['gift_receipt', 3_000],
			['gift_receipt', 6_000],
		]);
		await expectInvariants(services);
	});

	test('has no German receipt: what must be paid to get in is not given freely', async () => {
		const event = await makeGala('de');
		const order = await buy(event);
		expect((await api.get(`/api/orders/${order.manageToken}/documents`)).body.giftReceipt).toBe('none');
		await expectInvariants(services);
	});

	test('is found by the checks when the books call a gift what its line calls a sale', async () => {
		const event = await makeGala();
		const order = await buy(event);
		const change = (from: string, to: string) =>
			database().pool.query(
				'UPDATE order_lines SET kind = $3 WHERE order_id = $1 AND kind = $2 AND line = 1',
				[...[order.id, from, to]],
			);
		await change('surplus', 'ticket');
		await expect(expectInvariants(services)).rejects.toThrow('orders.donated-lines-match-books');
		await change('ticket', 'surplus');
		await expectInvariants(services);
	});
});

describe('an organiser', () => {
	test('sets a fair value only where part of a price can be a donation', async () => {
		const event = await makePricedEvent(services, api, await makeUser(services));
		const { token } = event.owner;
		const types = `/api/events/${event.id}/ticket-types`;
		expect((await api.get(types, { token })).body.takesFairValues).toBe(false);
		expect((await api.get(types)).body.takesFairValues).toBeUndefined();
		const refused = await setType(event, { fairValueMinor: 1_000 });
		expect([refused.status, refused.body.details[0].field]).toEqual([400, 'fairValueMinor']);
		const receipts = { regime: 'uk', number: '1', isAutomatic: false };
		await api.call('PUT', `/api/organisations/${event.organisationId}/gift-receipt-settings`, receipts, {
			token,
		});
		expect((await api.get(types, { token })).body.takesFairValues).toBe(true);
		expect((await setType(event, { fairValueMinor: 1_000 })).body.fairValueMinor).toBe(1_000);
	});

	test.each([
		[{ fairValueMinor: 2_400 }],
		[{ fairValueMinor: 0 }],
		[{ fairValueMinor: 1_000, priceMinor: 900 }],
		[{ fairValueMinor: 1_000, kind: 'add_on' }],
	])('is refused %o', async (body) => {
		const event = await makeFundraiser(services, api, await makeUser(services));
		const refused = await setType(event, body);
		expect([refused.status, refused.body.details[0].field]).toEqual([400, 'fairValueMinor']);
	});

	test('loses it with the price', async () => {
		const event = await makeGala();
		const changed = await setType(event, { kind: 'free' });
		expect(changed.body).toMatchObject({ kind: 'free', priceMinor: 0, fairValueMinor: null });
	});
});

describe('the disclosure of what is deductible', () => {
	const said = 'are worth €100.00. For US federal income tax only the rest, €60.00, is deductible.';
	const confirmationOf = async ({ id }: Placed) => {
		const { rows } = await database().pool.query(
			`SELECT buyer_email AS recipient, 'orders/confirmation' AS template, locale, id,
				jsonb_build_object('organisationId', organisation_id, 'eventId', event_id, 'orderId', id) AS props
			FROM orders WHERE id = $1`,
			[id],
		);
		const mail = await composeMail(services, rows[0], { showsSecrets: true, isForSending: true });
		if ('obsolete' in mail) throw new Error(mail.obsolete);
		return mail.text.replaceAll(/\s+/g, ' ');
	};

	test('is there before a US charity is paid, and in the confirmation', async () => {
		const event = await makeGala('us');
		const held = await holdTickets(api, event, 2);
		expect((await orderOf(held)).disclosure).toEqual({ valueMinor: 10_000, deductibleMinor: 6_000 });
		await payByCard(api, held);
		expect(await confirmationOf(held)).toContain(said);
	});

	test.each([null, 'de'] as const)('is said by nobody else: %o', async (regime) => {
		const order = await buy(await makeGala(regime), 2);
		expect((await orderOf(order)).disclosure).toBeNull();
		expect(await confirmationOf(order)).not.toContain('deductible');
	});
});
