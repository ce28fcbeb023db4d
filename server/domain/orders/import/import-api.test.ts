import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { admitTogether } from '#server/domain/check-in/scan/admit-scans.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { services, api, owner } = useTestOwner();

const list = [
	'First name,Last name,Email,Ticket,Notes',
	'Siobhán,O’Brien,siobhan@example.com,standard,vegan',
	'Null,,null@example.com,VIP,',
	'佐藤,美咲,,Standard,',
	',,nobody@example.com,,',
	'Bad,Address,bad(at)example.com,,',
	'SIOBHÁN,O’BRIEN,Siobhan@Example.com,,',
].join('\r\n');

interface Sent {
	query?: Record<string, string>;
	token?: string;
	name?: string;
}

function send(
	path: string,
	text: string | Uint8Array,
	{ query = {}, token = owner.token, name = 'guests.csv' }: Sent = {},
) {
	const form = new FormData();
	form.append('file', new File([text as Uint8Array<ArrayBuffer>], name, { type: 'text/csv' }));
	return api.post(path, form, { token, query });
}
const preview = (event: string, text: string | Uint8Array, sent?: Sent) =>
	send(`/api/events/${event}/attendee-imports/preview`, text, sent);
const commit = (event: string, text: string | Uint8Array, sent?: Sent) =>
	send(`/api/events/${event}/attendee-imports`, text, sent);
const undo = (event: string, id: string) =>
	api.post(`/api/events/${event}/attendee-imports/${id}/undo`, undefined, { token: owner.token });
const guests = async (event: string) =>
	(await api.get(`/api/events/${event}/attendees`, { token: owner.token, query: { sort: 'name' } })).body
		.data;

const newEvent = () => makeEvent(services, owner, { isPublished: true });

describe('an Excel workbook', () => {
	const workbook = readFileSync(new URL('../../../../tests/fixtures/import/guests.xlsx', import.meta.url));

	test('is previewed and imported like a list of text, and creates the ticket types it names', async () => {
		const { id } = await newEvent();
		const seen = (await preview(id, workbook, { name: 'guests.xlsx' })).body;
		expect(seen).toMatchObject({ encoding: null, delimiter: null, counts: { rows: 3, ok: 2, refused: 1 } });
		expect(seen.ticketTypes).toContainEqual({ name: 'VIP', guests: 1, ticketTypeId: null });
		const query = { createTicketTypes: 'true' };
		const planned = (await preview(id, workbook, { name: 'guests.xlsx', query })).body;
		expect(planned.rows.map((row: { ticketTypeName: string }) => row.ticketTypeName)).toContain('VIP');
		expect((await commit(id, workbook, { name: 'guests.xlsx', query })).body).toMatchObject({ taken: 2 });
		const types = (await api.get(`/api/events/${id}/ticket-types`, { token: owner.token })).body.data;
		expect(
			types.map((type: { name: string; organiser: { isHidden: boolean } }) => [
				type.name,
				type.organiser.isHidden,
			]),
		).toEqual([
			['Standard', false],
			['VIP', true],
		]);
		const list = await guests(id);
		expect(list.map((guest: { ticketTypeName: string }) => guest.ticketTypeName).toSorted()).toEqual([
			'Standard',
			'VIP',
		]);
		// The same again adds neither guests nor types.
		expect((await commit(id, workbook, { name: 'guests.xlsx', query })).body).toMatchObject({ taken: 0 });
		await expectInvariants(services);
	});

	test('that is none is refused with a sentence', async () => {
		const { id } = await newEvent();
		const answer = await preview(id, workbook.subarray(0, 900), { name: 'guests.xlsx' });
		expect(answer.status).toBe(400);
		expect(answer.body.details[0]).toMatchObject({ field: 'file' });
		expect(answer.body.details[0].message).toContain('.xlsx');
	});
});

