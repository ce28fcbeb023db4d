import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { toSingleLine } from '#shared/lib/typed-text.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { saveAnswers } from './commands/save-answers.ts';
import { findOpenDoorQuestions, readDoorQuestions } from './door.ts';

const { database, services, api, owner } = useTestOwner();
/** The same, two hours later. */
let later: TestApi;
beforeAll(async () => {
	const clock = { now: () => new Date(Date.now() + 2 * 3_600_000) };
	later = createTestApi({ ...services, clock });
});
const inAnHour = () => ({ startsAt: new Date(Date.now() + 3_600_000).toISOString() });
const mine = () => ({ token: owner.token });
const choices = [{ label: 'Vegan' }, { label: 'Other' }];

/** An event that asks of the order where it comes from, of each person a diet and, for the other one, which. */
async function asking(options: Parameters<typeof makeEvent>[2] = {}) {
	const event = await makeEvent(services, owner, { isPublished: true, ...options });
	const path = `/api/events/${event.id}`;
	const ask = async (body: object) => (await api.post(`${path}/questions`, body, mine())).body;
	const standard = (await api.get(`${path}/ticket-types`)).body.data[0].id as string;
	const vip = (await api.post(`${path}/ticket-types`, { name: 'VIP' }, mine())).body.id as string;
	const country = await ask({ label: 'Where from?', kind: 'country', scope: 'order', isRequired: true });
	const diet = await ask({ label: 'Diet', kind: 'single_choice', choices, isRequired: true });
	const [vegan, other] = diet.choices.map((choice: { id: string }) => choice.id) as [string, string];
	const which = await ask({
		label: 'Which?',
		kind: 'text',
		isRequired: true,
		isAskedAtDoor: true,
		shownWhen: { questionId: diet.id, equals: other },
	});
	const size = await ask({ label: 'Size', kind: 'text', ticketTypeIds: [vip], isAskedAtDoor: true });
	const scope = { organisationId: owner.organisationId, eventId: event.id };
	return { event, path, scope, standard, vip, country, diet, vegan, other, which, size };
}
type World = Awaited<ReturnType<typeof asking>>;

