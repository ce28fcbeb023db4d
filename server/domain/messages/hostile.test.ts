import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertEventWithGuests } from '#tests/factories/messages.ts';
import { makeSeriesOf } from '#tests/factories/series.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** What strangers, members with few rights and made-up calls get: always an answer that says what is wrong, never another’s messages. */
const { database, services, api, owner } = useTestOwner();
let stranger: TestUser;
let admin: TestUser;
let event: string;
let series: string;
let foreignEvent: string;
let question: string;
beforeAll(async () => {
	stranger = await makeUser(services);
	admin = await makeUser(services, { isAdmin: true });
	event = (await insertEventWithGuests(services, owner.organisationId, 6)).eventId;
	foreignEvent = (await insertEventWithGuests(services, stranger.organisationId, 3)).eventId;
	series = (await makeSeriesOf(services, owner)).id;
	question = randomUUID();
	await database().pool.query(
		`INSERT INTO questions (id, organisation_id, event_id, scope, kind, label, position) VALUES ($1, $2, $3, 'attendee', 'short_text', 'Town', 1)`,
		[question, owner.organisationId, event],
	);
});

const words = { subject: 'Doors', text: 'Come early.' };
const segment = (...conditions: object[]) => ({ segment: { conditions } });
const answer = (...values: unknown[]) => segment({ kind: 'answer', questionId: question, values });
const many = (kind: string, name: string, count: number) => ({
	kind,
	[name]: Array.from({ length: count }, () => randomUUID()),
});

const bodies: [string, unknown][] = [
	['nothing', undefined],
	['a list', []],
	['null', null],
	['words for a body', '"x"'],
	['broken JSON', '{"subject":'],
	['numbers for words', { subject: 1, text: {}, segment: 'all', category: 3, sendAt: 5, kind: 9 }],
	['NUL in a subject', { ...words, subject: 'a\0b' }],
	['NUL in a text', { ...words, text: 'a\0b' }],
	['half a character in a text', { ...words, text: 'a\ud800b' }],
	['a text of 2 MB', { ...words, text: 'x'.repeat(2_000_000) }],
	['an unknown placeholder', { ...words, text: '{password}' }],
	['a link in a subject', { ...words, subject: '{ticket_link}' }],
	['lines in a subject', { ...words, subject: 'a\r\nBcc: all@example.org' }],
	['the year 9999', { ...words, sendAt: '9999-12-31T23:59:59.999Z' }],
	['the year 9999 in a draft', { ...words, isDraft: true, sendAt: '9999-12-31T23:59:59.999Z' }],
	['the year 0', { ...words, isDraft: true, sendAt: '0000-01-01T00:00:00Z' }],
	['a year of six digits', { ...words, isDraft: true, sendAt: '+275760-09-13T00:00:00Z' }],
	['the year 2199', { ...words, isDraft: true, sendAt: '2199-12-31T23:59:59+14:00' }],
	['NUL in an answer', { ...words, ...answer('a\0b') }],
	['half a character in an answer', { ...words, ...answer('\udfff') }],
	['a number that is none', { ...words, ...answer('1e999', '9'.repeat(200), 'NaN', '-0', "' OR 1=1 --") }],
	[
		'11 conditions',
		{ ...words, ...segment(...Array.from({ length: 11 }, () => many('dates', 'eventIds', 1))) },
	],
	[
		'10 conditions of 400 dates',
		{ ...words, ...segment(...Array.from({ length: 10 }, () => many('dates', 'eventIds', 400))) },
	],
	[
		'10 conditions of 50 types',
		{ ...words, ...segment(...Array.from({ length: 10 }, () => many('ticket_types', 'ids', 50))) },
	],
	['401 dates', { ...words, ...segment(many('dates', 'eventIds', 401)) }],
	['days far away', { ...words, ...segment({ kind: 'ordered', from: '0000-01-01', until: '9999-12-31' }) }],
	['days that do not exist', { ...words, ...segment({ kind: 'ordered', from: '2027-02-30' }) }],
	[
		'10 alternatives',
		{
			...words,
			...segment(
				...Array.from({ length: 10 }, () => ({ kind: 'ordered', until: '9999-12-31', not: true, or: true })),
			),
		},
	],
	['a condition of no kind', { ...words, ...segment({ kind: '__proto__', ids: [] }) }],
	['a recipient far away', { ...words, at: 10_000_000, q: '%_\\ "\'' }],
	['a recipient before the first', { ...words, at: -1 }],
	['half a character to look for', { ...words, q: '\ud800' }],
	['a rule of 100 years', { kind: 'before_start', ...words, offsetMinutes: 2 ** 31 }],
	['a rule of half a minute', { kind: 'before_start', ...words, offsetMinutes: 0.5 }],
	['a rule of another', { kind: 'after_end', ...words, organisationId: randomUUID(), eventId: randomUUID() }],
];

