import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeEvent } from '#tests/factories/events.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { takesTurn } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Files and texts that are made to be costly: while one is read, everybody else is answered. */
const { database, services, api, owner } = useTestOwner();
let event: string;

beforeAll(async () => {
	event = (await makeEvent(services, owner, { isPublished: true })).id;
	await insertTicketType(database(), { organisationId: owner.organisationId, eventId: event });
	// Threads that run already, as on a server that was asked before.
	const warmUp = [await guests('Name,Email\nAda,ada@example.org\n'), preview('a'.repeat(2_000))];
	await Promise.all(warmUp.map((send) => send()));
});

const mostMs = 250;

/** Sends bytes that are encoded before: that is the sender's work, not ours. */
async function upload(
	path: string,
	content: Uint8Array | string,
	name: string,
): Promise<() => Promise<Sent>> {
	const form = new FormData();
	form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
	const encoded = new Response(form);
	const headers = {
		Authorization: `Bearer ${owner.token}`,
		'Content-Type': encoded.headers.get('content-type') ?? '',
	};
	const body = await encoded.arrayBuffer();
	return async () => {
		const answer = await api.app.request(`http://foyer.test${path}`, { method: 'POST', headers, body });
		return { status: answer.status, body: await answer.json() };
	};
}
const guests = (bytes: Uint8Array | string) =>
	upload(`/api/events/${event}/attendee-imports/preview`, bytes, 'guests.csv');
const bank = (bytes: Uint8Array | string) =>
	upload(`/api/organisations/${owner.organisationId}/bank-files`, bytes, 'statement.xml');
const preview = (description: string) => () => api.post('/api/description-preview', { description });

// biome-ignore lint/suspicious/noExplicitAny: what the API answered, as tests read it
type Sent = { status: number; body: any };

/** What the thread that answers requests was busy with, in milliseconds: without what other programs of the machine take from it. */
const busyMs = () => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
};

/** The answer, and how long another caller waited at most for theirs in the meantime. */
async function beside(send: () => Promise<Sent>): Promise<{ answer: Sent; longestMs: number }> {
	let isDone = false;
	const done = send().finally(() => {
		isDone = true;
	});
	let longestMs = 0;
	while (!isDone) {
		const startMs = busyMs();
		await sleep(5);
		expect((await api.get('/healthz')).status).toBe(200);
		longestMs = Math.max(longestMs, busyMs() - startMs);
	}
	return { answer: await done, longestMs };
}

