import { beforeEach, describe, expect, test } from 'vitest';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { haveTwoFactor } from '#tests/factories/two-factor.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { endOwnershipOffers } from './ownership-offers.ts';

const { database, services, clock, api } = useTestApi({ isFresh: true, hasClock: true });
const dayMs = 86_400_000;
let owner: TestUser;
let heir: TestUser;
let path: string;
let theirs: string;

beforeEach(async () => {
	owner = await makeUser(services);
	heir = await makeMember(services, owner.organisationId, 'check_in');
	path = `/api/organisations/${owner.organisationId}`;
	theirs = `/api/account/memberships/${owner.organisationId}/ownership`;
});

const rule = ({ body }: ApiAnswer) => body?.metadata?.rule;
const offer = (to = heir, by = owner) =>
	api.post(`${path}/ownership`, { userId: to.userId }, { token: by.token });
const accept = (by = heir) => api.post(theirs, undefined, { token: by.token });
const decline = (by = heir) => api.delete(theirs, { token: by.token });
const cancel = (by = owner) => api.delete(`${path}/ownership`, { token: by.token });
const rows = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const roles = async () =>
	Object.fromEntries(
		(
			await rows('SELECT user_id, role FROM memberships WHERE organisation_id = $1', [owner.organisationId])
		).map((row) => [row.user_id, row.role]),
	);
const changes = async () =>
	(
		await rows(
			`SELECT recipient, props->>'change' AS change FROM mails WHERE template = 'accounts/membership' ORDER BY id`,
		)
	).map(({ recipient, change }) => [recipient === owner.email ? 'owner' : 'heir', change]);

