import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { orderChecks } from '../checks.ts';
import { issueDueReceipts } from './due-receipts.ts';

const { database, services, api } = useTestApi();
// What an earlier test left due is none of the next one's.
beforeEach(() => issueDueReceipts(services));

async function sell(type: Record<string, unknown> = {}, details: Record<string, string> | null = {}) {
	const event = await makePricedEvent(services, api, await makeUser(services), {
		taxBasisPoints: 1_900,
		capacity: 200,
		...type,
	});
	if (details) await enterSellerDetails(services, event.organisationId, details);
	return event;
}

async function buy(event: PricedEvent, quantity = 1) {
	const order = await holdTickets(api, event, quantity);
	const paid = await payByCard(api, order);
	expect(paid.status, JSON.stringify(paid.body)).toBe(201);
	return order;
}

interface Listed {
	id: string;
	kind: string;
	label: string;
	grossMinor: number;
	taxMinor: number;
	correctsId: string | null;
	orderId: string;
}

/** What the organisation's list shows, oldest first: nothing is issued by reading it. */
async function listed(event: PricedEvent): Promise<Listed[]> {
	const { body } = await api.get(`/api/organisations/${event.organisationId}/documents`, {
		token: event.owner.token,
	});
	return body.data.toReversed();
}
const kinds = async (event: PricedEvent) =>
	(await listed(event)).map(({ kind, grossMinor }) => [kind, grossMinor]);
const readiness = async (event: PricedEvent) =>
	(
		await api.get(`/api/organisations/${event.organisationId}/documents/readiness`, {
			token: event.owner.token,
		})
	).body;
const replace = (event: PricedEvent, id: string, reason = 'Wrong address', token = event.owner.token) =>
	api.post(`/api/organisations/${event.organisationId}/documents/${id}/replace`, { reason }, { token });

async function textOf(event: PricedEvent, id: string): Promise<string> {
	const answer = await api.app.request(
		`http://foyer.test/api/organisations/${event.organisationId}/documents/${id}/file`,
		{ headers: { authorization: `Bearer ${event.owner.token}` } },
	);
	expect(answer.status).toBe(200);
	return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text.replaceAll(/\s+/g, ' ');
}

const dueRows = async (event: PricedEvent) =>
	(
		await database().pool.query('SELECT * FROM due_receipts WHERE organisation_id = $1', [
			event.organisationId,
		])
	).rows;
const check = async () =>
	(await orderChecks.find(({ name }) => name === 'orders.receipts-are-issued')?.run(services)) ?? [
		'no check',
	];

describe('a receipt', () => {
	test('is issued with the payment, by card or marked as paid, without anybody opening it', async () => {
		const event = await sell();
		const one = await buy(event);
		const two = await holdTickets(api, event, 2);
		const held = await holdTickets(api, event);
		const { token } = event.owner;
		expect((await markPaid(api, event, two, { token, method: 'cash' })).status).toBe(200);
		expect(await check()).toEqual([]);
		await issueDueReceipts(services);
		const found = await listed(event);
		expect(found.map(({ kind, orderId, grossMinor }) => [kind, orderId, grossMinor])).toEqual([
			['receipt', one.id, 2_400],
			['receipt', two.id, 4_800],
		]);
		expect(found.some(({ orderId }) => orderId === held.id)).toBe(false);
		expect(await dueRows(event)).toEqual([]);
		await issueDueReceipts(services);
		expect(await listed(event)).toHaveLength(2);
		await expectInvariants(services);
	});

	test('waits for all of the money, and is none of an order that was refunded meanwhile', async () => {
		const event = await sell();
		const { token } = event.owner;
		const part = await holdTickets(api, event);
		await markPaid(api, event, part, { token, amountMinor: 400 });
		await issueDueReceipts(services);
		expect(await listed(event)).toEqual([]);
		await markPaid(api, event, part, { token, amountMinor: 2_000 });
		const gone = await buy(event);
		await refundOrder(api, event, gone, { token, reason: 'Rain' });
		await issueDueReceipts(services);
		expect((await listed(event)).map(({ orderId, grossMinor }) => [orderId, grossMinor])).toEqual([
			[part.id, 2_400],
		]);
		await expectInvariants(services);
	});

	test('is one, whoever opens the order while the worker issues it', async () => {
		const event = await sell();
		const orders = await Promise.all([buy(event), buy(event), buy(event), buy(event)]);
		await Promise.all([
			issueDueReceipts(services),
			...orders.map((order) => api.get(`/api/orders/${order.manageToken}/documents`)),
			issueDueReceipts(services),
		]);
		const found = await listed(event);
		expect(new Set(found.map(({ orderId }) => orderId)).size).toBe(4);
		expect(found).toHaveLength(4);
		await expectInvariants(services);
	});

	test('of an order that was paid before an update is caught up; one that is neither there nor due is found', async () => {
		const event = await sell();
		await buy(event);
		await database().pool.query('DELETE FROM due_receipts WHERE organisation_id = $1', [
			event.organisationId,
		]);
		expect(await check()).toHaveLength(1);
		const [file = ''] = globSync('server/db/migrations/*_due-receipts/migration.sql');
		const fill = readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1) as string;
		await database().pool.query(fill);
		expect(await dueRows(event)).toHaveLength(1);
		expect(await check()).toEqual([]);
		await issueDueReceipts(services);
		expect(await kinds(event)).toEqual([['receipt', 2_400]]);
		// What waits for long without a reason is found too.
		await buy(event);
		await database().pool.query(`UPDATE due_receipts SET due_at = now() - interval '1 hour'`);
		expect(await check()).toHaveLength(1);
	});

	test('is issued for money that comes while the worker looks at the order', async () => {
		const event = await sell();
		const { token } = event.owner;
		const order = await holdTickets(api, event);
		await markPaid(api, event, order, { token, amountMinor: 400 });
		const [row] = await dueRows(event);
		await markPaid(api, event, order, { token, amountMinor: 2_000 });
		const [later] = await dueRows(event);
		expect(later.due_at.getTime()).toBeGreaterThan(row.due_at.getTime());
		await issueDueReceipts(services);
		expect(await kinds(event)).toEqual([['receipt', 2_400]]);
	});
});

