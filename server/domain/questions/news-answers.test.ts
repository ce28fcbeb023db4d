import { beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { mostAskedOfOrder } from '../organisers/consents.ts';
import { followerToken } from '../organisers/followers.ts';
import { copyAnswers } from './commands/copy-answers.ts';
import { saveAnswers } from './commands/save-answers.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
const mine = () => ({ token: owner.token });

beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	services = { ...services, mailer: { ...services.mailer, canSend: true } };
	api = createTestApi(services);
	owner = await makeUser(services);
});

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables
const rows = async (text: string, values: unknown[] = []): Promise<any[]> =>
	(await database().pool.query(text, values)).rows;
const followers = () =>
	rows(`SELECT email, name, state, came_from AS "cameFrom", left_by AS "leftBy", consent_text AS text, locale
		FROM followers ORDER BY email_key`);
const states = async () => Object.fromEntries((await followers()).map((one) => [one.email, one.state]));
const asked = () =>
	rows(`SELECT recipient FROM mails WHERE template = 'organisers/follow-confirm' ORDER BY recipient`);

/** An event that asks its guests, and its buyers, whether they want news. */
async function asking(question: object = {}) {
	const event = await makeEvent(services, owner, { isPublished: true });
	const path = `/api/events/${event.id}`;
	const made = await api.post(
		`${path}/questions`,
		{ label: 'Send me news?', help: 'Twice a year.', kind: 'consent', asksForNews: true, ...question },
		mine(),
	);
	expect([made.status, made.body.asksForNews]).toEqual([201, true]);
	const ticketTypeId = (await api.get(`${path}/ticket-types`)).body.data[0].id as string;
	return { event, path, question: made.body.id as string, ticketTypeId };
}
type World = Awaited<ReturnType<typeof asking>>;