describe('an offer of ownership', () => {
	test('changes nothing until it is accepted, and both sides get emails', async () => {
		const made = await offer();
		expect(made.status).toBe(202);
		expect(made.body).toMatchObject({ userId: heir.userId, offeredBy: owner.userId });
		expect(Date.parse(made.body.expiresAt)).toBe(clock.now().getTime() + 7 * dayMs);
		expect(await roles()).toEqual({ [owner.userId]: 'owner', [heir.userId]: 'check_in' });
		const list = await api.get(`${path}/members`, { token: owner.token });
		expect(list.body.ownershipOffer).toEqual(made.body);
		const user = await api.get('/api/auth/user', { token: heir.token });
		expect(
			user.body.organisations.find((one: { id: string }) => one.id === owner.organisationId).ownershipOffer,
		).toEqual({ from: 'Ada Lovelace', expiresAt: made.body.expiresAt });
		const notices = await api.get('/api/account/notices', { token: heir.token });
		expect(notices.body.data).toMatchObject([{ kind: 'ownership-offered' }]);

		expect((await accept()).status).toBe(204);
		expect(await roles()).toEqual({ [owner.userId]: 'admin', [heir.userId]: 'owner' });
		expect((await accept()).status).toBe(404);
		expect(await changes()).toEqual([
			['heir', 'offered'],
			['owner', 'offer-made'],
			['heir', 'owner'],
			['owner', 'former-owner'],
		]);
		const acts = await api.get(`${path}/acts`, { token: heir.token });
		expect(acts.body.data.map((one: { action: string }) => one.action)).toEqual([
			'accounts.acceptOwnership',
			'accounts.offerOwnership',
		]);
	});

	test('is one of an organisation, to another member, by an owner', async () => {
		const other = await makeMember(services, owner.organisationId, 'admin');
		expect(rule(await offer(owner))).toBe('same-person');
		expect((await offer(heir, other)).status).toBe(403);
		const stranger = await makeUser(services);
		expect((await offer(stranger)).status).toBe(404);
		await offer();
		expect(rule(await offer(other))).toBe('ownership-offered');
		// What is offered to another member is not there.
		for (const answer of [await accept(other), await decline(other), await accept(stranger)])
			expect(answer.status).toBe(404);
		expect((await cancel(other)).status).toBe(403);
	});

	test('ends when it is declined or cancelled', async () => {
		await offer();
		expect((await decline()).status).toBe(204);
		await offer();
		expect((await cancel()).status).toBe(204);
		for (const answer of [await accept(), await decline(), await cancel()]) expect(answer.status).toBe(404);
		expect((await changes()).filter(([, change]) => !['offered', 'offer-made'].includes(change))).toEqual([
			['heir', 'offer-declined'],
			['owner', 'offer-declined'],
			['heir', 'offer-cancelled'],
			['owner', 'offer-cancelled'],
		]);
	});

	test('expires after seven days, and can be made anew', async () => {
		await offer();
		clock.advance(7 * dayMs + 1);
		// A session lives on, the proof of who they are does not.
		for (const one of [owner, heir])
			await rows(
				'UPDATE sessions SET confirmed_at = $2, created_at = $2, expires_at = $3 WHERE user_id = $1',
				[one.userId, clock.now(), new Date(clock.now().getTime() + dayMs)],
			);
		expect(rule(await accept())).toBe('offer-expired');
		expect((await api.get(`${path}/members`, { token: owner.token })).body.ownershipOffer).toBeNull();
		await endOwnershipOffers.run(services);
		await endOwnershipOffers.run(services);
		expect((await changes()).slice(2)).toEqual([
			['heir', 'offer-expired'],
			['owner', 'offer-expired'],
		]);
		expect((await offer()).status).toBe(202);
		expect((await accept()).status).toBe(204);
	});

	test('takes a fresh sign-in, and two factors where they are required', async () => {
		await offer();
		clock.advance(16 * 60_000);
		const stale = await accept();
		expect([stale.status, rule(stale)]).toEqual([403, 'confirm-sign-in']);
		await rows('UPDATE sessions SET confirmed_at = $1', [clock.now()]);
		await rows('UPDATE organisations SET needs_two_factor_from = $2 WHERE id = $1', [
			owner.organisationId,
			new Date(clock.now().getTime() + 5 * dayMs),
		]);
		const bare = await accept();
		expect([bare.status, rule(bare)]).toEqual([403, 'two-factor-needed']);
		await haveTwoFactor(services, heir);
		expect((await accept()).status).toBe(204);
	});

	test('is void once either side left, or whoever made it is no owner or is locked', async () => {
		const second = await makeMember(services, owner.organisationId, 'owner');
		await offer();
		await api.delete(`${path}/members/${heir.userId}`, { token: owner.token });
		expect((await cancel()).status).toBe(404);
		const other = await makeMember(services, owner.organisationId, 'finance');
		await offer(other, second);
		await api.call('PATCH', `${path}/members/${second.userId}`, { role: 'admin' }, { token: owner.token });
		expect(rule(await accept(other))).toBe('offer-ended');
		expect((await roles())[other.userId]).toBe('finance');
		await cancel();
		await offer(other, owner);
		await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [owner.userId]);
		expect(rule(await accept(other))).toBe('offer-ended');
	});

	test('makes whoever accepts it an owner without limits, once, whatever is sent again', async () => {
		const event = await makeEvent(services, owner);
		await offer();
		await rows(
			`UPDATE memberships SET event_ids = $2, extra_actions = '{money.view}', denied_actions = '{attendees.view}' WHERE user_id = $1
				AND organisation_id = $3`,
			[heir.userId, [event.id], owner.organisationId],
		);
		const take = () =>
			api.post(theirs, undefined, { token: heir.token, headers: { 'idempotency-key': 'take-once' } });
		expect((await take()).status).toBe(204);
		const rights = () =>
			rows(
				`SELECT role, event_ids, extra_actions, denied_actions FROM memberships WHERE user_id = $1 AND organisation_id = $2`,
				[heir.userId, owner.organisationId],
			);
		const whole = { event_ids: null, extra_actions: [], denied_actions: [] };
		expect(await rights()).toEqual([{ role: 'owner', ...whole }]);
		// Given back: the old call says what it said, and does nothing.
		expect((await offer(owner, heir)).status).toBe(202);
		expect((await accept(owner)).status).toBe(204);
		expect((await take()).status).toBe(204);
		expect(await roles()).toEqual({ [owner.userId]: 'owner', [heir.userId]: 'admin' });
	});

	test('is one, also when two owners make theirs at the same moment, and no race leaves a team without owner', async () => {
		for (let round = 0; round < 6; round++) {
			owner = await makeUser(services);
			path = `/api/organisations/${owner.organisationId}`;
			theirs = `/api/account/memberships/${owner.organisationId}/ownership`;
			const second = await makeMember(services, owner.organisationId, 'owner');
			heir = await makeMember(services, owner.organisationId, 'finance');
			const made = await Promise.all([offer(heir, owner), offer(heir, second)]);
			expect(made.map(({ status }) => status).toSorted()).toEqual([202, 422]);
			const [from, other] = made[0]?.status === 202 ? [owner, second] : [second, owner];
			const answers = await Promise.all([
				accept(),
				api.delete(`${path}/members/${from.userId}`, { token: other.token }),
				api.call('PATCH', `${path}/members/${other.userId}`, { role: 'admin' }, { token: from.token }),
			]);
			for (const { status } of answers) expect(status).toBeLessThan(500);
			expect(Object.values(await roles())).toContain('owner');
			// What is left of it, if anything, is of those who are still members.
			expect(
				await rows(
					`SELECT FROM ownership_offers o WHERE NOT EXISTS (SELECT FROM memberships m WHERE m.organisation_id = o.organisation_id
						AND m.user_id = o.offered_by)`,
				),
			).toEqual([]);
		}
	});

	test('has one outcome, whoever acts at the same time', async () => {
		for (let round = 0; round < 8; round++) {
			owner = await makeUser(services);
			heir = await makeMember(services, owner.organisationId, 'admin');
			path = `/api/organisations/${owner.organisationId}`;
			theirs = `/api/account/memberships/${owner.organisationId}/ownership`;
			await offer();
			const remove = () => api.delete(`${path}/members/${heir.userId}`, { token: owner.token });
			const other = [cancel, decline, remove, accept][round % 4] as () => Promise<ApiAnswer>;
			const answers = await Promise.all([accept(), other()]);
			const statuses = answers.map(({ status }) => status);
			for (const status of statuses) expect(status).toBeLessThan(500);
			const after = await roles();
			expect(Object.values(after).filter((role) => role === 'owner')).toHaveLength(1);
			expect(after[heir.userId] === 'owner').toBe(
				statuses[0] === 204 || (round % 4 === 3 && statuses[1] === 204),
			);
			expect(statuses.filter((status) => status === 204)).toHaveLength(1);
			expect(await rows('SELECT FROM ownership_offers')).toEqual([]);
		}
	});
});
