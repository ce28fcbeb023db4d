import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_BOOKS } from '#server/domain/ledger/post.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	cardToken,
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
import { useTestApi } from '#tests/support/use-api.ts';
import { subscriptionChecks } from './checks.ts';
import { issueFeeInvoices } from './fees/issue-fee-invoices.ts';
import { issueDueBills } from './issue-due-bills.ts';

const { database, services, api } = useTestApi();
let admin: TestUser;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
	await api.call('PUT', '/api/admin/plans', { areCharged: true }, { token: admin.token });
});
// The operator has entered nothing.
beforeEach(() => database().pool.query('DELETE FROM operator_settings'));

const known = {
	...{ name: 'Foyer Hosting GmbH', address: 'Quay 1', countryCode: 'DE', taxNumber: 'DE123456789' },
	...{ taxBasisPoints: 1_900, taxNote: '' },
};
async function sayOperator(changes: Partial<typeof known> = {}) {
	const contact = { email: '', phone: '', jurisdiction: '', securityContact: '' };
	const said = await api.call(
		'PUT',
		'/api/admin/operator',
		{ ...contact, ...known, ...changes },
		{ token: admin.token },
	);
	expect(said.status).toBe(200);
}
const readiness = async () => (await api.get('/api/admin/bills/readiness', { token: admin.token })).body;
const path = ({ organisationId }: TestUser) => `/api/organisations/${organisationId}`;
const billing = async (owner: TestUser) =>
	(await api.get(`${path(owner)}/subscription`, { token: owner.token })).body.billing;
async function takePro(owner: TestUser) {
	const confirmationToken = await cardToken(api);
	const chosen = await api.call(
		'PUT',
		`${path(owner)}/subscription`,
		{ plan: 'pro', confirmationToken },
		{ token: owner.token },
	);
	expect(chosen.body).toMatchObject({ plan: 'pro', state: 'active' });
}
const bills = async (owner: TestUser) =>
	(await api.get(`${path(owner)}/bills`, { token: owner.token })).body.data;
async function documentsOf(subjects: string[]) {
	const { rows } = await database().pool.query(
		`SELECT kind, net_minor::int AS net, tax_minor::int AS tax, gross_minor::int AS gross FROM documents
		WHERE organisation_id = $1 AND subject_id = ANY ($2) ORDER BY number`,
		[OPERATOR_BOOKS, subjects],
	);
	return rows;
}
/** Credit less debit of an account in the operator's books. */
async function booked(account: string): Promise<number> {
	const { rows } = await database().pool.query<{ sum: number }>(
		`SELECT coalesce(sum(CASE WHEN credit = $2 THEN amount_minor ELSE -amount_minor END), 0)::int AS sum
		FROM ledger_transfers WHERE organisation_id = $1 AND $2 IN (debit, credit)`,
		[OPERATOR_BOOKS, account],
	);
	return rows[0]?.sum ?? 0;
}
const failures = (name: string) =>
	subscriptionChecks.find((one) => one.name === `subscriptions.${name}`)?.run(services);

