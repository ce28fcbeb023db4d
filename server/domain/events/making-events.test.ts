import { beforeAll, describe, expect, test } from 'vitest';
import { isEventCode } from '#server/domain/events/event-code.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
let owner: TestUser;
let stranger: TestUser;

beforeAll(async () => {
	owner = await makeUser(services, { firstName: 'Noor', lastName: 'Halls' });
	stranger = await makeUser(services);
});

const start = '2027-05-01T18:00:00.000Z';
const create = (body: object, token = owner.token) => api.post('/api/events', body, { token });

describe('making an event', () => {
	test('a title and a start are enough', async () => {
		const { status, body, headers } = await create({ title: 'Jazz im Hof', startsAt: start });
		expect(status).toBe(201);
		expect(body).toMatchObject({
			title: 'Jazz im Hof',
			slug: 'jazz-im-hof',
			status: 'draft',
			startsAt: start,
			endsAt: '2027-05-01T20:00:00.000Z',
			timeZone: 'UTC',
			visibility: 'public',
			format: 'in_person',
			version: 1,
			organiser: { name: 'Noor Halls' },
			warnings: [],
		});
		expect(isEventCode(body.code)).toBe(true);
		expect(headers.get('etag')).toBe('"1"');
	});

	test('the same title twice gives two slugs', async () => {
		const [a, b] = [
			await create({ title: 'Twice', startsAt: start }),
			await create({ title: 'Twice', startsAt: start }),
		];
		expect(a.body.slug).toBe('twice');
		expect(b.body.slug).toMatch(/^twice-[a-z2-9]{4}$/);
		expect(a.body.code).not.toBe(b.body.code);
	});

	test('many at once all get names of their own', async () => {
		const made = await Promise.all(
			Array.from({ length: 20 }, () => create({ title: 'Rush', startsAt: start })),
		);
		expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
		expect(new Set(made.map(({ body }) => body.slug)).size).toBe(20);
	});

	test('a slug is never a page of the product', async () => {
		expect((await create({ title: 'Dashboard', startsAt: start })).body.slug).toBe('dashboard-event');
	});

	test('a wall time in a zone', async () => {
		const { body } = await create({
			title: 'Local',
			startsAtLocal: '2027-05-01T19:30',
			timeZone: 'Europe/Berlin',
		});
		expect(body).toMatchObject({
			startsAt: '2027-05-01T17:30:00.000Z',
			startsAtLocal: '2027-05-01T19:30',
			endsAtLocal: '2027-05-01T21:30',
		});
	});

	test('a wall time that the clock skips is moved and said', async () => {
		const { body } = await create({
			title: 'Night',
			startsAtLocal: '2027-03-28T02:30',
			endsAtLocal: '2027-03-28T05:00',
			timeZone: 'Europe/Berlin',
		});
		expect(body.startsAtLocal).toBe('2027-03-28T03:30');
		expect(body.warnings).toEqual([
			expect.objectContaining({ field: 'startsAtLocal', code: 'time-skipped' }),
		]);
	});

	test('a wall time that comes twice is the first one, and said', async () => {
		const { body } = await create({
			title: 'Long night',
			startsAtLocal: '2027-10-31T02:30',
			timeZone: 'Europe/Berlin',
		});
		expect(body.startsAt).toBe('2027-10-31T00:30:00.000Z');
		expect(body.warnings).toEqual([expect.objectContaining({ code: 'time-doubled' })]);
	});

	test('a start in the past is allowed, and said', async () => {
		const { status, body } = await create({ title: 'Yesterday', startsAt: '2020-01-01T10:00:00Z' });
		expect(status).toBe(201);
		expect(body.warnings).toEqual([expect.objectContaining({ code: 'starts-in-past' })]);
	});

	test('whole days reach from midnight to midnight in the zone', async () => {
		const { body } = await create({
			title: 'Fair',
			startsAtLocal: '2027-03-27T09:00',
			endsAtLocal: '2027-03-28T17:00',
			timeZone: 'Europe/Berlin',
			isAllDay: true,
		});
		expect(body).toMatchObject({
			startsAt: '2027-03-26T23:00:00.000Z',
			// The clocks changed in between: the second midnight is an hour earlier in UTC.
			endsAt: '2027-03-28T22:00:00.000Z',
			startsAtLocal: '2027-03-27T00:00',
			endsAtLocal: '2027-03-29T00:00',
		});
	});

	test.each([
		[{ title: 'x' }, 'startsAt', 'VALIDATION_REQUIRED_FIELD'],
		[{ startsAt: start }, 'title', 'VALIDATION_REQUIRED_FIELD'],
		[{ title: '   ', startsAt: start }, 'title', 'VALIDATION_REQUIRED_FIELD'],
		[{ title: 'x', startsAt: 'tomorrow' }, 'startsAt', 'VALIDATION_INVALID_DATE'],
		[{ title: 'x', startsAtLocal: '2027-02-30T10:00' }, 'startsAtLocal', 'VALIDATION_INVALID_DATE'],
		[{ title: 'x', startsAtLocal: '9999-12-31T23:59' }, 'startsAtLocal', 'VALIDATION_INVALID_DATE'],
		[
			{ title: 'x', startsAtLocal: '9999-12-31T23:59', timeZone: 'America/Los_Angeles' },
			'startsAtLocal',
			'VALIDATION_INVALID_DATE',
		],
		[{ title: 'x', startsAt: start, endsAt: '2027-05-01T17:00:00Z' }, 'endsAt', 'VALIDATION_INVALID_DATE'],
		[
			{ title: 'x', startsAt: start, startsAtLocal: '2027-05-01T10:00' },
			'startsAtLocal',
			'VALIDATION_FAILED',
		],
		[{ title: 'x', startsAt: start, timeZone: 'Mars/Olympus' }, 'timeZone', 'VALIDATION_FAILED'],
		[
			{ title: 'x', startsAt: start, externalUrl: 'javascript:alert(1)' },
			'externalUrl',
			'VALIDATION_INVALID_URL',
		],
		[{ title: 'x', startsAt: start, status: 'published' }, 'status', 'VALIDATION_FAILED'],
		[{ title: 'x', startsAt: start, visibility: 'password' }, 'password', 'VALIDATION_REQUIRED_FIELD'],
	])('%j is refused', async (body, field, code) => {
		const answer = await create(body);
		expect(answer.status).toBe(400);
		expect(answer.body.details).toEqual(expect.arrayContaining([expect.objectContaining({ field, code })]));
	});

	test('nobody makes events for the organisation of others', async () => {
		const body = { title: 'x', startsAt: start, organisationId: stranger.organisationId };
		expect((await create(body)).status).toBe(404);
		const staff = await makeMember(services, owner.organisationId, 'check_in');
		expect((await create({ ...body, organisationId: owner.organisationId }, staff.token)).status).toBe(403);
		expect((await api.post('/api/events', { title: 'x', startsAt: start })).status).toBe(401);
	});
});
