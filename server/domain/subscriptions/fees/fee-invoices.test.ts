import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { OPERATOR_BOOKS } from '#server/domain/ledger/post.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { dateBack } from '#tests/support/date-back.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { subscriptionChecks } from '../checks.ts';
import { issueFeeInvoices } from './issue-fee-invoices.ts';

const { database, services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	await stayInOneDay();
	now = new Date();
	admin = await makeUser(services, { isAdmin: true });
	const { token } = admin;
	await api.call('PUT', '/api/admin/plans', { areCharged: true }, { token });
	const operator = { email: '', phone: '', jurisdiction: '', securityContact: '', taxNote: '' };
	const said = await api.call(
		'PUT',
		'/api/admin/operator',
		{
			...{ ...operator, name: 'Foyer Hosting GmbH', address: 'Quay 1' },
			...{ countryCode: 'DE', taxNumber: 'DE123456789', taxBasisPoints: 1_900 },
		},
		{ token },
	);
	expect(said.status).toBe(200);
});

let now: Date;
/** The first day of the month so many months ago. */
const monthsAgo = (months: number) =>
	new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);

/** As on the second day of this month, or of another one: whatever day it is, the month before is over and the month itself is not. */
const invoiceFees = (months = 0) =>
	issueFeeInvoices(services, sql`${monthsAgo(months)}::timestamptz + interval '36 hours'`);

/** Dates what was posted today back to the middle of a month. */
const datePosted = ({ organisationId }: PricedEvent, months: number) =>
	dateBack(database(), organisationId, monthsAgo(months).replace(/01$/, '15'));

async function sell(event: PricedEvent, quantity: number) {
	const order = await holdTickets(api, event, quantity);
	expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
	return order;
}

const path = ({ organisationId }: TestUser) => `/api/organisations/${organisationId}/fee-invoices`;
const list = async (owner: TestUser, query = '') =>
	(await api.get(`${path(owner)}${query}`, { token: owner.token })).body;
async function pdfText(owner: TestUser, id: string): Promise<string> {
	const answer = await api.app.request(`http://foyer.test${path(owner)}/${id}/file`, {
		headers: { authorization: `Bearer ${owner.token}` },
	});
	expect(answer.status).toBe(200);
	return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text;
}
/** The operator's tax of invoices for fees. */
async function bookedTax(): Promise<number> {
	const { rows } = await database().pool.query<{ tax: number }>(
		`SELECT coalesce(sum(CASE WHEN credit = 'tax' THEN amount_minor ELSE -amount_minor END), 0)::int AS tax
		FROM ledger_transfers WHERE organisation_id = $1 AND source_kind = 'fee_invoice'`,
		[OPERATOR_BOOKS],
	);
	return rows[0]?.tax ?? 0;
}

