import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { taxWithin } from '#shared/rules/pricing/money.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import {
	buyTickets,
	makePricedEvent,
	type PricedEvent,
	payByGiftCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { dateBack } from '#tests/support/date-back.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { columns } from './columns.ts';
import { exportDatev, zipOf } from './export.ts';

beforeAll(() => stayInOneDay());
const { database, services, api } = useTestApi();

const pathOf = ({ organisationId }: PricedEvent) => `/api/organisations/${organisationId}`;
const as = ({ owner }: PricedEvent) => ({ token: owner.token });
const settingsOf = async (event: PricedEvent) =>
	(await api.get(`${pathOf(event)}/accounting-settings`, as(event))).body;
const change = (event: PricedEvent, changes: object, headers = {}) =>
	api.patch(`${pathOf(event)}/accounting-settings`, changes, { ...as(event), headers });
const numbers = { consultantNumber: 29_098, clientNumber: 55_003 };
const refusal = async (event: PricedEvent, query: Record<string, string> = {}) => {
	const { status, body } = await api.get(`${pathOf(event)}/journal/datev`, { ...as(event), query });
	return [status, body.metadata?.rule, body.metadata];
};

/** Fields of a line, by the rules of the format: text in quotes, quotes in it doubled. */
function fieldsOf(line: string): { text: string; isQuoted: boolean }[] {
	const fields: { text: string; isQuoted: boolean }[] = [];
	for (let at = 0; at <= line.length; ) {
		if (line[at] !== '"') {
			const end = line.indexOf(';', at) === -1 ? line.length : line.indexOf(';', at);
			fields.push({ text: line.slice(at, end), isQuoted: false });
			at = end + 1;
			continue;
		}
		let text = '';
		for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
			if (line[at] === '"') at += 1;
			text += line[at];
		}
		fields.push({ text, isQuoted: true });
		expect([';', undefined]).toContain(line[at + 1]);
		at += 2;
	}
	return fields;
}

interface File {
	head: string[];
	rows: Record<string, string>[];
}

function read(bytes: Uint8Array): File {
	const text = new TextDecoder('windows-1252').decode(bytes);
	expect(text.endsWith('\r\n')).toBe(true);
	const [head, titles, ...rows] = text.slice(0, -2).split('\r\n') as [string, string, ...string[]];
	expect(titles.split(';')).toEqual(columns);
	return {
		head: fieldsOf(head).map((field) => field.text),
		rows: rows.map((line) => {
			const fields = fieldsOf(line);
			expect(fields).toHaveLength(125);
			for (const [index, expression] of Object.entries(expressions))
				expect(fields[Number(index)]?.text).toMatch(expression);
			for (const index of [1, 2, 10, 13]) expect(fields[index]?.isQuoted).toBe(true);
			return Object.fromEntries(fields.map((field, index) => [columns[index] as string, field.text]));
		}),
	};
}

/** What developer.datev.de says of the fields that are filled, by their place. */
const expressions: Record<number, RegExp> = {
	0: /^\d{1,10},\d{2}$/,
	1: /^[SH]$/,
	2: /^[A-Z]{3}$/,
	6: /^(?!0+$)\d{1,9}$/,
	7: /^(?!0+$)\d{1,9}$/,
	8: /^(\d{4})?$/,
	9: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
	10: /^[\w$%\-/]{1,36}$/,
	13: /^.{1,60}$/,
	20: /^.{0,20}$/,
	21: /^.{0,210}$/,
	113: /^[01]$/,
};

async function fileOf(event: PricedEvent, currency?: string): Promise<File> {
	const { organisationId } = event;
	const answer = await exportDatev(services, { organisationId, period: undefined, currency });
	return read(new Uint8Array(await answer.arrayBuffer()));
}

const minor = (row: Record<string, string>) => Number(row['Umsatz (ohne Soll/Haben-Kz)']?.replace(',', ''));

