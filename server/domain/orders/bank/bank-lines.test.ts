import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, type PricedEvent, refundOrder } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { matchNewLines } from './match-lines.ts';

const { database, services, api } = useTestApi();

async function makeSeller(): Promise<PricedEvent> {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner);
	const saved = await api.call(
		'PUT',
		`/api/organisations/${event.organisationId}/payment-settings`,
		{
			...{ takesCards: true, takesTransfers: true, takesMoneyAtDoor: false, transferDays: 5 },
			...{ transferHolder: 'Choir', transferIban: 'DE89370400440532013000', transferBic: '' },
		},
		{ token: owner.token },
	);
	expect(saved.status).toBe(200);
	return event;
}

interface Owed {
	id: string;
	reference: string;
	manageToken: string;
}

/** An order that is to be paid by transfer. */
async function orderByTransfer(event: PricedEvent, quantity = 2): Promise<Owed> {
	const order = await holdTickets(api, event, quantity);
	const chosen = await api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'transfer', quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(chosen.status, JSON.stringify(chosen.body)).toBe(201);
	return { id: order.id, manageToken: order.manageToken, reference: chosen.body.order.transfer.reference };
}

const pathOf = (event: PricedEvent) => `/api/organisations/${event.organisationId}`;
async function importFile(event: PricedEvent, content: string, name = 'statement.csv') {
	const form = new FormData();
	form.set('file', new Blob([content]), name);
	return api.post(`${pathOf(event)}/bank-files`, form, { token: event.owner.token });
}
const linesOf = async (event: PricedEvent, state = 'new') =>
	(await api.get(`${pathOf(event)}/bank-lines`, { token: event.owner.token, query: { state } })).body.data;
const statusOf = async (order: Owed) => (await api.get(`/api/orders/${order.manageToken}`)).body.status;

const csv = (...lines: string[]) =>
	['Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung', ...lines].join('\n');

