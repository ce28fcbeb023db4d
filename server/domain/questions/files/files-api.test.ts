import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeOrganisationRows } from '#server/db/organisation-tables.ts';
import { createHttpApp } from '#server/http/app.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makePdf, uploadAnswer } from '#tests/factories/answer-files.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { copyAnswers } from '../commands/copy-answers.ts';
import { eraseAnswers } from '../commands/forget-answers.ts';
import { cleanFileName } from './file-name.ts';
import { removalPoller, removeStrayFiles, removeUnusedUploads } from './remove-files.ts';
import { createZipNames } from './zip-names.ts';

const { database, services, api, owner } = useTestOwner();
/** The same, two hours later. */
let later: TestApi;
beforeAll(async () => {
	const clock = { now: () => new Date(Date.now() + 2 * 3_600_000) };
	later = createTestApi({ ...services, clock });
});
const inAnHour = () => ({ startsAt: new Date(Date.now() + 3_600_000).toISOString() });
const mine = () => ({ token: owner.token });

/** An event that asks each guest for a consent form and the order for a certificate, both as a file. */
async function asking(options: Parameters<typeof makeEvent>[2] = {}) {
	const event = await makeEvent(services, owner, { isPublished: true, ...options });
	const path = `/api/events/${event.id}`;
	const ask = async (body: object) =>
		(await api.post(`${path}/questions`, { kind: 'file', ...body }, mine())).body.id as string;
	const form = await ask({ label: 'Consent form', isRequired: true });
	const certificate = await ask({ label: 'Certificate', scope: 'order' });
	const standard = (await api.get(`${path}/ticket-types`)).body.data[0].id as string;
	return { event, path, form, certificate, standard };
}
type World = Awaited<ReturnType<typeof asking>>;

