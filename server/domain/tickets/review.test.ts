import { describe, expect, test } from 'vitest';
import { publishDue } from '#server/domain/events/commands/schedule-publishing.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();

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
	expect(codes(priced.body.blockers)).toEqual([]);
	expect(codes(priced.body.advice)).toEqual(expect.arrayContaining(['some-unpayable', 'no-refund-policy']));
	expect(priced.body.prices).toMatchObject([
		{ name: 'Standard', buyerPaysMinor: 0, organiserGetsMinor: 0 },
		{ name: 'Seat', buyerPaysMinor: 2_500, organiserGetsMinor: 2_500, currency: 'EUR' },
	]);
	expect(codes(priced.body.advice)).toContain('no-seller-details');
	await api.patch(
		`/api/organisations/${owner.organisationId}/settings`,
		{ address: 'Pier 1', countryCode: 'DE', taxNumber: 'DE123456789' },
		as(owner),
	);
	const entered = codes((await api.get(`${path}/review`, as(owner))).body.advice);
	expect(entered).not.toContain('no-seller-details');
	// Without tax, the law of the Union wants a reason.
	expect(entered).toContain('no-tax-reason');
	await api.patch(path, { startsAt: '2020-01-01T10:00:00Z' }, as(owner));
	const past = await api.get(`${path}/review`, as(owner));
	expect(codes(past.body.blockers)).toEqual(['starts-in-past', 'nothing-on-sale']);
	await database().pool.query(
		'INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), $2)',
		[owner.organisationId, 'Spam.'],
	);
	const locked = await api.get(`${path}/review`, as(owner));
	expect(codes(locked.body.blockers)[0]).toBe('organisation-locked');
	await database().pool.query('DELETE FROM organisation_marks');
});

describe('an event in which nothing can be had', () => {
	const transfer = (takesTransfers: boolean, user: TestUser) =>
		api.call(
			'PUT',
			`/api/organisations/${user.organisationId}/payment-settings`,
			{
				...{ takesCards: true, takesTransfers, takesMoneyAtDoor: false, transferDays: 7 },
				...{ transferHolder: 'Choir', transferIban: 'DE89370400440532013000', transferBic: '' },
			},
			as(user),
		);
	/** A draft all of whose ticket types have a price. */
	async function makePricedDraft(user: TestUser, kind: 'paid' | 'donation' = 'paid') {
		const event = await makeEvent(services, user);
		const path = `/api/events/${event.id}`;
		const [free] = (await api.get(`${path}/ticket-types`, as(user))).body.data;
		const made = await api.post(`${path}/ticket-types`, { name: 'Seat', kind, priceMinor: 2_500 }, as(user));
		expect(made.status).toBe(201);
		await api.delete(`${path}/ticket-types/${free.id}`, as(user));
		return { ...event, path };
	}
	const needs = async (user: TestUser) =>
		(await api.get(`/api/organisations/${user.organisationId}/dashboard`, as(user))).body.needsYou.filter(
			({ kind }: { kind: string }) => kind === 'no_way_to_pay',
		);

	test.each(['paid', 'donation'] as const)(
		'is not published until there is a way to pay: %s',
		async (kind) => {
			const user = await makeUser(services);
			const { path } = await makePricedDraft(user, kind);
			expect(codes((await api.get(`${path}/review`, as(user))).body.blockers)).toEqual(['no-way-to-pay']);
			const refused = await api.post(`${path}/publish`, undefined, as(user));
			expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'no-way-to-pay']);
			expect((await api.get(path, as(user))).body.status).toBe('draft');
			await transfer(true, user);
			expect((await api.post(`${path}/publish`, undefined, as(user))).body.status).toBe('published');
		},
	);

	test('is not published by itself either, and its planner is notified', async () => {
		const user = await makeUser(services);
		const { id, path } = await makePricedDraft(user);
		await api.post(`${path}/publish-schedule`, { publishAtLocal: inZone(5) }, as(user));
		await makeDue(id);
		expect(await publishDue(services)).toBe(1);
		const review = (await api.get(`${path}/review`, as(user))).body;
		expect(review.publishError).toBe(review.blockers[0].message);
	});

	test('stays published when the way to pay is taken away, comes out of the archive, and needs somebody', async () => {
		const user = await makeUser(services);
		await transfer(true, user);
		const { id, path } = await makePricedDraft(user);
		await api.post(`${path}/publish`, undefined, as(user));
		expect(await needs(user)).toEqual([]);
		await transfer(false, user);
		expect((await api.get(path)).body.status).toBe('published');
		expect(await needs(user)).toMatchObject([{ count: 1, items: [{ eventId: id, count: 1 }] }]);
		await api.post(`${path}/archive`, undefined, as(user));
		expect(await needs(user)).toEqual([]);
		expect((await api.post(`${path}/unarchive`, undefined, as(user))).body.status).toBe('published');
	});

	test('is one without free tickets: where some can be had it is published, and the others need somebody', async () => {
		const user = await makeUser(services);
		const event = await makeEvent(services, user);
		const path = `/api/events/${event.id}`;
		for (const name of ['Seat', 'Box'])
			await api.post(`${path}/ticket-types`, { name, kind: 'paid', priceMinor: 2_500 }, as(user));
		expect((await api.post(`${path}/publish`, undefined, as(user))).body.status).toBe('published');
		expect(await needs(user)).toMatchObject([{ count: 2, items: [{ eventId: event.id, count: 2 }] }]);
		await transfer(true, user);
		expect(await needs(user)).toEqual([]);
	});
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

