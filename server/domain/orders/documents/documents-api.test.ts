import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { issueDueReceipts } from './due-receipts.ts';
import { holdPayments } from './with-order.ts';

const { database, services, api } = useTestApi();

const acme = { company: 'Acme Ltd', address: 'Road 2\nLeeds', countryCode: 'GB', vatNumber: 'GB123' };

async function buy(event: PricedEvent, quantity = 2) {
	const order = await holdTickets(api, event, quantity);
	const paid = await payByCard(api, order);
	expect(paid.status, JSON.stringify(paid.body)).toBe(201);
	return order;
}

async function sell() {
	const event = await makePricedEvent(services, api, await makeUser(services), {
		taxBasisPoints: 1_900,
		capacity: 200,
	});
	await enterSellerDetails(services, event.organisationId);
	return event;
}
const documentsOf = async (order: { manageToken: string }) =>
	(await api.get(`/api/orders/${order.manageToken}/documents`)).body;
const askInvoice = (order: { manageToken: string }, body: object = acme) =>
	api.post(`/api/orders/${order.manageToken}/invoice`, body);

describe('a buyer', () => {
	test('gets the receipt of a paid order, once', async () => {
		const event = await sell();
		const held = await holdTickets(api, event, 2);
		expect(await documentsOf(held)).toEqual({
			data: [],
			canInvoice: false,
			isInvoiceWaiting: false,
			giftReceipt: 'none',
		});
		expect((await askInvoice(held)).body.metadata).toMatchObject({ rule: 'nothing-to-invoice' });
		await payByCard(api, held);
		const answers = await Promise.all([documentsOf(held), documentsOf(held), documentsOf(held)]);
		for (const { data } of answers) expect(data).toEqual(answers[0].data);
		expect(answers[0]).toMatchObject({
			canInvoice: true,
			isInvoiceWaiting: false,
			data: [
				{
					kind: 'receipt',
					label: 'TEST-REC-000001',
					netMinor: 4_034,
					taxMinor: 766,
					grossMinor: 4_800,
					recipient: 'Ada Lovelace',
					isTest: true,
				},
			],
		});
		const file = await fetchFile(`/api/orders/${held.manageToken}/documents/${answers[0].data[0].id}/file`);
		expect(file.headers.get('content-type')).toBe('application/pdf');
		const { text } = await readPdf(file.bytes);
		expect(text).toContain('Seat');
		expect(text).toContain('€48.00');
		expect(text).toContain('Ada Lovelace');
		await expectInvariants(services);
	});

	test('gets an invoice with the seller as it is then; another company is a credit note and a new invoice', async () => {
		const event = await sell();
		const settings = `/api/organisations/${event.organisationId}/settings`;
		const put = (body: object) => api.patch(settings, body, { token: event.owner.token });
		await put({ legalName: 'Harbour Hall gGmbH', address: 'Pier 1', taxNumber: 'DE9', taxNote: 'Keep it.' });
		const order = await buy(event);
		const first = await askInvoice(order);
		expect([first.status, first.body.label]).toEqual([201, 'TEST-INV-000001']);
		await put({ legalName: 'Another name' });
		expect((await askInvoice(order)).body.id).toBe(first.body.id);
		const second = await askInvoice(order, { ...acme, address: 'Road 3' });
		const { data } = await documentsOf(order);
		expect(
			data.map(({ label, grossMinor, correctsId }: Record<string, unknown>) => [
				label,
				grossMinor,
				correctsId,
			]),
		).toEqual([
			['TEST-INV-000001', 4_800, null],
			['TEST-CN-000001', -4_800, first.body.id],
			['TEST-INV-000002', 4_800, null],
		]);
		const textOf = async ({ id }: { id: string }) =>
			(await readPdf((await fetchFile(`/api/orders/${order.manageToken}/documents/${id}/file`)).bytes)).text;
		const [before, note, after] = [
			await textOf(first.body),
			await textOf(data[1]),
			await textOf(second.body),
		];
		for (const part of ['Harbour Hall gGmbH', 'Tax ID: DE9', 'Keep it.', 'Acme Ltd', 'Road 2', 'GB123'])
			expect(before).toContain(part);
		expect(note).toContain('TEST-INV-000001 of');
		expect(note).toContain('-€48.00');
		expect(after).toContain('Another name');
		expect(after).toContain('Road 3');
		await expectInvariants(services);
	});

	test('sees documents of their own order only', async () => {
		const event = await sell();
		const [one, two] = [await buy(event), await buy(event)];
		const { data } = await documentsOf(one);
		const foreign = await api.get(`/api/orders/${two.manageToken}/documents/${data[0].id}/file`);
		expect([foreign.status, foreign.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
	});

	test('cannot exchange an invoice without end', async () => {
		const order = await buy(await sell());
		for (let number = 0; number < 10; number += 1)
			expect((await askInvoice(order, { ...acme, address: `Road ${number}` })).status).toBe(201);
		const refused = await askInvoice(order, { ...acme, address: 'Road 11' });
		expect(refused.body.metadata).toMatchObject({ rule: 'too-many-invoices' });
	});
});

describe('a refund', () => {
	test('of an invoiced order has its credit note; without an invoice it has none', async () => {
		const event = await sell();
		const [invoiced, plain] = [await buy(event), await buy(event)];
		await askInvoice(invoiced);
		const refund = { token: event.owner.token, reason: 'Rain', isCancelling: false };
		await refundOrder(api, event, invoiced, { ...refund, amountMinor: 1_000 });
		await refundOrder(api, event, plain, { ...refund, amountMinor: 1_000 });
		const kinds = async (order: { manageToken: string }) =>
			(await documentsOf(order)).data.map(({ kind, grossMinor }: Record<string, unknown>) => [
				kind,
				grossMinor,
			]);
		expect(await kinds(invoiced)).toEqual([
			['invoice', 4_800],
			['credit_note', -1_000],
		]);
		expect(await kinds(plain)).toEqual([['receipt', 3_800]]);
		await refundOrder(api, event, invoiced, refund);
		expect((await kinds(invoiced)).at(-1)).toEqual(['credit_note', -3_800]);
		expect((await askInvoice(invoiced)).body.metadata).toMatchObject({ rule: 'nothing-to-invoice' });
		await expectInvariants(services);
	});

	test('beside an invoice comes before or after it, never between', async () => {
		const event = await sell();
		for (let round = 0; round < rounds(2, 20); round += 1) {
			const order = await buy(event, 1);
			const [invoice] = await Promise.all([
				askInvoice(order),
				refundOrder(api, event, order, {
					token: event.owner.token,
					amountMinor: 500,
					reason: 'Rain',
					isCancelling: false,
				}),
			]);
			expect(invoice.status).toBe(201);
		}
		await expectInvariants(services);
	});

	test('waits for an invoice of the same order that is being written', async () => {
		const event = await sell();
		const order = await buy(event, 1);
		let isRefunded = false;
		let refund: Promise<unknown> = Promise.resolve();
		await database().transaction(async (tx) => {
			await holdPayments(tx, {
				organisationId: event.organisationId,
				eventId: event.id,
				orderId: order.id,
			});
			refund = refundOrder(api, event, order, {
				token: event.owner.token,
				amountMinor: 500,
				reason: 'Rain',
				isCancelling: false,
			}).then(() => {
				isRefunded = true;
			});
			await untilBlocked(database());
			expect(isRefunded).toBe(false);
		});
		await refund;
		expect(isRefunded).toBe(true);
	});
});

describe('an organisation', () => {
	test('lists its documents by kind and day, page by page, and takes them along', async () => {
		const event = await sell();
		const { token } = event.owner;
		const order = await buy(event);
		await askInvoice(order);
		const other = await buy(event);
		await issueDueReceipts(services);
		const path = `/api/organisations/${event.organisationId}/documents`;
		const list = async (query: Record<string, string> = {}) => (await api.get(path, { token, query })).body;
		const labels = ({ data }: { data: { label: string }[] }) => data.map(({ label }) => label);
		expect(labels(await list())).toEqual(['TEST-REC-000001', 'TEST-INV-000001']);
		expect(labels(await list({ kind: 'invoice' }))).toEqual(['TEST-INV-000001']);
		expect(labels(await list({ to: '2020-01-01' }))).toEqual([]);
		const first = await list({ limit: '1' });
		expect(labels(await list({ limit: '1', cursor: first.nextCursor }))).toEqual(['TEST-INV-000001']);
		const file = await fetchFile(`${path}/${first.data[0].id}/file`, token);
		expect((await readPdf(file.bytes)).text).toContain('TEST-REC-000001');

		const zip = unzipSync((await fetchFile(`${path}/export`, token)).bytes);
		expect(Object.keys(zip)).toEqual(['index.csv', 'TEST-INV-000001.pdf', 'TEST-REC-000001.pdf']);
		const index = strFromU8(zip['index.csv'] as Uint8Array);
		expect(index).toContain('TEST-INV-000001,invoice,');
		expect(index).toContain(',40.34,7.66,48.00,EUR,');
		expect((await readPdf(zip['TEST-INV-000001.pdf'] as Uint8Array)).text).toContain('Acme Ltd');

		const later = await buy(event);
		await documentsOf(later);
		expect(labels(await list({ order: later.id }))).toEqual(['TEST-REC-000002']);
		expect(labels(await list({ order: order.id }))).toEqual(['TEST-INV-000001']);
		expect(labels(await list({ order: other.id }))).toEqual(['TEST-REC-000001']);
	});

	test('does not reach documents of another', async () => {
		const [mine, other] = [await sell(), await sell()];
		const order = await buy(other);
		const { data } = await documentsOf(order);
		const { status } = await api.get(
			`/api/organisations/${mine.organisationId}/documents/${data[0].id}/file`,
			{ token: mine.owner.token },
		);
		expect(status).toBe(404);
	});
});

/** A file as bytes; the ordinary client reads texts. */
async function fetchFile(path: string, token?: string) {
	const answer = await api.app.request(`http://foyer.test${path}`, {
		headers: token ? { authorization: `Bearer ${token}` } : {},
	});
	expect(answer.status).toBe(200);
	return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