async function register(world: World, people = 1) {
	const made = await api.post(`${world.path}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
		items: [{ ticketTypeId: world.standard, quantity: people }],
	});
	expect(made.status).toBe(201);
	const attendees = made.body.attendees.map(({ id }: { id: string }) => id) as [string, ...string[]];
	return { id: made.body.id as string, path: `/api/orders/${made.body.manageToken}`, attendees };
}
type Order = Awaited<ReturnType<typeof register>>;

const answer = (order: Order, ...people: { attendeeId: string | null; answers: object }[]) =>
	api.patch(`${order.path}/answers`, { people });
const refusal = ({ status, body }: { status: number; body: { metadata?: { rule?: string } } }) => [
	status,
	body.metadata?.rule,
];
/** Bytes of a file with the headers that it came with. */
async function fetchFile(path: string, token?: string) {
	const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
	const response = await createHttpApp(services).request(`http://foyer.test${path}`, { headers });
	return {
		status: response.status,
		headers: response.headers,
		bytes: Buffer.from(await response.arrayBuffer()),
	};
}
async function storedFiles() {
	const names: string[] = [];
	for await (const { name } of services.files.list()) names.push(name);
	return names;
}

describe('a file as an answer', () => {
	test('is uploaded, saved, shown and downloaded by buyer and organiser', async () => {
		const world = await asking();
		const order = await register(world);
		const [attendeeId] = order.attendees;
		const bytes = makePdf();
		const made = await uploadAnswer(api, order.path, { question: world.form, bytes, name: 'Form 1.pdf' });
		expect([made.status, made.body]).toEqual([
			201,
			{
				...{ id: expect.any(String), questionId: world.form, name: 'Form 1.pdf' },
				...{ type: 'application/pdf', bytes: bytes.length },
			},
		]);
		const before = await api.get(`${order.path}/questions`);
		expect([before.body.files, before.body.missingCount]).toEqual([[], 1]);
		const saved = await answer(order, { attendeeId, answers: { [world.form]: made.body.id } });
		expect([saved.status, saved.body.files, saved.body.missingCount]).toEqual([200, [made.body], 0]);
		expect(saved.body.attendees[0].answers).toEqual({ [world.form]: made.body.id });

		const guest = `${world.path}/attendees/${attendeeId}`;
		const shown = await api.get(`${guest}/answers`, mine());
		expect([shown.body.files, shown.body.answers]).toEqual([[made.body], { [world.form]: made.body.id }]);
		for (const file of [
			await fetchFile(`${order.path}/answer-files/${made.body.id}`),
			await fetchFile(`${guest}/answer-files/${made.body.id}`, owner.token),
		]) {
			expect(file.status).toBe(200);
			expect(file.bytes.equals(bytes)).toBe(true);
			expect(Object.fromEntries(file.headers)).toMatchObject({
				'content-type': 'application/pdf',
				'content-disposition': `attachment; filename="Form-1.pdf"; filename*=UTF-8''Form%201.pdf`,
				'content-length': String(bytes.length),
				'cache-control': 'private, no-store',
				'x-content-type-options': 'nosniff',
				'content-security-policy': "sandbox; default-src 'none'",
			});
		}
		await expectInvariants(services);
	});
});

describe('what is refused', () => {
	test('everything that is no file of a type that is taken, whatever it calls itself', async () => {
		const world = await asking();
		const order = await register(world);
		const pdf = makePdf();
		const heic = (...brands: string[]) => {
			const head = Buffer.alloc(8 + 4 * (brands.length + 1));
			head.writeUInt32BE(head.length, 0);
			head.write('ftyp', 4, 'latin1');
			head.write(brands[0] ?? '', 8, 'latin1');
			for (const [n, brand] of brands.slice(1).entries()) head.write(brand, 16 + 4 * n, 'latin1');
			return Buffer.concat([head, Buffer.alloc(32)]);
		};
		const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
		const png = await picture.clone().png().toBuffer();
		const taken: [string, Uint8Array, string][] = [
			['text.txt', pdf, 'application/pdf'],
			['a.jpg', await picture.clone().jpeg().toBuffer(), 'image/jpeg'],
			['a.png', png, 'image/png'],
			['a.webp', await picture.clone().webp().toBuffer(), 'image/webp'],
			['a.heic', heic('heic', '', 'mif1', 'heic'), 'image/heic'],
			['b.heic', heic('mif1', '', 'mif1', 'heic'), 'image/heic'],
		];
		for (const [name, bytes, type] of taken) {
			const made = await uploadAnswer(api, order.path, { question: world.form, bytes, name });
			expect([name, made.status, made.body.type]).toEqual([name, 201, type]);
		}
		const refused: [string, Uint8Array][] = [
			['empty.pdf', new Uint8Array(0)],
			['page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
			['picture.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
			['form.pdf', Buffer.from('PK\x03\x04word/document.xml', 'latin1')],
			['setup.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
			['late.pdf', Buffer.concat([Buffer.from('\n'), pdf])],
			['cut.pdf', pdf.subarray(0, 60)],
			['head.png', png.subarray(0, 12)],
			['head.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
			['a.gif', await picture.clone().gif().toBuffer()],
			['a.avif', await picture.clone().avif().toBuffer()],
			['mixed.heic', heic('avif', '', 'mif1', 'heic')],
			['short.heic', heic('heic').subarray(0, 12)],
		];
		for (const [name, bytes] of refused) {
			const answered = await uploadAnswer(api, order.path, { question: world.form, bytes, name });
			expect([name, answered.status, answered.body.details[0].field]).toEqual([name, 400, 'file']);
		}
		const large = Buffer.concat([pdf, Buffer.alloc(10_000_000, 0x20)]);
		const tooLarge = await uploadAnswer(api, order.path, { question: world.form, bytes: large });
		expect(tooLarge.status).toBe(413);
		const { rows } = await database().pool.query('SELECT 1 FROM answer_files WHERE order_id = $1', [
			order.id,
		]);
		expect(rows).toHaveLength(taken.length);
	});

	test('files for what asks for none, of others, after the start, and of a cancelled order', async () => {
		const world = await asking(inAnHour());
		const order = await register(world);
		const bytes = makePdf();
		const text = await api.post(`${world.path}/questions`, { label: 'Name', kind: 'text' }, mine());
		const elsewhere = await asking();
		for (const question of [text.body.id, elsewhere.form, randomUUID()])
			expect((await uploadAnswer(api, order.path, { question, bytes })).status).toBe(404);
		const gone = await asking();
		const asked = await register(gone);
		const first = await uploadAnswer(api, asked.path, { question: gone.form, bytes });
		await answer(asked, { attendeeId: asked.attendees[0], answers: { [gone.form]: first.body.id } });
		await api.delete(`${gone.path}/questions/${gone.form}`, mine());
		expect((await uploadAnswer(api, asked.path, { question: gone.form, bytes })).status).toBe(404);
		// The file of an archived question is still there for the organiser.
		const kept = await api.get(`${gone.path}/attendees/${asked.attendees[0]}/answers`, mine());
		expect(kept.body.files).toEqual([first.body]);

		expect(refusal(await uploadAnswer(later, order.path, { question: world.form, bytes }))).toEqual([
			422,
			'event-started',
		]);
		const guest = `${world.path}/attendees/${order.attendees[0]}`;
		const byOrganiser = await uploadAnswer(later, guest, { question: world.form, bytes }, mine());
		expect(byOrganiser.status).toBe(201);
		const second = await register(world);
		await api.post(`${second.path}/cancel`);
		expect(refusal(await uploadAnswer(api, second.path, { question: world.form, bytes }))).toEqual([
			422,
			'order-cancelled',
		]);
	});

	test('names keep nothing of a path or of what hides their end', async () => {
		const world = await asking();
		const order = await register(world);
		const names: [string, string][] = [
			['../../etc/passwd', 'passwd.pdf'],
			['C:\\Users\\ada\\Form.PDF', 'Form.PDF'],
			['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
			['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie- x=1.pdf'],
			['👩‍👩‍👧 Familie "Ü".pdf', '👩‍👩‍👧 Familie "Ü".pdf'],
			['نموذج.pdf', 'نموذج.pdf'],
			['....', 'file.pdf'],
			['.pdf', '.pdf.pdf'],
			[`${'x'.repeat(240)}.pdf`, `${'x'.repeat(196)}.pdf`],
		];
		for (const [name, expected] of names) {
			expect(cleanFileName(name, 'application/pdf').replace(':', '-')).toBe(expected);
			const made = await uploadAnswer(api, order.path, { question: world.form, bytes: makePdf(), name });
			expect([name, made.status]).toEqual([name, 201]);
			const file = await fetchFile(`${order.path}/answer-files/${made.body.id}`);
			const disposition = file.headers.get('content-disposition') ?? '';
			expect(disposition).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.!~*'()%-]+$/);
		}
	});

	test('ids of files that are not of this order, question and person', async () => {
		const world = await asking();
		const [order, other] = [await register(world, 2), await register(world)];
		const [ada, bob] = order.attendees as unknown as [string, string];
		const upload = async (of: Order, question: string) =>
			(await uploadAnswer(api, of.path, { question, bytes: makePdf() })).body.id as string;
		const [mineForm, mineCertificate, foreign] = [
			await upload(order, world.form),
			await upload(order, world.certificate),
			await upload(other, world.form),
		];
		for (const id of [foreign, mineCertificate, randomUUID(), 'no id', 7, ['x']]) {
			const refused = await answer(order, { attendeeId: ada, answers: { [world.form]: id } });
			expect([id, refused.status, refused.body.details?.[0]?.field]).toEqual([
				id,
				400,
				expect.stringContaining(`people.0.answers`),
			]);
		}
		const both = await answer(
			order,
			{ attendeeId: ada, answers: { [world.form]: mineForm } },
			{ attendeeId: bob, answers: { [world.form]: mineForm } },
		);
		expect([both.status, both.body.details.length]).toEqual([400, 1]);
		expect((await answer(order, { attendeeId: ada, answers: { [world.form]: mineForm } })).status).toBe(200);
		// Hers by now.
		expect((await answer(order, { attendeeId: bob, answers: { [world.form]: mineForm } })).status).toBe(400);

		expect((await fetchFile(`${other.path}/answer-files/${mineForm}`)).status).toBe(404);
		const organiserOf = (attendee: string) => `${world.path}/attendees/${attendee}/answer-files/${mineForm}`;
		expect((await fetchFile(organiserOf(ada), owner.token)).status).toBe(200);
		expect((await fetchFile(organiserOf(bob), owner.token)).status).toBe(404);
		expect((await fetchFile(organiserOf(other.attendees[0]), owner.token)).status).toBe(404);
		const elsewhere = await asking();
		const path = `${elsewhere.path}/attendees/${ada}/answer-files/${mineForm}`;
		expect((await fetchFile(path, owner.token)).status).toBe(404);
		const stranger = await makeUser(services);
		expect((await fetchFile(organiserOf(ada), stranger.token)).status).toBe(404);
		expect((await fetchFile(organiserOf(ada))).status).toBe(401);
		const [marketing, door] = [
			await makeMember(services, owner.organisationId, 'marketing'),
			await makeMember(services, owner.organisationId, 'check_in'),
		];
		expect((await fetchFile(organiserOf(ada), marketing.token)).status).toBe(403);
		const guest = `${world.path}/attendees/${ada}`;
		const refused = await uploadAnswer(
			api,
			guest,
			{ question: world.form, bytes: makePdf() },
			{ token: door.token },
		);
		expect(refused.status).toBe(403);
		const { rows } = await database().pool.query<{ file_name: string }>(
			'SELECT file_name FROM answer_files WHERE id = $1',
			[mineForm],
		);
		expect((await fetchFile(`/files/${rows[0]?.file_name}`)).status).toBe(404);
	});

	test('more than 60 files of an order, also of two at once; a repeated key is one file', async () => {
		const world = await asking();
		const order = await register(world);
		const upload = (key?: string) =>
			uploadAnswer(
				api,
				order.path,
				{ question: world.form, bytes: makePdf('same') },
				key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
			);
		const key = randomUUID();
		const [once, twice] = [await upload(key), await upload(key)];
		expect([once.status, twice.status, twice.body.id]).toEqual([201, 201, once.body.id]);
		const otherQuestion = await uploadAnswer(
			api,
			order.path,
			{ question: world.certificate, bytes: makePdf('same') },
			{ headers: { 'Idempotency-Key': key } },
		);
		expect(otherQuestion.status).toBe(422);
		await database().pool.query(
			`INSERT INTO answer_files (organisation_id, id, event_id, question_id, order_id, file_name, name, type, bytes, uploaded_by)
			SELECT organisation_id, gen_random_uuid(), event_id, question_id, order_id, file_name, name, type, bytes, uploaded_by
			FROM answer_files, generate_series(1, 58) WHERE id = $1`,
			[once.body.id],
		);
		const before = (await storedFiles()).length;
		const both = await Promise.all([upload(), upload()]);
		expect(both.map(refusal).sort()).toEqual([
			[201, undefined],
			[422, 'file-limit'],
		]);
		expect(await storedFiles()).toHaveLength(before + 1);
		await database().pool.query('UPDATE answer_files SET bytes = 400000000 WHERE order_id = $1', [order.id]);
		const another = await register(world);
		const full = await uploadAnswer(api, another.path, { question: world.form, bytes: makePdf() });
		expect(refusal(full)).toEqual([422, 'file-limit-event']);
		await database().pool.query('DELETE FROM answer_files WHERE order_id = $1', [order.id]);
	});
});

describe('files go with their answers', () => {
	const removeContents = () => removalPoller.run(services, new AbortController().signal);
	const upload = async (order: Order, question: string) =>
		(await uploadAnswer(api, order.path, { question, bytes: makePdf() })).body.id as string;
	const rowsOf = async (order: Order) =>
		(
			await database().pool.query<{ id: string }>(
				'SELECT id FROM answer_files WHERE order_id = $1 ORDER BY id',
				[order.id],
			)
		).rows.map(({ id }) => id);

	const nameOf = async (id: string) =>
		(await database().pool.query('SELECT file_name FROM answer_files WHERE id = $1', [id])).rows[0]
			?.file_name as string;

	test('one that is replaced or removed, with its bytes; one that answers nothing after a day', async () => {
		const world = await asking();
		const order = await register(world);
		const [attendeeId] = order.attendees;
		const say = (id: string | null) => answer(order, { attendeeId, answers: { [world.form]: id } });
		const [first, second] = [await upload(order, world.form), await upload(order, world.form)];
		const [former, current] = [await nameOf(first), await nameOf(second)];
		expect((await say(first)).status).toBe(200);
		expect((await say(second)).body.files.map(({ id }: { id: string }) => id)).toEqual([second]);
		expect(await rowsOf(order)).toEqual([second]);
		expect(await storedFiles()).toEqual(expect.arrayContaining([former, current]));
		expect(await removeContents()).toBeGreaterThan(0);
		expect(await storedFiles()).toContain(current);
		expect(await storedFiles()).not.toContain(former);
		// Required: the buyer changes it, the organiser removes it.
		expect((await say(null)).status).toBe(400);
		const guest = `${world.path}/attendees/${attendeeId}/answers`;
		const removed = await api.patch(guest, { answers: { [world.form]: null } }, mine());
		expect([removed.status, removed.body.files]).toEqual([200, []]);
		expect(await rowsOf(order)).toEqual([]);

		const unused = await upload(order, world.form);
		await removeUnusedUploads(services);
		expect(await rowsOf(order)).toEqual([unused]);
		const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
		await removeUnusedUploads({ ...services, clock: tomorrow });
		expect(await rowsOf(order)).toEqual([]);
		await removeContents();
		await expectInvariants(services);
	});

	test('what an interruption leaves behind', async () => {
		const world = await asking();
		const order = await register(world);
		const [attendeeId] = order.attendees;
		const id = await upload(order, world.form);
		await answer(order, { attendeeId, answers: { [world.form]: id } });
		const kept = await storedFiles();
		const stray = `${services.files.newStem()}-answer.bin`;
		await services.files.put(stray, makePdf(), { maxBytes: 10_000 });
		await removeStrayFiles(services);
		expect(await storedFiles()).toContain(stray);
		const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
		await removeStrayFiles({ ...services, clock: tomorrow });
		expect((await storedFiles()).sort()).toEqual(kept.sort());
		// As a process of an earlier version does.
		await database().pool.query('DELETE FROM answers WHERE order_id = $1', [order.id]);
		await removeStrayFiles({ ...services, clock: tomorrow });
		expect(await rowsOf(order)).toEqual([]);
	});

	test('those of a guest who is erased, with uploads that may be theirs; others stay', async () => {
		const world = await asking();
		const order = await register(world, 2);
		const [ada, bob] = order.attendees as unknown as [string, string];
		const [hers, his, certificate, unused] = [
			await upload(order, world.form),
			await upload(order, world.form),
			await upload(order, world.certificate),
			await upload(order, world.form),
		];
		const saved = await answer(
			order,
			{ attendeeId: ada, answers: { [world.form]: hers } },
			{ attendeeId: bob, answers: { [world.form]: his } },
			{ attendeeId: null, answers: { [world.certificate]: certificate } },
		);
		expect(saved.body.files).toHaveLength(3);
		const scope = { organisationId: owner.organisationId, eventId: world.event.id };
		await database().transaction((tx) => eraseAnswers(tx, scope, { attendeeIds: [bob], orderIds: [] }));
		expect(await rowsOf(order)).toEqual([hers, certificate].sort());
		expect(await rowsOf(order)).not.toContain(unused);
		await database().transaction((tx) =>
			eraseAnswers(tx, scope, { attendeeIds: [ada], orderIds: [order.id] }),
		);
		expect(await rowsOf(order)).toEqual([]);
		await expectInvariants(services);
	});

	test('those of an organisation that is removed', async () => {
		const other = await makeUser(services);
		const event = await makeEvent(services, other, { isPublished: true });
		const path = `/api/events/${event.id}`;
		const made = await api.post(`${path}/questions`, { label: 'Form', kind: 'file' }, { token: other.token });
		const standard = (await api.get(`${path}/ticket-types`)).body.data[0].id;
		const order = await register({ ...(await asking()), path, standard });
		const stored = await nameOf(await upload(order, made.body.id));
		expect(await storedFiles()).toContain(stored);
		await database().transaction((tx) =>
			removeOrganisationRows(tx, sql`SELECT ${other.organisationId}::uuid`, ['memberships']),
		);
		await removeContents();
		expect(await storedFiles()).not.toContain(stored);
	});

	test('a copy for another date has the bytes as long as one of both is there', async () => {
		const [world, target] = [await asking(), await asking()];
		await database().pool.query('UPDATE questions SET lineage_id = $1 WHERE id = $2', [
			world.form,
			target.form,
		]);
		const [order, to] = [await register(world), await register(target)];
		const id = await upload(order, world.form);
		await answer(order, { attendeeId: order.attendees[0], answers: { [world.form]: id } });
		await database().transaction((tx) =>
			copyAnswers(services, tx, {
				...{ organisationId: owner.organisationId, fromEventId: world.event.id, toEventId: target.event.id },
				orders: [{ from: order.id, to: to.id }],
				tickets: [{ from: order.attendees[0], to: to.attendees[0], toOrderId: to.id }],
			}),
		);
		const { files } = (await api.get(`${to.path}/questions`)).body;
		expect(files).toEqual([expect.objectContaining({ questionId: target.form, name: 'scan.pdf' })]);
		expect(files[0].id).not.toBe(id);
		const guest = `${world.path}/attendees/${order.attendees[0]}/answers`;
		await api.patch(guest, { answers: { [world.form]: null } }, mine());
		await removeContents();
		expect((await fetchFile(`${to.path}/answer-files/${files[0].id}`)).status).toBe(200);
		await expectInvariants(services);
	});
});

describe('all files of a question', () => {
	const zipOf = (world: World, question: string, token: string = owner.token) =>
		fetchFile(`${world.path}/questions/${question}/files`, token);

	test('are a ZIP by guest, and names in the guest list', async () => {
		const world = await asking();
		const none = await api.get(`${world.path}/questions/${world.form}/files`, mine());
		expect(refusal(none)).toEqual([422, 'no-files']);
		expect((await zipOf(world, randomUUID())).status).toBe(404);
		const order = await register(world, 2);
		const codes = await database().pool.query<{ id: string; ticket_code: string }>(
			'SELECT id, ticket_code FROM attendees WHERE order_id = $1',
			[order.id],
		);
		await database().pool.query(`UPDATE attendees SET name = '../CON/..' WHERE id = $1`, [
			order.attendees[1],
		]);
		const contents = new Map<string, Buffer>();
		for (const attendeeId of order.attendees) {
			const bytes = makePdf();
			contents.set(attendeeId, bytes);
			const { body } = await uploadAnswer(api, order.path, { question: world.form, bytes, name: 'A:b?.pdf' });
			await answer(order, { attendeeId, answers: { [world.form]: body.id } });
		}
		const zip = await zipOf(world, world.form);
		expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
		const files = unzipSync(zip.bytes);
		const codeOf = (attendee: string | undefined) =>
			codes.rows.find(({ id }) => id === attendee)?.ticket_code;
		expect(Object.keys(files).sort()).toEqual(
			[
				`Grace Hopper ${codeOf(order.attendees[0])} - A-b-.pdf`,
				`-CON-.. ${codeOf(order.attendees[1])} - A-b-.pdf`,
			].sort(),
		);
		for (const [attendee, bytes] of contents) {
			const [, found] = Object.entries(files).find(([name]) => name.includes(` ${codeOf(attendee)} `)) ?? [];
			expect(bytes.equals(Buffer.from(found ?? []))).toBe(true);
		}
		const list = await api.get(`${world.path}/attendees/export`, { ...mine(), query: { answers: 'true' } });
		expect(list.body.match(/A:b\?\.pdf/g)).toHaveLength(2);
		const door = await makeMember(services, owner.organisationId, 'check_in');
		expect((await zipOf(world, world.form, door.token)).status).toBe(403);
	});

	test('have a name each', () => {
		const nameOf = createZipNames();
		const file = { person: 'Ada', code: 'K7', name: 'Form.pdf' };
		expect([nameOf(file), nameOf({ ...file, name: 'form.pdf' }), nameOf(file)]).toEqual([
			'Ada K7 - Form.pdf',
			'Ada K7 - form (2).pdf',
			'Ada K7 - Form (3).pdf',
		]);
		expect(nameOf({ person: 'con.', code: 'K7', name: 'x.pdf' })).toBe('_con. K7 - x.pdf');
		const long = nameOf({ person: '👩‍👩‍👧'.repeat(90), code: 'K7', name: `${'ü'.repeat(190)}.pdf` });
		expect(Buffer.byteLength(long)).toBeLessThan(255);
	});
});

test('reports have the names of files', async () => {
	const world = await asking();
	const order = await register(world);
	const { body } = await uploadAnswer(api, order.path, {
		question: world.form,
		bytes: makePdf(),
		name: 'A.pdf',
	});
	await answer(order, { attendeeId: order.attendees[0], answers: { [world.form]: body.id } });
	const report = async (query: object) =>
		(await api.post(`/api/organisations/${owner.organisationId}/report-preview`, query, mine())).body;
	const answered = await report({ dataset: 'answers', columns: ['question', 'answer'] });
	expect(JSON.stringify(answered)).toContain('A.pdf');
	expect(JSON.stringify(answered)).not.toContain(body.id);
	const guests = await report({ dataset: 'attendees', columns: [`question:${world.form}`] });
	expect(JSON.stringify(guests)).toContain('A.pdf');
});