/** Debit less credit by number, as a program has them that adds the tax of the automatic accounts. */
function book({ rows }: File, automatic: Record<string, [string, number]>): Record<string, number> {
	const sums: Record<string, number> = {};
	const add = (account: string, amount: number) => {
		sums[account] = (sums[account] ?? 0) + amount;
	};
	for (const row of rows) {
		const signed = row['Soll/Haben-Kennzeichen'] === 'S' ? minor(row) : -minor(row);
		const counter = row['Gegenkonto (ohne BU-Schlüssel)'] as string;
		add(row.Konto as string, signed);
		const own = row['BU-Schlüssel'] === '' ? automatic[counter] : undefined;
		const tax = own ? Math.sign(signed) * taxWithin(minor(row), own[1]) : 0;
		add(counter, tax - signed);
		if (own) add(own[0], -tax);
	}
	return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const skr04: Record<string, [string, number]> = { 4400: ['3806', 1_900], 4300: ['3801', 700] };

/** The same sums from the books themselves. */
async function booked(event: PricedEvent): Promise<Record<string, number>> {
	const { accounts } = await settingsOf(event);
	const { rows } = await database().pool.query(
		`SELECT account, rate, sum(minor)::int AS minor FROM (
			SELECT debit AS account, tax_basis_points AS rate, amount_minor AS minor FROM ledger_transfers WHERE organisation_id = $1
			UNION ALL SELECT credit, tax_basis_points, -amount_minor FROM ledger_transfers WHERE organisation_id = $1) t
		GROUP BY 1, 2`,
		[event.organisationId],
	);
	const sums: Record<string, number> = {};
	for (const { account, rate, minor: amount } of rows) {
		const of = accounts.filter((one: { account: string }) => one.account === account);
		const { number } =
			of.length === 1 ? of[0] : of.find((one: { taxBasisPoints: number }) => one.taxBasisPoints === rate);
		sums[number] = (sums[number] ?? 0) + amount;
	}
	return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** Tickets at 19 %, 7 % and without tax, bought in odd amounts and refunded in part; a gift card pays one order. */
async function sellSome(): Promise<PricedEvent> {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, {
		...{ priceMinor: 1_099, taxBasisPoints: 1_900, capacity: 90 },
	});
	await api.patch(`/api/events/${event.id}`, { title: 'Łódź "Ü" 東京' }, as(event));
	const add = async (type: object) => {
		const made = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ kind: 'paid', currency: 'EUR', capacity: 90, ...type },
			as(event),
		);
		return made.body.id as string;
	};
	const types = [
		event.ticketTypeId,
		await add({ name: 'Reduced', priceMinor: 1_111, taxBasisPoints: 700 }),
		await add({ name: 'Untaxed', priceMinor: 333 }),
	];
	for (const [index, ticketTypeId] of [...types, ...types].entries()) {
		const order = await buyTickets(api, { ...event, ticketTypeId }, 1 + (index % 3));
		for (const amountMinor of index % 2 ? [101 + index, 7] : [])
			await refundOrder(api, event, order, {
				...{ token: owner.token, amountMinor, reason: 'Rain', isCancelling: false },
			});
	}
	const { code } = await issueCard(services, event);
	await buyTickets(api, event, 1, (order) => payByGiftCard(api, order, { code }));
	await settleAll(services);
	return event;
}

