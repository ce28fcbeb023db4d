import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder as refund,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { ledgerChecks } from './checks.ts';

beforeAll(() => stayInOneDay());
const { database, services, api } = useTestApi();

/** An event with tickets at 19 % and 7 %, and untaxed gifts; some are sold, one is refunded in part. */
async function sellSome() {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 1_900, capacity: 50 });
	const add = async (type: object) =>
		(
			await api.post(
				`/api/events/${event.id}/ticket-types`,
				{ currency: 'EUR', capacity: 50, ...type },
				{
					token: owner.token,
				},
			)
		).body.id as string;
	const reduced = await add({ name: 'Reduced', kind: 'paid', priceMinor: 1_111, taxBasisPoints: 700 });
	const untaxed = await add({ name: 'Untaxed', kind: 'paid', priceMinor: 333 });
	const orders = [];
	for (const ticketTypeId of [event.ticketTypeId, reduced, untaxed]) {
		const order = await holdTickets(api, { ...event, ticketTypeId }, 3);
		expect((await payByCard(api, order)).status).toBe(201);
		orders.push(order);
	}
	const [first] = orders;
	await refund(api, event, first as { id: string }, {
		token: owner.token,
		amountMinor: 1_000,
		reason: 'Rain',
		isCancelling: false,
	});
	await settleAll(services);
	return { event, orders };
}

/** The last month that can be closed: it is over for more than an hour. */
const lastMonth = () => {
	const now = new Date(Date.now() - 3_600_000);
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7);
};

/** Dates the books of an organisation back, as nothing of the product does. */
async function dateBack(organisationId: string, period: string) {
	const { pool } = database();
	await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
	await pool.query(`UPDATE ledger_transfers SET occurred_at = $2 WHERE organisation_id = $1`, [
		organisationId,
		`${period}-15T12:00:00Z`,
	]);
	await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
}

const pathOf = ({ organisationId }: PricedEvent) => `/api/organisations/${organisationId}`;
const reportOf = async (event: PricedEvent, query: Record<string, string> = {}) =>
	(await api.get(`${pathOf(event)}/tax-report`, { token: event.owner.token, query })).body;
const close = (event: PricedEvent, period: string) =>
	api.post(`${pathOf(event)}/periods/${period}/close`, undefined, { token: event.owner.token });

async function journalOf(event: PricedEvent, query: Record<string, string> = {}) {
	const file = await api.get(`${pathOf(event)}/journal/export`, { token: event.owner.token, query });
	expect(file.status).toBe(200);
	const [header, ...rows] = (file.body as string)
		.replace('\ufeff', '')
		.trim()
		.split('\r\n')
		.map((line) => line.split(','));
	return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header?.[index] ?? '', cell])));
}

/** Net and tax by rate, added up from the lines of the exported journal alone. */
function addUp(journal: Record<string, string>[]) {
	const income = ['sales', 'add_ons', 'service_fees', 'gifts', 'gift_cover', 'kept_fees'];
	const cents = (line: Record<string, string>) => Math.round(Number(line.Amount) * 100);
	const sum = (rate: string, accounts: string[]) =>
		journal
			.filter((line) => line['Tax rate'] === rate)
			.reduce(
				(total, line) =>
					total +
					(accounts.includes(line.Credit ?? '') ? cents(line) : 0) -
					(accounts.includes(line.Debit ?? '') ? cents(line) : 0),
				0,
			);
	const rates = [...new Set(journal.map((line) => line['Tax rate'] ?? ''))].filter(Boolean);
	return rates
		.sort((a, b) => Number(a) - Number(b))
		.map((rate) => [Number(rate) * 100, sum(rate, income), sum(rate, ['tax'])]);
}

