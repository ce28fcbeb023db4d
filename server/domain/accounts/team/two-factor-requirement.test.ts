import { beforeEach, describe, expect, test } from 'vitest';
import { provideSandbox } from '#server/domain/accounts/sandbox.ts';
import { remindTwoFactor } from '#server/domain/notifications/two-factor-mails.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeInvitation } from '#tests/factories/team.ts';
import { haveTwoFactor } from '#tests/factories/two-factor.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, clock, api, owner } = useTestOwner({ isFresh: true, hasClock: true });
const dayMs = 86_400_000;
let path: string;

beforeEach(async () => {
	await haveTwoFactor(services, owner);
	path = `/api/organisations/${owner.organisationId}`;
});

const requireIn = (days: number, token = owner.token) => api.post(`${path}/two-factor`, { days }, { token });
const stop = (token = owner.token) => api.delete(`${path}/two-factor`, { token });
const rule = ({ body }: ApiAnswer) => body.metadata?.rule;
const member = (role: Parameters<typeof makeMember>[2], eventIds: string[] | null = null) =>
	makeMember(services, owner.organisationId, role, eventIds);
const rows = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const hearFacts = () => factPoller.run(services, new AbortController().signal);

describe('requiring two factors', () => {
	test('is for owners who have them and signed in lately, from 1 to 30 days on', async () => {
		const admin = await member('admin');
		await haveTwoFactor(services, admin);
		expect((await requireIn(7, admin.token)).status).toBe(403);
		for (const days of [-1, 31, 1.5]) expect((await requireIn(days)).status).toBe(400);
		const second = await member('owner');
		expect(rule(await requireIn(7, second.token))).toBe('own-two-factor-first');
		const set = await requireIn(7);
		expect(set.status).toBe(200);
		expect(Date.parse(set.body.needsTwoFactorFrom)).toBe(clock.now().getTime() + 7 * dayMs);
		const list = await api.get(`${path}/members`, { token: owner.token });
		expect(list.body.needsTwoFactorFrom).toBe(set.body.needsTwoFactorFrom);
		expect(list.body.data.map((one: { hasTwoFactor: boolean }) => one.hasTwoFactor)).toEqual([
			true,
			false,
			true,
		]);
		clock.advance(16 * 60_000);
		for (const stale of [await requireIn(7), await stop()])
			expect([stale.status, rule(stale)]).toEqual([403, 'confirm-sign-in']);
	});

	test('at once takes that all members have them', async () => {
		const grace = await member('finance');
		expect(rule(await requireIn(0))).toBe('members-without-two-factor');
		await haveTwoFactor(services, grace);
		expect((await requireIn(0)).status).toBe(200);
		expect((await stop()).status).toBe(204);
	});

	test('counts accounts of the demo as having them, in the list of members too', async () => {
		const demo = await member('admin');
		await rows('UPDATE users SET is_demo = true WHERE id = $1', [demo.userId]);
		const list = await api.get(`${path}/members`, { token: owner.token });
		expect(list.body.data.map((one: { hasTwoFactor: boolean }) => one.hasTwoFactor)).toEqual([true, true]);
		expect((await requireIn(0)).status).toBe(200);
		const invited = await api.post(
			`${path}/invitations`,
			{ emails: ['one@example.org'], role: 'marketing' },
			{ token: demo.token },
		);
		expect(invited.status).toBe(202);
	});

	test('is in force for owners as well: without them they neither stop it nor put it off', async () => {
		const second = await member('owner');
		await requireIn(1);
		clock.advance(dayMs);
		await rows('UPDATE sessions SET confirmed_at = $1, created_at = $1, expires_at = $2', [
			clock.now(),
			new Date(clock.now().getTime() + dayMs),
		]);
		for (const refused of [await stop(second.token), await requireIn(30, second.token)])
			expect([refused.status, rule(refused)]).toEqual([403, 'two-factor-needed']);
		expect((await requireIn(30)).status).toBe(200);
		expect((await stop(second.token)).status).toBe(204);
	});

	test('is in the activity log, and its sandbox follows', async () => {
		await services.database.transaction((tx) => provideSandbox(tx, owner.organisationId));
		await requireIn(3);
		const fromOf = () =>
			rows(
				'SELECT DISTINCT needs_two_factor_from AS "from" FROM organisations WHERE id = $1 OR sandbox_of = $1',
				[owner.organisationId],
			);
		expect(await fromOf()).toEqual([{ from: new Date(clock.now().getTime() + 3 * dayMs) }]);
		await stop();
		expect(await fromOf()).toEqual([{ from: null }]);
		const acts = await api.get(`${path}/acts`, { token: owner.token });
		expect(acts.body.data).toMatchObject([
			{ action: 'accounts.stopRequiringTwoFactor' },
			{ action: 'accounts.requireTwoFactor', input: { days: 3 } },
		]);
	});
});

