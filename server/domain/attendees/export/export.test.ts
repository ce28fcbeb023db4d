import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { type Dataset, makeDataset } from '#bench/support/dataset.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import { neutraliseCell } from '#server/platform/csv-export.ts';
import { readXlsx } from '#server/platform/table/read-xlsx.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { textCell } from './csv-cells.ts';

const { database, services, api } = useTestApi();
let dataset: Dataset;
beforeAll(async () => {
	// More guests than fit into one piece, so that pieces must meet without a gap or a repetition.
	dataset = await makeDataset(services, { attendees: 5_600, events: 200, largest: 5_100 });
});

const path = () => `/api/events/${dataset.eventId}/attendees/export`;
const get = (query: Record<string, string> = {}) => api.get(path(), { token: dataset.token, query });
const parse = (csv: string) =>
	Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });

test('the file holds every guest once, in the order of the screen, as the list shows them', async () => {
	const answer = await get();
	expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
	const { data, errors } = parse(answer.body);
	expect(errors).toEqual([]);
	expect(data.length).toBe(5_100);
	expect(new Set(data.map((row) => row['Ticket code'])).size).toBe(5_100);

	const listed: { name: string; ticketCode: string }[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof api.get>> = await api.get(
			`/api/events/${dataset.eventId}/attendees`,
			{ token: dataset.token, query: { limit: '200', ...(cursor ? { cursor } : {}) } },
		);
		listed.push(...page.body.data);
		cursor = page.body.nextCursor;
	} while (cursor);
	expect(data.map((row) => row['Ticket code'])).toEqual(listed.map((guest) => guest.ticketCode));
	expect(data.map((row) => row.Name)).toEqual(listed.map((guest) => neutraliseCell(guest.name)));
	expect(data.some((row) => row.Notes === "'=SUM(A1)")).toBe(true);
	expect(data.some((row) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(row['Checked in at'] ?? ''))).toBe(true);
});

test('a workbook holds texts as they are and dates as dates, whose columns say their zone', async () => {
	const address = `http://foyer.test${path()}?format=xlsx`;
	const answer = await api.app.request(address, { headers: { Authorization: `Bearer ${dataset.token}` } });
	const bytes = new Uint8Array(await answer.arrayBuffer());
	const read = await readXlsx(bytes, { maxRows: 6_000, maxColumns: 50 });
	const [header = [], ...rows] = 'rows' in read ? read.rows : [];
	expect(rows).toHaveLength(5_100);
	expect(header).toContain('Checked in at (UTC)');
	const column = (title: string) => rows.map((row) => row[header.indexOf(title)]);
	expect(column('Notes')).toContain('=SUM(A1)');
	expect(column('Notes').some((text) => text?.startsWith("'"))).toBe(false);
	const shown = parse((await get()).body).data.map((row) => Date.parse(row['Registered at'] ?? ''));
	const written = column('Registered at (UTC)').map((text) =>
		Date.parse(`${text?.replace(' ', 'T').padEnd(16, 'T00:00')}Z`),
	);
	// The reader gives whole minutes.
	expect(written.filter((at, index) => !(Math.abs(at - (shown[index] ?? 0)) <= 30_000))).toEqual([]);
	const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
	// Dates are numbers with a style.
	expect(sheet).toMatch(/<c r="H2" s="3"><v>4\d{4}\.\d+<\/v><\/c>/);
});

test('filters and the order by name hold for the file', async () => {
	const cancelled = parse((await get({ status: 'cancelled', sort: 'name' })).body).data;
	expect(cancelled.length).toBeGreaterThan(50);
	expect(new Set(cancelled.map((row) => row.Status))).toEqual(new Set(['cancelled']));
	const all = parse((await get({ sort: 'name' })).body).data;
	expect(all.length).toBe(5_100);
	const found = parse((await get({ q: 'johansson' })).body).data;
	expect(found.length).toBeGreaterThan(3);
	expect(found.every((row) => /johansson/i.test(`${row.Name} ${row.Email}`))).toBe(true);
});

test('the database makes the same cells harmless as the rule does', async () => {
	const signs = [...'=+-@＝＋－＠\t\r\n",;|\'0156789 ()./ \u00a0\u200b\ufeff\u00ad\u061cé中😀aZ'];
	const texts = fc.sample(fc.array(fc.constantFrom(...signs), { maxLength: 9 }), { numRuns: 4_000, seed: 7 });
	const values = ['', ...texts.map((parts) => parts.join(''))];
	const { rows } = await database().pool.query<{ cell: string }>(
		`SELECT ${textCell('v')} AS cell FROM unnest($1::text[]) WITH ORDINALITY AS t(v, n) ORDER BY n`,
		[values],
	);
	const expected = values.map((value) =>
		value === '' ? '' : `"${neutraliseCell(value).replaceAll('"', '""')}"`,
	);
	expect(rows.map((row) => row.cell)).toEqual(expected);
});

test('an organisation writes one export at a time; one that is given up makes room', async () => {
	const options = { headers: { authorization: `Bearer ${dataset.token}` } };
	const first = await api.app.request(`http://foyer.test${path()}`, options);
	const refused = await get();
	expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	await first.body?.cancel();
	expect((await get({ format: 'xlsx' })).status).toBe(200);
	expect((await get()).status).toBe(200);
});

test('an export that nobody reads ends by itself', async () => {
	const done = takeExportPlace(services, 'somebody');
	let isCancelled = false;
	const source = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(new Uint8Array(10)),
		cancel: () => {
			isCancelled = true;
		},
	});
	const reader = watched(source, done, 30).getReader();
	await reader.read();
	expect(() => takeExportPlace(services, 'somebody')).toThrow();
	await expect.poll(() => isCancelled).toBe(true);
	takeExportPlace(services, 'somebody')();
	await expect(reader.read()).rejects.toThrow('nobody reads');
});
