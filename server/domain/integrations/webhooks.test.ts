import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { filePoller } from '#server/domain/reports/files/make-files.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { retrySeconds } from '#shared/rules/webhook-types.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { verifyWebhook } from '#tests/support/verify-webhook.ts';
import { createDeliveryPoller } from './deliver.ts';
import { removeOldMessages } from './jobs.ts';

const { database, services, clock, api, owner } = useTestOwner({
	isFresh: true,
	hasClock: true,
	environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' },
});
const receiver = useReceiver();
const { signal } = new AbortController();
const poller = createDeliveryPoller();
const hourMs = 3_600_000;
let base: string;
/** Of a program: sessions end within the days that pass here. */
let token: string;
let path = '';
let paths = 0;

beforeEach(async () => {
	base = `/api/organisations/${owner.organisationId}`;
	token = (await makeApiKey(services, owner)).token;
	paths += 1;
	path = `/${paths}`;
});

const at = (way: string) => `/${way}${path}`;
const make = async (way = 'ok', body: object = {}) => {
	const made = await api.post(
		`${base}/connections`,
		{ kind: 'webhook', target: receiver().url + at(way), types: ['event.published'], ...body },
		{ token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body;
};
const act = (connection: { id: string }, verb: string, body?: object) =>
	api.post(`${base}/connections/${connection.id}/${verb}`, body, { token });
const read = async (connection: { id: string }) =>
	(await api.get(`${base}/connections/${connection.id}`, { token })).body;
const deliveriesOf = async (connection: { id: string }, query = {}) =>
	(await api.get(`${base}/connections/${connection.id}/deliveries`, { token, query })).body.data;
const publish = (title = 'Jazz night') => makeEvent(services, owner, { title, isPublished: true });

/** Lets the worker do what is due now. */
async function work(): Promise<void> {
	for (let round = 0; round < 200; round += 1) {
		const done = (await factPoller.run(services, signal)) + (await poller.run(services, signal));
		if (done === 0) return;
	}
	throw new Error('there was ever more to do');
}

describe('a webhook', () => {
	test('tells what happened, signed as the reference library verifies it', async () => {
		const made = await make();
		expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const event = await publish();
		await work();
		const [call, ...others] = await receiver().received(at('ok'));
		expect(others).toEqual([]);
		const body = await verifyWebhook(made.secret, call);
		expect(body).toMatchObject({
			type: 'event.published',
			data: { event: { id: event.id, title: 'Jazz night', status: 'published' } },
			organisationId: owner.organisationId,
			eventId: event.id,
			livemode: true,
			apiVersion: 1,
		});
		expect(body.id).toBe(call?.headers['webhook-id']);
		expect(call?.headers['user-agent']).toBe('Foyer-Webhooks/1');
		await expect(verifyWebhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, call)).rejects.toThrow();
		await expect(verifyWebhook(made.secret, { ...call, body: `${call?.body} ` } as never)).rejects.toThrow();
		const [delivery] = await deliveriesOf(made);
		expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, lastError: null });
		const detail = await api.get(`${base}/deliveries/${delivery.id}`, { token });
		expect(detail.body).toMatchObject({
			body: call?.body,
			attemptLog: [{ number: 1, status: 200, error: null }],
		});
		await expectInvariants(services);
	});

	test('keeps secret and address sealed, and never tells them again', async () => {
		const made = await make();
		const all = await api.get(`${base}/connections`, { token });
		expect(JSON.stringify(all.body)).not.toContain(made.secret);
		expect(all.body.data[0].target).toBe(receiver().url + at('ok'));
		const chat = await make('ok', { kind: 'slack' });
		expect(chat.secret).toBeNull();
		expect((await read(chat)).target).toBe(new URL(receiver().url).host);
		const { rows } = await database().pool.query('SELECT c::text AS row FROM connections c');
		for (const { row } of rows) {
			expect(row).not.toContain(made.secret.slice(6, 40));
			expect(row).not.toContain(at('ok'));
		}
	});

	test('hears of its types and events alone, and ids alone when it wants no more', async () => {
		const mine = await publish('Mine');
		const some = await make('ok', { types: ['event.updated'], eventIds: [mine.id], detail: 'thin' });
		await work();
		const other = await publish('Other');
		for (const event of [mine, other])
			expect((await api.patch(`/api/events/${event.id}`, { title: 'Later' }, { token })).status).toBe(200);
		await work();
		const calls = await receiver().received(at('ok'));
		expect(calls.map(({ body }) => JSON.parse(body).data)).toEqual([{ eventId: mine.id }]);
		expect(await deliveriesOf(some)).toHaveLength(1);
	});

	test('tells of registrations, payments and refunds, and never of a person', async () => {
		await make('ok', {
			types: ['registration.created', 'registration.cancelled', 'order.paid', 'refund.created'],
		});
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event, 2);
		await payByCard(api, order);
		await settleAll(services);
		await work();
		const refunded = await refundOrder(api, event, order, { token: owner.token });
		expect(refunded.status, JSON.stringify(refunded.body)).toBeLessThan(300);
		await settleAll(services);
		await work();
		const calls = (await receiver().received(at('ok'))).map(({ body }) => JSON.parse(body));
		const types = calls.map(({ type }) => type);
		for (const type of ['registration.created', 'order.paid', 'refund.created'])
			expect(types).toContain(type);
		expect(calls.find(({ type }) => type === 'registration.created').data.order).toMatchObject({
			id: order.id,
			tickets: 2,
			totalMinor: 4_800,
			status: 'confirmed',
		});
		expect(calls.find(({ type }) => type === 'order.paid').data.payment.amountMinor).toBe(4_800);
		expect(calls.find(({ type }) => type === 'refund.created').data.refund.amountMinor).toBe(4_800);
		for (const { sequence } of calls) expect(sequence).toBeGreaterThan(0);
		expect(JSON.stringify(calls)).not.toMatch(/ada@example|Lovelace/);
	});

	test('tells what of a guest changed, and nothing where nothing did', async () => {
		await make('ok', { types: ['guest.updated'] });
		const event = await makeEvent(services, owner, { isPublished: true });
		const { body: guest } = await api.post(
			`/api/events/${event.id}/attendees`,
			{ name: 'Grace Hopper', email: 'grace@people.example', notes: '', sendMail: false },
			{ token: owner.token },
		);
		const edit = (body: object) =>
			api.patch(`/api/events/${event.id}/attendees/${guest.id}`, body, { token: owner.token });
		expect((await edit({ name: 'Grace Hopper' })).status).toBe(200);
		await work();
		expect(await receiver().received(at('ok'))).toEqual([]);
		expect((await edit({ name: 'Grace M. Hopper', email: 'grace@people.example' })).status).toBe(200);
		await work();
		const [call, ...others] = await receiver().received(at('ok'));
		expect(others).toEqual([]);
		const { type, eventId, data } = JSON.parse(call?.body ?? '');
		expect([type, eventId]).toEqual(['guest.updated', event.id]);
		expect(data).toMatchObject({ attendeeIds: [guest.id], fields: ['name'], event: { id: event.id } });
		expect(call?.body).not.toMatch(/Hopper|people\.example/);
		expect(Object.keys(data).sort()).toEqual(Object.keys(webhookSamples['guest.updated']).sort());
	});

	test('tells of a payout that arrived, of a gift card and of a report that is ready, once, to who hears of all events', async () => {
		const event = await makePricedEvent(services, api, owner);
		const types = ['payout.paid', 'report.ready', 'gift_card.issued'];
		await make('ok', { types });
		await make('slow', { types, eventIds: [event.id] });
		const card = await issueCard(services, owner, { recipientEmail: 'grace@example.org' });
		for (const act of ['charge', 'payout'])
			expect(
				(await api.post(`${base}/payment-account/test`, { act }, { token: owner.token })).status,
				act,
			).toBe(200);
		await settleAll(services);
		const asked = await api.post(
			`${base}/report-runs`,
			{ name: 'Guests', query: { dataset: 'attendees', groups: ['ticketType'], measures: ['tickets'] } },
			{ token: owner.token },
		);
		expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
		while ((await filePoller.run(services, signal)) > 0);
		await work();
		const { rows } = await database().pool.query('SELECT id, amount_minor::float8 AS amount FROM payouts');
		// A provider tells the same payout again.
		await services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'payments.payout-paid',
					organisationId: owner.organisationId,
					eventId: null,
					payload: { payoutId: rows[0].id },
				},
				services,
			),
		);
		await work();
		// They are about two things, so either may come first.
		const calls = (await receiver().received(at('ok')))
			.map(({ body }) => JSON.parse(body))
			.sort((a, b) => a.type.localeCompare(b.type));
		expect(calls.map(({ type, eventId }) => [type, eventId])).toEqual([
			['gift_card.issued', null],
			['payout.paid', null],
			['report.ready', null],
		]);
		const [issued, payout, report] = calls.map(({ data }) => data);
		expect(issued.giftCard).toMatchObject({ id: card.id, last4: card.last4, balanceMinor: 5_000 });
		expect(JSON.stringify(issued)).not.toMatch(/grace@|Hopper/);
		expect(payout.payout).toMatchObject({ id: rows[0].id, amountMinor: rows[0].amount, currency: 'EUR' });
		expect(report.report).toMatchObject({ id: asked.body.id, name: 'Guests', format: 'csv' });
		for (const { type, data } of calls) {
			const [name] = Object.keys(data);
			const sample = webhookSamples[type as 'payout.paid'][name as 'payout'] as object;
			expect(Object.keys(data[name as string]).sort()).toEqual(Object.keys(sample).sort());
		}
		expect(await receiver().received(at('slow'))).toEqual([]);
	});

	test('tells of an order that a gift card paid, with what is left on it and without its code', async () => {
		const event = await makePricedEvent(services, api, owner);
		const card = await issueCard(services, owner);
		await make('ok', { types: ['gift_card.used'] });
		const order = await holdTickets(api, event);
		const paid = await api.post(
			`/api/orders/${order.manageToken}/payments`,
			{ method: 'gift_card', giftCard: card.code, quoteHash: order.quoteHash },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		await work();
		const [call] = (await receiver().received(at('ok'))).map(({ body }) => JSON.parse(body));
		expect(call.type).toBe('gift_card.used');
		expect(call.data).toMatchObject({
			order: { id: order.id },
			giftCard: { id: card.id, balanceMinor: 5_000 - order.totalMinor },
			payment: { amountMinor: order.totalMinor, method: 'gift_card' },
		});
		expect(Object.keys(call.data).sort()).toEqual(Object.keys(webhookSamples['gift_card.used']).sort());
		expect(JSON.stringify(call)).not.toContain(card.code);
	});

	test('is made once for a fact that is heard twice', async () => {
		const made = await make();
		await publish();
		await work();
		await database().pool.query(
			'UPDATE facts SET dispatched_at = NULL, next_attempt_at = now() - make_interval(secs => 1)',
		);
		await work();
		expect(await receiver().received(at('ok'))).toHaveLength(1);
		expect(await deliveriesOf(made)).toHaveLength(1);
	});
});