test('the fees of a month are invoiced once when it is over; what is given back beyond them is credited', async () => {
	const owner = await makeUser(services);
	await api.patch(
		`/api/organisations/${owner.organisationId}/settings`,
		{ legalName: 'Pier 9 e.V.', address: 'Pier 9', countryCode: 'DE' },
		{ token: owner.token },
	);
	const event = await makePricedEvent(services, api, owner);
	// 2.5 % of 24.00 and 0.50 each.
	const first = await sell(event, 2);
	await datePosted(event, 3);
	// Nothing in the month after it; then one ticket is sold and two are given back.
	await sell(event, 1);
	expect((await refundOrder(api, event, first, { token: owner.token })).status).toBe(201);
	await settleAll(services);
	await datePosted(event, 1);
	await sell(event, 3);
	expect((await list(owner)).data).toEqual([]);

	await Promise.all([invoiceFees(), invoiceFees()]);
	const { data } = await list(owner);
	expect(data).toMatchObject([
		{
			kind: 'credit_note',
			label: expect.stringMatching(/^TEST-CN-\d{6}$/),
			from: monthsAgo(1),
			grossMinor: -110,
			taxMinor: -18,
			netMinor: -92,
		},
		{
			kind: 'invoice',
			label: expect.stringMatching(/^TEST-INV-\d{6}$/),
			from: monthsAgo(3),
			to: new Date(Date.parse(monthsAgo(2)) - 1).toISOString().slice(0, 10),
			grossMinor: 220,
			taxMinor: 35,
			netMinor: 185,
			currency: 'EUR',
			isTest: true,
		},
	]);
	expect(await bookedTax()).toBe(35 - 18);
	const [note, invoice] = await Promise.all(data.map(({ id }: { id: string }) => pdfText(owner, id)));
	for (const part of [data[1].label, 'Foyer Hosting GmbH', 'Pier 9 e.V.', '€1.85', '€0.35', '€2.20'])
		expect(invoice).toContain(part);
	expect(invoice).toContain('Settled: the fees were deducted from your payments');
	expect(note).toContain(data[1].label);
	expect(note).toContain('-€1.10');

	// The month that goes on, when it is over: 3.30, less what is given back of it.
	await invoiceFees();
	expect((await list(owner)).data).toHaveLength(2);
	await invoiceFees(-1);
	const { data: newest, nextCursor } = await list(owner, '?limit=1');
	expect(newest).toMatchObject([{ kind: 'invoice', from: monthsAgo(0), grossMinor: 330, taxMinor: 53 }]);
	expect((await list(owner, `?limit=2&cursor=${nextCursor}`)).data).toEqual(data);
	await expectInvariants(services);
	const forged = Buffer.from(JSON.stringify(['x'])).toString('base64url');
	expect((await api.get(`${path(owner)}?cursor=${forged}`, { token: owner.token })).status).toBe(400);

	const exported = await api.app.request('http://foyer.test/api/admin/documents/export', {
		headers: { authorization: `Bearer ${admin.token}` },
	});
	const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
	expect(Object.keys(files)).toEqual(
		expect.arrayContaining([...data, ...newest].map(({ label }: { label: string }) => `${label}.pdf`)),
	);
	expect((await api.get('/api/admin/documents/export', { token: owner.token })).status).toBe(403);

	const other = await makeUser(services);
	const foreign = `${path(other)}/${data[1].id}/file`;
	expect((await api.get(foreign, { token: other.token })).status).toBe(404);
	expect((await api.get(`${path(owner)}/${data[1].id}/file`, { token: other.token })).status).not.toBe(200);
});

test('kept and given back in one month is one invoice with two lines; a business of another country owes the tax', async () => {
	const owner = await makeUser(services);
	await api.patch(
		`/api/organisations/${owner.organisationId}/settings`,
		{ address: '1 quai', countryCode: 'FR', taxNumber: 'FR40303265045' },
		{ token: owner.token },
	);
	const event = await makePricedEvent(services, api, owner);
	const returned = await sell(event, 1);
	await sell(event, 2);
	expect((await refundOrder(api, event, returned, { token: owner.token })).status).toBe(201);
	await settleAll(services);
	await datePosted(event, 1);
	const before = await bookedTax();
	await invoiceFees();
	const { data } = await list(owner);
	expect(data).toMatchObject([{ kind: 'invoice', grossMinor: 220, taxMinor: 0, netMinor: 220 }]);
	const text = await pdfText(owner, data[0].id);
	for (const part of [
		'€3.30',
		'-€1.10',
		'€2.20',
		'FR40303265045',
		'Reverse charge: the recipient owes the tax',
	])
		expect(text).toContain(part);
	expect(await bookedTax()).toBe(before);
	await expectInvariants(services);
});

test('a month without fees is done, a demo organisation has no invoices, and what differs from the books is found', async () => {
	const owner = await makeUser(services);
	const demo = await makeUser(services);
	await enterSellerDetails(services, owner.organisationId);
	const event = await makePricedEvent(services, api, owner);
	const demoEvent = await makePricedEvent(services, api, demo);
	for (const one of [event, demoEvent]) {
		await sell(one, 1);
		await datePosted(one, 1);
	}
	await database().pool.query('UPDATE organisations SET is_demo = true WHERE id = $1', [demo.organisationId]);
	await invoiceFees();
	expect((await list(owner)).data).toHaveLength(1);
	expect((await list(demo)).data).toEqual([]);

	const run = (name: string) => subscriptionChecks.find((one) => one.name === name)?.run(services);
	expect(await run('subscriptions.fees-are-invoiced')).toEqual([]);
	// A fee that is dated into a month that was invoiced.
	await sell(event, 1);
	await datePosted(event, 1);
	expect(await run('subscriptions.fees-are-invoiced')).toEqual([
		expect.stringContaining('paid fees of 220 EUR, its invoices say 110'),
	]);
	expect(await run('subscriptions.fee-tax-is-booked')).toEqual([]);
	await database().pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
	await database().pool.query(
		`DELETE FROM ledger_transfers WHERE source_kind = 'fee_invoice' AND amount_minor = 18`,
	);
	await database().pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
	expect((await run('subscriptions.fee-tax-is-booked'))?.length).toBeGreaterThan(0);
});