const fixture = readFileSync(new URL('./fixtures/import/guests.xlsx', import.meta.url));
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const workbook = (rows: string, others: Record<string, string> = {}) =>
	zipSync(
		{
			...unzipSync(fixture),
			'xl/worksheets/sheet1.xml': strToU8(
				`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
			),
			...Object.fromEntries(Object.entries(others).map(([name, xml]) => [name, strToU8(xml)])),
		},
		{ level: 1 },
	);
const camt = (inside: string, attributes = '') =>
	`<?xml version="1.0"?><Document${attributes}><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;
const numbered = (count: number, one: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => one(index)).join('');

type List = [what: string, make: () => Uint8Array | string, status: number];
const lists: List[] = [
	['two million columns', () => `Name${',x'.repeat(2_000_000)}\n${'a,'.repeat(6_500_000)}\n`, 400],
	['20,000 guests', () => `Name,Email\n${numbered(20_000, (n) => `Ada ${n},ada${n}@example.org\n`)}`, 200],
];
const otherTexts: List[] = [
	['17 million empty lines', () => `Name,Email\n${'\n'.repeat(17_000_000)}Ada,a@example.org\n`, 400],
	['two million columns by semicolons', () => `Name${';x'.repeat(2_000_000)}\nAda\n`, 400],
	['a second row of two million cells', () => `Name,Email\nAda${',x'.repeat(2_000_000)}\n`, 400],
	['one cell of 17 MB', () => `Name,Email\n"${'x'.repeat(17_000_000)}",a@example.org\n`, 400],
	['eight million quotes', () => `Name,Email\n"${'""'.repeat(8_000_000)}`, 400],
	['quotes in the middle of cells', () => `Name,Email\n${'a"b'.repeat(5_000_000)}`, 400],
	[
		'20,000 rows of 400 cells',
		() => `Name${',x'.repeat(399)}\n${`Ada${',y'.repeat(399)}\n`.repeat(20_000)}`,
		400,
	],
];
const otherWorkbooks: List[] = [
	[
		'a workbook of far cells in near rows',
		() => workbook(numbered(20_000, (n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`)),
		400,
	],
	[
		'a workbook of a million empty cells',
		() => workbook(`<row r="1">${'<c/>'.repeat(1_000_000)}</row>`),
		400,
	],
	[
		'a workbook whose only cell is XFD1048576',
		() => workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
		400,
	],
	[
		'a workbook whose only row is 1048576',
		() => workbook('<row r="1048576"/><row r="1"><c r="A1"><v>1</v></c></row>'),
		400,
	],
	[
		'a workbook with 200,000 attributes',
		() => workbook(`<row ${numbered(200_000, (n) => `a${n}="" `)}r="1"><c r="A1"><v>1</v></c></row>`),
		400,
	],
];
type Statement = [what: string, make: () => Uint8Array | string];
const statements: Statement[] = [
	['200,000 elements', () => camt('<Ntry></Ntry>'.repeat(199_000))],
	['a table of 20,000 rows', () => `Date,Amount,Text\n${'2026-01-01,1.00,x\n'.repeat(20_000)}`],
];
const otherStatements: Statement[] = [
	[
		'200,000 attributes',
		() =>
			camt(
				'',
				numbered(200_000, (n) => ` a${n}=""`),
			),
	],
	['a text of entities', () => camt(`<Ntry>${'&amp;'.repeat(900_000)}</Ntry>`)],
	['elements in elements', () => camt('<a>'.repeat(1_000_000))],
	['unclosed brackets', () => camt('<'.repeat(4_500_000))],
	['a table of a million columns', () => `Date,Amount,Text${',x'.repeat(1_000_000)}\n`],
];
/** Those that are always tried, and one of each kind of the others by turns. */
const triedLists = [
	...lists,
	...otherTexts.filter(takesTurn('hostile texts', otherTexts)),
	...otherWorkbooks.filter(takesTurn('hostile workbooks', otherWorkbooks)),
];
const triedStatements = [
	...statements,
	...otherStatements.filter(takesTurn('hostile statements', otherStatements)),
];
const texts: [string, string][] = [
	...[
		'<',
		'[',
		'![',
		'`` ` ',
		'*_[`<&',
		'<http://a',
		'> ',
		'  - a\n',
		'|a|b\n|-|-\n',
		'a.b@c.d ',
		'~~a',
		'&amp;',
	],
].map((mark): [string, string] => [mark, mark.repeat(Math.floor(49_000 / mark.length))]);

describe('another caller is answered while', () => {
	test.each(triedLists)(
		'a guest list of %s is read',
		async (_name, make, status) => {
			const { answer, longestMs } = await beside(await guests(make()));
			expect(longestMs).toBeLessThan(mostMs);
			if (status === 400) {
				expect([400, 200]).toContain(answer.status);
				if (answer.status === 400) expect(answer.body.details).toMatchObject([{ field: 'file' }]);
			} else expect([answer.status, answer.body.counts?.ok]).toEqual([200, 20_000]);
		},
		40_000,
	);

	test.each(triedStatements)(
		'a bank statement of %s is read',
		async (_name, make) => {
			const { answer, longestMs } = await beside(await bank(make()));
			expect(longestMs).toBeLessThan(mostMs);
			expect([201, 400]).toContain(answer.status);
			if (answer.status === 400) expect(answer.body.details).toMatchObject([{ field: 'file' }]);
		},
		40_000,
	);

	test.each(texts)('a description of %j is shown', async (_mark, text) => {
		const { answer, longestMs } = await beside(preview(text));
		expect(longestMs).toBeLessThan(mostMs / 5);
		expect([answer.status, answer.body.html.length > 0]).toEqual([200, true]);
	});
});