describe('the bill of a plan', () => {
	test('waits until the operator and the organisation have said who they are; the money is booked at once', async () => {
		const owner = await makeUser(services);
		const before = await booked('plan_income');
		const taxBefore = await booked('tax');
		await takePro(owner);
		expect(await booked('plan_income')).toBe(before + 2_900);
		const [bill] = await bills(owner);
		expect(bill).toMatchObject({ state: 'paid', label: null });
		const file = `${path(owner)}/bills/${bill.id}/file`;
		expect((await api.get(file, { token: owner.token })).status).toBe(404);
		expect(await documentsOf([bill.id])).toEqual([]);
		expect(await billing(owner)).toEqual({ missing: ['address', 'countryCode'], waiting: 1 });
		const { missing, waiting } = await readiness();
		expect(missing).toEqual(['name', 'address', 'countryCode']);
		expect(waiting).toBeGreaterThanOrEqual(1);
		await expectInvariants(services);

		await sayOperator();
		await issueDueBills(services);
		expect((await readiness()).missing).toEqual([]);
		expect(await documentsOf([bill.id])).toEqual([]);

		await enterSellerDetails(services, owner.organisationId, { taxNumber: '' });
		await Promise.all([issueDueBills(services), issueDueBills(services)]);
		expect(await documentsOf([bill.id])).toEqual([{ kind: 'invoice', net: 2_437, tax: 463, gross: 2_900 }]);
		// The tax was not known when the payment came: the books follow the document.
		expect(await booked('plan_income')).toBe(before + 2_437);
		expect(await booked('tax')).toBe(taxBefore + 463);
		expect(await billing(owner)).toEqual({ missing: [], waiting: 0 });
		expect((await bills(owner))[0].label).toMatch(/^TEST-INV-\d{6}$/);
		expect(
			(
				await api.app.request(`http://foyer.test${file}`, {
					headers: { authorization: `Bearer ${owner.token}` },
				})
			).status,
		).toBe(200);
		await expectInvariants(services);
	});

	test.each([
		['a tax ID, with tax in the price', { taxNumber: '' }, {}, ['taxNumber'], true],
		['a reason, without tax', { taxBasisPoints: 0 }, {}, ['taxReason'], true],
		['spaces are no name', { name: '  ' }, {}, ['name'], true],
		[
			'nothing that the law of the United States does not ask',
			{ countryCode: 'US' },
			{ address: '', countryCode: '' },
			[],
			false,
		],
	])('needs %s', async (_, operator, organisation, missing, isWaiting) => {
		await sayOperator(operator);
		const owner = await makeUser(services);
		await enterSellerDetails(services, owner.organisationId, organisation);
		await takePro(owner);
		expect((await readiness()).missing).toEqual(missing);
		const [bill] = await bills(owner);
		expect(bill.label === null).toBe(isWaiting);
		await sayOperator();
		await issueDueBills(services);
		expect(await documentsOf([bill.id])).toMatchObject([{ kind: 'invoice', tax: 463 }]);
		await expectInvariants(services);
	});

	test('that an older version left out is issued with the tax that was booked, and found until it is due', async () => {
		await sayOperator({ taxBasisPoints: 700 });
		const owner = await makeUser(services);
		await takePro(owner);
		const [bill] = await bills(owner);
		await database().pool.query('DELETE FROM due_bills WHERE id = $1', [bill.id]);
		expect(await failures('bills-are-issued')).toEqual([
			expect.stringContaining(`${bill.id} of a plan has no bill`),
		]);
		// As the migration does.
		await database().pool.query(
			`INSERT INTO due_bills (organisation_id, id, kind, currency, due_at) VALUES ($1, $2, 'plan', 'EUR', now() - interval '1 hour')`,
			[owner.organisationId, bill.id],
		);
		expect(await failures('bills-are-issued')).toEqual([expect.stringContaining('is due since')]);
		await enterSellerDetails(services, owner.organisationId);
		await sayOperator();
		await issueDueBills(services);
		expect(await documentsOf([bill.id])).toMatchObject([{ tax: 190, gross: 2_900 }]);
		await expectInvariants(services);
	});
});

describe('invoices for fees', () => {
	const now = new Date();
	const monthsAgo = (months: number) =>
		new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
	const invoiceFees = () =>
		issueFeeInvoices(services, sql`${monthsAgo(0)}::timestamptz + interval '36 hours'`);
	const datePosted = ({ organisationId }: PricedEvent, months: number) =>
		dateBack(database(), organisationId, monthsAgo(months).replace(/01$/, '15'));
	async function sell(event: PricedEvent, quantity: number) {
		const order = await holdTickets(api, event, quantity);
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
		return order;
	}
	const list = async (owner: TestUser) =>
		(await api.get(`${path(owner)}/fee-invoices`, { token: owner.token })).body.data;

	test('wait in the order of their months, with their tax in the books', async () => {
		await sayOperator();
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		const before = await booked('tax');
		const first = await sell(event, 2);
		await datePosted(event, 3);
		await sell(event, 1);
		expect((await refundOrder(api, event, first, { token: owner.token })).status).toBe(201);
		await settleAll(services);
		await datePosted(event, 1);
		await Promise.all([invoiceFees(), invoiceFees()]);
		expect(await list(owner)).toEqual([]);
		// 2.20 kept, then 1.10 more given back than kept.
		expect(await booked('tax')).toBe(before + 35 - 18);
		expect(await billing(owner)).toEqual({ missing: ['address', 'countryCode'], waiting: 2 });
		await expectInvariants(services);

		await enterSellerDetails(services, owner.organisationId, { taxNumber: '' });
		await Promise.all([issueDueBills(services), issueDueBills(services)]);
		expect(await list(owner)).toMatchObject([
			{ kind: 'credit_note', from: monthsAgo(1), grossMinor: -110, taxMinor: -18 },
			{ kind: 'invoice', from: monthsAgo(3), grossMinor: 220, taxMinor: 35 },
		]);
		expect(await booked('tax')).toBe(before + 35 - 18);
		expect(await billing(owner)).toEqual({ missing: [], waiting: 0 });
		await expectInvariants(services);
		// Books that forget to take the tax back are found.
		const { pool } = database();
		await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
		await pool.query(
			`DELETE FROM ledger_transfers WHERE source_kind = 'fee_month_invoiced' AND amount_minor = 35`,
		);
		await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
		expect(await failures('waiting-tax-is-taken-back')).toEqual([expect.stringContaining('a tax of 35')]);
	});
});
