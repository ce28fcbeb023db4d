import { describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useWebhooks } from '#tests/support/use-webhooks.ts';
import { verifyWebhook } from '#tests/support/verify-webhook.ts';
import { createDeliveryPoller } from './deliver.ts';
import { removeOldMessages } from './jobs.ts';

const world = useWebhooks();
const { database, services, clock, api, program, owner, receiver } = world;
const { signal, poller, at, make, act, publish, work } = world;
const hourMs = 3_600_000;

describe('connections', () => {
	test('are refused to addresses that are not public, each with what is wrong', async () => {
		const strict = createTestApi(await createTestServices(database(), {}, clock));
		for (const target of [
			'http://example.com/hook',
			'https://127.0.0.1/hook',
			'https://0x7f000001/hook',
			'https://[::ffff:10.0.0.1]/hook',
			'https://localhost:8443/hook',
			'https://user:password@example.com/',
			'https://example.com:25/',
			'hook',
		]) {
			const refused = await strict.post(
				`${program.base}/connections`,
				{ target, types: ['order.paid'] },
				program,
			);
			expect([target, refused.status, refused.body.details?.[0]?.field]).toEqual([target, 400, 'target']);
		}
	});

	test('are changed, paused, resumed, rotated and removed', async () => {
		const made = await make();
		const url = `${program.base}/connections/${made.id}`;
		const renamed = await api.patch(
			url,
			{ name: 'Website', types: ['event.published', 'order.paid'] },
			{ token: program.token, headers: { 'If-Match': '"1"' } },
		);
		expect([renamed.status, renamed.body.name, renamed.body.version]).toEqual([200, 'Website', 2]);
		const late = await api.patch(
			url,
			{ name: 'Late' },
			{ token: program.token, headers: { 'If-Match': '"1"' } },
		);
		expect(late.status).toBe(412);

		expect((await act(made, 'pause')).body.state).toBe('paused');
		await publish();
		await work();
		expect(await receiver().received(at('ok'))).toEqual([]);
		expect((await act(made, 'resume')).body.state).toBe('active');
		await work();
		expect(await receiver().received(at('ok'))).toHaveLength(1);

		const rotated = await act(made, 'rotate-secret');
		expect(rotated.body.secret).not.toBe(made.secret);
		await act(made, 'test');
		await work();
		const both = (await receiver().received(at('ok'))).at(-1);
		for (const secret of [made.secret, rotated.body.secret])
			expect(await verifyWebhook(secret, both)).toMatchObject({ type: 'test.ping' });
		clock.advance(25 * hourMs);
		await act(made, 'test');
		await work();
		const after = (await receiver().received(at('ok'))).at(-1);
		// Its timestamp is a day ahead of the library's clock.
		await expect(verifyWebhook(made.secret, after, clock.now())).rejects.toThrow();
		expect(await verifyWebhook(rotated.body.secret, after, clock.now())).toMatchObject({ type: 'test.ping' });

		expect((await api.delete(url, program)).status).toBe(204);
		expect((await api.get(url, program)).status).toBe(404);
		const { rows } = await database().pool.query('SELECT 1 FROM outbound_deliveries');
		expect(rows).toEqual([]);
	});

	test('show their secret again to whoever has just signed in, and nobody else', async () => {
		const made = await make();
		const reveal = (who: string, { id } = made) =>
			api.post(`${program.base}/connections/${id}/reveal-secret`, undefined, { token: who });
		expect((await reveal(owner.token)).body).toEqual({ secret: made.secret });
		const rotated = await act(made, 'rotate-secret');
		expect((await reveal(owner.token)).body).toEqual({ secret: rotated.body.secret });
		expect((await reveal(program.token)).status).toBe(403);
		const stranger = await makeUser(services);
		expect((await reveal(stranger.token)).status).toBe(404);
		const chat = await make('ok', { kind: 'slack' });
		expect((await reveal(owner.token, chat)).body.metadata.rule).toBe('no-secret');
		clock.advance(16 * 60_000);
		expect((await reveal(owner.token)).body.metadata.rule).toBe('confirm-sign-in');
	});

	test('have samples: what was sent last, or made-up ones', async () => {
		const samples = async () =>
			(await api.get(`${program.base}/webhook-samples/event.published`, program)).body.data;
		const [madeUp, ...none] = await samples();
		expect(none).toEqual([]);
		expect(madeUp).toMatchObject({ type: 'event.published', data: webhookSamples['event.published'] });
		await make();
		for (const title of ['One', 'Two', 'Three', 'Four']) await publish(title);
		await work();
		const real = await samples();
		expect(real.map((one: { data: { event: { title: string } } }) => one.data.event.title)).toEqual([
			'Four',
			'Three',
			'Two',
		]);
		const calls = await receiver().received(at('ok'));
		expect(calls.map(({ body }) => JSON.parse(body))).toContainEqual(real[0]);
		const stranger = await makeUser(services);
		expect((await api.get(`${program.base}/webhook-samples/event.published`, stranger)).status).toBe(404);
		const { data } = (await api.get('/api/connectors', owner)).body;
		expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['webhook', 'slack', 'discord', 'teams']);
	});

	test('are made by programs with a key of that scope, and found by nobody else', async () => {
		const key = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'orders:read'] });
		const byKey = await api.post(
			`${program.base}/connections`,
			{ target: 'https://hooks.example.com/1', types: ['registration.created'] },
			{ token: key.token },
		);
		expect([byKey.status, byKey.body.origin]).toEqual([201, 'key']);
		const weak = await makeApiKey(services, owner, { scopes: ['events:write'] });
		expect((await api.get(`${program.base}/connections`, { token: weak.token })).status).toBe(403);
		const stranger = await makeUser(services);
		const theirs = `/api/organisations/${stranger.organisationId}`;
		for (const where of [`${program.base}/connections`, `${theirs}/connections/${byKey.body.id}`])
			expect((await api.get(where, { token: stranger.token })).status).toBe(404);
		expect(
			(await api.delete(`${program.base}/connections/${byKey.body.id}`, { token: key.token })).status,
		).toBe(204);
	});

	test('of chats get one message for many lines, at most one a second', async () => {
		const chats = [];
		for (const kind of ['slack', 'discord', 'teams']) chats.push(await make(`ok/${kind}`, { kind }));
		for (const title of ['<b>One</b>', 'Two @everyone']) await publish(title);
		while ((await factPoller.run(services, signal)) > 0);
		await poller.run(services, signal);
		const bodyOf = async (kind: string) => {
			const calls = await receiver().received(at(`ok/${kind}`));
			expect(calls).toHaveLength(1);
			return JSON.parse(calls[0]?.body ?? '');
		};
		expect((await bodyOf('slack')).text).toMatch(
			/^Published: &lt;b&gt;One&lt;\/b&gt;, .*\nPublished: Two @\u2060everyone/,
		);
		expect(await bodyOf('discord')).toMatchObject({ allowed_mentions: { parse: [] } });
		const card = (await bodyOf('teams')).attachments[0];
		expect([card.content.type, card.content.body.length]).toEqual(['AdaptiveCard', 2]);
		await act(chats[0], 'test');
		await poller.run(services, signal);
		expect(await receiver().received(at('ok/slack'))).toHaveLength(1);
		clock.advance(1_001);
		await poller.run(services, signal);
		expect(await receiver().received(at('ok/slack'))).toHaveLength(2);
	});

	test('are fifty at most, also when many are made at once; old messages are removed', async () => {
		const rows = Array.from({ length: 49 }, () =>
			api.post(
				`${program.base}/connections`,
				{ target: 'https://hooks.example.com/', types: ['event.published'] },
				program,
			),
		);
		await Promise.all(rows);
		const more = await Promise.all(
			[1, 2, 3].map(() =>
				api.post(
					`${program.base}/connections`,
					{ target: 'https://hooks.example.com/', types: ['event.published'] },
					program,
				),
			),
		);
		expect(more.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
		await publish();
		while ((await factPoller.run(services, signal)) > 0);
		await createDeliveryPoller({ resolve: async () => [] }).run(services, signal);
		await database().pool.query(`UPDATE outbound_deliveries SET state = 'dead', settled_at = now()`);
		clock.advance(29 * 24 * hourMs);
		await removeOldMessages(services);
		const count = async (table: string) =>
			(await database().pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;
		expect(await count('outbound_deliveries')).toBe(50);
		clock.advance(2 * 24 * hourMs);
		await removeOldMessages(services);
		expect([await count('outbound_deliveries'), await count('outbound_messages')]).toEqual([0, 0]);
	});

	test('types are listed with a sample each', async () => {
		const { body } = await api.get('/api/webhook-types');
		expect(body.data).toContainEqual(expect.objectContaining({ type: 'order.paid' }));
		for (const { type, sample } of body.data) {
			// Of an event, or of what the type is about: `gift_card.issued` has a `giftCard`.
			const [subject = ''] = (type as string).split('.');
			const about = subject.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
			expect([type, 'event' in sample || about in sample]).toEqual([type, true]);
		}
	});
});