describe('without particulars', () => {
	test('the buyer gets a payment confirmation that shows no tax, and the receipt once they are entered', async () => {
		const event = await sell({}, null);
		const order = await buy(event);
		expect(await readiness(event)).toEqual({ missing: ['address', 'countryCode', 'taxNumber'], waiting: 0 });
		await issueDueReceipts(services);
		await issueDueReceipts(services);
		const [confirmation] = await listed(event);
		expect(await listed(event)).toHaveLength(1);
		expect(confirmation).toMatchObject({
			kind: 'payment_confirmation',
			label: 'TEST-PAY-000001',
			taxMinor: 0,
		});
		const text = await textOf(event, confirmation?.id as string);
		expect(text).toContain('Payment confirmation');
		expect(text).toContain('It is not an invoice and not a receipt for taxes.');
		expect(text).not.toContain('19 %');
		const own = (await api.get(`/api/orders/${order.manageToken}/documents`)).body;
		expect(own).toMatchObject({ canInvoice: false, isInvoiceWaiting: true });
		const asked = await api.post(`/api/orders/${order.manageToken}/invoice`, {
			company: 'Acme',
			address: 'Road 2',
		});
		expect([asked.status, asked.body.metadata?.rule]).toEqual([422, 'seller-details-missing']);
		expect(await readiness(event)).toMatchObject({ waiting: 1 });
		expect(await check()).toEqual([]);

		const patch = (body: object) =>
			api.patch(`/api/organisations/${event.organisationId}/settings`, body, { token: event.owner.token });
		// Not enough: it goes on waiting, without a second confirmation.
		await patch({ address: ' ', countryCode: 'DE' });
		await issueDueReceipts(services);
		expect(await listed(event)).toHaveLength(1);
		await patch({ address: 'Pier 1\n10115 Berlin', taxNumber: 'DE123456789' });
		await issueDueReceipts(services);
		expect(await kinds(event)).toEqual([
			['payment_confirmation', 2_400],
			['receipt', 2_400],
		]);
		expect(await readiness(event)).toEqual({ missing: [], waiting: 0 });
		expect(await dueRows(event)).toEqual([]);
		await expectInvariants(services);
	});

	test('of why there is no tax, what is sold in the EU without it waits until its ticket type says it', async () => {
		const event = await sell({ taxBasisPoints: 0 });
		await buy(event);
		await issueDueReceipts(services);
		expect(await kinds(event)).toEqual([['payment_confirmation', 2_400]]);
		expect(await readiness(event)).toEqual({ missing: ['taxReason'], waiting: 1 });
		const saved = await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ taxReason: 'small_business' },
			{ token: event.owner.token },
		);
		expect(saved.status, JSON.stringify(saved.body)).toBe(200);
		await issueDueReceipts(services);
		const receipt = (await listed(event)).at(-1);
		expect(receipt?.kind).toBe('receipt');
		expect(await textOf(event, receipt?.id as string)).toContain('small business scheme (§ 19 UStG)');
		// It may change back: documents that are issued stay.
		const refused = await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ taxReason: 'because' },
			{ token: event.owner.token },
		);
		expect(refused.status).toBe(400);
	});

	test('a note on taxes says it as well, and the US asks for none of it', async () => {
		const [noted, american] = [
			await sell({ taxBasisPoints: 0 }, { taxNote: 'Exempt: § 4 Nr. 20a UStG' }),
			await sell({ taxBasisPoints: 0 }, { countryCode: 'US', address: '', taxNumber: '' }),
		];
		for (const event of [noted, american]) {
			await buy(event);
			await issueDueReceipts(services);
			expect(await kinds(event)).toEqual([['receipt', 2_400]]);
		}
	});
});