test('a row of quantity 3 is one order of three guests, and is undone as one', async () => {
	const { id } = await newEvent();
	const orders = 'Name,Email,Quantity\nAna Silva,ana@example.com,3\nBo Lund,bo@example.com,1\n';
	const seen = (await preview(id, orders)).body;
	expect(seen.counts).toEqual({ rows: 4, ok: 4, duplicates: 0, refused: 0 });
	expect(seen.rows.map(({ quantity }: { quantity: number }) => quantity)).toEqual([3, 1]);
	const made = (await commit(id, orders)).body;
	expect(made).toMatchObject({ taken: 4, refused: 0 });
	const list = await guests(id);
	expect(list.map(({ name }: { name: string }) => name)).toEqual([
		'Ana Silva',
		'Ana Silva',
		'Ana Silva',
		'Bo Lund',
	]);
	expect((await commit(id, orders)).body).toMatchObject({ taken: 0 });
	expect((await undo(id, made.id)).status).toBe(200);
	expect(await guests(id)).toEqual([]);
	await expectInvariants(services);
});

test('more guests than one import takes are refused', async () => {
	const { id } = await newEvent();
	const many = `Name,Quantity\n${'Ana,100\n'.repeat(201)}`;
	const answer = await preview(id, many);
	expect(answer.status).toBe(400);
	expect(answer.body.details[0]).toMatchObject({ field: 'file' });
});

describe('preview', () => {
	test('guesses the columns, shows examples, and says row by row what would become of the list', async () => {
		const { id } = await newEvent();
		const { status, body } = await preview(id, list);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			fileName: 'guests.csv',
			encoding: 'utf-8',
			delimiter: ',',
			hasHeader: true,
			mapping: { firstName: 0, lastName: 1, email: 2, ticketType: 3, notes: 4 },
			foundBy: { firstName: 'name', email: 'name' },
			counts: { rows: 6, ok: 3, duplicates: 1, refused: 2 },
			obstacles: [],
		});
		expect(body.columns[0]).toEqual({ index: 0, name: 'First name', samples: ['Siobhán', 'Null', '佐藤'] });
		expect(body.rows.map((row: { row: number; verdict: string }) => [row.row, row.verdict])).toEqual([
			[2, 'ok'],
			[3, 'ok'],
			[4, 'ok'],
			[5, 'no_name'],
			[6, 'invalid_email'],
			[7, 'duplicate_in_file'],
		]);
		const names = body.ticketTypes.map((type: { name: string; ticketTypeId: string | null }) => [
			type.name,
			type.ticketTypeId !== null,
		]);
		expect(names).toEqual(
			expect.arrayContaining([
				['standard', true],
				['VIP', false],
			]),
		);
		expect(await guests(id)).toEqual([]);
	});

	test('takes what a person says about columns, header and encoding', async () => {
		const { id } = await newEvent();
		const text = Buffer.from('Name;Kontakt\nJ\xfcrgen;j@example.org\n', 'latin1');
		const guessed = (await preview(id, text)).body;
		expect(guessed).toMatchObject({ encoding: 'windows-1252', foundBy: { name: 'name', email: 'content' } });
		const chosen = await preview(id, text, {
			query: { mapping: JSON.stringify({ name: 1 }), hasHeader: 'false', encoding: 'windows-1250' },
		});
		expect(chosen.body).toMatchObject({
			encoding: 'windows-1250',
			hasHeader: false,
			mapping: { name: 1 },
			foundBy: { name: 'choice' },
		});
		expect(chosen.body.rows.map((row: { name: string }) => row.name)).toEqual(['Kontakt', 'j@example.org']);
	});

	test.each([
		['a broken quote', 'Name,Email\nAna,"Silva\n', {}, 'file', /Row 2 begins a quote/],
		['an empty file', '', {}, 'file', /empty/],
		['a workbook that cannot be read', Buffer.from('504b030414000000', 'hex'), {}, 'file', /workbook/],
		['a mapping that is no JSON', 'Name\nAna\n', { mapping: '{' }, 'mapping', /JSON/],
		['a field that does not exist', 'Name\nAna\n', { mapping: '{"colour":0}' }, 'mapping', /do not exist/],
		['a column that does not exist', 'Name\nAna\n', { mapping: '{"name":7}' }, 'mapping', /only 1 column\./],
		[
			'a ticket of another event',
			'Name\nAna\n',
			{ ticketTypeId: '019a0000-0000-7000-8000-000000000000' },
			'ticketTypeId',
			/no such/,
		],
	])('refuses %s with a sentence about the field', async (_name, text, query, field, message) => {
		const { id } = await newEvent();
		for (const call of [preview, commit]) {
			const { status, body } = await call(id, text, { query: query as Record<string, string> });
			expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
			expect(body.details[0]).toMatchObject({ field, message: expect.stringMatching(message) });
		}
	});

	test('reports places that are missing', async () => {
		const { id } = await newEvent();
		await limitPlaces(id, 2);
		const { body } = await preview(id, list);
		expect(body.obstacles).toEqual([
			expect.stringContaining('needs 3 spots for “Standard”, but only 2 are left'),
		]);
	});
});