describe('the tax report', () => {
	test('adds up what was sold and refunded, and the exported journal has the same sums', async () => {
		const { event } = await sellSome();
		await api.patch(`/api/events/${event.id}`, { countryCode: 'FR' }, { token: event.owner.token });
		const report = await reportOf(event);
		expect(
			report.rows.map((row: Record<string, unknown>) => [row.country, row.taxBasisPoints, row.grossMinor]),
		).toEqual([
			['FR', 0, 999],
			['FR', 700, 3_333],
			['FR', 1_900, 6_200],
		]);
		const journal = await journalOf(event);
		expect(journal).toHaveLength(report.transfers);
		expect(addUp(journal)).toEqual(
			report.rows.map((row: Record<string, number>) => [row.taxBasisPoints, row.netMinor, row.taxMinor]),
		);
		expect(report.totals).toEqual([
			{ currency: 'EUR', netMinor: expect.any(Number), taxMinor: expect.any(Number), grossMinor: 10_532 },
		]);
		// What the report says is what the books say, and what the lines of the orders say.
		const { rows } = await database().pool.query(
			`SELECT tax_basis_points AS rate, sum(net_minor)::int AS net, sum(tax_minor)::int AS tax FROM order_lines
			WHERE organisation_id = $1 GROUP BY 1 ORDER BY 1`,
			[event.organisationId],
		);
		expect(rows.map(({ rate, net, tax }) => [rate, net, tax])).toEqual(addUp(journal));
		await expectInvariants(services);
	});

	test('knows months by the zone of the organisation', async () => {
		const { event } = await sellSome();
		await api.patch(
			`${pathOf(event)}/settings`,
			{ defaultTimeZone: 'Pacific/Auckland' },
			{ token: event.owner.token },
		);
		const report = await reportOf(event, { period: '2026-07' });
		expect([report.startsAt, report.endsAt]).toEqual([
			'2026-06-30T12:00:00.000Z',
			'2026-07-31T12:00:00.000Z',
		]);
		expect(report.rows).toEqual([]);
		const refused = await api.get(`${pathOf(event)}/tax-report`, {
			token: event.owner.token,
			query: { period: '2026-13' },
		});
		expect(refused.status).toBe(400);
	});
});

describe('a month', () => {
	test('is closed once: its figures stay, later refunds count in the open month', async () => {
		const { event, orders } = await sellSome();
		const period = lastMonth();
		await dateBack(event.organisationId, period);
		const before = await reportOf(event, { period });
		const closed = await close(event, period);
		expect([closed.status, closed.body.closedAt]).toEqual([200, expect.any(String)]);
		expect(closed.body.hash).toMatch(/^[0-9a-f]{64}$/);
		expect((await close(event, period)).body).toEqual(closed.body);

		await api.patch(`/api/events/${event.id}`, { countryCode: 'FR' }, { token: event.owner.token });
		await refund(api, event, orders[1] as { id: string }, {
			token: event.owner.token,
			reason: 'Rain',
			isCancelling: false,
		});
		await settleAll(services);
		expect((await reportOf(event, { period })).rows).toEqual(before.rows);
		expect((await reportOf(event)).rows).toEqual([
			expect.objectContaining({ taxBasisPoints: 700, grossMinor: -3_333, country: 'FR' }),
		]);
		await expectInvariants(services);
	});

	test('that is closed refuses entries that are dated in it or before, and no others', async () => {
		const { event } = await sellSome();
		const period = lastMonth();
		await dateBack(event.organisationId, period);
		const insert = (at: string) =>
			database().pool.query(
				`INSERT INTO ledger_transfers (organisation_id, source_kind, source_id, kind, line, debit, credit, currency, amount_minor,
					subject_id, occurred_at)
				VALUES ($1, 'order', gen_random_uuid(), 'ticket', 0, 'cash', 'bank', 'EUR', 1, gen_random_uuid(), $2)`,
				[event.organisationId, at],
			);
		await close(event, period);
		await expect(insert(`${period}-20T00:00:00Z`)).rejects.toThrow('closed');
		await expect(insert('2020-01-01T00:00:00Z')).rejects.toThrow('closed');
		await insert(new Date().toISOString());
	});

	test('is closed after it has ended, and after the months before it', async () => {
		const { event } = await sellSome();
		const now = new Date().toISOString().slice(0, 7);
		expect((await close(event, now)).body.metadata).toMatchObject({ rule: 'period-open' });
		await dateBack(event.organisationId, '2026-03');
		expect((await close(event, '2026-04')).body.metadata).toMatchObject({ rule: 'earlier-period-open' });
		expect((await close(event, '2026-03')).status).toBe(200);
		expect((await close(event, '2026-05')).status).toBe(200);
	});

	test('that was changed past the trigger is found', async () => {
		const { event } = await sellSome();
		await dateBack(event.organisationId, '2026-03');
		await close(event, '2026-03');
		const check = ledgerChecks.find(({ name }) => name === 'ledger.closed-periods-stay');
		expect(await check?.run(services)).toEqual([]);
		const { pool } = database();
		await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
		await pool.query(`UPDATE ledger_transfers SET note = 'x' WHERE organisation_id = $1 AND kind = 'tax'`, [
			event.organisationId,
		]);
		expect(await check?.run(services)).toEqual([expect.stringContaining('2026-03')]);
		await pool.query(`UPDATE ledger_transfers SET note = '' WHERE organisation_id = $1`, [
			event.organisationId,
		]);
		await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
	});
});