const calls = (place: string, id: string): [string, string][] => [
	['POST', `${place}/messages`],
	['POST', `${place}/messages/preview`],
	['POST', `${place}/messages/test`],
	['PATCH', `${place}/messages/${id}`],
	['POST', `${place}/messages/${id}/send`],
	['POST', `${place}/message-rules`],
	['POST', `${place}/message-rules/preview`],
	['PATCH', `${place}/message-rules/${id}`],
];

describe.each(bodies)('a body with %s', (_, body) => {
	test('is answered, and never by an error of the server', async () => {
		for (const place of [`/api/events/${event}`, `/api/series/${series}`]) {
			const draft = await api.post(`${place}/messages`, { ...words, isDraft: true }, owner);
			for (const [method, path] of calls(place, draft.body.id)) {
				const answer = await api.call(method, path, body, owner);
				expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
				if (answer.status < 300) await settle(answer);
			}
			await api.delete(`${place}/messages/${draft.body.id}`, owner);
		}
	});
});

/** What was made goes, so that there is room for the next. */
async function settle({ body }: ApiAnswer): Promise<void> {
	if (typeof body?.id !== 'string') return;
	await database().pool.query('DELETE FROM guest_messages WHERE id = $1', [body.id]);
	await database().pool.query('DELETE FROM message_rules WHERE id = $1', [body.id]);
}

describe('what is another’s', () => {
	test('is not found: messages, rules and recipients by another place, and by another organisation', async () => {
		const message = (await api.post(`/api/events/${event}/messages`, { ...words, isDraft: true }, owner)).body
			.id;
		const rule = (
			await api.post(`/api/events/${event}/message-rules`, { kind: 'before_start', ...words }, owner)
		).body.id;
		const ofMessage = [`messages/${message}`, `messages/${message}/recipients`];
		const places: [string, TestUser][] = [
			[`/api/events/${foreignEvent}`, stranger],
			[`/api/events/${event}`, stranger],
			[`/api/events/${foreignEvent}`, owner],
			[`/api/series/${series}`, owner],
		];
		for (const [place, who] of places) {
			for (const path of ofMessage) expect((await api.get(`${place}/${path}`, who)).status).toBe(404);
			const changes = [
				api.patch(`${place}/messages/${message}`, { subject: 'Mine' }, who),
				api.post(`${place}/messages/${message}/send`, {}, who),
				api.post(`${place}/messages/${message}/cancel`, undefined, who),
				api.delete(`${place}/messages/${message}`, who),
				api.patch(`${place}/message-rules/${rule}`, { subject: 'Mine' }, who),
				api.delete(`${place}/message-rules/${rule}`, who),
			];
			expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 404));
		}
		const { body } = await api.get(`/api/events/${event}/messages/${message}`, owner);
		expect(body).toMatchObject({ ...words, state: 'draft', version: 1 });
		await api.delete(`/api/events/${event}/messages/${message}`, owner);
		await api.delete(`/api/events/${event}/message-rules/${rule}`, owner);
	});

	test('is no condition of a segment, in messages and in rules', async () => {
		const foreign = await database().pool.query('SELECT id FROM ticket_types WHERE event_id = $1', [
			foreignEvent,
		]);
		const conditions = [
			{ kind: 'ticket_types', ids: [foreign.rows[0].id] },
			{ kind: 'checked_in', listId: foreignEvent },
			{ kind: 'dates', eventIds: [foreignEvent] },
			{ kind: 'answer', questionId: randomUUID(), values: ['x'] },
			{ kind: 'links', codes: ['abcdefgh'] },
		];
		for (const condition of conditions)
			for (const path of [
				'messages',
				'messages/preview',
				'messages/test',
				'message-rules',
				'message-rules/preview',
			]) {
				const body = {
					...words,
					...segment(condition),
					...(path.includes('rules') && { kind: 'before_start' }),
				};
				const { status, body: refused } = await api.post(`/api/events/${event}/${path}`, body, owner);
				expect([status, refused.metadata?.rule], `${condition.kind} ${path}`).toEqual([
					422,
					'segment-unknown',
				]);
			}
	});

	test('addresses are not found by who may not see them, in previews of messages and of rules', async () => {
		const { token } = await makeMember(services, owner.organisationId, 'marketing');
		for (const [path, more] of [
			['messages/preview', {}],
			['message-rules/preview', { kind: 'before_start' }],
			['message-rules/preview', { kind: 'confirmation' }],
		] as const) {
			const ask = async (q: string, who: { token: string }) =>
				(await api.post(`/api/events/${event}/${path}`, { ...words, ...more, q }, who)).body.recipient;
			const whole = await ask('', { token });
			expect(whole.email).toBe('g•••@example.org');
			// One that is there and one that is not are answered alike.
			for (const q of ['guest2@example.org', 'stranger@example.org'])
				expect(await ask(q, { token })).toEqual(whole);
			expect((await ask('guest2@example.org', owner)).email).toBe('guest2@example.org');
			expect(await ask('stranger@example.org', owner)).toBeNull();
		}
	});
});

