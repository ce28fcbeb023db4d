import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transferLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { createHttpApp } from '#server/http/app.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makePdf, uploadAnswer } from '#tests/factories/answer-files.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { removalPoller } from './remove-files.ts';

/** Files of tickets that change hands, of accounts that are deleted, and what faults of disk and database leave. */
const { services, api, owner, query } = useTestOwner();
const mine = () => ({ token: owner.token });

async function asking() {
	const event = await makeEvent(services, owner, { isPublished: true });
	const path = `/api/events/${event.id}`;
	const ask = async (body: object) =>
		(await api.post(`${path}/questions`, { kind: 'file', ...body }, mine())).body.id as string;
	const form = await ask({ label: 'Consent form' });
	const certificate = await ask({ label: 'Certificate', scope: 'order' });
	const standard = (await api.get(`${path}/ticket-types`)).body.data[0].id as string;
	return { id: event.id, path, form, certificate, standard };
}
type World = Awaited<ReturnType<typeof asking>>;

async function register(world: World, email = 'ada@example.org') {
	const made = await api.post(`${world.path}/orders`, {
		buyer: { name: 'Ada Lovelace', email },
		items: [{ ticketTypeId: world.standard, quantity: 1 }],
	});
	expect(made.status).toBe(201);
	const ticket = made.body.attendees[0].id as string;
	return { id: made.body.id as string, path: `/api/orders/${made.body.manageToken}`, ticket };
}
type Order = Awaited<ReturnType<typeof register>>;

async function upload(path: string, question: string, name = 'scan.pdf') {
	const made = await uploadAnswer(api, path, { question, bytes: makePdf(), name });
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body.id as string;
}
async function answerWith(order: Order, question: string, name?: string) {
	const id = await upload(order.path, question, name);
	const people = [{ attendeeId: order.ticket, answers: { [question]: id } }];
	expect((await api.patch(`${order.path}/answers`, { people })).status).toBe(200);
	return id;
}

/** Transfers a ticket. @returns the path of whoever holds it now */
async function transfer(world: World, ticket: string, from: string, to: { name: string; email: string }) {
	expect((await api.post(`${from}/transfer`, to)).status).toBe(201);
	const [row] = await query<{ id: string }>(
		'SELECT id FROM ticket_transfers WHERE attendee_id = $1 ORDER BY id DESC LIMIT 1',
		[ticket],
	);
	const link = transferLinkOf(services, { eventId: world.id, transferId: row?.id as string });
	const { body } = await api.post(`/api/transfers/${link.split('/').at(-1)}/accept`, {});
	return `/api/tickets/${body.ticketToken}`;
}
async function fetchFile(path: string) {
	const response = await createHttpApp(services).request(`http://foyer.test${path}`);
	return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
const rowsOf = async ({ id }: Order) =>
	(await query<{ id: string }>('SELECT id FROM answer_files WHERE order_id = $1 ORDER BY id', [id])).map(
		(row) => row.id,
	);
const storedNameOf = async (id: string) =>
	(await query<{ file_name: string }>('SELECT file_name FROM answer_files WHERE id = $1', [id]))[0]
		?.file_name as string;
async function storedFiles() {
	const names: string[] = [];
	for await (const { name } of services.files.list()) names.push(name);
	return names.sort();
}
const removeContents = () => removalPoller.run(services, new AbortController().signal);
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
const mary = { name: 'Mary Somerville', email: 'mary@example.org' };

describe('a ticket that is transferred', () => {
	test('loses the file of who had it; who has it then uploads, reads and changes their own, which the buyer cannot read', async () => {
		const world = await asking();
		const order = await register(world);
		const former = await answerWith(order, world.form);
		const formerBytes = await storedNameOf(former);
		const held = await transfer(world, order.ticket, `${order.path}/attendees/${order.ticket}`, grace);
		expect(await rowsOf(order)).toEqual([]);
		await removeContents();
		expect(await storedFiles()).not.toContain(formerBytes);
		for (const path of [held, order.path])
			expect((await fetchFile(`${path}/answer-files/${former}`)).status).toBe(404);
		const empty = await api.get(`${held}/questions`);
		expect([empty.status, empty.body.files, empty.body.attendees[0].answers]).toEqual([200, [], {}]);

		const bytes = makePdf();
		const made = await uploadAnswer(api, held, { question: world.form, bytes, name: 'Mine.pdf' });
		expect(made.status).toBe(201);
		// Theirs from the start, not only once it is an answer.
		for (const isAnswer of [false, true]) {
			if (isAnswer) {
				const saved = await api.patch(`${held}/answers`, { answers: { [world.form]: made.body.id } });
				expect([saved.status, saved.body.files]).toEqual([200, [made.body]]);
			}
			const file = await fetchFile(`${held}/answer-files/${made.body.id}`);
			expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true]);
			expect((await fetchFile(`${order.path}/answer-files/${made.body.id}`)).status).toBe(404);
		}
		expect((await api.get(`${order.path}/questions`)).body.files).toEqual([]);
		// What is asked of the order is the buyer's.
		const question = world.certificate;
		expect((await uploadAnswer(api, held, { question, bytes })).status).toBe(404);
		const certificate = await upload(order.path, question);
		expect((await fetchFile(`${held}/answer-files/${certificate}`)).status).toBe(404);
		const refused = await api.patch(`${held}/answers`, { answers: { [world.form]: certificate } });
		expect([refused.status, refused.body.details[0].field]).toEqual([
			400,
			expect.stringContaining(world.form),
		]);
		await expectInvariants(services);
	});

	test('from hand to hand: a link of before uploads and reads nothing any more', async () => {
		const world = await asking();
		const order = await register(world);
		const first = await transfer(world, order.ticket, `${order.path}/attendees/${order.ticket}`, grace);
		const hers = await upload(first, world.form);
		const second = await transfer(world, order.ticket, first, mary);
		expect((await uploadAnswer(api, first, { question: world.form, bytes: makePdf() })).status).toBe(404);
		expect((await fetchFile(`${first}/answer-files/${hers}`)).status).toBe(404);
		// Also one that answered nothing yet.
		expect((await fetchFile(`${second}/answer-files/${hers}`)).status).toBe(404);
		const refused = await api.patch(`${second}/answers`, { answers: { [world.form]: hers } });
		expect([refused.status, refused.body.details[0].field]).toEqual([
			400,
			expect.stringContaining(world.form),
		]);
	});
});