describe('a member without two factors', () => {
	test('works as ever until the date, then reads, and works again once they have them', async () => {
		const grace = await member('admin');
		await requireIn(2);
		const invite = (email: string) =>
			api.post(`${path}/invitations`, { emails: [email], role: 'marketing' }, { token: grace.token });
		const user = await api.get('/api/auth/user', { token: grace.token });
		const mine = user.body.organisations.find((one: { id: string }) => one.id === owner.organisationId);
		expect(Date.parse(mine.needsTwoFactorFrom)).toBe(clock.now().getTime() + 2 * dayMs);
		expect((await invite('one@example.org')).status).toBe(202);

		const [from] = await rows(
			'UPDATE organisations SET needs_two_factor_from = $2 WHERE id = $1 RETURNING id',
			[owner.organisationId, new Date(clock.now().getTime() - 1)],
		);
		expect(from.id).toBe(owner.organisationId);
		const refused = await invite('two@example.org');
		expect([refused.status, refused.body.code, rule(refused)]).toEqual([
			403,
			'AUTH_INSUFFICIENT_PERMISSIONS',
			'two-factor-needed',
		]);
		expect((await api.get(`${path}/members`, { token: grace.token })).status).toBe(200);
		expect(rule(await api.get(`${path}/acts/export`, { token: grace.token }))).toBe('two-factor-needed');
		// Their own organisation asks for nothing.
		const own = user.body.organisations.find((one: { id: string }) => one.id !== owner.organisationId);
		const event = { title: 'Mine', startsAtLocal: '2031-05-02T19:30', timeZone: 'UTC' };
		const made = await api.post('/api/events', { ...event, organisationId: own.id }, { token: grace.token });
		expect(made.status).toBe(201);

		await haveTwoFactor(services, grace);
		expect((await invite('two@example.org')).status).toBe(202);
		const after = await api.get('/api/auth/user', { token: grace.token });
		expect(
			after.body.organisations.map((one: { needsTwoFactorFrom: unknown }) => one.needsTwoFactorFrom),
		).toEqual([null, null]);
		// Turning them off is possible, says who requires them, and ends the rights again.
		const security = await api.get('/api/account/security', { token: grace.token });
		expect(security.body.twoFactor.requiredBy).toHaveLength(1);
		await api.delete('/api/account/two-factor', { token: grace.token });
		expect(rule(await invite('three@example.org'))).toBe('two-factor-needed');
	});

	test('checks guests in all the same, and API keys go on', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const door = await member('check_in', [event.id]);
		const maker = await member('admin');
		const key = await makeApiKey(services, maker);
		await rows('UPDATE organisations SET needs_two_factor_from = $2 WHERE id = $1', [
			owner.organisationId,
			new Date(clock.now().getTime() - 1),
		]);
		const checkIn = await api.post(
			`/api/events/${event.id}/check-ins`,
			{ code: 'unknown' },
			{ token: door.token },
		);
		expect(rule(checkIn)).toBeUndefined();
		expect(checkIn.status).not.toBe(403);
		const body = { title: 'By key', startsAtLocal: '2031-05-02T19:30', timeZone: 'UTC' };
		expect((await api.post('/api/events', body, { token: key.token })).status).toBe(201);
		expect(
			rule(
				await api.post(
					'/api/events',
					{ ...body, organisationId: owner.organisationId },
					{ token: maker.token },
				),
			),
		).toBe('two-factor-needed');
	});

	test('gets an email and a notice now and three days before, each once', async () => {
		const grace = await member('finance');
		const safe = await member('finance');
		await haveTwoFactor(services, safe);
		await requireIn(10);
		await hearFacts();
		await hearFacts();
		const mails = () =>
			rows(`SELECT recipient FROM mails WHERE template = 'accounts/two-factor-required' ORDER BY id`);
		expect(await mails()).toEqual([{ recipient: grace.email }]);
		await remindTwoFactor.run(services);
		expect(await mails()).toHaveLength(1);
		clock.advance(8 * dayMs);
		await remindTwoFactor.run(services);
		await remindTwoFactor.run(services);
		expect(await mails()).toEqual([{ recipient: grace.email }, { recipient: grace.email }]);
		const notices = await rows(`SELECT user_id FROM notices WHERE kind = 'two-factor-needed'`);
		expect(notices).toEqual([{ user_id: grace.userId }, { user_id: grace.userId }]);
	});

	test('reads in the invitation that they will need them', async () => {
		const { token } = await makeInvitation(services, owner, {});
		expect((await api.get(`/api/invitations/${token}`)).body.needsTwoFactorFrom).toBeNull();
		const { body } = await requireIn(5);
		expect((await api.get(`/api/invitations/${token}`)).body.needsTwoFactorFrom).toBe(
			body.needsTwoFactorFrom,
		);
	});
});