test('cursors that were made up are refused or find nothing', async () => {
	const { body: sent } = await api.post(`/api/events/${event}/messages`, { ...words, isDraft: true }, owner);
	const cursors = [
		...[
			['x'],
			['1', randomUUID()],
			['2027', '------------------------------------'],
			['\0', '\0'],
			['-1'],
			['1e400'],
		],
		...[
			['Infinity', 'x'],
			['+275760-09-13T00:00:00.000Z', randomUUID()],
			['2027-99-99T00:00:00.000Z', randomUUID()],
		],
		...[['2027-03-14T19:30:00.000Z', randomUUID()], [`${2 ** 53}`], [randomUUID()], [], {}, 'x', [1]],
	].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
	for (const cursor of [...cursors, '%', 'x'.repeat(512), 'x'.repeat(513)])
		for (const [path, who] of [
			[`/api/events/${event}/messages`, owner],
			[`/api/events/${event}/messages/${sent.id}/recipients`, owner],
			['/api/admin/message-reviews', admin],
		] as const) {
			const { status } = await api.get(path, { ...who, query: { cursor } });
			expect([200, 400, 422], `${path} ${cursor}`).toContain(status);
		}
	await expectInvariants(services);
});

test('a number of version that is none changes nothing', async () => {
	const { body } = await api.post(`/api/events/${event}/messages`, { ...words, isDraft: true }, owner);
	for (const version of ['"0"', '"99999999999999999999"', '"-1"', '"x"', 'W/"2"', '""'])
		expect(
			(
				await api.patch(
					`/api/events/${event}/messages/${body.id}`,
					{ subject: 'New' },
					{
						token: owner.token,
						headers: { 'If-Match': version },
					},
				)
			).status,
			version,
		).toBeGreaterThanOrEqual(400);
});

test('members who are limited to some dates of a series write to none of its guests as a whole', async () => {
	const limited = await makeMember(services, owner.organisationId, 'event_manager', [event]);
	expect((await api.get(`/api/events/${event}/messages`, limited)).status).toBe(200);
	for (const path of ['messages', 'message-rules'])
		expect((await api.get(`/api/series/${series}/${path}`, limited)).status).toBe(404);
	const door = await makeMember(services, owner.organisationId, 'check_in');
	const finance = await makeMember(services, owner.organisationId, 'finance');
	for (const { token } of [door, finance])
		expect((await api.post(`/api/events/${event}/messages`, words, { token })).status).toBe(403);
});
