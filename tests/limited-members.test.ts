import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { organisationRoles } from '#shared/rules/permissions.ts';
import { makeMember, type TestUser } from '#tests/factories/accounts.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** An organisation with an event of theirs and one of others, both with guests, a door and an open conflict. */
const { database, services, api, owner } = useTestOwner();
let theirs: Door;
let other: Door;
let manager: TestUser;

beforeAll(async () => {
	theirs = await makeDoor({ services, api, owner }, { title: 'Regatta breakfast', guests: 1 });
	other = await makeDoor({ services, api, owner }, { title: 'Secret auction', guests: 2 });
	for (const door of [theirs, other]) await admitStranger(door);
	manager = await makeMember(services, owner.organisationId, 'event_manager', [theirs.event]);
});

async function admitStranger(door: Door) {
	const item = {
		kind: 'scan',
		nonce: randomUUID(),
		guestQrData: randomUUID(),
		decision: 'admitted',
		shown: 'accepted',
		scannedAt: new Date().toISOString(),
	};
	const device = { id: 'device-a', name: 'Door a', queued: 1 };
	const answer = await api.post(`/api/staff-access/sync/${door.token}`, { device, items: [item] });
	expect(answer.status).toBe(200);
}

const ofOrganisation = (path: string, token: string, query: Record<string, string> = {}) =>
	api.get(`/api/organisations/${owner.organisationId}${path}`, { token, query });
const titles = (answer: { body: { data: { title: string }[] } }) =>
	answer.body.data.map(({ title }) => title);

describe('a member who is limited to chosen events', () => {
	test.each(organisationRoles)('%s: finds their events on the dashboard, and only those', async (role) => {
		const { token } = await makeMember(services, owner.organisationId, role, [theirs.event]);
		for (const view of ['live', 'all']) {
			const answer = await ofOrganisation('/events', token, { view });
			expect(answer.status).toBe(200);
			expect([titles(answer), answer.body.nextCursor]).toEqual([['Regatta breakfast'], null]);
		}
		expect(titles(await ofOrganisation('/events', token, { view: 'draft' }))).toEqual([]);
		expect(titles(await ofOrganisation('/events', token, { q: 'auction' }))).toEqual([]);
		expect(titles(await ofOrganisation('/events', token, { q: 'regatta' }))).toEqual(['Regatta breakfast']);
	});

	test('turns the pages of their events without meeting others', async () => {
		const more = await makeEvent(services, owner, { title: 'Boat christening' });
		const { token } = await makeMember(services, owner.organisationId, 'check_in', [theirs.event, more.id]);
		const seen: string[] = [];
		let cursor: string | null = '';
		do {
			const answer = await ofOrganisation('/events', token, { limit: '1', ...(cursor && { cursor }) });
			seen.push(...titles(answer));
			cursor = answer.body.nextCursor as string | null;
		} while (cursor && seen.length < 5);
		expect(seen.toSorted()).toEqual(['Boat christening', 'Regatta breakfast']);
	});

	test('is notified of the conflicts at their door, and of no other', async () => {
		const whole = await ofOrganisation('/door/conflicts', owner.token);
		expect(titles(whole)).toHaveLength(2);
		const part = await ofOrganisation('/door/conflicts', manager.token);
		expect(part.body.data).toEqual([{ eventId: theirs.event, title: 'Regatta breakfast', openConflicts: 1 }]);
	});

	test('sees the figures of their door, and of no other', async () => {
		for (const path of ['door/figures', 'door/conflicts', 'attendees', 'ticket-types']) {
			const own = await api.get(`/api/events/${theirs.event}/${path}`, { token: manager.token });
			expect([path, own.status]).toEqual([path, 200]);
		}
		for (const path of ['door/figures', 'door/conflicts', 'attendees']) {
			const beyond = await api.get(`/api/events/${other.event}/${path}`, { token: manager.token });
			expect([path, beyond.status]).toEqual([path, 404]);
		}
	});

	test('sees of other events what the public sees', async () => {
		const own = await api.get(`/api/events/${theirs.event}`, { token: manager.token });
		expect(own.body.organisation.permissions).toContain('events.edit');
		expect(own.body.organisation.permissions).not.toContain('events.create');
		const beyond = await api.get(`/api/events/${other.event}`, { token: manager.token });
		expect(beyond.status).toBe(200);
		expect(beyond.body.organisation).toBeUndefined();
		const draft = await makeEvent(services, owner, { title: 'Unannounced' });
		expect((await api.get(`/api/events/${draft.id}`, { token: manager.token })).status).toBe(404);
	});

	test('makes no events: none from nothing, none as a copy of theirs', async () => {
		const input = { title: 'Mine', startsAt: '2027-01-01T10:00:00Z', organisationId: owner.organisationId };
		const made = await api.post('/api/events', input, { token: manager.token });
		expect([made.status, made.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
		const copied = await api.post(`/api/events/${theirs.event}/duplicate`, {}, { token: manager.token });
		expect([copied.status, copied.body.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
	});

	test('knows that they are limited, and plans in an organisation of their own', async () => {
		const answer = await api.get('/api/auth/user', { token: manager.token });
		const limits = answer.body.organisations.map((one: { id: string; isLimited: boolean }) => [
			one.id === owner.organisationId,
			one.isLimited,
		]);
		expect(limits).toEqual([
			[false, false],
			[true, true],
		]);
		// Also when they belonged there before they had one of their own.
		await database().pool.query(
			`UPDATE memberships SET created_at = created_at - interval '1 day' WHERE organisation_id = $1 AND user_id = $2`,
			[owner.organisationId, manager.userId],
		);
		const made = await api.post(
			'/api/events',
			{ title: 'Mine', startsAt: '2027-01-01T10:00:00Z' },
			{ token: manager.token },
		);
		expect(made.status).toBe(201);
		expect(made.body.organisation.id).not.toBe(owner.organisationId);
	});

	test('loses what is taken from them with the next call', async () => {
		const member = await makeMember(services, owner.organisationId, 'check_in', [theirs.event]);
		expect(titles(await ofOrganisation('/events', member.token))).toEqual(['Regatta breakfast']);
		await database().pool.query('DELETE FROM memberships WHERE organisation_id = $1 AND user_id = $2', [
			owner.organisationId,
			member.userId,
		]);
		expect((await ofOrganisation('/events', member.token)).status).toBe(404);
	});
});