async function limitPlaces(event: string, capacity: number) {
	const { body } = await api.get(`/api/events/${event}/ticket-types`, { token: owner.token });
	const type = body.data[0].id;
	const { status } = await api.patch(`/api/ticket-types/${type}`, { capacity }, { token: owner.token });
	if (status !== 200) {
		const again = await api.patch(
			`/api/events/${event}/ticket-types/${type}`,
			{ capacity },
			{ token: owner.token },
		);
		expect(again.status).toBe(200);
	}
}

describe('bringing in', () => {
	test('takes every row that is fine, with name, address, ticket and notes as in the list', async () => {
		const { id } = await newEvent();
		const { status, body } = await commit(id, list);
		expect(status).toBe(201);
		expect(body).toMatchObject({
			fileName: 'guests.csv',
			taken: 3,
			refused: 3,
			canUndo: true,
			undoneAt: null,
		});
		const rows = await guests(id);
		expect(rows.map((row: { name: string }) => row.name).sort()).toEqual(
			['Null', 'Siobhán O’Brien', '美咲 佐藤'].sort(),
		);
		const siobhan = rows.find((row: { name: string }) => row.name.startsWith('Siobhán'));
		expect(siobhan).toMatchObject({
			email: 'siobhan@example.com',
			notes: 'vegan',
			source: 'import',
			status: 'active',
			ticketTypeName: 'Standard',
		});
		expect(siobhan.ticketCode).toMatch(/^[0-9A-Z]{26}$/);
		await expectInvariants(services);
	});

	test('the same list twice, even at once, adds nobody twice', async () => {
		const { id } = await newEvent();
		const answers = await Promise.all([commit(id, list), commit(id, list), commit(id, list)]);
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(answers.map(({ body }) => body.taken).sort()).toEqual([0, 0, 3]);
		expect(await guests(id)).toHaveLength(3);
		expect((await preview(id, list)).body.counts).toMatchObject({ ok: 0, duplicates: 4 });
	});

	test('all or none: without enough places nothing comes in', async () => {
		const { id } = await newEvent();
		await limitPlaces(id, 2);
		const { status, body } = await commit(id, list);
		expect([status, body.code, body.metadata.rule]).toEqual([422, 'BUSINESS_RULE_VIOLATION', 'sold-out']);
		expect(await guests(id)).toEqual([]);
		expect((await api.get(`/api/events/${id}/attendee-imports`, { token: owner.token })).body.data).toEqual(
			[],
		);
		await expectInvariants(services);
	});

	test('what the other product knew besides is stored in the notes', async () => {
		const { id } = await newEvent();
		await commit(id, 'name,email,api_id,checked_in_at\nAna,a@example.com,gst-1,2026-10-01T08:00:00.000Z\n');
		expect((await guests(id))[0].notes).toBe('Code: gst-1\nChecked in: 2026-10-01 08:00 UTC');
	});

	test('takes thousands of guests in one go, and takes them back', async () => {
		const { id } = await newEvent();
		const rows = Array.from({ length: 3_000 }, (_, index) => `Guest ${index},guest${index}@example.com`);
		const { status, body } = await commit(id, ['Name,Email', ...rows].join('\n'));
		expect([status, body.taken]).toEqual([201, 3_000]);
		await expectInvariants(services);
		expect((await undo(id, body.id)).status).toBe(200);
		expect(await guests(id)).toEqual([]);
		await expectInvariants(services);
	});

	test('needs the right to edit guests, and an event of one’s own', async () => {
		const { id } = await newEvent();
		const stranger = await makeUser(services);
		for (const call of [preview, commit])
			expect((await call(id, list, { token: stranger.token })).status).toBe(404);
	});
});