async function register(
	{ path, ticketTypeId }: World,
	attendees: { name: string; email: string }[] = [{ name: 'Grace', email: 'grace@example.org' }],
) {
	const made = await api.post(`${path}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
		items: [{ ticketTypeId, quantity: attendees.length }],
		attendees,
	});
	expect([made.status, made.body.metadata?.rule]).toEqual([201, undefined]);
	const ids = made.body.attendees.map(({ id }: { id: string }) => id) as string[];
	return { orderId: made.body.id as string, token: made.body.manageToken as string, ids };
}
const say = (token: string, question: string, value: boolean | null, ...ids: (string | null)[]) =>
	api.patch(`/api/orders/${token}/answers`, {
		people: ids.map((attendeeId) => ({ attendeeId, answers: { [question]: value } })),
	});
const tokenOf = async (email: string) => {
	const [row] = await rows('SELECT id, organisation_id AS "organisationId" FROM followers WHERE email = $1', [
		email,
	]);
	return followerToken(services.secret, row);
};
const confirm = async (email: string) => api.post(`/api/followers/${await tokenOf(email)}`, undefined);

describe('a question that asks for news', () => {
	test('is a consent that nobody has to give, and stays one once it has answers', async () => {
		const world = await asking();
		const refused = async (body: object) => {
			const answer = await api.post(`${world.path}/questions`, { label: 'News?', ...body }, mine());
			return [answer.status, answer.body.details[0].field];
		};
		expect(await refused({ kind: 'text', asksForNews: true })).toEqual([400, 'asksForNews']);
		expect(await refused({ kind: 'consent', asksForNews: true, isRequired: true })).toEqual([
			400,
			'asksForNews',
		]);
		const change = (body: object) => api.patch(`${world.path}/questions/${world.question}`, body, mine());
		expect((await change({ isRequired: true })).status).toBe(400);
		expect((await change({ asksForNews: false })).status).toBe(200);
		expect((await change({ asksForNews: true })).status).toBe(200);
		const { token, ids } = await register(world);
		await say(token, world.question, true, ids[0] as string);
		const off = await change({ asksForNews: false });
		expect([off.status, off.body.metadata?.rule]).toEqual([422, 'question-answered']);
		await expectInvariants(services);
	});

	test('keeps the words, asks the address to confirm, and makes a follower of who does', async () => {
		const world = await asking();
		const { token, ids } = await register(world, [
			{ name: 'Grace', email: 'grace@example.org' },
			{ name: 'Ben', email: '' },
		]);
		expect((await say(token, world.question, true, ...ids)).status).toBe(200);
		expect(await followers()).toEqual([
			{
				...{ email: 'grace@example.org', name: 'Grace Hopper', state: 'pending', cameFrom: 'question' },
				...{ leftBy: null, text: 'Send me news?\nTwice a year.', locale: 'en' },
			},
		]);
		expect(await asked()).toEqual([{ recipient: 'grace@example.org' }]);
		expect((await confirm('grace@example.org')).body.state).toBe('confirmed');
		const list = await api.get(`/api/organisations/${owner.organisationId}/followers`, mine());
		expect(list.body).toMatchObject({
			count: 1,
			data: [{ state: 'confirmed', event: { id: world.event.id, title: 'Summer party' } }],
		});
		// What others of the same words say changes nothing for who has confirmed.
		await say(token, world.question, true, ...ids);
		expect(await states()).toEqual({ 'grace@example.org': 'confirmed' });
		await say(token, world.question, null, ...ids);
		expect(await followers()).toMatchObject([{ state: 'left', leftBy: 'answer' }]);
		await expectInvariants(services);
	});

	test('of the order asks its buyer, in the language of the order', async () => {
		const world = await asking({ scope: 'order' });
		const { token, orderId } = await register(world);
		await rows(`UPDATE orders SET locale = 'de' WHERE id = $1`, [orderId]);
		await say(token, world.question, true, null);
		expect(await followers()).toMatchObject([
			{ email: 'grace@example.org', name: 'Grace Hopper', locale: 'de' },
		]);
	});

	test('is not answered for guests by the organiser, nor by moving answers; no is no consent', async () => {
		const world = await asking();
		const { orderId, token, ids } = await register(world);
		const scope = { organisationId: owner.organisationId, eventId: world.event.id, orderId };
		const people = [{ attendeeId: ids[0] as string, answers: { [world.question]: true } }];
		await say(token, world.question, false, ids[0] as string);
		await saveAnswers(services, scope, { people, by: 'organiser' });
		expect(await followers()).toEqual([]);
		expect(await asked()).toEqual([]);
	});

	test('ends what came from it alone, and not what was agreed to elsewhere', async () => {
		const world = await asking();
		const { token, ids } = await register(world);
		await rows(
			`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at, confirmed_at)
			VALUES (gen_random_uuid(), $1, 'grace@example.org', 'grace@example.org', 'confirmed', 'The page', now(), now())`,
			[owner.organisationId],
		);
		await say(token, world.question, true, ids[0] as string);
		await say(token, world.question, false, ids[0] as string);
		expect(await followers()).toMatchObject([{ state: 'confirmed', cameFrom: 'page', text: 'The page' }]);
		expect(await asked()).toEqual([]);
	});

	test('asked for again after leaving, has the new words and waits for another confirmation', async () => {
		const world = await asking();
		const { token, ids } = await register(world);
		const [id] = ids as [string];
		await say(token, world.question, true, id);
		await confirm('grace@example.org');
		await api.call('DELETE', `/api/followers/${await tokenOf('grace@example.org')}`, undefined);
		await rows(`UPDATE questions SET label = 'Other words'`);
		// The same answer again is no new one.
		await say(token, world.question, true, id);
		expect(await followers()).toMatchObject([{ state: 'left', leftBy: 'link' }]);
		await say(token, world.question, false, id);
		await say(token, world.question, true, id);
		expect(await followers()).toMatchObject([
			{ state: 'pending', leftBy: null, text: 'Other words\nTwice a year.' },
		]);
		expect(await rows('SELECT FROM followers WHERE confirmed_at IS NOT NULL')).toEqual([]);
	});
});

describe('in a series', () => {
	test('a copied answer asks nobody, and what came from the question ends at any of its dates', async () => {
		const first = await asking();
		const { token, orderId, ids } = await register(first);
		await say(token, first.question, true, ids[0] as string);
		await confirm('grace@example.org');
		const second = await asking();
		await rows('UPDATE questions SET lineage_id = $1 WHERE id = $2', [first.question, second.question]);
		const there = await register(second);
		await database().transaction((tx) =>
			copyAnswers(services, tx, {
				...{ organisationId: owner.organisationId, fromEventId: first.event.id, toEventId: second.event.id },
				orders: [{ from: orderId, to: there.orderId }],
				tickets: [{ from: ids[0] as string, to: there.ids[0] as string, toOrderId: there.orderId }],
			}),
		);
		expect(await asked()).toHaveLength(1);
		// Another question’s yes and no change nothing.
		const other = await asking();
		const elsewhere = await register(other);
		await say(elsewhere.token, other.question, true, elsewhere.ids[0] as string);
		await say(elsewhere.token, other.question, false, elsewhere.ids[0] as string);
		expect(await states()).toEqual({ 'grace@example.org': 'confirmed' });
		await say(there.token, second.question, false, there.ids[0] as string);
		expect(await followers()).toMatchObject([{ state: 'left', leftBy: 'answer' }]);
		expect(await asked()).toHaveLength(1);
		await expectInvariants(services);
	});

	test('copies of an event ask for news as it does', async () => {
		const world = await asking();
		const copy = await api.post(`${world.path}/duplicate`, {}, mine());
		expect(copy.status).toBe(201);
		expect(await rows('SELECT asks_for_news AS asks FROM questions')).toEqual([
			{ asks: true },
			{ asks: true },
		]);
	});
});

describe('at the door', () => {
	test('what comes in late asks as of when it was said: who left since stays away', async () => {
		const world = await asking({ isAskedAtDoor: true });
		const { orderId, ids } = await register(world);
		const scope = { organisationId: owner.organisationId, eventId: world.event.id, orderId };
		const minute = (n: number) => new Date(Date.now() - (100 - n) * 60_000);
		const door = (value: boolean, at: Date) =>
			saveAnswers(services, scope, {
				people: [{ attendeeId: ids[0] as string, answers: { [world.question]: value } }],
				...{ by: 'door', answeredAt: at },
			});
		await door(true, minute(10));
		const [{ age }] = await rows(
			'SELECT extract(epoch FROM now() - consented_at)::float8 / 60 AS age FROM followers',
		);
		expect(Math.abs(age - 90)).toBeLessThan(2);
		expect(await states()).toEqual({ 'grace@example.org': 'pending' });
		// Said before, in later: the answer given since stands, and with it the request.
		await door(false, minute(5));
		expect(await states()).toEqual({ 'grace@example.org': 'pending' });
		await door(false, minute(20));
		expect(await states()).toEqual({ 'grace@example.org': 'left' });
		await rows(`UPDATE followers SET left_at = $1`, [minute(50)]);
		await door(true, minute(40));
		expect(await states()).toEqual({ 'grace@example.org': 'left' });
		await door(false, minute(55));
		await door(true, minute(60));
		expect(await states()).toEqual({ 'grace@example.org': 'pending' });
		await expectInvariants(services);
	});
});

describe('misuse', () => {
	test('an order asks ten addresses a day, each once in ten minutes, however often it answers', async () => {
		const now = new Date();
		services = { ...services, clock: { now: () => now } };
		api = createTestApi(services);
		const world = await asking();
		await api.patch(`${world.path}/ticket-types/${world.ticketTypeId}`, { maxPerOrder: 20 }, mine());
		const { token, ids } = await register(
			world,
			Array.from({ length: mostAskedOfOrder + 5 }, (_, n) => ({
				name: `Guest ${n}`,
				email: `guest${String(n).padStart(2, '0')}@example.org`,
			})),
		);
		for (const value of [true, false, true])
			expect((await say(token, world.question, value, ...ids)).status).toBe(200);
		expect(await followers()).toHaveLength(mostAskedOfOrder);
		expect(await asked()).toHaveLength(mostAskedOfOrder);
		await rows(`UPDATE followers SET requested_at = now() - interval '25 hours'`);
		const rest = ids.slice(mostAskedOfOrder);
		await say(token, world.question, false, ...rest);
		await say(token, world.question, true, ...rest);
		expect(await followers()).toHaveLength(mostAskedOfOrder + 5);
	});

	test('many answers at once leave a state that the last answer explains', async () => {
		const world = await asking();
		const { token, ids } = await register(world, [
			{ name: 'Ada', email: 'ada@example.org' },
			{ name: 'Ben', email: 'ben@example.org' },
		]);
		const turns = Array.from({ length: 12 }, (_, n) =>
			say(token, world.question, n % 2 === 0, ...(n % 3 === 0 ? ids.toReversed() : ids)),
		);
		const answers = await Promise.all(turns);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const pairs = await rows(`SELECT n.value, f.state FROM answers n JOIN attendees a ON a.id = n.attendee_id
			JOIN followers f ON f.email = a.email`);
		expect(pairs).toHaveLength(2);
		for (const { value, state } of pairs) expect(state).toBe(value ? 'pending' : 'left');
		await expectInvariants(services);
	});

	test('what fails after the consent leaves neither the answer nor a request', async () => {
		const world = await asking();
		const { token, ids } = await register(world);
		const { publish } = services.facts;
		const failing: Services = {
			...services,
			facts: {
				...services.facts,
				publish: async (tx, fact, all) => {
					await publish(tx, fact, all);
					if (fact.name === 'questions.answered') throw new Error('Stopped here.');
				},
			},
		};
		const people = [{ attendeeId: ids[0], answers: { [world.question]: true } }];
		const refused = await createTestApi(failing).patch(`/api/orders/${token}/answers`, { people });
		expect(refused.status).toBe(500);
		expect([await followers(), await asked(), await rows('SELECT FROM answers')]).toEqual([[], [], []]);
		await say(token, world.question, true, ids[0] as string);
		expect(await asked()).toHaveLength(1);
	});

	test('hostile labels are stored as the words that they are', async () => {
		const label = `=cmd|'/c calc'!A1 <img src=x onerror=alert(1)> \u202e {organiser} $1 %s '; DROP TABLE followers; --`;
		const world = await asking({ label, help: '' });
		const { token, ids } = await register(world);
		await say(token, world.question, true, ids[0] as string);
		const [question] = await rows('SELECT label FROM questions');
		expect(await followers()).toMatchObject([{ text: question.label }]);
		expect(question.label).toContain('DROP TABLE');
	});

	test('an answer that is refused asks nobody', async () => {
		const world = await asking();
		const { token, ids } = await register(world);
		const refused = await api.patch(`/api/orders/${token}/answers`, {
			people: [
				{ attendeeId: ids[0], answers: { [world.question]: true } },
				{ attendeeId: null, answers: { [world.question]: true } },
			],
		});
		expect(refused.status).toBe(400);
		expect(await followers()).toEqual([]);
	});
});
