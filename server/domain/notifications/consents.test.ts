import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { endConsent, eraseFollowers, findConsents } from '../organisers/consents.ts';
import { followerToken, removeOldRows } from '../organisers/followers.ts';
import { recordReports } from './bounces/record.ts';
import { composeMail } from './compose-mail.ts';
import { makeUnsubscribeToken } from './opt-outs.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
/** Changes of consents in the order in which they were published, as `given ada` and `ended ada erased`. */
let changes: string[];
const ada = 'ada@example.org';

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables
const rows = async (text: string, values: unknown[] = []): Promise<any[]> =>
	(await database().pool.query(text, values)).rows;

beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	changes = [];
	const { facts } = services;
	const publishAll: typeof facts.publishAll = async (tx, published, all) => {
		for (const { name, payload } of published)
			if (name === 'organisers.consent-changed') {
				const { change, isErased } = payload as { change: string; isErased: boolean };
				changes.push(isErased ? `${change} erased` : change);
			}
		await facts.publishAll(tx, published, all);
	};
	services = {
		...services,
		mailer: { ...services.mailer, canSend: true },
		facts: { ...facts, publishAll },
	};
	api = createTestApi(services);
	owner = await makeUser(services);
});

async function makeFollower(email = ada, more: Record<string, unknown> = {}): Promise<string> {
	const values: Record<string, unknown> = {
		...{ id: newId(), organisation_id: owner.organisationId, email, email_key: email, state: 'confirmed' },
		...{ consent_text: 'Yes', consented_at: new Date(), confirmed_at: new Date(), ...more },
	};
	const names = Object.keys(values);
	await rows(
		`INSERT INTO followers (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
		Object.values(values),
	);
	return values.id as string;
}
async function makeMail(template: string, recipient = ada): Promise<string> {
	const id = newId();
	await rows(
		`INSERT INTO mails (id, template, props, recipient, organisation_id, dedupe_key, status)
		VALUES ($1, $2, '{}', $3, $4, $5, 'sent')`,
		[id, template, recipient, owner.organisationId, id],
	);
	return id;
}
const state = async () =>
	(await rows('SELECT state, left_by AS "leftBy" FROM followers ORDER BY email_key')).map(
		(one) => `${one.state} ${one.leftBy}`,
	);
const unsubscribeLink = (mailId: string) =>
	`/api/unsubscribe/${makeUnsubscribeToken(services.secret, mailId)}`;
const tokenOf = (id: string) => followerToken(services.secret, { organisationId: owner.organisationId, id });
const followers = () => `/api/organisations/${owner.organisationId}/followers`;

describe('a consent', () => {
	test('is given once and ends once, however often its link is used', async () => {
		const id = await makeFollower(ada, { state: 'pending', confirmed_at: null });
		const link = `/api/followers/${tokenOf(id)}`;
		await Promise.all(Array.from({ length: 5 }, () => api.post(link, undefined)));
		await Promise.all(Array.from({ length: 5 }, () => api.post(`${link}/leave`, undefined)));
		expect(changes).toEqual(['given', 'ended']);
		expect(await state()).toEqual(['left link']);
		await api.post(link, undefined);
		expect(changes).toEqual(['given', 'ended', 'given']);
		expect(await state()).toEqual(['confirmed null']);
		const [found] = await findConsents(database().db, owner.organisationId, [id, newId()]);
		expect(found).toMatchObject({ id, email: ada, state: 'confirmed', consentText: 'Yes', leftBy: null });
		await expectInvariants(services);
	});

	test('that was never confirmed ends without a word', async () => {
		const id = await makeFollower(ada, { state: 'pending', confirmed_at: null });
		await api.post(`/api/followers/${tokenOf(id)}/leave`, undefined);
		await makeFollower('bea@example.org', { state: 'pending', confirmed_at: null });
		await database().transaction(async (tx) => {
			const { organisationId } = owner;
			await endConsent(tx, services, { organisationId, emailKey: 'bea@example.org', by: 'answer' });
			await eraseFollowers(tx, services, sql`organisation_id = ${organisationId}`);
		});
		expect(changes).toEqual([]);
	});

	test('ends with the address where it is erased', async () => {
		await makeFollower();
		await makeFollower('bea@example.org');
		await makeFollower('cleo@example.org', { state: 'left', left_at: new Date(), left_by: 'link' });
		const erased = {
			name: 'orders.guest-erased' as const,
			...{ organisationId: owner.organisationId, eventId: newId() },
			payload: {
				people: [],
				emails: ['Bea@example.org', ada, 'cleo@example.org'],
				...{ attendeeIds: [], orderIds: [] },
			},
		};
		await database().transaction((tx) => services.facts.publish(tx, erased, services));
		expect(await state()).toEqual([]);
		expect(changes).toEqual(['ended erased', 'ended erased']);
	});
});

describe('unsubscribing from marketing messages', () => {
	test('ends the consent, and brings it back when it is undone', async () => {
		await makeFollower();
		const link = unsubscribeLink(await makeMail('messages/marketing'));
		for (let n = 0; n < 2; n++) expect((await api.post(link, undefined)).status).toBe(200);
		expect([await state(), changes]).toEqual([['left unsubscription'], ['ended']]);
		for (let n = 0; n < 2; n++) expect((await api.call('DELETE', link, undefined)).status).toBe(204);
		expect([await state(), changes]).toEqual([['confirmed null'], ['ended', 'given']]);
		expect(await rows('SELECT FROM mail_opt_outs')).toEqual([]);
	});

	test('leaves it where other emails are stopped; what ended otherwise stays ended', async () => {
		const id = await makeFollower();
		await api.post(unsubscribeLink(await makeMail('messages/service')), undefined);
		expect(await state()).toEqual(['confirmed null']);
		const link = unsubscribeLink(await makeMail('messages/marketing'));
		await api.post(`/api/followers/${tokenOf(id)}/leave`, undefined);
		await api.post(link, undefined);
		await api.call('DELETE', link, undefined);
		expect(await state()).toEqual(['left link']);
	});

	test('counts no more once its reader consents anew', async () => {
		const id = await makeFollower();
		await api.post(unsubscribeLink(await makeMail('messages/marketing')), undefined);
		await api.post(unsubscribeLink(await makeMail('messages/service')), undefined);
		await api.post(`/api/followers/${tokenOf(id)}`, undefined);
		expect(await rows('SELECT template FROM mail_opt_outs')).toEqual([{ template: 'messages/service' }]);
		expect(await state()).toEqual(['confirmed null']);
	});

	test('many presses of both at once end in one state', async () => {
		await makeFollower();
		const link = unsubscribeLink(await makeMail('messages/marketing'));
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, n) =>
				n % 2 ? api.call('DELETE', link, undefined) : api.post(link, undefined),
			),
		);
		expect(answers.every(({ status }) => status < 300)).toBe(true);
		const isOut = (await rows('SELECT FROM mail_opt_outs')).length > 0;
		expect(await state()).toEqual([isOut ? 'left unsubscription' : 'confirmed null']);
		await expectInvariants(services);
	});
});

test('a complaint ends the consent to the organisation that it was about, once', async () => {
	const id = await makeFollower();
	const other = await makeUser(services);
	await makeFollower(ada, { organisation_id: other.organisationId });
	const mailId = await makeMail('organisers/new-event');
	const complaint = {
		...{
			mailId,
			recipient: 'Ada@example.org',
			organisationId: owner.organisationId,
			kind: 'complained' as const,
		},
		...{ at: new Date(), code: '', text: 'Spam', suppressedDays: null },
	};
	await recordReports(services, [complaint, { ...complaint, kind: 'bounced', code: '5.1.1' }]);
	expect((await state()).toSorted()).toEqual(['confirmed null', 'left complaint']);
	expect(await rows('SELECT organisation_id IS NULL AS "isOfAll" FROM mail_suppressions')).toHaveLength(2);
	await api.post(`/api/followers/${tokenOf(id)}`, undefined);
	await recordReports(services, [complaint]);
	expect(await state()).toEqual(['confirmed null', 'confirmed null']);
	expect(changes).toEqual(['ended', 'given']);
});

test('the email that asks to confirm says where the address was given', async () => {
	const event = await makeEvent(services, owner, { title: 'Regatta <b>&', isPublished: true });
	const id = await makeFollower(ada, {
		...{ state: 'pending', confirmed_at: null, came_from: 'question', event_id: event.id },
		question_id: newId(),
	});
	const ref = { organisationId: owner.organisationId, followerId: id };
	const mail = {
		id: newId(),
		template: 'organisers/follow-confirm',
		props: ref,
		recipient: ada,
		locale: 'en',
	};
	const write = async () =>
		(await composeMail(services, mail as Parameters<typeof composeMail>[1], {
			showsSecrets: true,
			isForSending: true,
		})) as { text: string; html: string; obsolete?: string };
	expect((await write()).text).toContain('You agreed when you registered for Regatta <b>&.');
	expect((await write()).html).not.toContain('<b>&');
	await recordReports(services, [
		{
			...{ mailId: await makeMail('messages/service'), recipient: ada, organisationId: owner.organisationId },
			...{ kind: 'complained', at: new Date(), code: '', text: '', suppressedDays: null },
		},
	]);
	await rows(`UPDATE followers SET state = 'pending', left_at = NULL, left_by = NULL`);
	expect(await write()).toEqual({ obsolete: 'Emails to this address bounce.' });
});

test('followers are listed and exported by state, with what proves their consent', async () => {
	const event = await makeEvent(services, owner, { title: 'Regatta', isPublished: true });
	await makeFollower('=cmd@example.org', {
		...{
			name: '=1+1',
			came_from: 'question',
			event_id: event.id,
			question_id: newId(),
			consent_text: '+News?',
		},
	});
	await makeFollower('left@example.org', { state: 'left', left_at: new Date(), left_by: 'answer' });
	await makeFollower('new@example.org', { state: 'pending', confirmed_at: null });
	const list = async (query: Record<string, string>) =>
		(await api.get(followers(), { token: owner.token, query })).body;
	expect(await list({})).toMatchObject({
		count: 1,
		data: [{ name: '=1+1', cameFrom: 'question', event: { id: event.id, title: 'Regatta' }, leftAt: null }],
	});
	expect(await list({ state: 'left' })).toMatchObject({
		count: 1,
		data: [{ email: 'left@example.org', event: null, leftBy: 'answer', leftAt: expect.any(String) }],
	});
	expect(await list({ state: 'pending' })).toMatchObject({ count: 1, data: [{ confirmedAt: null }] });
	const file = await api.get(`${followers()}/export`, { token: owner.token, query: { state: 'all' } });
	const lines = String(file.body).trim().split(/\r?\n/);
	expect(lines[0]).toContain('Email,Name,State,Came from,Event,Agreed to,Agreed at');
	expect(lines).toHaveLength(4);
	expect(lines[1]).toContain("'=cmd@example.org,'=1+1,confirmed,question,Regatta,'+News?,");
	const viewer = await makeMember(services, owner.organisationId, 'marketing');
	expect((await api.get(`${followers()}/export`, { token: viewer.token })).status).toBe(403);
});

test('what was agreed to stays three years after it ended; what was never confirmed a week', async () => {
	const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
	const left = { state: 'left', left_by: 'link', consented_at: ago(1200), confirmed_at: ago(1200) };
	await makeFollower('old@example.org', { ...left, left_at: ago(1100) });
	await makeFollower('proof@example.org', { ...left, left_at: ago(1090) });
	await makeFollower('stays@example.org', { consented_at: ago(2000), confirmed_at: ago(2000) });
	const pending = { state: 'pending', confirmed_at: null };
	await makeFollower('asked@example.org', { ...pending, consented_at: ago(8) });
	await makeFollower('fresh@example.org', { ...pending, consented_at: ago(6) });
	await makeFollower('no@example.org', {
		...left,
		confirmed_at: null,
		consented_at: ago(8),
		left_at: ago(7),
	});
	await removeOldRows(services);
	expect((await rows('SELECT email FROM followers ORDER BY email')).map(({ email }) => email)).toEqual([
		'fresh@example.org',
		'proof@example.org',
		'stays@example.org',
	]);
});
