import { beforeAll, expect, test } from 'vitest';
import { publishDue } from '#server/domain/events/commands/schedule-publishing.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, sendingMailer, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
});

const as = (user: TestUser) => ({ token: user.token });
const codes = (list: { code: string }[]) => list.map(({ code }) => code);
const inZone = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
const plan = (event: string, publishAtLocal: string) =>
	api.post(`/api/events/${event}/publish-schedule`, { publishAtLocal }, as(owner));
const read = async (event: string) => (await api.get(`/api/events/${event}`, as(owner))).body;
/** The time has come: as if the plan had been made for a moment ago. */
const makeDue = (event: string) =>
	database().pool.query(
		`UPDATE events SET publish_at = clock_timestamp() - interval '1 second' WHERE id = $1`,
		[event],
	);

test('a review names what stands against publishing, in order, and what tickets cost', async () => {
	const event = await makeEvent(services, owner, { timeZone: 'Europe/Berlin' });
	const path = `/api/events/${event.id}`;
	const first = await api.get(`${path}/review`, as(owner));
	expect(codes(first.body.blockers)).toEqual([]);
	expect(codes(first.body.advice)).toEqual(['no-description', 'no-place', 'capacity-open']);
	expect(first.body.advice[0].message).toBe('There is no description.');
	await api.post(`${path}/ticket-types`, { name: 'Seat', priceMinor: 2_500 }, as(owner));
	const priced = await api.get(`${path}/review`, as(owner));
	expect(codes(priced.body.blockers)).toEqual(['no-way-to-pay']);
	expect(codes(priced.body.advice)).toContain('no-refund-policy');
	expect(priced.body.prices).toMatchObject([
		{ name: 'Standard', buyerPaysMinor: 0, organiserGetsMinor: 0 },
		{ name: 'Seat', buyerPaysMinor: 2_500, organiserGetsMinor: 2_500, currency: 'EUR' },
	]);
	await api.patch(path, { startsAt: '2020-01-01T10:00:00Z' }, as(owner));
	const past = await api.get(`${path}/review`, as(owner));
	expect(codes(past.body.blockers)).toEqual(['starts-in-past', 'nothing-on-sale', 'no-way-to-pay']);
	await database().pool.query(
		'INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), $2)',
		[owner.organisationId, 'Spam.'],
	);
	const locked = await api.get(`${path}/review`, as(owner));
	expect(codes(locked.body.blockers)[0]).toBe('organisation-locked');
	await database().pool.query('DELETE FROM organisation_marks');
});

test('a draft is published when its time comes, once, however many workers look', async () => {
	const event = await makeEvent(services, owner);
	const planned = await plan(event.id, inZone(5));
	expect(planned.status).toBe(200);
	expect(planned.body.organisation.publishAt).toBe(`${inZone(5)}:00.000Z`);
	expect(await publishDue(services)).toBe(0);
	expect((await read(event.id)).status).toBe('draft');
	await makeDue(event.id);
	await Promise.all([publishDue(services), publishDue(services), publishDue(services)]);
	expect(await read(event.id)).toMatchObject({ status: 'published', organisation: { publishAt: null } });
	const { rows } = await database().pool.query(
		`SELECT count(*)::int AS count FROM facts WHERE name = 'events.event-published' AND payload ->> 'eventId' = $1`,
		[event.id],
	);
	expect(rows).toEqual([{ count: 1 }]);
	expect(await publishDue(services)).toBe(0);
});

test('a plan that was moved or taken back is not carried out', async () => {
	const event = await makeEvent(services, owner);
	await plan(event.id, inZone(5));
	await plan(event.id, inZone(9));
	const cancelled = await api.delete(`/api/events/${event.id}/publish-schedule`, as(owner));
	expect(cancelled.body.organisation.publishAt).toBeNull();
	expect(await publishDue(services)).toBe(0);
	await plan(event.id, inZone(5));
	await api.post(`/api/events/${event.id}/archive`, undefined, as(owner));
	expect((await read(event.id)).organisation.publishAt).toBeNull();
});

test('what cannot be published at its time stays a draft and says why', async () => {
	const user = await makeUser(services);
	const event = await makeEvent(services, user);
	const path = `/api/events/${event.id}`;
	await api.post(`${path}/publish-schedule`, { publishAtLocal: inZone(5) }, as(user));
	await database().pool.query(
		'INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), $2)',
		[user.organisationId, 'Spam.'],
	);
	await makeDue(event.id);
	expect(await publishDue(services)).toBe(1);
	const review = await api.get(`${path}/review`, as(user));
	expect(review.body).toMatchObject({ publishAt: null });
	expect(review.body.publishError).toContain('An administrator has locked your organisation');
	expect((await api.get(path, as(user))).body.status).toBe('draft');
	expect(await publishDue(services)).toBe(0);
});

test('a plan needs a draft, a time ahead of the database’s clock, and a verified email', async () => {
	const event = await makeEvent(services, owner);
	for (const local of [inZone(-1), inZone(24 * 8), '2027-02-31T10:00']) {
		const refused = await plan(event.id, local);
		expect([refused.status, refused.body.details[0].field]).toEqual([400, 'publishAtLocal']);
	}
	const western = await makeEvent(services, owner, { timeZone: 'America/Los_Angeles' });
	const beyond = await plan(western.id, '9999-12-31T23:59');
	expect([beyond.status, beyond.body.details[0]?.field]).toEqual([400, 'publishAtLocal']);
	await api.post(`/api/events/${event.id}/publish`, undefined, as(owner));
	const published = await plan(event.id, inZone(5));
	expect([published.status, published.body.metadata.rule]).toEqual([422, 'not-a-draft']);

	const mailing = { ...services, mailer: sendingMailer };
	const unverified = await makeUser(mailing, { isVerified: false });
	const draft = await makeEvent(mailing, unverified);
	const refused = await createTestApi(mailing).post(
		`/api/events/${draft.id}/publish-schedule`,
		{ publishAtLocal: inZone(5) },
		as(unverified),
	);
	expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'email-not-verified']);
});
