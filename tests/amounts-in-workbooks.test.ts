import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { exportDonations } from '#server/domain/fundraisers/export-donations.ts';
import { exportJournal } from '#server/domain/ledger/journal.ts';
import { exportOrders } from '#server/domain/orders/money/export-orders.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser } from '#tests/factories/fundraisers.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/** Workbooks with amounts, each read as it is stored: an amount is a number, shown with the digits of its currency. */
const { database, services, api } = useTestApi();

/** An event with two paid orders, of which one is refunded in part. */
async function sellSome(): Promise<PricedEvent> {
	const event = await makePricedEvent(services, api, await makeUser(services), {
		priceMinor: 123_456,
		taxBasisPoints: 700,
	});
	const first = await holdTickets(api, event, 1);
	const second = await holdTickets(api, event, 2);
	for (const order of [first, second]) expect((await payByCard(api, order)).status).toBe(201);
	await refundOrder(api, event, first, {
		token: event.owner.token,
		amountMinor: 1_005,
		reason: 'Rain',
		isCancelling: false,
	});
	await settleAll(services);
	return event;
}

/** The cells of each row by title, as the file holds them: a number with its format, or a text. */
async function cellsIn(file: Response) {
	const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
	const part = (path: string) => strFromU8(files[path] ?? new Uint8Array());
	const styles = part('xl/styles.xml');
	const codes = new Map(
		[...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
	);
	const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf (?:numFmtId="(\d+)")?/g)].map(
		([, id]) => codes.get(id) ?? '',
	);
	const rows = [...part('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
		[
			...(row ?? '').matchAll(/<c r="\w+"([^>]*)>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g),
		].map(([, attributes, number, text]) =>
			number === undefined
				? { text: text ?? '' }
				: { number: Number(number), format: formats[Number(/s="(\d+)"/.exec(attributes ?? '')?.[1] ?? 0)] },
		),
	);
	const titles = (rows[0] ?? []).map((cell) => ('text' in cell ? cell.text : ''));
	return rows
		.slice(1)
		.map((row) => Object.fromEntries(row.map((cell, index) => [titles[index] ?? '', cell])));
}

const numberIn = (row: Record<string, unknown> | undefined, title: string) =>
	(row?.[title] as { number: number } | undefined)?.number ?? Number.NaN;
const amount = (number: number) => ({ number, format: '#,##0.00' });

test('orders', async () => {
	const event = await sellSome();
	const rows = await cellsIn(
		await exportOrders(services, { organisationId: event.organisationId, eventId: event.id }, 'xlsx'),
	);
	expect(rows).toHaveLength(2);
	const [second, first] = rows;
	expect(first).toMatchObject({
		Tickets: { number: 1, format: '' },
		Currency: { text: 'EUR' },
		Refunded: amount(10.05),
		Due: amount(0),
	});
	expect(numberIn(second, 'Total')).toBeCloseTo(2 * numberIn(first, 'Total'), 5);
	for (const row of rows)
		for (const title of ['Total', 'Paid', 'Refunded', 'Due'])
			expect(row[title]).toMatchObject({ format: '#,##0.00' });
	expect(first?.Order).toHaveProperty('text');
});

test('the journal of a month adds up in a spreadsheet', async () => {
	const event = await sellSome();
	const rows = await cellsIn(
		await exportJournal(services, {
			organisationId: event.organisationId,
			period: undefined,
			format: 'xlsx',
		}),
	);
	expect(rows.length).toBeGreaterThan(4);
	for (const row of rows) expect(row.Amount).toMatchObject({ format: '#,##0.00' });
	const { rows: booked } = await database().pool.query(
		'SELECT sum(amount_minor)::float8 AS sum FROM ledger_transfers WHERE organisation_id = $1',
		[event.organisationId],
	);
	const sum = rows.reduce((all, row) => all + Math.round(numberIn(row, 'Amount') * 100), 0);
	expect(sum).toBe(booked[0].sum);
	expect(rows.some((row) => numberIn(row, 'Tax rate') === 7)).toBe(true);
});

test('donations', async () => {
	const owner = await makeUser(services);
	const event = await makeFundraiser(services, api, owner);
	const made = await api.post(
		`/api/events/${event.id}/donations`,
		{ amountMinor: 2_005, donorName: '=1+1', receivedOn: '2026-05-02', way: 'cash' },
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const scope = { organisationId: owner.organisationId, eventId: event.id };
	const [row] = await cellsIn(await exportDonations(services, scope, 'xlsx'));
	expect(row).toMatchObject({
		Donor: { text: '=1+1' },
		Amount: amount(20.05),
		'Card fees covered': amount(0),
		Refunded: amount(0),
		'Received on': { format: 'yyyy\\-mm\\-dd' },
	});
});