async function register(world: World, types = [world.standard]) {
	const made = await api.post(`${world.path}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
		items: types.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 })),
	});
	expect(made.status).toBe(201);
	const idOf = (type: string) =>
		made.body.attendees.find((one: { ticketTypeId: string }) => one.ticketTypeId === type)?.id as string;
	return { orderId: made.body.id as string, token: made.body.manageToken as string, idOf };
}
const answer = (token: string, ...people: { attendeeId: string | null; answers: object }[]) =>
	api.patch(`/api/orders/${token}/answers`, { people });
const fields = (body: { details: { field: string; code: string }[] }) =>
	body.details.map(({ field, code }) => [field.split('.').slice(0, 2).join('.'), code]);

describe('answering by the link of the order', () => {
	test('all of an order and its people in one step; what is missing is counted', async () => {
		const world = await asking();
		const { token, idOf } = await register(world, [world.standard, world.vip]);
		const before = await api.get(`/api/orders/${token}/questions`);
		expect(before.body).toMatchObject({ isEditable: true, missingCount: 3 });
		expect(before.body.questions.map((one: { label: string }) => one.label)).toEqual([
			'Where from?',
			'Diet',
			'Which?',
			'Size',
		]);
		const saved = await answer(
			token,
			{ attendeeId: null, answers: { [world.country.id]: 'PT' } },
			{ attendeeId: idOf(world.standard), answers: { [world.diet.id]: world.vegan } },
			{ attendeeId: idOf(world.vip), answers: { [world.diet.id]: world.other, [world.size.id]: ' L ' } },
		);
		expect(saved.status).toBe(200);
		expect(saved.body).toMatchObject({ order: { answers: { [world.country.id]: 'PT' } }, missingCount: 1 });
		const vip = saved.body.attendees.find(
			(one: { attendeeId: string }) => one.attendeeId === idOf(world.vip),
		);
		expect(vip.answers).toEqual({ [world.diet.id]: world.other, [world.size.id]: 'L' });
		await expectInvariants(services);
	});

	test('an answer that makes another question go takes its answer along', async () => {
		const world = await asking();
		const { token, idOf } = await register(world);
		const attendeeId = idOf(world.standard);
		const say = (answers: object) => answer(token, { attendeeId, answers });
		expect((await say({ [world.which.id]: 'No nuts', [world.diet.id]: world.other })).status).toBe(200);
		const changed = await say({ [world.diet.id]: world.vegan });
		expect(changed.body.attendees[0].answers).toEqual({ [world.diet.id]: world.vegan });
		expect((await say({ [world.diet.id]: world.other })).body.attendees[0].answers).toEqual({
			[world.diet.id]: world.other,
		});
	});

	test('every answer that is refused is named, and nothing is written', async () => {
		const world = await asking();
		const { token, idOf } = await register(world);
		const attendeeId = idOf(world.standard);
		const refused: [object, string, string | null][] = [
			[{ [world.diet.id]: 'nothing of yours' }, 'VALIDATION_FAILED', attendeeId],
			[{ [world.which.id]: 'Condition not met' }, 'VALIDATION_FAILED', attendeeId],
			[{ [world.size.id]: 'Another ticket' }, 'VALIDATION_FAILED', attendeeId],
			[{ [world.country.id]: 'PT' }, 'VALIDATION_FAILED', attendeeId],
			[{ [world.country.id]: 'XX' }, 'VALIDATION_FAILED', null],
			[{ [world.country.id]: 7 }, 'VALIDATION_INVALID_FORMAT', null],
			[{ [world.country.id]: null }, 'VALIDATION_REQUIRED_FIELD', null],
			[{ [owner.userId]: 'No question' }, 'VALIDATION_FAILED', null],
		];
		for (const [answers, code, who] of refused) {
			const { status, body } = await answer(
				token,
				{ attendeeId: null, answers: { [world.country.id]: 'PT' } },
				{ attendeeId: who, answers },
			);
			expect([answers, status, fields(body)]).toEqual([answers, 400, [['people.1', code]]]);
		}
		const other = await register(world);
		const stranger = await answer(token, { attendeeId: other.idOf(world.standard), answers: {} });
		expect(stranger.status).toBe(404);
		expect((await api.get(`/api/orders/${token}/questions`)).body.missingCount).toBe(2);
	});

	test('until the event starts, and not for a cancelled order', async () => {
		const world = await asking(inAnHour());
		const { token } = await register(world);
		const people = [{ attendeeId: null, answers: { [world.country.id]: 'PT' } }];
		const refused = await later.patch(`/api/orders/${token}/answers`, { people });
		expect(refused.body.metadata.rule).toBe('event-started');
		expect((await later.get(`/api/orders/${token}/questions`)).body.isEditable).toBe(false);
		const second = await asking();
		const order = await register(second);
		await api.post(`/api/orders/${order.token}/cancel`);
		const late = await answer(order.token, { attendeeId: null, answers: { [second.country.id]: 'PT' } });
		expect(late.body.metadata.rule).toBe('order-cancelled');
		expect((await api.get(`/api/orders/${order.token}/questions`)).body).toMatchObject({
			isEditable: false,
			missingCount: 0,
			attendees: [],
		});
	});

	test('hostile texts are stored whole or refused at their field', async () => {
		const file =
			process.env.NAUGHTY_STRINGS ??
			join(import.meta.dirname, '../../../tests/fixtures/naughty-strings.json');
		const strings: string[] = JSON.parse(readFileSync(file, 'utf8'));
		const world = await asking();
		const made = await api.post(`${world.path}/questions`, { label: 'More', kind: 'long_text' }, mine());
		const { token, idOf } = await register(world);
		expect(strings.length).toBeGreaterThan(20);
		for (const text of strings) {
			const { status, body } = await answer(token, {
				attendeeId: idOf(world.standard),
				answers: { [made.body.id]: text },
			});
			if (status === 400) expect(body.details[0].field).toContain('people.0.answers');
			else {
				const stored = body.attendees[0].answers[made.body.id];
				expect([text, status, stored]).toEqual([text, 200, text.trim() === '' ? undefined : text.trim()]);
			}
			const question = await api.post(`${world.path}/questions`, { label: text, kind: 'text' }, mine());
			expect([text, question.status < 500]).toEqual([text, true]);
			if (question.status < 300) {
				expect(question.body.label).toBe(toSingleLine(text).trim());
				await api.delete(`${world.path}/questions/${question.body.id}`, mine());
			}
		}
	});

	test('many at once: one row for each answer, the last one stands', async () => {
		const world = await asking();
		const { token, orderId, idOf } = await register(world);
		const attendeeId = idOf(world.standard);
		const all = await Promise.all(
			[world.vegan, world.other, world.vegan, world.other, world.vegan].map((choice) =>
				answer(
					token,
					{ attendeeId, answers: { [world.diet.id]: choice } },
					{ attendeeId: null, answers: { [world.country.id]: 'PT' } },
				),
			),
		);
		expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		const { rows } = await database().pool.query('SELECT 1 FROM answers WHERE order_id = $1', [orderId]);
		expect(rows).toHaveLength(2);
		await expectInvariants(services);
	});

	test('a question that is removed while it is answered is either answered and archived, or gone and refused', async () => {
		for (let round = 0; round < 6; round++) {
			const world = await asking();
			const { token, idOf } = await register(world, [world.vip]);
			const [saved, removed] = await Promise.all([
				answer(token, { attendeeId: idOf(world.vip), answers: { [world.size.id]: 'L' } }),
				api.delete(`${world.path}/questions/${world.size.id}`, mine()),
			]);
			expect(removed.status).toBe(200);
			expect([saved.status, removed.body.outcome]).toEqual(
				saved.status === 200 ? [200, 'archived'] : [400, 'deleted'],
			);
		}
		await expectInvariants(services);
	});
});

describe('answers for the organiser', () => {
	test('are read and mended at any time, of any guest', async () => {
		const world = await asking(inAnHour());
		const { token, idOf } = await register(world);
		const attendeeId = idOf(world.standard);
		await answer(token, { attendeeId, answers: { [world.diet.id]: world.vegan } });
		const path = `${world.path}/attendees/${attendeeId}/answers`;
		const saved = await later.patch(
			path,
			{ answers: { [world.diet.id]: null }, orderAnswers: { [world.country.id]: 'DE' } },
			mine(),
		);
		expect([saved.status, saved.body]).toEqual([
			200,
			expect.objectContaining({ answers: {}, orderAnswers: { [world.country.id]: 'DE' }, missingCount: 1 }),
		]);
		const { rows } = await database().pool.query(
			'SELECT answered_by FROM answers WHERE organisation_id = $1 AND event_id = $2',
			[owner.organisationId, world.event.id],
		);
		expect(rows).toEqual([{ answered_by: 'organiser' }]);
		const stranger = await makeUser(services);
		expect((await api.get(path, { token: stranger.token })).status).toBe(404);
		const checkIn = await makeMember(services, owner.organisationId, 'check_in');
		expect((await api.get(path, { token: checkIn.token })).status).toBe(200);
		expect((await api.patch(path, { answers: {} }, { token: checkIn.token })).status).toBe(403);
	});

	test('go with the person who asks to be forgotten, and are in the copy of their data', async () => {
		const world = await asking();
		const person = await makeUser(services);
		const made = await api.post(`${world.path}/orders`, {
			buyer: { name: 'Ada', email: person.email },
			items: [{ ticketTypeId: world.standard, quantity: 2 }],
			attendees: [{ name: 'Ada' }, { name: 'Bob', email: 'bob@example.org' }],
		});
		const [ada, bob] = made.body.attendees.map((one: { id: string }) => one.id) as [string, string];
		const saved = await answer(
			made.body.manageToken,
			{ attendeeId: null, answers: { [world.country.id]: 'PT' } },
			{ attendeeId: ada, answers: { [world.diet.id]: world.vegan } },
			{ attendeeId: bob, answers: { [world.diet.id]: world.other } },
		);
		expect(saved.status).toBe(200);
		const source = services.facts.personalData.find(({ name }) => name === 'answers');
		const rows = await source?.collect(services, { ...person, isEmailVerified: true });
		expect(rows).toMatchObject([{ question: 'Where from?' }, { question: 'Diet' }]);
		expect(await source?.collect(services, { ...person, isEmailVerified: false })).toEqual([]);
		await database().pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.userId]);
		await database().transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'accounts.user-erased',
					organisationId: null,
					eventId: null,
					payload: { userId: person.userId, organisationIds: [] },
				},
				services,
			),
		);
		const left = await database().pool.query('SELECT attendee_id FROM answers WHERE order_id = $1', [
			made.body.id,
		]);
		expect(left.rows).toEqual([{ attendee_id: bob }]);
	});
});

describe('at the door', () => {
	test('what a guest owes follows from their ticket and what they answered', async () => {
		const world = await asking();
		const { token, orderId, idOf } = await register(world, [world.standard, world.vip]);
		const [plain, vip] = [idOf(world.standard), idOf(world.vip)];
		const questions = await readDoorQuestions(services, world.scope);
		expect(questions.map(({ label }) => label)).toEqual(['Diet', 'Which?', 'Size']);
		const people = [
			{ id: plain, orderId, ticketTypeId: world.standard },
			{ id: vip, orderId, ticketTypeId: world.vip },
		];
		const open = () => findOpenDoorQuestions(services, world.scope, questions, people);
		expect(await open()).toEqual(
			new Map([
				[plain, []],
				[vip, [world.size.id]],
			]),
		);
		await answer(token, { attendeeId: plain, answers: { [world.diet.id]: world.other } });
		expect(await open()).toEqual(
			new Map([
				[plain, [world.which.id]],
				[vip, [world.size.id]],
			]),
		);
		const scope = { ...world.scope, orderId };
		const say = (value: string, answeredAt?: Date) =>
			saveAnswers(services, scope, {
				people: [{ attendeeId: vip, answers: { [world.size.id]: value } }],
				by: 'door',
				answeredAt,
			});
		await say('L');
		expect((await open()).get(vip)).toEqual([]);
		// What was said before comes in after: it does not undo what was said since.
		await say('S', new Date(Date.now() - 60_000));
		const { body } = await api.get(`${world.path}/attendees/${vip}/answers`, mine());
		expect(body.answers).toEqual({ [world.size.id]: 'L' });
		const silent = await makeEvent(services, owner, { isPublished: true });
		expect(
			await readDoorQuestions(services, { organisationId: owner.organisationId, eventId: silent.id }),
		).toEqual([]);
	});
});

describe('in the exported guest list', () => {
	const linesOf = (text: string) =>
		text
			.replace('\ufeff', '')
			.trim()
			.split('\r\n')
			.map((line) => line.split(','));

	test('each question has a column, when asked for; no cell is run by a spreadsheet', async () => {
		const world = await asking();
		const { token, idOf } = await register(world, [world.standard, world.vip]);
		const saved = await answer(
			token,
			{ attendeeId: null, answers: { [world.country.id]: 'PT' } },
			{ attendeeId: idOf(world.standard), answers: { [world.diet.id]: world.vegan } },
			{ attendeeId: idOf(world.vip), answers: { [world.diet.id]: world.other, [world.size.id]: '=cmd()' } },
		);
		expect(saved.status).toBe(200);
		const file = (query: Record<string, string>) =>
			api.get(`${world.path}/attendees/export`, { ...mine(), query: { sort: 'name', ...query } });
		const plain = linesOf((await file({})).body);
		expect(plain[0]?.at(-1)).toBe('Notes');
		const [header, ...rows] = linesOf((await file({ answers: 'true' })).body);
		expect(header?.slice(plain[0]?.length)).toEqual(['Where from?', 'Diet', 'Which?', 'Size']);
		expect(header?.slice(0, plain[0]?.length)).toEqual(plain[0]);
		const cells = rows.map((row) => [row[2], ...row.slice(plain[0]?.length)]);
		expect(cells.toSorted()).toEqual([
			['Standard', 'PT', 'Vegan', '', ''],
			['VIP', 'PT', 'Other', '', "'=cmd()"],
		]);
		const sheet = await file({ answers: 'true', format: 'xlsx' });
		expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
			200,
			expect.stringContaining('spreadsheetml'),
		]);
		const silent = await makeEvent(services, owner, { isPublished: true });
		const none = await api.get(`/api/events/${silent.id}/attendees/export`, {
			...mine(),
			query: { answers: 'true' },
		});
		expect(linesOf(none.body)[0]).toEqual(plain[0]);
	});
});
