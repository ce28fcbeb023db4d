import { beforeAll, expect, test } from 'vitest';
import { lockOrganisation } from '#server/domain/admin/organisations.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const act = (user: TestUser, verb: string, body?: object) =>
	api.post(`/api/admin/organisations/${user.organisationId}/${verb}`, body, admin);
const rule = (answer: { body: { metadata: { rule: string } } }) => answer.body.metadata.rule;
const seen = async (id: string) => (await api.get(`/api/events/${id}`)).status;

test('an organisation is looked into: people, events, figures', async () => {
	const owner = await makeUser(services, { firstName: 'Zora', lastName: 'Neale' });
	await makeMember(services, owner.organisationId, 'marketing');
	await makeEvent(services, owner, { title: 'Shown', isPublished: true });
	await makeEvent(services, owner, { title: 'Draft' });
	const { body } = await api.get(`/api/admin/organisations/${owner.organisationId}`, admin);
	expect(body).toMatchObject({
		members: 2,
		events: 2,
		lockedAt: null,
		figures: { published: 1, ahead: 1, orders: 0, guests: 0, checkedIn: 0 },
	});
	expect(body.people[0]).toMatchObject({ email: owner.email, name: 'Zora Neale', role: 'owner' });
	expect(body.newestEvents.map((one: { title: string }) => one.title)).toEqual(['Draft', 'Shown']);
	expect((await api.get(`/api/admin/organisations/${newId()}`, admin)).status).toBe(404);
});

test('a verified organisation shows it on its event pages and in the list', async () => {
	const owner = await makeUser(services);
	const event = await makeEvent(services, owner, { isPublished: true });
	const isShown = async () => (await api.get(`/api/events/${event.id}`)).body.isOrganiserVerified;
	expect(await isShown()).toBe(false);
	const first = (await act(owner, 'verify')).body.verifiedAt;
	expect((await act(owner, 'verify')).body.verifiedAt).toBe(first);
	expect(await isShown()).toBe(true);
	const { data } = (await api.get('/api/admin/organisations', { ...admin, query: { filter: 'verified' } }))
		.body;
	expect(data.map((one: { id: string }) => one.id)).toContain(owner.organisationId);
	expect((await act(owner, 'unverify')).body.verifiedAt).toBeNull();
	expect(await isShown()).toBe(false);
});

test('a locked organisation has no public event, publishes and sells nothing; unlocked it has what it had', async () => {
	const owner = await makeUser(services);
	const shown = await makeEvent(services, owner, { title: 'Open', isPublished: true });
	const taken = await makeEvent(services, owner, { title: 'Taken down', isPublished: true });
	const draft = await makeEvent(services, owner, { title: 'Draft' });
	await api.post(`/api/admin/events/${taken.id}/moderate`, { moderation: 'taken_down', reason: 'x' }, admin);
	await api.post(`/api/admin/events/${shown.id}/feature`, undefined, admin);

	const locked = await act(owner, 'lock', { reason: 'Not their events.' });
	expect(locked.body).toMatchObject({ lockReason: 'Not their events.', lockedAt: expect.any(String) });
	expect(rule(await act(owner, 'lock', { reason: 'again' }))).toBe('already-locked');
	expect(await seen(shown.id)).toBe(404);
	const order = await api.post(`/api/events/${shown.id}/orders`, {
		buyer: { name: 'Ada', email: 'ada@example.org' },
		items: [],
	});
	expect(order.status).toBeGreaterThanOrEqual(400);
	const later = await makeEvent(services, owner, { title: 'Made later' });
	for (const event of [draft, later]) {
		const answer = await api.post(`/api/events/${event.id}/publish`, undefined, owner);
		expect(rule(answer)).toBe('organisation-locked');
		expect(answer.body.userMessage).toContain('Not their events.');
	}
	expect(rule(await api.post(`/api/admin/events/${shown.id}/restore`, undefined, admin))).toBe(
		'organisation-locked',
	);
	// What was taken down by itself and is given back meanwhile stays closed with its organisation.
	await api.post(`/api/admin/events/${taken.id}/restore`, undefined, admin);
	expect(await seen(taken.id)).toBe(404);
	// Members still see what is theirs, and doors open.
	expect((await api.get(`/api/events/${shown.id}`, owner)).status).toBe(200);
	expect((await api.get(`/api/events/${shown.id}/staff-links`, owner)).status).toBe(200);

	expect((await act(owner, 'unlock')).body).toMatchObject({ lockedAt: null, lockReason: '' });
	await act(owner, 'unlock');
	expect([await seen(shown.id), await seen(taken.id), await seen(draft.id)]).toEqual([200, 200, 404]);
	expect((await api.post(`/api/events/${draft.id}/publish`, undefined, owner)).status).toBe(200);
	const { rows } = await services.database.pool.query(
		`SELECT recipient, props->>'isLocked' AS is_locked FROM mails WHERE template = 'organisers/lock-changed'
			AND organisation_id = $1 ORDER BY id`,
		[owner.organisationId],
	);
	expect(rows).toEqual([
		{ recipient: owner.email, is_locked: 'true' },
		{ recipient: owner.email, is_locked: 'false' },
	]);
	const { data } = (await api.get('/api/admin/audit', { ...admin, query: { q: owner.organisationId } })).body;
	expect(data.map((one: { action: string }) => one.action)).toContain('admin.lockOrganisation');
});

test('an event taken down by itself stays so when its organisation is unlocked', async () => {
	const owner = await makeUser(services);
	const event = await makeEvent(services, owner, { isPublished: true });
	await api.post(`/api/admin/events/${event.id}/moderate`, { moderation: 'taken_down', reason: 'x' }, admin);
	await act(owner, 'lock', { reason: 'y' });
	await act(owner, 'unlock');
	expect(await seen(event.id)).toBe(404);
	await api.post(`/api/admin/events/${event.id}/restore`, undefined, admin);
	expect(await seen(event.id)).toBe(200);
});

test('no event slips out while its organisation is being locked', async () => {
	for (let round = 0; round < 5; round += 1) {
		const owner = await makeUser(services);
		const attempts = Array.from({ length: 4 }, async () => {
			const event = await makeEvent(services, owner);
			await api.post(`/api/events/${event.id}/publish`, undefined, owner);
			return event.id;
		});
		const [, ...ids] = await Promise.all([
			lockOrganisation(services, owner.organisationId, 'Now.'),
			...attempts,
		]);
		expect(await Promise.all(ids.map(seen))).toEqual([404, 404, 404, 404]);
	}
});