describe('a correction', () => {
	test('goes with a refund of what a receipt showed with tax; without tax there is none', async () => {
		const [taxed, untaxed] = [await sell(), await sell({ taxBasisPoints: 0, taxReason: 'exempt' })];
		for (const event of [taxed, untaxed]) {
			const { token } = event.owner;
			const order = await buy(event, 2);
			await issueDueReceipts(services);
			await refundOrder(api, event, order, {
				token,
				amountMinor: 1_000,
				reason: 'Rain',
				isCancelling: false,
			});
			await refundOrder(api, event, order, { token, reason: 'Rain', isCancelling: false });
		}
		const found = await listed(taxed);
		expect(found.map(({ kind, grossMinor, taxMinor }) => [kind, grossMinor, taxMinor])).toEqual([
			['receipt', 4_800, 766],
			['credit_note', -1_000, -160],
			['credit_note', -3_800, -606],
		]);
		expect(found[1]?.correctsId).toBe(found[0]?.id);
		expect(await kinds(untaxed)).toEqual([['receipt', 4_800]]);
		await expectInvariants(services);
	});

	test('takes a receipt with tax back when the buyer asks for an invoice: its tax stands on one document', async () => {
		const event = await sell();
		const order = await buy(event);
		await issueDueReceipts(services);
		const { body: invoice } = await api.post(`/api/orders/${order.manageToken}/invoice`, {
			company: 'Acme',
			address: 'Road 2',
		});
		expect(invoice.kind).toBe('invoice');
		await refundOrder(api, event, order, {
			token: event.owner.token,
			amountMinor: 400,
			reason: 'Rain',
			isCancelling: false,
		});
		expect(await kinds(event)).toEqual([
			['receipt', 2_400],
			['credit_note', -2_400],
			['invoice', 2_400],
			['credit_note', -400],
		]);
		await expectInvariants(services);
	});

	test('replaces a faulty document with today’s particulars and says why; once, and only what holds', async () => {
		const event = await sell();
		const order = await buy(event);
		await issueDueReceipts(services);
		const [receipt] = await listed(event);
		await enterSellerDetails(services, event.organisationId, { address: 'Pier 2\n10115 Berlin' });
		const [first, second] = await Promise.all([
			replace(event, receipt?.id as string),
			replace(event, receipt?.id as string),
		]);
		expect([first.status, second.status].sort()).toEqual([201, 422]);
		const found = await listed(event);
		expect(found.map(({ kind, grossMinor }) => [kind, grossMinor])).toEqual([
			['receipt', 2_400],
			['credit_note', -2_400],
			['receipt', 2_400],
		]);
		expect(await textOf(event, found[1]?.id as string)).toContain('Reason: Wrong address');
		expect(await textOf(event, found[0]?.id as string)).toContain('Pier 1');
		expect(await textOf(event, found[2]?.id as string)).toContain('Pier 2');
		const again = await replace(event, receipt?.id as string);
		expect(again.body.metadata).toMatchObject({ rule: 'document-not-replaceable' });
		const note = await replace(event, found[1]?.id as string);
		expect(note.body.metadata).toMatchObject({ rule: 'document-not-replaceable' });
		const stranger = await makeUser(services);
		expect((await replace(event, found[2]?.id as string, 'x', stranger.token)).status).toBeGreaterThanOrEqual(
			403,
		);
		await refundOrder(api, event, order, { token: event.owner.token, reason: 'Rain' });
		const refunded = await replace(event, found[2]?.id as string);
		expect(refunded.body.metadata).toMatchObject({ rule: 'document-not-replaceable' });
		await expectInvariants(services);
	});

	test('needs the particulars itself', async () => {
		const event = await sell();
		await buy(event);
		await issueDueReceipts(services);
		const [receipt] = await listed(event);
		await enterSellerDetails(services, event.organisationId, { address: '' });
		const { body } = await replace(event, receipt?.id as string);
		expect(body.metadata).toMatchObject({ rule: 'seller-details-missing' });
		expect(await listed(event)).toHaveLength(1);
	});
});
