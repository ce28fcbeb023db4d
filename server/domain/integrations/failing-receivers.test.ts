import { describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { retrySeconds } from '#shared/rules/webhook-types.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import { createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useWebhooks } from '#tests/support/use-webhooks.ts';
import { createDeliveryPoller } from './deliver.ts';

const world = useWebhooks();
const { database, services, clock, api, program, owner, receiver, signal } = world;
const { at, make, act, read, deliveriesOf, publish, work } = world;
const hourMs = 3_600_000;

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
		const replayed = await api.post(`${program.base}/deliveries/${dead.id}/replay`, undefined, {
			token: program.token,
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
		const newCalls = (await receiver().received(at('switch'))).slice(calls);
		// The first has waited for more than three days.
		expect(newCalls.map(({ body }) => JSON.parse(body).data.event.title).toSorted()).toEqual([
			'Second',
			'Third',
		]);
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
			`${program.base}/connections`,
			{ target: 'https://internal.example.com/hook', types: ['event.published'] },
			program,
		);
		await act(made.body, 'test');
		const hostile = createDeliveryPoller({ resolve: async () => ['10.0.0.7'] });
		await hostile.run(closed, signal);
		expect(await deliveriesOf(made.body)).toMatchObject([
			{ state: 'due', lastError: 'private', lastStatus: null },
		]);
	});
});
