import { beforeEach, describe, expect, test } from 'vitest';
import type { OrganisationRole } from '#shared/rules/permissions.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeInvitation } from '#tests/factories/team.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, clock, api, owner } = useTestOwner({ isFresh: true, hasClock: true });
let path: string;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}`;
});

const member = (role: OrganisationRole, eventIds: string[] | null = null) =>
	makeMember(services, owner.organisationId, role, eventIds);
const invite = (body: object, token = owner.token) => api.post(`${path}/invitations`, body, { token });
const rule = (answer: { body: { metadata?: { rule?: string } } }) => answer.body.metadata?.rule;
const change = (who: TestUser, body: object, token = owner.token) =>
	api.call('PATCH', `${path}/members/${who.userId}`, body, { token });
const remove = (who: TestUser, token = owner.token) =>
	api.call('DELETE', `${path}/members/${who.userId}`, undefined, { token });
const leave = (who: TestUser) =>
	api.call('DELETE', `/api/account/memberships/${owner.organisationId}`, undefined, { token: who.token });

describe('an invitation', () => {
	test('without a mail server gives its link to whoever invites, once, and is stored as a hash', async () => {
		const made = await invite({ emails: ['grace@example.org', 'GRACE@example.org'], role: 'finance' });
		expect(made.status).toBe(202);
		expect(made.body.data).toHaveLength(1);
		const { link } = made.body.data[0];
		expect(link).toMatch(/^https:\/\/foyer\.test\/invitations\/[\w-]{43}$/);
		const list = await api.get(`${path}/invitations`, { token: owner.token });
		expect(list.body.data).toMatchObject([{ email: 'grace@example.org', role: 'finance', link: null }]);
		const { rows } = await database().pool.query('SELECT i::text AS row FROM invitations i');
		expect(rows[0].row).not.toContain(link.split('/').at(-1));
	});

	test('is in a list of pages, the newest first, each once', async () => {
		const emails = [1, 2, 3, 4, 5].map((place) => `page-${place}@example.org`);
		await invite({ emails, role: 'marketing' });
		const seen: string[] = [];
		let next = '';
		do {
			const read = await api.get(`${path}/invitations?limit=2${next}`, { token: owner.token });
			expect(read.body.data.length).toBeLessThanOrEqual(2);
			seen.push(...read.body.data.map(({ email }: { email: string }) => email));
			next = read.body.nextCursor && `&cursor=${read.body.nextCursor}`;
		} while (next);
		expect(seen.slice(0, 5).toSorted()).toEqual(emails);
		expect(new Set(seen).size).toBe(seen.length);
		const all = await api.get(`${path}/invitations?limit=200`, { token: owner.token });
		expect(all.body.data.map(({ email }: { email: string }) => email)).toEqual(seen);
		expect(all.body.nextCursor).toBeNull();
		for (const { id } of all.body.data.slice(0, 5))
			await api.delete(`${path}/invitations/${id}`, { token: owner.token });
		const wrong = await api.get(`${path}/invitations?cursor=x`, { token: owner.token });
		expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_INVALID_FORMAT']);
	});

	test('of an address with an account and of one without have the same answer', async () => {
		const known = await makeUser(services);
		const shape = async (email: string) => {
			const { status, body } = await invite({ emails: [email], role: 'marketing' });
			const { id: _, link: _l, email: _e, expiresAt: _x, createdAt: _c, ...rest } = body.data[0];
			return [status, rest];
		};
		expect(await shape(known.email)).toEqual(await shape('nobody@example.org'));
	});

	test('makes a newcomer an account and a member, who lands in the organisation', async () => {
		const event = await makeEvent(services, owner, { title: 'Regatta' });
		const other = await makeEvent(services, owner, { title: 'Auction' });
		const { token, email } = await makeInvitation(services, owner, { eventIds: [event.id] });
		const seen = await api.get(`/api/invitations/${token}`);
		expect(seen.body).toMatchObject({
			state: 'open',
			events: ['Regatta'],
			hasAccount: false,
			isYours: null,
			address: `${email[0]}•••@example.org`,
		});
		expect(JSON.stringify(seen.body)).not.toContain(email);
		const bare = await api.post(`/api/invitations/${token}`, {});
		expect([bare.status, bare.body.details[0].field]).toEqual([400, 'password']);
		const joined = await api.post(`/api/invitations/${token}`, {
			firstName: 'Grace',
			password: 'hummus and regret',
		});
		expect(joined.status).toBe(200);
		const session = joined.body.session.token;
		const user = await api.get('/api/auth/user', { token: session });
		expect(user.body.organisations[0]).toMatchObject({
			id: owner.organisationId,
			role: 'event_manager',
			isLimited: true,
		});
		expect((await api.get(`/api/events/${event.id}/attendees`, { token: session })).status).toBe(200);
		expect((await api.get(`/api/events/${other.id}/attendees`, { token: session })).status).toBe(404);
	});

	test('is accepted by whoever is logged in with its address, once', async () => {
		const grace = await makeUser(services, { email: 'grace@example.org' });
		const { token } = await makeInvitation(services, owner, { email: 'Grace@example.org' });
		const closed = await api.post(`/api/invitations/${token}`, { password: 'hummus and regret' });
		expect([closed.status, closed.body.code]).toEqual([409, 'RESOURCE_ALREADY_EXISTS']);
		const joined = await api.post(`/api/invitations/${token}`, {}, { token: grace.token });
		expect([joined.status, joined.body.session]).toEqual([200, null]);
		const again = await api.post(`/api/invitations/${token}`, {}, { token: grace.token });
		expect(rule(again)).toBe('invitation-accepted');
		expect((await api.get(`/api/invitations/${token}`)).body.state).toBe('accepted');
	});

	test('is accepted once by two calls at the same time', async () => {
		const { token } = await makeInvitation(services, owner);
		const body = { firstName: 'Grace', password: 'hummus and regret' };
		const answers = await Promise.all([1, 2].map(() => api.post(`/api/invitations/${token}`, body)));
		expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test('is refused to another address, after its end and once withdrawn, and says so', async () => {
		const stranger = await makeUser(services);
		const { token, id } = await makeInvitation(services, owner, { email: 'ada@example.org' });
		const other = await api.post(`/api/invitations/${token}`, {}, { token: stranger.token });
		expect([rule(other), other.body.userMessage]).toEqual([
			'other-address',
			'This invitation went to a•••@example.org. Log in with that address or ask for a new one.',
		]);
		await database().pool.query('UPDATE invitations SET expires_at = $1', [clock.now()]);
		const late = await api.post(`/api/invitations/${token}`, { password: 'hummus and regret' });
		expect(rule(late)).toBe('invitation-expired');
		const renewed = await api.post(`${path}/invitations/${id}/resend`, undefined, { token: owner.token });
		expect(renewed.body).toMatchObject({ state: 'open', sent: 2 });
		expect((await api.get(`/api/invitations/${token}`)).status).toBe(404);
		const next = renewed.body.link.split('/').at(-1);
		await api.call('DELETE', `${path}/invitations/${id}`, undefined, { token: owner.token });
		const withdrawn = await api.post(`/api/invitations/${next}`, { password: 'hummus and regret' });
		expect(rule(withdrawn)).toBe('invitation-withdrawn');
		const { rows } = await database().pool.query('SELECT 1 FROM users WHERE email_key = $1', [
			'ada@example.org',
		]);
		expect(rows).toEqual([]);
	});

	test('of a member, of too many a day and sent too often is refused', async () => {
		const grace = await member('finance');
		const taken = await invite({ emails: ['new@example.org', grace.email], role: 'finance' });
		expect([taken.status, taken.body.details[0].field]).toEqual([400, 'emails.1']);
		const emails = (from: number) => Array.from({ length: 20 }, (_, at) => `p${from + at}@example.org`);
		expect((await invite({ emails: emails(0), role: 'finance' })).status).toBe(202);
		expect((await invite({ emails: emails(20), role: 'finance' })).status).toBe(202);
		const over = await invite({ emails: emails(40), role: 'finance' });
		expect([over.status, over.body.code]).toEqual([402, 'INSUFFICIENT_QUOTA']);
	});
});

describe('rights', () => {
	test('beyond the own ones are not given, and who has more is not touched', async () => {
		const admin = await member('admin');
		const manager = await member('event_manager');
		expect(rule(await invite({ emails: ['a@example.org'], role: 'owner' }, admin.token))).toBe(
			'beyond-own-rights',
		);
		expect(rule(await change(manager, { role: 'owner' }, admin.token))).toBe('beyond-own-rights');
		expect(rule(await change(owner, { role: 'finance' }, admin.token))).toBe('beyond-own-rights');
		expect(rule(await remove(owner, admin.token))).toBe('beyond-own-rights');
		await change(manager, { extra: ['members.manage'] });
		expect(rule(await change(await member('check_in'), { role: 'finance' }, manager.token))).toBe(
			'beyond-own-rights',
		);
		expect((await change(await member('check_in'), { role: 'event_manager' }, manager.token)).status).toBe(
			200,
		);
		expect(rule(await change(admin, { role: 'finance' }, admin.token))).toBe('own-rights');
	});

	test('count from the next call: a role, single abilities, events', async () => {
		const event = await makeEvent(services, owner);
		const grace = await member('check_in');
		const orders = () => api.get(`/api/events/${event.id}/orders`, { token: grace.token });
		expect((await orders()).status).toBe(403);
		await change(grace, { extra: ['orders.view'] });
		expect((await orders()).status).toBe(200);
		await change(grace, { denied: ['orders.view'] });
		expect((await orders()).status).toBe(403);
		await change(grace, { role: 'admin', extra: [], denied: ['money.view'] });
		expect((await orders()).status).toBe(200);
		expect((await api.get(`${path}/balances`, { token: grace.token })).status).toBe(403);
		await change(grace, { eventIds: [(await makeEvent(services, owner)).id] });
		expect((await orders()).status).toBe(404);
	});

	test('that nobody can be given are refused, and an owner is limited to nothing', async () => {
		const grace = await member('finance');
		expect((await change(grace, { extra: ['ownership.transfer'] })).status).toBe(400);
		expect((await change(grace, { eventIds: [owner.userId] })).status).toBe(400);
		expect(rule(await change(grace, { role: 'owner', denied: ['money.view'] }))).toBe('owner-unlimited');
	});
});

describe('leaving', () => {
	test('a removed member is refused with the next call', async () => {
		const grace = await member('admin');
		expect((await remove(grace)).status).toBe(204);
		expect((await api.get(`${path}/members`, { token: grace.token })).status).toBe(404);
		expect((await remove(grace)).status).toBe(404);
	});

	test('the last owner stays, and hands over first', async () => {
		const grace = await member('admin');
		expect(rule(await leave(owner))).toBe('last-owner');
		const stale = await makeUser(services, { password: 'hummus and regret' });
		const theirs = `/api/organisations/${stale.organisationId}/ownership`;
		clock.advance(16 * 60_000);
		const heir = await makeMember(services, stale.organisationId, 'finance');
		const refused = await api.post(theirs, { userId: heir.userId }, { token: stale.token });
		expect([refused.status, rule(refused)]).toEqual([403, 'confirm-sign-in']);
		const wrong = await api.post(theirs, { userId: heir.userId, password: 'wrong' }, { token: stale.token });
		expect(wrong.body.code).toBe('AUTH_INVALID_CREDENTIALS');
		const given = await api.post(
			theirs,
			{ userId: heir.userId, password: 'hummus and regret' },
			{ token: stale.token },
		);
		expect([given.status, given.body.userId]).toEqual([202, heir.userId]);
		const accepted = `/api/account/memberships/${stale.organisationId}/ownership`;
		expect((await api.post(accepted, undefined, { token: heir.token })).status).toBe(204);
		const members = await api.get(`/api/organisations/${stale.organisationId}/members`, {
			token: heir.token,
		});
		expect(members.body.data.map((one: { role: string }) => one.role)).toEqual(['owner', 'admin']);
		expect((await leave(grace)).status).toBe(204);
	});

	/** Both owners leave in the same moment, many times over. @returns organisations that were left without an owner */
	async function race(rounds: number): Promise<number> {
		let without = 0;
		for (let round = 0; round < rounds; round++) {
			const first = await makeUser(services);
			const second = await makeMember(services, first.organisationId, 'owner');
			const go = (who: TestUser) =>
				api.call('DELETE', `/api/account/memberships/${first.organisationId}`, undefined, {
					token: who.token,
				});
			const statuses = (await Promise.all([go(first), go(second)])).map(({ status }) => status);
			const { rows } = await database().pool.query(
				`SELECT count(*)::int AS owners FROM memberships WHERE organisation_id = $1 AND role = 'owner'`,
				[first.organisationId],
			);
			if (rows[0].owners === 0) without += 1;
			else expect(statuses.sort()).toEqual([204, 422]);
		}
		return without;
	}

	test('the last two owners who leave at once do not leave it without one', async () => {
		expect(await race(20)).toBe(0);
	});

	test('negative control: a check that does not wait for the other loses the owner', async () => {
		const { pool } = database();
		const { rows } = await pool.query(`SELECT pg_get_functiondef('foyer_keep_an_owner'::regproc) AS text`);
		await pool.query(rows[0].text.replace(' FOR NO KEY UPDATE', ''));
		try {
			expect(await race(20)).toBeGreaterThan(0);
		} finally {
			await pool.query(rows[0].text);
		}
	});

	test('two owners who remove each other: one stays', async () => {
		const other = await member('owner');
		const answers = await Promise.all([remove(owner, other.token), remove(other)]);
		expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
		expect(answers.every(({ status }) => status < 500)).toBe(true);
	});
});

describe('the log', () => {
	const acts = async (token = owner.token, query: Record<string, string> = {}) =>
		(await api.get(`${path}/acts`, { token, query })).body.data as {
			action: string;
			input: Record<string, unknown>;
			outcome: number;
			actor: { name: string };
			event: { title: string } | null;
		}[];

	test('has what was changed, by whom, without anything that was typed', async () => {
		const admin = await member('admin');
		const event = await makeEvent(services, owner, { title: 'Regatta' });
		await invite({ emails: ['secret@example.org'], role: 'finance', note: 'canary text' }, admin.token);
		await api.call('PATCH', `/api/events/${event.id}`, { summary: 'canary text' }, { token: admin.token });
		await api.get(`${path}/members`, { token: admin.token });
		await remove(owner, admin.token);
		const all = await acts();
		expect(all.map(({ action, outcome }) => [action, outcome])).toEqual([
			['accounts.removeMember', 422],
			['events.updateEvent', 200],
			['accounts.inviteMembers', 202],
		]);
		expect(all[1]).toMatchObject({
			input: { summary: '…' },
			event: { title: 'Regatta' },
			actor: { name: 'Ada Lovelace' },
		});
		expect(all[2]?.input).toEqual({ emails: ['…'], role: 'finance', eventIds: null, note: '…' });
		const { rows } = await database().pool.query(
			'SELECT string_agg(a::text, chr(10)) AS text FROM organisation_acts a',
		);
		expect(rows[0].text).not.toMatch(/canary|secret@/);
		expect(await acts(owner.token, { event: event.id })).toHaveLength(1);
		expect(await acts(owner.token, { actor: owner.userId })).toEqual([]);
		const file = await api.get(`${path}/acts/export`, { token: owner.token });
		expect(file.headers.get('content-type')).toContain('text/csv');
	});

	test('shows others what they did themselves, and repeated saves of a minute once', async () => {
		const manager = await member('event_manager');
		const event = await makeEvent(services, owner);
		for (const title of ['One', 'Two', 'Three'])
			await api.call('PATCH', `/api/events/${event.id}`, { title }, { token: manager.token });
		await api.call('PATCH', `/api/events/${event.id}`, { summary: 'Mine' }, { token: owner.token });
		expect(await acts(manager.token)).toHaveLength(1);
		expect(await acts()).toHaveLength(2);
		expect((await api.get(`${path}/acts/export`, { token: manager.token })).status).toBe(403);
	});

	test('is never changed', async () => {
		await invite({ emails: ['a@example.org'], role: 'finance' });
		const { pool } = database();
		await expect(pool.query(`UPDATE organisation_acts SET outcome = 500`)).rejects.toThrow(/never changed/);
		await expect(pool.query('DELETE FROM organisation_acts')).rejects.toThrow(/never changed/);
	});
});