describe('whoever planned it may not publish any more', () => {
	const noticed = async ({ userId }: TestUser, event: string) =>
		(
			await database().pool.query(
				`SELECT FROM notices WHERE kind = 'publishing-failed' AND user_id = $1 AND event_id = $2`,
				[userId, event],
			)
		).rowCount;
	test.each([
		['left the team', `DELETE FROM memberships WHERE user_id = $1 AND organisation_id = $2`, 0],
		[
			'has another role',
			`UPDATE memberships SET role = 'check_in' WHERE user_id = $1 AND organisation_id = $2`,
			1,
		],
		[
			'was denied it',
			`UPDATE memberships SET denied_actions = '{events.publish}' WHERE user_id = $1 AND organisation_id = $2`,
			1,
		],
		[
			'reaches other events alone',
			`UPDATE memberships SET event_ids = ARRAY[gen_random_uuid()] WHERE user_id = $1 AND organisation_id = $2`,
			0,
		],
		['is locked', `UPDATE users SET disabled_at = now() WHERE id = $1 OR id = $2`, 0],
	])('as they %s: it stays a draft, and owners are notified', async (_what, statement, seesIt) => {
		const user = await makeUser(services);
		const manager = await makeMember(services, user.organisationId, 'event_manager');
		const event = await makeEvent(services, user);
		const path = `/api/events/${event.id}`;
		const planned = await api.post(`${path}/publish-schedule`, { publishAtLocal: inZone(5) }, as(manager));
		expect(planned.status).toBe(200);
		await database().pool.query(statement, [manager.userId, user.organisationId]);
		await makeDue(event.id);
		expect(await publishDue(services)).toBe(1);
		const review = (await api.get(`${path}/review`, as(user))).body;
		expect(review).toMatchObject({
			publishAt: null,
			publishError: expect.stringContaining('can no longer publish'),
		});
		expect((await api.get(path, as(user))).body.status).toBe('draft');
		expect(await noticed(user, event.id)).toBe(1);
		const { body } = await api.get('/api/account/notices', as(user));
		expect(body.data[0]).toMatchObject({ kind: 'publishing-failed', event: { slug: event.slug } });
		const own = (await api.get('/api/account/notices', as(manager))).body.data ?? [];
		expect(own.filter(({ kind }: { kind: string }) => kind === 'publishing-failed')).toHaveLength(seesIt);
		expect(await publishDue(services)).toBe(0);
	});

	test('a plan that another member moved is theirs', async () => {
		const user = await makeUser(services);
		const manager = await makeMember(services, user.organisationId, 'event_manager');
		const event = await makeEvent(services, user);
		const path = `/api/events/${event.id}/publish-schedule`;
		await api.post(path, { publishAtLocal: inZone(5) }, as(manager));
		await api.post(path, { publishAtLocal: inZone(9) }, as(user));
		await database().pool.query(`DELETE FROM memberships WHERE user_id = $1 AND organisation_id = $2`, [
			manager.userId,
			user.organisationId,
		]);
		await makeDue(event.id);
		expect(await publishDue(services)).toBe(1);
		expect((await api.get(`/api/events/${event.id}`, as(user))).body.status).toBe('published');
	});

	test('a refusal for another reason is reported to who planned it as well', async () => {
		const user = await makeUser(services);
		const manager = await makeMember(services, user.organisationId, 'event_manager');
		const event = await makeEvent(services, user);
		await api.post(`/api/events/${event.id}/publish-schedule`, { publishAtLocal: inZone(5) }, as(manager));
		await database().pool.query(
			'INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), $2)',
			[user.organisationId, 'Spam.'],
		);
		await makeDue(event.id);
		expect(await publishDue(services)).toBe(1);
		expect([await noticed(user, event.id), await noticed(manager, event.id)]).toEqual([1, 1]);
	});
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

test('texts that a template left to be filled in are named until they are replaced, also as the editor writes them', async () => {
	const user = await makeUser(services);
	const made = await api.post(
		'/api/events',
		{ template: 'meetup', title: 'Night of the moths', startsAtLocal: '2031-05-02T19:00' },
		as(user),
	);
	const path = `/api/events/${made.body.id}`;
	const review = async () => (await api.get(`${path}/review`, as(user))).body;
	const fresh = await review();
	expect(codes(fresh.advice)).toEqual(['fill-in-page', 'no-place']);
	expect(fresh.fillIns).toEqual([{ part: 'page', text: 'title, speaker' }]);
	await api.patch(path, { description: made.body.description.replaceAll(/[[\]]/g, '\\$&') }, as(user));
	expect((await review()).fillIns).toEqual(fresh.fillIns);
	const filled = made.body.description.replaceAll('[title, speaker]', 'Moths of the harbour, Ida');
	await api.patch(path, { description: filled, summary: '[Who it is for]' }, as(user));
	expect((await review()).fillIns).toEqual([{ part: 'page', text: 'Who it is for' }]);
	await api.patch(path, { summary: '' }, as(user));
	expect(codes((await review()).advice)).toEqual(['no-place']);
	expect((await review()).fillIns).toEqual([]);
});

test('a title that is a template’s name, and brackets in tickets and questions, are found until they are changed', async () => {
	const user = await makeUser(services);
	const made = await api.post(
		'/api/events',
		{ template: 'concert', title: 'Concert', startsAtLocal: '2031-05-02T19:00' },
		as(user),
	);
	const path = `/api/events/${made.body.id}`;
	const review = async () => (await api.get(`${path}/review`, as(user))).body;
	const inOffer = async () =>
		(await review()).fillIns
			.filter(({ part }: { part: string }) => part === 'offer')
			.map(({ text }: { text: string }) => text);
	expect(codes((await review()).advice)).toContain('fill-in-title');
	expect((await review()).fillIns).toContainEqual({ part: 'title', text: 'Concert' });
	expect(await inOffer()).toEqual([]);
	await api.patch(path, { title: 'Concert of the harbour' }, as(user));
	expect(codes((await review()).advice)).not.toContain('fill-in-title');
	const type = await api.post(`${path}/ticket-types`, { name: 'Seat in [which row]' }, as(user));
	const question = await api.post(
		`${path}/questions`,
		{ label: 'Which [instrument]?', kind: 'text' },
		as(user),
	);
	expect([type.status, question.status]).toEqual([201, 201]);
	expect(codes((await review()).advice)).toContain('fill-in-offer');
	expect(await inOffer()).toEqual(['which row', 'instrument']);
	await api.patch(`${path}/ticket-types/${type.body.id}`, { isClosed: true }, as(user));
	await api.delete(`${path}/questions/${question.body.id}`, as(user));
	expect(await inOffer()).toEqual([]);
});