describe('which file somebody uploaded', () => {
	test('chooses no guests of a message', async () => {
		const world = await asking();
		const order = await register(world);
		const id = await answerWith(order, world.form);
		for (const value of [id, 'scan.pdf', 'true']) {
			const segment = { conditions: [{ kind: 'answer', questionId: world.form, values: [value] }] };
			const body = { subject: 'Doors', text: 'Come early.', segment };
			const refused = await api.post(`${world.path}/messages`, body, mine());
			expect([refused.status, refused.body.metadata?.rule]).toEqual([422, 'segment-unknown']);
		}
	});

	test('is its name in a report, which can be filtered by it and not by its id', async () => {
		const world = await asking();
		const [one, two] = [await register(world), await register(world)];
		const id = await answerWith(one, world.form, 'Ada.pdf');
		await answerWith(two, world.form, 'Bob.pdf');
		const column = `question:${world.form}`;
		const report = async (is: string, value: string) => {
			const filters = [{ column, is, values: [value] }];
			const path = `/api/organisations/${owner.organisationId}/report-preview`;
			const made = await api.post(path, { dataset: 'attendees', columns: [column], filters }, mine());
			expect(made.status, JSON.stringify(made.body)).toBe(200);
			return made.body.rows;
		};
		expect(await report('is', 'Ada.pdf')).toEqual([['Ada.pdf']]);
		expect(await report('contains', 'bob')).toEqual([['Bob.pdf']]);
		expect(await report('is', id)).toEqual([]);
	});
});

test('deleting an account removes the files of its tickets, with their bytes, and no others', async () => {
	const world = await asking();
	const email = `ada-${randomUUID()}@example.org`;
	const [hers, other] = [await register(world, email), await register(world, mary.email)];
	const ids = [await answerWith(hers, world.form), await upload(hers.path, world.certificate)];
	const kept = await answerWith(other, world.form);
	const names = await Promise.all([...ids, kept].map(storedNameOf));
	const user = await makeUser(services, { email });
	expect((await api.post('/api/account/deletion', { email }, { token: user.token })).status).toBe(204);
	expect([await rowsOf(hers), await rowsOf(other)]).toEqual([[], [kept]]);
	await removeContents();
	const stored = await storedFiles();
	expect(names.map((name) => stored.includes(name))).toEqual([false, false, true]);
	await expectInvariants(services);
});

describe('a fault', () => {
	test('of a disk that is full is said as such, and leaves neither row nor bytes', async () => {
		const world = await asking();
		const order = await register(world);
		const before = await storedFiles();
		const full = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE'));
		const onFullDisk = createTestApi({ ...services, files: { ...services.files, put: full } });
		const refused = await uploadAnswer(onFullDisk, order.path, { question: world.form, bytes: makePdf() });
		expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
		expect([await rowsOf(order), await storedFiles()]).toEqual([[], before]);
		await upload(order.path, world.form);
	});

	test.each(['', 'with a key'])(
		'of the database after the bytes were written: tried again, and the file is there once %s',
		async (keyed) => {
			const world = await asking();
			const order = await register(world);
			const before = await storedFiles();
			await query('CREATE SEQUENCE attempts');
			await query(`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`);
			await query(
				'CREATE TRIGGER fail_once BEFORE INSERT ON answer_files FOR EACH ROW EXECUTE FUNCTION fail_once()',
			);
			try {
				const made = await uploadAnswer(
					api,
					order.path,
					{ question: world.form, bytes: makePdf() },
					keyed ? { headers: { 'Idempotency-Key': randomUUID() } } : {},
				);
				expect(made.status, JSON.stringify(made.body)).toBe(201);
				expect(await rowsOf(order)).toEqual([made.body.id]);
			} finally {
				await query('DROP TRIGGER fail_once ON answer_files');
				await query('DROP FUNCTION fail_once');
				await query('DROP SEQUENCE attempts');
			}
			expect(await storedFiles()).toHaveLength(before.length + 1);
			await expectInvariants(services);
		},
	);
});