const entry = (amount: string, reference: string, sign = 'CRDT', day = '2026-11-20') => `
	<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
	<BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
	<RltdPties><Dbtr><Pty><Nm>Ada &amp; Sons</Nm></Pty></Dbtr></RltdPties>
	<RmtInf><Ustrd>Tickets ${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const camt = (...entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;

const act = (event: PricedEvent, line: string, name: string, body?: unknown) =>
	api.post(`${pathOf(event)}/bank-lines/${line}/${name}`, body, {
		token: event.owner.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});

describe('lines of several files', () => {
	test('that can’t be distinguished wait for a person, and pay nothing together', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event);
		const half = `20.11.2026;Ada;${order.reference};24,00;EUR`;
		expect((await importFile(event, csv(half))).body).toMatchObject({ added: 1, waiting: 1, maybeSame: 0 });
		const second = csv(half, '21.11.2026;Bob;x;1,00;EUR');
		expect((await importFile(event, second)).body).toMatchObject({
			...{ added: 2, known: 0, waiting: 2, maybeSame: 1, matched: 0 },
		});
		// The same file again adds nothing, nor does the first.
		expect((await importFile(event, second)).body).toMatchObject({ added: 0, known: 2, maybeSame: 1 });
		expect((await importFile(event, csv(half))).body).toMatchObject({ added: 0, known: 1 });
		expect(await statusOf(order)).toBe('pending');
		const [repeated] = (await linesOf(event)).filter(
			(line: { problem: string }) => line.problem === 'maybe-same',
		);
		expect(repeated).toMatchObject({ payer: 'Ada', order: { id: order.id } });
		// What is not decided is not counted for the other half either.
		await importFile(event, csv(`22.11.2026;Ada;${order.reference};24,00;EUR`));
		expect(await statusOf(order)).toBe('confirmed');
		const aside = await act(event, repeated.id, 'ignore');
		expect(aside.body.state).toBe('ignored');
		expect((await act(event, repeated.id, 'restore')).body).toMatchObject({
			state: 'new',
			problem: 'maybe-same',
		});
		await expectInvariants(services);
	});

	test('are put aside together, those of one file alone, and come back together', async () => {
		const event = await makeSeller();
		const [ada, bob] = ['20.11.2026;Ada;a;24,00;EUR', '20.11.2026;Bob;b;12,00;EUR'];
		await importFile(event, csv(ada, bob));
		await importFile(event, csv(ada, bob, '21.11.2026;Cy;c;1,00;EUR'));
		await importFile(event, csv(ada, '22.11.2026;Di;d;1,00;EUR'));
		const alike = async () =>
			(await linesOf(event)).filter((line: { problem: string }) => line.problem === 'maybe-same') as {
				id: string;
				alikeInFile: number;
			}[];
		const counts = (await alike()).map((line) => line.alikeInFile);
		expect(counts.toSorted()).toEqual([0, 1, 2]);
		const of = (await alike()).find((line) => line.alikeInFile === 2)?.id as string;
		const aside = await act(event, of, 'ignore-alike');
		expect([aside.status, aside.body.lines]).toEqual([200, 2]);
		expect(await alike()).toHaveLength(1);
		expect((await act(event, of, 'ignore-alike')).body.lines).toBe(0);
		// One that a person put back meanwhile and put aside again is theirs.
		await act(event, of, 'restore');
		await act(event, of, 'ignore');
		expect((await act(event, of, 'restore-alike', { at: aside.body.at })).body.lines).toBe(1);
		expect((await act(event, randomUUID(), 'ignore-alike')).status).toBe(404);
		const stranger = await makeSeller();
		expect((await act(stranger, of, 'ignore-alike')).status).toBe(404);
	});

	test('are two once a person says so', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event);
		const half = `20.11.2026;Ada;${order.reference};24,00;EUR`;
		await importFile(event, csv(half));
		await importFile(event, csv(half, '21.11.2026;Bob;x;1,00;EUR'));
		const [repeated] = (await linesOf(event)).filter(
			(line: { problem: string }) => line.problem === 'maybe-same',
		);
		expect((await act(event, repeated.id, 'separate')).body).toMatchObject({
			state: 'matched',
			problem: null,
		});
		expect(await statusOf(order)).toBe('confirmed');
		const again = await act(event, repeated.id, 'separate');
		expect([again.status, again.body.metadata.rule]).toEqual([422, 'line-settled']);
		expect((await act(event, randomUUID(), 'separate')).status).toBe(404);
		await expectInvariants(services);
	});

	test('are two where a cell differs, and one where the bank named it', async () => {
		const event = await makeSeller();
		const table = (...rows: string[]) => ['Date;Payer;Reference;Amount;Transaction ID', ...rows].join('\n');
		const row = (id: string) => `20.11.2026;Ada;hello;24,00;${id}`;
		expect((await importFile(event, table(row('TX-000001')))).body).toMatchObject({ added: 1 });
		expect((await importFile(event, table(row('TX-000001'), row('TX-000002')))).body).toMatchObject({
			...{ added: 1, known: 1, maybeSame: 0 },
		});
	});

	test('of CAMT are one by the name that the bank gave, in report and statement', async () => {
		const event = await makeSeller();
		const named = (id: string) =>
			entry('5.00', 'x').replace('<EndToEndId>', `<AcctSvcrRef>${id}</AcctSvcrRef><EndToEndId>`);
		const report = camt(named('A1'))
			.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
			.replaceAll('Stmt>', 'Rpt>');
		expect((await importFile(event, report, 'a.xml')).body).toMatchObject({ added: 1 });
		expect((await importFile(event, camt(named('A1'), named('A2')), 'b.xml')).body).toMatchObject({
			...{ added: 1, known: 1, maybeSame: 0 },
		});
		expect((await importFile(event, camt(entry('5.00', 'x')), 'c.xml')).body).toMatchObject({ added: 1 });
	});

	test('of two kinds may be the same transfer', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event);
		await importFile(event, camt(entry('24.00', order.reference)), 'camt.xml');
		const table = csv(`20.11.2026;ADA AND SONS;Order ${order.reference};24,00;EUR`);
		expect((await importFile(event, table)).body).toMatchObject({ added: 1, maybeSame: 1, matched: 0 });
		expect(await statusOf(order)).toBe('pending');
		// Those of versions that did not note the kind of file are compared alike.
		await database().pool.query(
			'UPDATE bank_lines SET source = NULL, file_hash = NULL WHERE organisation_id = $1',
			[event.organisationId],
		);
		const other = ['Date;Payer;Reference;Amount', `20.11.2026;Ada;${order.reference};24,00`].join('\n');
		expect((await importFile(event, other)).body).toMatchObject({ added: 1, maybeSame: 1 });
	});

	test('at the same time: none is lost', async () => {
		const event = await makeSeller();
		const files = ['1', '2', '3'].map((at) =>
			csv('20.11.2026;Ada;x;24,00;EUR', `21.11.2026;Bob;y${at};1,00;EUR`),
		);
		const added = await Promise.all(files.map(async (file) => (await importFile(event, file)).body.added));
		expect(added).toEqual([2, 2, 2]);
		const waiting = await linesOf(event);
		expect(waiting).toHaveLength(6);
		expect(waiting.filter((line: { problem: string }) => line.problem === 'maybe-same')).toHaveLength(2);
	});
});

describe('a bank statement', () => {
	test('whose transfer names two orders says so, and pays the one that a person chooses', async () => {
		const event = await makeSeller();
		const [one, two] = [await orderByTransfer(event, 1), await orderByTransfer(event, 1)];
		await importFile(event, csv(`20.11.2026;Ada;${one.reference} and ${two.reference};24,00;EUR`));
		const [line] = await linesOf(event);
		expect(line).toMatchObject({ problem: 'several-orders', order: null });
		expect((await act(event, line.id, 'match', { reference: two.reference })).body).toMatchObject({
			state: 'matched',
		});
		expect([await statusOf(one), await statusOf(two)]).toEqual(['pending', 'confirmed']);
	});

	test.each([
		['a debit', ['Date,Description,Amount,Type', '2026-11-20,Refund REF,24.00,Debit'], 'pending'],
		[
			'an announced credit',
			['Datum;Text;Betrag;Waehrung;Info', '2026-11-20;REF;24,00;EUR;Umsatz vorgemerkt'],
			'pending',
		],
		['another currency', ['Date,Description,Amount,Blurb', '2026-11-20,REF,24.00,USD'], 'pending'],
		['thousands', ['Date\tDescription\tAmount', '2026-11-20\tREF\t24.000'], 'pending'],
		[
			'its reference in another column',
			['Date,Payer,Amount,Odd', '2026-11-20,Ada,24.00,Thanks REF'],
			'confirmed',
		],
		['a reference without RF', ['Date,Payer,Amount,Odd', '2026-11-20,Ada,24.00,BARE'], 'confirmed'],
	])('with %s pays or does not, case %#', async (_, lines, status) => {
		const event = await makeSeller();
		const order = await orderByTransfer(event, 1);
		const file = lines.join('\n').replace('REF', order.reference).replace('BARE', order.reference.slice(4));
		const imported = await importFile(event, file);
		expect(imported.status, JSON.stringify(imported.body)).toBe(201);
		expect(await statusOf(order)).toBe(status);
	});

	test('pays what is missing of an order, on the day that the bank says', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event);
		const part = await api.post(
			`/api/events/${event.id}/orders/${order.id}/mark-paid`,
			{ method: 'transfer', amountMinor: 2_000, receivedOn: '2026-11-18' },
			{ token: event.owner.token, headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect([part.status, await statusOf(order)]).toEqual([200, 'pending']);
		await importFile(event, csv(`20.11.2026;Ada;${order.reference};28,00;EUR`));
		expect(await statusOf(order)).toBe('confirmed');
		const { rows } = await database().pool.query<{ day: string }>(
			'SELECT received_on::text AS day FROM payments WHERE subject_id = $1 ORDER BY received_on',
			[order.id],
		);
		expect(rows.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-20']);
		await expectInvariants(services);
	});

	test('is not acted on without a key', async () => {
		const event = await makeSeller();
		await importFile(event, csv('20.11.2026;Ada;x;24,00;EUR'));
		const [line] = await linesOf(event);
		for (const name of ['match', 'separate']) {
			const path = `${pathOf(event)}/bank-lines/${line.id}/${name}`;
			const body = name === 'match' ? { reference: 'x' } : undefined;
			const refused = await api.post(path, body, { token: event.owner.token });
			expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
		}
	});

	test('with a word that is not understood adds nothing', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event, 1);
		const refused = await importFile(
			event,
			`Date,Description,Amount,Type\n2026-11-20,${order.reference},24.00,Quux\n`,
		);
		expect(refused.status).toBe(400);
		expect(JSON.stringify(refused.body.details)).toContain('“Quux” under “Type”');
		expect(await linesOf(event)).toEqual([]);
	});

	test('pays the orders whose references it names; the same file twice adds nothing', async () => {
		const event = await makeSeller();
		const [one, two] = [await orderByTransfer(event), await orderByTransfer(event, 1)];
		const file = csv(
			`20.11.2026;Ada;Tickets ${one.reference.slice(0, 6)} ${one.reference.slice(6)};48,00;EUR`,
			`21.11.2026;Grace;${two.reference.toLowerCase()};24,00;EUR`,
			`21.11.2026;Landlord;Rent;-1.200,00;EUR`,
			`22.11.2026;Somebody;Thank you;5,00;EUR`,
		);
		const first = await importFile(event, file);
		expect([first.status, first.body]).toEqual([
			201,
			{ added: 3, matched: 2, waiting: 1, maybeSame: 0, known: 0, skipped: 1, skippedBy: { outgoing: 1 } },
		]);
		expect([await statusOf(one), await statusOf(two)]).toEqual(['confirmed', 'confirmed']);
		expect((await importFile(event, file)).body).toEqual({
			added: 0,
			matched: 2,
			waiting: 1,
			maybeSame: 0,
			known: 3,
			skipped: 1,
			skippedBy: { outgoing: 1 },
		});
		expect(await linesOf(event)).toMatchObject([{ payer: 'Somebody', problem: 'no-order', order: null }]);
		expect((await linesOf(event, 'matched')).map((line: { bookedOn: string }) => line.bookedOn)).toEqual([
			'2026-11-21',
			'2026-11-20',
		]);
		const books = await api.get(`${pathOf(event)}/balances`, { token: event.owner.token });
		expect(books.body.data[0].accounts).toContainEqual(
			expect.objectContaining({ account: 'bank', balanceMinor: 7_200 }),
		);
		await expectInvariants(services);
	});

	test('as CAMT.053 is read with its names and references; money that went out is left out', async () => {
		const event = await makeSeller();
		const order = await orderByTransfer(event, 1);
		const file = camt(entry('24.00', order.reference), entry('10.00', 'x', 'DBIT'));
		expect((await importFile(event, file, 'camt.xml')).body).toMatchObject({
			added: 1,
			matched: 1,
			skipped: 1,
		});
		expect(await linesOf(event, 'matched')).toMatchObject([{ payer: 'Ada & Sons', amountMinor: 2_400 }]);
		expect(await statusOf(order)).toBe('confirmed');
	});

	test('entries of nothing and of less are left out, and a NUL entity is no character', async () => {
		const event = await makeSeller();
		const file = camt(entry('0.00', 'x'), entry('-5.00', 'x'), entry('5.00', 'a&#0;b'));
		expect((await importFile(event, file, 'camt.xml')).body).toMatchObject({ added: 1, skipped: 2 });
		expect(await linesOf(event)).toMatchObject([{ text: 'Tickets ab', amountMinor: 500 }]);
	});

	test.each([
		['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', 'no CAMT.053 statement'],
		['another document', '<Document><Other/></Document>', 'no CAMT.053 statement'],
		['no amount', camt('<Ntry><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'), 'no amount'],
		['a day that PostgreSQL would read', camt(entry('5.00', 'x', 'CRDT', 'yesterday')), 'has no date'],
		['no day', camt(entry('5.00', 'x', 'CRDT', '')), 'has no date'],
		['a NUL', camt(entry('5.00', 'a\0b')), 'no CAMT.053 statement'],
		['half a million elements', `<Document>${'<a/>'.repeat(500_000)}</Document>`, 'no CAMT.053 statement'],
		['an endless tag', `<Document ${'x'.repeat(1_000_000)}/>`, 'no CAMT.053 statement'],
		['the year 0', csv('0000-01-01;Ada;x;1,00;EUR'), 'Row 2 has no date'],
		['no columns', 'a;b\n1;2\n', 'columns for date, amount'],
		['no date', csv('yesterday;Ada;x;1,00;EUR'), 'Row 2 has no date'],
		['words for an amount', csv('20.11.2026;Ada;x;much;EUR'), 'Row 2 has no amount'],
	])('with %s is refused with a sentence', async (_, file, sentence) => {
		const event = await makeSeller();
		const refused = await importFile(event, file);
		expect(refused.status).toBe(400);
		expect(JSON.stringify(refused.body.details)).toContain(sentence);
	});

	test('names too little, too much and twice; two parts pay one order together', async () => {
		const event = await makeSeller();
		const [parts, rich, twice] = [
			await orderByTransfer(event),
			await orderByTransfer(event, 1),
			await orderByTransfer(event, 1),
		];
		await importFile(
			event,
			csv(
				`20.11.2026;Ada;${parts.reference};20,00;EUR`,
				`20.11.2026;Bob;${rich.reference};30,00;EUR`,
				`20.11.2026;Cyd;${twice.reference};24,00;EUR`,
				`20.11.2026;Cyd;${twice.reference};24,00;EUR`,
			),
		);
		const waiting = await linesOf(event);
		const of = (payer: string) => waiting.find((line: { payer: string }) => line.payer === payer);
		expect([of('Ada').problem, of('Bob').problem]).toEqual(['too-little', 'too-much']);
		// Two equal transfers of a day: together they are more than the order costs, so a person decides.
		expect(of('Cyd').problem).toBe('too-much');
		const match = (payer: string, reference: string) =>
			api.post(
				`${pathOf(event)}/bank-lines/${of(payer).id}/match`,
				{ reference },
				{ token: event.owner.token, headers: { 'Idempotency-Key': randomUUID() } },
			);
		const early = await match('Ada', parts.reference);
		expect([early.status, early.body.metadata.rule]).toEqual([422, 'too-little']);
		expect(await statusOf(parts)).toBe('pending');
		await importFile(event, csv(`22.11.2026;Ada;${parts.reference};28,00;EUR`));
		expect(await statusOf(parts)).toBe('confirmed');

		expect((await match('Bob', rich.reference)).body).toMatchObject({ state: 'matched', problem: null });
		const detail = await api.get(`/api/events/${event.id}/orders/${rich.id}`, { token: event.owner.token });
		expect(detail.body).toMatchObject({ status: 'confirmed', paidMinor: 3_000, refundableMinor: 3_000 });
		await expectInvariants(services);
		// What was too much goes back first: nothing that was sold is taken back for it.
		await refundOrder(api, event, rich, {
			token: event.owner.token,
			amountMinor: 600,
			reason: 'Too much',
			isCancelling: false,
		});
		const after = await api.get(`/api/events/${event.id}/orders/${rich.id}`, { token: event.owner.token });
		expect(after.body).toMatchObject({ paidMinor: 3_000, toSendMinor: 600, totalMinor: 2_400 });
		expect(after.body.lines).toHaveLength(1);

		await importFile(event, csv(`23.11.2026;Bob;${rich.reference};24,00;EUR`));
		const [late] = (await linesOf(event)).filter((line: { payer: string }) => line.payer === 'Bob');
		expect(late.problem).toBe('paid-already');
		const ignored = await api.post(`${pathOf(event)}/bank-lines/${late.id}/ignore`, undefined, {
			token: event.owner.token,
			headers: { 'Idempotency-Key': randomUUID() },
		});
		expect(ignored.body.state).toBe('ignored');
		const restore = async (id: string) =>
			api.post(`${pathOf(event)}/bank-lines/${id}/restore`, undefined, {
				token: event.owner.token,
				headers: { 'Idempotency-Key': randomUUID() },
			});
		expect((await restore(late.id)).body).toMatchObject({ state: 'new', problem: 'paid-already' });
		const settled = await restore(of('Bob').id);
		expect([settled.status, settled.body.metadata.rule]).toEqual([422, 'line-settled']);
		await expectInvariants(services);
	});

	test('that many import at the same time pays each order once', async () => {
		const event = await makeSeller();
		const orders = [await orderByTransfer(event, 1), await orderByTransfer(event, 1)];
		const file = csv(...orders.map(({ reference }) => `20.11.2026;Ada;${reference};24,00;EUR`));
		await Promise.all(Array.from({ length: 6 }, () => importFile(event, file)));
		const lineIds = (await linesOf(event, 'matched')).map(({ id }: { id: string }) => id);
		expect(lineIds).toHaveLength(2);
		await matchNewLines(services, event.organisationId, { userId: event.owner.userId, lineIds });
		const { rows } = await database().pool.query(
			`SELECT subject_id, count(*)::int AS n FROM payments WHERE organisation_id = $1 AND state = 'succeeded' GROUP BY 1`,
			[event.organisationId],
		);
		expect(rows.map(({ n }) => n)).toEqual([1, 1]);
		await expectInvariants(services);
	});

	test('of another organisation is not found, and names no orders of others', async () => {
		const [mine, other] = [await makeSeller(), await makeSeller()];
		const order = await orderByTransfer(other);
		await importFile(mine, csv(`20.11.2026;Ada;${order.reference};48,00;EUR`));
		const [line] = await linesOf(mine);
		expect(line).toMatchObject({ problem: 'no-order', order: null });
		const refused = await api.post(`${pathOf(other)}/bank-lines/${line.id}/ignore`, undefined, {
			token: other.owner.token,
			headers: { 'Idempotency-Key': randomUUID() },
		});
		expect(refused.status).toBe(404);
		expect(await statusOf(order)).toBe('pending');
	});
});