describe('a receiver that fails', () => {
	test('is tried again with growing pauses; then the message is dead, can be replayed, and the managers get one email', async () => {
		const colleague = await makeMember(services, owner.organisationId, 'admin');
		await makeMember(services, owner.organisationId, 'finance');
		const made = await make('switch', { name: 'Bookkeeping' });
		await receiver().answer('error');
		await publish();
		await work();
		for (const [index, seconds] of retrySeconds.entries()) {
			const [before] = await deliveriesOf(made);
			expect([before.state, before.attempts]).toEqual(['due', index + 1]);
			const pause = (Date.parse(before.nextAt) - clock.now().getTime()) / 1_000;
			expect(pause).toBeGreaterThan(seconds * 0.85);
			expect(pause).toBeLessThan(seconds * 1.15);
			// Another message gets through now and then: the connection is not given up.
			await database().pool.query('UPDATE connections SET failing_since = NULL');
			clock.advance(pause * 1_000 + 10);
			await work();
		}
		const [dead] = await deliveriesOf(made);
		expect(dead).toMatchObject({ state: 'dead', attempts: 10, lastStatus: 500, lastError: 'status' });
		const calls = await receiver().received(at('switch'));
		expect(calls).toHaveLength(10);
		expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
		const { rows: mails } = await database().pool.query(
			`SELECT recipient FROM mails WHERE template = 'integrations/failing'`,
		);
		expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
			[owner.email, colleague.email].toSorted(),
		);

		await receiver().answer('ok');
		const replayed = await api.post(`${base}/deliveries/${dead.id}/replay`, undefined, {
			token,
		});
		expect(replayed.status, JSON.stringify(replayed.body)).toBe(202);
		expect(replayed.body).toMatchObject({ state: 'due', replayOf: dead.id, messageId: dead.messageId });
		await work();
		expect(await deliveriesOf(made, { state: 'delivered' })).toHaveLength(1);
		const last = (await receiver().received(at('switch'))).at(-1);
		expect(last?.headers['webhook-id']).toBe(dead.messageId);
		const since = new Date(clock.now().getTime() - 90 * hourMs).toISOString();
		const all = await act(made, 'replay', { since });
		expect([all.status, all.body.count]).toEqual([202, 1]);
		await work();
		await expectInvariants(services);
	});

	test('for three days is switched off, with an email; what waits is sent when it is resumed', async () => {
		const made = await make('switch');
		await receiver().answer('error');
		await publish('First');
		await work();
		clock.advance(71 * hourMs);
		await publish('Second');
		await work();
		expect((await read(made)).state).toBe('active');
		clock.advance(2 * hourMs);
		await work();
		expect(await read(made)).toMatchObject({ state: 'disabled', stateReason: 'failing' });
		const { rows } = await database().pool.query(
			`SELECT recipient FROM mails WHERE template = 'integrations/disabled'`,
		);
		expect(rows).toEqual([{ recipient: owner.email }]);
		const calls = (await receiver().received(at('switch'))).length;
		await publish('Third');
		await work();
		expect(await receiver().received(at('switch'))).toHaveLength(calls);
		const refused = await act(made, 'test');
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'connection-not-active']);
		await receiver().answer('ok');
		expect((await act(made, 'resume')).body).toMatchObject({ state: 'active', failingSince: null });
		await work();
		const told = (await receiver().received(at('switch'))).slice(calls);
		// The first has waited for more than three days.
		expect(told.map(({ body }) => JSON.parse(body).data.event.title).toSorted()).toEqual(['Second', 'Third']);
		expect((await deliveriesOf(made, { state: 'dropped' })).length).toBe(1);
		await expectInvariants(services);
	});

	test('and says that it is gone is switched off at once; one that asks for a pause gets it', async () => {
		const gone = await make('gone');
		const busy = await make('busy');
		await publish();
		await work();
		expect(await read(gone)).toMatchObject({ state: 'disabled', stateReason: 'gone' });
		const [delivery] = await deliveriesOf(busy);
		expect(Date.parse(delivery.nextAt) - clock.now().getTime()).toBe(600_000);
		await publish();
		clock.advance(599_000);
		await work();
		expect(await receiver().received(at('busy'))).toHaveLength(1);
		clock.advance(2_000);
		await work();
		expect((await receiver().received(at('busy'))).length).toBeGreaterThan(1);
	});

	test('does not hold up the others', async () => {
		const dead = await make('hang');
		const good = await make('ok');
		for (let n = 0; n < 12; n += 1) await publish(`Event ${n}`);
		while ((await factPoller.run(services, signal)) > 0);
		// The calls of the dead one last until they are ended here: whoever waited for them would wait for ever.
		const ending = new AbortController();
		const round = createDeliveryPoller({ totalMs: hourMs }).run(services, ending.signal);
		await expect.poll(() => deliveriesOf(good, { state: 'delivered' })).toHaveLength(12);
		expect(await receiver().received(at('hang'))).not.toEqual([]);
		ending.abort();
		await round;
		expect(await deliveriesOf(dead, { state: 'due' })).toHaveLength(12);
		await createDeliveryPoller({ totalMs: 500 }).run(services, signal);
		const tried = (await deliveriesOf(dead)).filter(({ attempts }: { attempts: number }) => attempts > 0);
		expect(new Set(tried.map(({ lastError }: { lastError: string }) => lastError))).toEqual(
			new Set(['timeout']),
		);
	});

	test('private addresses behind a name are refused when it is called, and the log says so', async () => {
		const closed = await createTestServices(database(), {}, clock);
		const made = await api.post(
			`${base}/connections`,
			{ target: 'https://internal.example.com/hook', types: ['event.published'] },
			{ token },
		);
		await act(made.body, 'test');
		const hostile = createDeliveryPoller({ resolve: async () => ['10.0.0.7'] });
		await hostile.run(closed, signal);
		expect(await deliveriesOf(made.body)).toMatchObject([
			{ state: 'due', lastError: 'private', lastStatus: null },
		]);
	});
});

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
			const refused = await strict.post(`${base}/connections`, { target, types: ['order.paid'] }, { token });
			expect([target, refused.status, refused.body.details?.[0]?.field]).toEqual([target, 400, 'target']);
		}
	});

	test('are changed, paused, resumed, rotated and removed', async () => {
		const made = await make();
		const url = `${base}/connections/${made.id}`;
		const renamed = await api.patch(
			url,
			{ name: 'Website', types: ['event.published', 'order.paid'] },
			{ token, headers: { 'If-Match': '"1"' } },
		);
		expect([renamed.status, renamed.body.name, renamed.body.version]).toEqual([200, 'Website', 2]);
		const late = await api.patch(url, { name: 'Late' }, { token, headers: { 'If-Match': '"1"' } });
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

		expect((await api.delete(url, { token })).status).toBe(204);
		expect((await api.get(url, { token })).status).toBe(404);
		const { rows } = await database().pool.query('SELECT 1 FROM outbound_deliveries');
		expect(rows).toEqual([]);
	});

	test('show their secret again to whoever has just signed in, and nobody else', async () => {
		const made = await make();
		const reveal = (who: string, { id } = made) =>
			api.post(`${base}/connections/${id}/reveal-secret`, undefined, { token: who });
		expect((await reveal(owner.token)).body).toEqual({ secret: made.secret });
		const rotated = await act(made, 'rotate-secret');
		expect((await reveal(owner.token)).body).toEqual({ secret: rotated.body.secret });
		expect((await reveal(token)).status).toBe(403);
		const stranger = await makeUser(services);
		expect((await reveal(stranger.token)).status).toBe(404);
		const chat = await make('ok', { kind: 'slack' });
		expect((await reveal(owner.token, chat)).body.metadata.rule).toBe('no-secret');
		clock.advance(16 * 60_000);
		expect((await reveal(owner.token)).body.metadata.rule).toBe('confirm-sign-in');
	});

	test('have samples: what was sent last, or made-up ones', async () => {
		const samples = async () =>
			(await api.get(`${base}/webhook-samples/event.published`, { token })).body.data;
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
		expect((await api.get(`${base}/webhook-samples/event.published`, stranger)).status).toBe(404);
		const { data } = (await api.get('/api/connectors', owner)).body;
		expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['webhook', 'slack', 'discord', 'teams']);
	});

	test('are made by programs with a key of that scope, and found by nobody else', async () => {
		const key = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'orders:read'] });
		const byKey = await api.post(
			`${base}/connections`,
			{ target: 'https://hooks.example.com/1', types: ['registration.created'] },
			{ token: key.token },
		);
		expect([byKey.status, byKey.body.origin]).toEqual([201, 'key']);
		const weak = await makeApiKey(services, owner, { scopes: ['events:write'] });
		expect((await api.get(`${base}/connections`, { token: weak.token })).status).toBe(403);
		const stranger = await makeUser(services);
		const theirs = `/api/organisations/${stranger.organisationId}`;
		for (const where of [`${base}/connections`, `${theirs}/connections/${byKey.body.id}`])
			expect((await api.get(where, { token: stranger.token })).status).toBe(404);
		expect((await api.delete(`${base}/connections/${byKey.body.id}`, { token: key.token })).status).toBe(204);
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
				`${base}/connections`,
				{ target: 'https://hooks.example.com/', types: ['event.published'] },
				{ token },
			),
		);
		await Promise.all(rows);
		const more = await Promise.all(
			[1, 2, 3].map(() =>
				api.post(
					`${base}/connections`,
					{ target: 'https://hooks.example.com/', types: ['event.published'] },
					{ token },
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
			const about =
				{
					'payout.paid': 'payout',
					'message.sent': 'message',
					'report.ready': 'report',
					'gift_card.issued': 'giftCard',
					'withdrawal.received': 'withdrawal',
					'consent.given': 'consent',
					'consent.ended': 'consent',
				}[type as string] ?? 'event';
			expect(Object.keys(sample)).toContain(about);
		}
	});
});
