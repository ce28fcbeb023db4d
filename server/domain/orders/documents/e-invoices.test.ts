import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();

const authority = {
	...{ company: 'Stadt Hamburg', name: 'Kasse', address: 'Am Kai 7\n20457 Hamburg', countryCode: 'DE' },
	...{ reference: '02000000-1234-56', email: 'rechnung@hamburg.example' },
};

async function sell() {
	const event = await makePricedEvent(services, api, await makeUser(services), { taxBasisPoints: 1_900 });
	await enterSellerDetails(services, event.organisationId);
	const order = await holdTickets(api, event, 2);
	expect((await payByCard(api, order)).status).toBe(201);
	return { event, order, token: event.owner.token };
}

const fetchText = async (path: string, token?: string) => {
	const answer = await api.app.request(`http://foyer.test${path}`, {
		headers: token ? { authorization: `Bearer ${token}` } : {},
	});
	return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a buyer saves an invoice as an e-invoice; what it lacks is entered, and the invoice issued again', async () => {
	const { event, order, token } = await sell();
	const own = `/api/orders/${order.manageToken}`;
	const first = await api.post(`${own}/invoice`, { ...authority, reference: '', email: '' });
	expect(first.body.eInvoice).toEqual({
		formats: ['ubl', 'cii'],
		missing: ['sellerContact', 'sellerPhone', 'sellerEmail', 'buyerReference', 'buyerEmail'],
	});
	const file = (id: string, format: string) => `${own}/documents/${id}/e-invoice?format=${format}`;
	const refused = await api.get(file(first.body.id, 'xrechnung'));
	expect(refused.body).toMatchObject({ metadata: { rule: 'e-invoice-unavailable' } });
	expect((await api.get(file(first.body.id, 'pdf'))).status).toBe(400);

	const settings = {
		invoiceContact: 'Ines Maier',
		invoicePhone: '+49 30 12345',
		replyTo: 'office@hall.example',
	};
	const path = `/api/organisations/${event.organisationId}`;
	expect((await api.patch(`${path}/settings`, settings, { token })).status).toBe(200);
	const second = await api.post(`${own}/invoice`, authority);
	expect(second.body.eInvoice).toEqual({ formats: ['xrechnung', 'ubl', 'cii'], missing: [] });
	expect((await api.post(`${own}/invoice`, authority)).body.id).toBe(second.body.id);
	const xml = await fetchText(file(second.body.id, 'xrechnung'));
	expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
	expect(xml.headers.get('content-disposition')).toContain(`${second.body.label}-xrechnung.xml`);
	for (const part of ['02000000-1234-56', 'office@hall.example', 'Ines Maier', '>48.00<', '20457'])
		expect(xml.text).toContain(part);

	await refundOrder(api, event, order, { token, reason: 'Rain', isCancelling: false });
	const { data } = (await api.get(`${own}/documents`)).body;
	const note = data.at(-1);
	expect(note).toMatchObject({ kind: 'credit_note', eInvoice: { formats: ['xrechnung', 'ubl', 'cii'] } });
	expect((await fetchText(file(note.id, 'ubl'))).text).toContain(`<cbc:ID>${second.body.label}</cbc:ID>`);
	await expectInvariants(services);
});

test('members read the same, and take e-invoices along beside the PDFs; others read nothing', async () => {
	const { event, order, token } = await sell();
	const { body: receipts } = await api.get(`/api/orders/${order.manageToken}/documents`);
	expect(receipts.data[0].eInvoice).toBeNull();
	const { body: invoice } = await api.post(`/api/orders/${order.manageToken}/invoice`, authority);
	const path = `/api/organisations/${event.organisationId}/documents`;
	const one = `${path}/${invoice.id}/e-invoice?format=cii`;
	const mine = await fetchText(one, token);
	expect(mine.text).toContain('CrossIndustryInvoice');
	const own = await fetchText(
		`/api/orders/${order.manageToken}/documents/${invoice.id}/e-invoice?format=cii`,
	);
	expect(own.text).toBe(mine.text);
	expect((await fetchText(one)).status).toBe(401);
	const stranger = await makeUser(services);
	expect((await fetchText(one, stranger.token)).status).toBe(404);
	const foreign = await sell();
	const elsewhere = `/api/orders/${foreign.order.manageToken}/documents/${invoice.id}/e-invoice?format=cii`;
	expect((await fetchText(elsewhere)).status).toBe(404);

	const answer = await api.app.request(`http://foyer.test${path}/export?eInvoices=ubl`, {
		headers: { authorization: `Bearer ${token}` },
	});
	const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
	const xml = `${invoice.label}-ubl.xml`;
	expect(Object.keys(zip)).toContain(xml);
	expect(Object.keys(zip).filter((name) => name.endsWith('.xml'))).toHaveLength(1);
	expect(strFromU8(zip[xml] as Uint8Array)).toContain('Stadt Hamburg');
	expect(strFromU8(zip['index.csv'] as Uint8Array)).toContain(xml);
	await expectInvariants(services);
});
