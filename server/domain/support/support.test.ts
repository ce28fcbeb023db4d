import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { supportListeners } from '../notifications/support-listeners.ts';

const { services, api } = useTestApi({ environment: { SUPPORT_EMAIL: 'help@foyer.test', TRUST_PROXY: '1' } });
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});
beforeEach(() => services.database.pool.query('TRUNCATE contact_messages, facts, mails, mail_events'));

const as = () => ({ token: admin.token });
const message = (change: object = {}) => ({
	name: 'Ada',
	email: 'ada@example.org',
	topic: 'question',
	message: 'Can I hold it in two towns?',
	...change,
});
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** What the worker would do with the facts that were written. */
async function runListeners() {
	const { rows } = await services.database.pool.query(
		'SELECT id::text, name, payload FROM facts ORDER BY id',
	);
	for (const row of rows) {
		for (const listener of supportListeners.filter(({ fact }) => fact === row.name)) {
			await listener.afterCommit?.({ organisationId: null, eventId: null, ...row }, services);
		}
	}
	return (await services.database.pool.query('SELECT template, recipient, props FROM mails')).rows;
}

test('a message reaches the operator, with the sender to answer to, and waits at /admin', async () => {
	const sent = await api.post('/api/contact', message(), from('192.0.2.1'));
	expect(sent.status).toBe(202);
	const mails = await runListeners();
	expect(mails).toMatchObject([{ template: 'support/contact-message', recipient: 'help@foyer.test' }]);
	const outbox = (await api.get('/api/admin/mails', as())).body.data;
	const mail = (await api.get(`/api/admin/mails/${outbox[0].id}`, as())).body;
	expect(mail.text).toContain('Can I hold it in two towns?');
	expect(mail.text).toContain('ada@example.org');

	const [waiting] = (await api.get('/api/admin/messages', as())).body.data;
	expect(waiting).toMatchObject({ email: 'ada@example.org', answeredAt: null });
	await api.post(`/api/admin/messages/${waiting.id}/answered`, undefined, as());
	expect((await api.get('/api/admin/messages', as())).body.data).toEqual([]);
	const { data } = (await api.get('/api/admin/messages', { ...as(), query: { state: 'answered' } })).body;
	expect(data).toHaveLength(1);
});

test('one network, one address and programs cannot flood the mailbox', async () => {
	const send = (body: object, address: string) => api.post('/api/contact', body, from(address));
	const statuses = [];
	for (let n = 0; n < 6; n += 1) {
		statuses.push((await send(message({ email: `a${n}@example.org` }), '192.0.2.7')).status);
	}
	expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
	const same = [];
	for (let n = 0; n < 4; n += 1)
		same.push((await send(message({ email: 'B@example.org' }), `192.0.2.${20 + n}`)).status);
	expect(same).toEqual([202, 202, 202, 429]);
	const before = (await services.database.pool.query('SELECT count(*)::int AS n FROM contact_messages'))
		.rows[0].n;
	const robot = await send(message({ website: 'http://spam.example' }), '192.0.2.99');
	const after = (await services.database.pool.query('SELECT count(*)::int AS n FROM contact_messages'))
		.rows[0].n;
	expect([robot.status, after]).toEqual([202, before]);
});

test('many at once from one network are counted too', async () => {
	const answers = await Promise.all(
		Array.from({ length: 12 }, (_, n) =>
			api.post('/api/contact', message({ email: `c${n}@example.org` }), from('192.0.2.8')),
		),
	);
	expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
});

test('lost tickets are mailed to the address that has some; the answer is the same for all', async () => {
	const organiser = await makeUser(services);
	const event = await makeEvent(services, organiser, { title: 'Lamp evening', isPublished: true });
	const types = (await api.get(`/api/events/${event.id}/ticket-types`, { token: organiser.token })).body.data;
	const placed = await api.post(
		`/api/events/${event.id}/orders`,
		{
			buyer: { name: 'Eve', email: 'Eve@example.org' },
			items: [{ ticketTypeId: types[0]?.id, quantity: 1 }],
		},
		{ headers: { 'Idempotency-Key': 'find-1' } },
	);
	expect(placed.status).toBe(201);
	await services.database.pool.query('TRUNCATE facts, mails, mail_events');
	const [known, unknown] = [
		await api.post('/api/find-my-tickets', { email: 'eve@example.org' }),
		await api.post('/api/find-my-tickets', { email: 'nobody@example.org' }),
	];
	expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
	expect(known.body.message).toContain('Email isn’t set up');
	const mails = await runListeners();
	expect(mails).toMatchObject([{ template: 'orders/my-tickets', recipient: 'eve@example.org' }]);
	// Asked again within a quarter of an hour: one mail.
	await api.post('/api/find-my-tickets', { email: 'eve@example.org' });
	expect(await runListeners()).toHaveLength(1);
	const outbox = (await api.get('/api/admin/mails', as())).body.data;
	expect((await api.get(`/api/admin/mails/${outbox[0].id}`, as())).body.text).toContain('Lamp evening');
});
