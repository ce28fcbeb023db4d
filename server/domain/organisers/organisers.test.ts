import { beforeEach, describe, expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { composeMail } from '../notifications/compose-mail.ts';
import { followerNewsPoller } from '../notifications/follower-mails.ts';
import { followerToken, removeOldRows } from './followers.ts';

const { services, api, owner, query: rows } = useTestOwner({ isFresh: true });
let slug: string;

beforeEach(async () => {
	services.mailer = sendingMailer;
	slug = (await rows('SELECT slug FROM organisations WHERE id = $1', [owner.organisationId]))[0].slug;
});

const page = (name = slug) => api.get(`/api/organisers/${name}`);
const own = () => `/api/organisations/${owner.organisationId}`;
const save = (body: object, token = owner.token) => api.call('PUT', `${own()}/page`, body, { token });
const follow = (email: string) => api.post(`/api/organisers/${slug}/followers`, { email });
const round = () => followerNewsPoller.run(services, new AbortController().signal);
const mails = (template: string) =>
	rows('SELECT id, template, props, recipient, locale FROM mails WHERE template = $1 ORDER BY recipient', [
		template,
	]);

async function confirmed(email: string): Promise<string> {
	await follow(email);
	const [row] = await rows('SELECT id, organisation_id AS "organisationId" FROM followers WHERE email = $1', [
		email,
	]);
	const token = followerToken(services.secret, row);
	expect((await api.post(`/api/followers/${token}`, undefined)).body.state).toBe('confirmed');
	return token;
}

describe('the page', () => {
	test('is there once something is published or written, and not for an account alone', async () => {
		expect((await page()).status).toBe(404);
		await makeEvent(services, owner, { title: 'Draft' });
		expect((await page()).status).toBe(404);
		await makeEvent(services, owner, { title: 'Regatta', isPublished: true });
		const shown = await page();
		expect(shown.body).toMatchObject({ slug, aboutHtml: '', links: [], past: [], hasMore: false });
		expect(shown.body.upcoming.map((one: { title: string }) => one.title)).toEqual(['Regatta']);
		const saved = await save({
			about: '**We** <script>sail</script>',
			links: [{ label: 'Website', url: 'https://example.org' }],
		});
		expect([saved.status, saved.body.version]).toEqual([200, 1]);
		const { body } = await page();
		expect(body.aboutHtml).toContain('<strong>We</strong>');
		expect(body.aboutHtml).not.toContain('<script');
		await save({ isShown: false });
		const hidden = await page();
		expect([hidden.status, hidden.body.metadata.rule]).toEqual([404, 'page-hidden']);
	});

	test('takes only web links, and the version that was read', async () => {
		const bad = await save({ links: [{ label: 'Bad', url: 'javascript:alert(1)' }] });
		expect(bad.status).toBe(400);
		await save({ about: 'One' });
		const stale = await api.call(
			'PUT',
			`${own()}/page`,
			{ about: 'Two' },
			{ token: owner.token, headers: { 'If-Match': '"0"' } },
		);
		expect(stale.status).toBe(412);
	});

	test('is edited by marketing; followers are for who may see addresses', async () => {
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		expect((await save({ about: 'Hello' }, marketing.token)).status).toBe(200);
		expect((await api.get(`${own()}/followers`, { token: marketing.token })).status).toBe(403);
	});

	test('takes messages where that is switched on', async () => {
		await makeEvent(services, owner, { isPublished: true });
		const send = () =>
			api.post(`/api/organisers/${slug}/messages`, {
				name: 'Grace',
				email: 'grace@example.org',
				text: 'Hello',
			});
		expect((await send()).status).toBe(404);
		await save({ takesMessages: true });
		expect((await send()).status).toBe(202);
		expect(await mails('organisers/message')).toMatchObject([{ recipient: owner.email }]);
	});

	test('takes three messages an hour from an address, five from a network and thirty in all', async () => {
		await makeEvent(services, owner, { isPublished: true });
		await save({ takesMessages: true });
		services.config = { ...services.config, trustProxy: 1 };
		Object.assign(api, createTestApi(services));
		const send = async (email: string, network: number) => {
			const answer = await api.post(
				`/api/organisers/${slug}/messages`,
				{ name: 'Grace', email, text: 'Hello' },
				{ headers: { 'X-Forwarded-For': `203.0.${network}.1` } },
			);
			return answer.status;
		};
		const many = (length: number, sender: (n: number) => [string, number]) =>
			Promise.all(Array.from({ length }, (_, n) => send(...sender(n))));
		const taken = (statuses: number[]) => statuses.filter((status) => status === 202).length;
		expect(taken(await many(6, (n) => ['grace@example.org', n]))).toBe(3);
		expect(taken(await many(8, (n) => [`${n}@example.org`, 100]))).toBe(5);
		const rest = await many(30, (n) => [`rest-${n}@example.org`, 101 + n]);
		expect(taken(rest)).toBe(22);
		expect(rest.filter((status) => status === 429)).toHaveLength(8);
		await rows("UPDATE organiser_messages SET created_at = now() - interval '61 minutes'");
		expect(await send('grace@example.org', 100)).toBe(202);
	});
});

describe('following', () => {
	beforeEach(async () => {
		await makeEvent(services, owner, { isPublished: true });
		await rows("UPDATE follower_news SET sent_at = now() - interval '2 days'");
	});

	test('is confirmed by its link, left by the page and by one click, and answers all alike', async () => {
		const answers = [await follow('a@example.org'), await follow('a@example.org')];
		const token = await confirmed('a@example.org');
		answers.push(await follow('a@example.org'), await follow('b@example.org'));
		expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
		expect((await mails('organisers/follow-confirm')).map(({ recipient }) => recipient)).toEqual([
			'a@example.org',
			'b@example.org',
		]);
		const list = await api.get(`${own()}/followers`, { token: owner.token });
		expect(list.body).toMatchObject({ count: 1, data: [{ email: 'a@example.org' }] });
		expect((await api.post(`/api/followers/${token}/leave`, undefined)).status).toBe(200);
		expect((await api.get(`/api/followers/${token}`)).body.state).toBe('left');
		expect((await api.call('DELETE', `/api/followers/${token}`, undefined)).status).toBe(204);
		const forged = `${token.slice(0, -4)}AAAA`;
		expect((await api.get(`/api/followers/${forged}`)).status).toBe(404);
		expect((await api.get(`${own()}/followers`, { token: owner.token })).body.count).toBe(0);
		const file = await api.get(`${own()}/followers/export`, { token: owner.token });
		expect(file.headers.get('content-type')).toContain('text/csv');
	});

	test('is not said to be confirmed by an email where none can be sent', async () => {
		await makeEvent(services, owner, { isPublished: true });
		expect((await follow('a@example.org')).body.message).toContain('we sent');
		Object.assign(api, createTestApi({ ...services, mailer: { ...services.mailer, canSend: false } }));
		expect((await follow('b@example.org')).body.message).toContain('Email isn’t set up');
		expect(await rows('SELECT email FROM followers')).toEqual([{ email: 'a@example.org' }]);
	});

	test('is asked for ten times an hour from one network, whoever is to be followed and whoever follows already', async () => {
		await makeEvent(services, owner, { isPublished: true });
		const other = await makeUser(services);
		await makeEvent(services, other, { isPublished: true });
		const [{ slug: others }] = await rows('SELECT slug FROM organisations WHERE id = $1', [
			other.organisationId,
		]);
		await confirmed('follower@example.org');
		await rows('UPDATE followers SET source = NULL');
		services.config = { ...services.config, trustProxy: 1 };
		Object.assign(api, createTestApi(services));
		const ask = async (whom: string, email: string, network = 1) => {
			const headers = { 'X-Forwarded-For': `203.0.${network}.1` };
			return (await api.post(`/api/organisers/${whom}/followers`, { email }, { headers })).status;
		};
		expect(await ask(slug, 'follower@example.org')).toBe(202);
		const many = await Promise.all(
			Array.from({ length: 14 }, (_, n) => ask(n % 2 ? others : slug, `${n}@example.org`)),
		);
		expect(many.filter((status) => status === 202)).toHaveLength(9);
		expect(many.filter((status) => status === 429)).toHaveLength(5);
		expect(await rows("SELECT state FROM followers WHERE email = 'follower@example.org'")).toEqual([
			{ state: 'confirmed' },
		]);
		expect(await ask(slug, 'late@example.org', 2)).toBe(202);
		await rows("UPDATE followers SET requested_at = now() - interval '61 minutes'");
		expect(await ask(slug, 'later@example.org')).toBe(202);
		await rows("UPDATE followers SET requested_at = now() - interval '25 hours'");
		await removeOldRows(services);
		expect(await rows('SELECT FROM followers WHERE source IS NOT NULL')).toEqual([]);
	});

	test('brings one email for all that was published, once a day, to who still follows', async () => {
		const staying = await confirmed('stays@example.org');
		const leaving = await confirmed('leaves@example.org');
		await follow('pending@example.org');
		await makeEvent(services, owner, { title: 'Jazz night', isPublished: true });
		await makeEvent(services, owner, { title: 'Regatta', isPublished: true });
		expect(await round()).toBe(0);
		const due = `UPDATE follower_news SET noted_at = now() - interval '11 minutes' WHERE sent_at IS NULL`;
		await rows(due);
		expect(await Promise.all([round(), round()])).toContain(1);
		const sent = await mails('organisers/new-event');
		expect(sent.map(({ recipient }) => recipient)).toEqual(['leaves@example.org', 'stays@example.org']);
		await api.call('DELETE', `/api/followers/${leaving}`, undefined);
		const write = (mail: (typeof sent)[number]) =>
			composeMail(services, mail, { showsSecrets: true, isForSending: true });
		expect(await write(sent[0])).toEqual({ obsolete: 'The address does not follow any more.' });
		const mail = (await write(sent[1])) as { text: string; headers: Record<string, string> };
		expect(mail.text).toContain('Jazz night');
		expect(mail.text).toContain('Regatta');
		expect(mail.text).toContain(`/followers/${staying}`);
		expect(mail.headers['List-Unsubscribe']).toBe(`<https://foyer.test/api/followers/${staying}/leave>`);
		// The same day nothing more, and nothing twice.
		await makeEvent(services, owner, { title: 'Third', isPublished: true });
		await rows(due);
		expect(await round()).toBe(0);
		await rows(`UPDATE follower_news SET sent_at = sent_at - interval '25 hours' WHERE sent_at IS NOT NULL`);
		expect(await round()).toBe(1);
		expect(await mails('organisers/new-event')).toHaveLength(3);
	});
});