describe('the export for DATEV', () => {
	test.each(['gross', 'net'])(
		'with tax %s has the sums of the books, by account and by rate',
		async (taxMode) => {
			const event = await sellSome();
			await change(event, { ...numbers, chart: 'skr04', taxMode, fiscalYearStart: 12 });
			const file = await fileOf(event);
			const sums = book(file, skr04);
			expect(sums).toEqual(await booked(event));
			const report = (await api.get(`${pathOf(event)}/tax-report`, as(event))).body;
			const tax = (rate: number) =>
				report.rows.find((row: { taxBasisPoints: number }) => row.taxBasisPoints === rate).taxMinor;
			expect([-(sums['3806'] ?? 0), -(sums['3801'] ?? 0)]).toEqual([tax(1_900), tax(700)]);

			const { head, rows } = file;
			const period = report.period.replace('-', '');
			expect(head).toHaveLength(31);
			expect(head.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13']);
			expect(head[5]).toMatch(/^20\d{15}$/);
			expect(head.slice(10, 12)).toEqual(['29098', '55003']);
			const year = Number(period.slice(0, 4)) - (period.endsWith('12') ? 0 : 1);
			expect(head[12]).toBe(`${year}1201`);
			expect(head[14]).toBe(`${period}01`);
			expect([head[20], head[21], head[26]]).toEqual(['0', 'EUR', '04']);
			expect(rows.every((row) => row.Belegdatum?.slice(2) === period.slice(4))).toBe(true);
			expect(rows.some((row) => row.Buchungstext === 'Tickets: Lódz "Ü" DongJing')).toBe(true);
			// All rows of an order name it, by the codes of event and order, and nobody else.
			const codes = await database().pool.query(
				`SELECT e.code || '-' || o.code AS code FROM orders o JOIN events e ON e.id = o.event_id WHERE o.organisation_id = $1`,
				[event.organisationId],
			);
			const named = new Set(rows.map((row) => row['Belegfeld 1']));
			expect(codes.rows.every(({ code }) => named.has(code))).toBe(true);
			expect(JSON.stringify(rows)).not.toContain('Grace');
			await expectInvariants(services);
		},
	);

	test('is refused until the numbers are there, with the accounts that have none', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 2_000 });
		expect((await refusal(event)).slice(0, 2)).toEqual([422, 'accounting-settings-missing']);
		await change(event, numbers);
		expect((await refusal(event)).slice(0, 2)).toEqual([422, 'nothing-booked']);
		await buyTickets(api, event);
		const [, rule, metadata] = await refusal(event);
		expect(rule).toBe('accounts-missing');
		const at20 = ['sales', 'tax'].map((account) => ({ account, taxBasisPoints: 2_000 }));
		expect(metadata.accounts).toEqual(expect.arrayContaining(at20));
		expect(metadata.accounts).toHaveLength(2);
		const set = (number: string) => at20.map((one) => ({ ...one, number, taxKey: '' }));
		expect((await change(event, { accounts: set('44') })).status).toBe(400);
		expect((await change(event, { accounts: set('8420') })).status).toBe(200);
		const { rows } = await fileOf(event);
		expect(rows.map((row) => row['Gegenkonto (ohne BU-Schlüssel)'])).toContain('8420');
		expect((await refusal(event, { currency: 'CHF' })).slice(0, 2)).toEqual([422, 'nothing-booked']);
		await expectInvariants(services);
	});

	test('says of a closed month that it is closed', async () => {
		const event = await sellSome();
		await change(event, numbers);
		const now = new Date(Date.now() - 3_600_000);
		const period = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString();
		await dateBack(database(), event.organisationId, period);
		const month = period.slice(0, 7);
		const closed = await api.post(`${pathOf(event)}/periods/${month}/close`, undefined, as(event));
		expect(closed.status).toBe(200);
		const { organisationId } = event;
		const answer = await exportDatev(services, { organisationId, period: month, currency: 'EUR' });
		expect(answer.headers.get('Content-Disposition')).toContain(`EXTF_Buchungsstapel_${month}_EUR.csv`);
		const { head, rows } = read(new Uint8Array(await answer.arrayBuffer()));
		expect(head[20]).toBe('1');
		expect(rows.every((row) => row.Festschreibung === '1' && row.Belegdatum?.startsWith('15'))).toBe(true);
	});

	test('is several files in a ZIP where one would have too many rows', async () => {
		const event = await sellSome();
		await change(event, numbers);
		const { head, rows } = await fileOf(event);
		const lines = (async function* () {
			for (const row of rows) yield [`${columns.map((title) => row[title]).join(';')}\r\n`];
		})();
		const [, , , , , createdAt = '', , , , , , , fiscalYearStart = '', , firstDay = '', lastDay = ''] = head;
		const zip = zipOf(
			'EXTF_test',
			{
				...{ createdAt, fiscalYearStart, firstDay, lastDay, ...numbers, accountLength: 4, name: 'Foyer' },
				...{ chart: '03', currency: 'EUR', isClosed: false },
			},
			lines,
			10,
		);
		const files = unzipSync(new Uint8Array(await new Response(zip).arrayBuffer()));
		expect(Object.keys(files)).toHaveLength(Math.ceil(rows.length / 10));
		const texts = Object.values(files).map((bytes) =>
			new TextDecoder('windows-1252').decode(bytes).split('\r\n'),
		);
		expect(texts.every(([first]) => first?.startsWith('"EXTF";700;21;'))).toBe(true);
		expect(texts.flatMap((text) => text.slice(2, -1))).toHaveLength(rows.length);
		expect(texts.every((text) => text.length <= 13)).toBe(true);
	});
});

describe('the settings', () => {
	test('propose numbers, keep those that differ, and begin anew with another chart', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		const before = await settingsOf(event);
		expect(before).toMatchObject({ chart: 'skr03', accountLength: 4, taxMode: 'gross', version: 0 });
		const numberOf = (settings: typeof before, account: string, taxBasisPoints: number | null = null) =>
			settings.accounts.find(
				(one: { account: string; taxBasisPoints: number | null }) =>
					one.account === account && one.taxBasisPoints === taxBasisPoints,
			)?.number;
		expect(numberOf(before, 'sales', 1_900)).toBe('8400');
		expect(numberOf(before, 'plan_income')).toBeUndefined();
		const bank = { account: 'bank', taxBasisPoints: null, number: '1250', taxKey: '' };
		const cash = { account: 'cash', taxBasisPoints: null, number: '1000', taxKey: '' };
		const saved = await change(event, { accounts: [bank, cash] }, { 'If-Match': '"0"' });
		expect([saved.status, saved.body.version]).toEqual([200, 1]);
		expect([numberOf(saved.body, 'bank'), numberOf(saved.body, 'cash')]).toEqual(['1250', '1000']);
		expect((await change(event, { chart: 'skr04' }, { 'If-Match': '"0"' })).status).toBe(412);
		// A number that was set must fit the length.
		expect((await change(event, { accountLength: 6 })).status).toBe(400);
		const other = await change(event, { chart: 'skr04', accountLength: 6 }, { 'If-Match': '"1"' });
		expect([numberOf(other.body, 'bank'), numberOf(other.body, 'buyer')]).toEqual(['180000', '1000000']);
		const none = await change(event, { chart: 'other' });
		expect(numberOf(none.body, 'bank')).toBe('');
		const twice = await change(event, { accounts: [bank, { ...bank, taxBasisPoints: 700 }] });
		expect(twice.status).toBe(400);
	});
});