describe('taking back', () => {
	test('makes the list what it was before, and the places free', async () => {
		const { id } = await newEvent();
		await commit(id, 'Name,Email\nEarly,early@example.com\n');
		const { body } = await commit(id, list);
		const undone = await undo(id, body.id);
		expect(undone.status).toBe(200);
		expect(undone.body).toMatchObject({ canUndo: false, undoneAt: expect.any(String) });
		expect((await guests(id)).map((row: { name: string }) => row.name)).toEqual(['Early']);
		expect((await undo(id, body.id)).body.undoneAt).toBe(undone.body.undoneAt);
		expect((await commit(id, list)).body.taken).toBe(3);
		await expectInvariants(services);
	});

	test('leaves guests who are inside', async () => {
		const { id } = await newEvent();
		const { body } = await commit(id, list);
		const inside = (await guests(id)).find((row: { name: string }) => row.name === 'Null');
		await admitTogether(services, {
			organisationId: owner.organisationId,
			eventId: id,
			listId: id,
			guest: { attendeeId: inside.id },
			staffLinkId: null,
			userId: null,
			gateId: null,
			deviceId: null,
			device: 'Door',
			nonce: 'undo-1',
			scannedAt: new Date().toISOString(),
		});
		await undo(id, body.id);
		expect(await guests(id)).toMatchObject([{ id: inside.id, status: 'active' }]);
		await expectInvariants(services);
	});

	test('keeps guests who had a mail on the list, as cancelled', async () => {
		const { id } = await newEvent();
		const { body } = await commit(id, 'Name,Email\nAna,ana@example.com\n', { query: { sendMail: 'true' } });
		await undo(id, body.id);
		expect(await guests(id)).toMatchObject([{ name: 'Ana', status: 'cancelled' }]);
		const { rows } = await services.database.pool.query(
			`SELECT name, payload->>'notify' AS notify FROM facts WHERE event_id = $1 AND name LIKE 'orders.order-%' ORDER BY name`,
			[id],
		);
		expect(rows.map(({ name, notify }) => [name, notify])).toEqual([
			['orders.order-cancelled', 'true'],
			['orders.order-confirmed', 'true'],
		]);
		await expectInvariants(services);
	});

	test('is refused after an hour, and for an import of another event', async () => {
		const { id } = await newEvent();
		const other = await newEvent();
		const { body } = await commit(id, list);
		expect((await undo(other.id, body.id)).status).toBe(404);
		await services.database.pool.query(
			`UPDATE attendee_imports SET created_at = now() - interval '61 minutes' WHERE id = $1`,
			[body.id],
		);
		const late = await undo(id, body.id);
		expect([late.status, late.body.metadata.rule]).toEqual([422, 'undo-too-late']);
		expect(await guests(id)).toHaveLength(3);
		const listed = await api.get(`/api/events/${id}/attendee-imports`, { token: owner.token });
		expect(listed.body.data).toMatchObject([{ id: body.id, canUndo: false }]);
	});
});
