import { beforeEach, describe, expect, test } from 'vitest';
import { claimMove, goOn } from '#server/domain/developer/sandbox/steps.ts';
import { pollers, scheduledJobs } from '#server/domain/modules.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { sandboxMovePoller } from './sandbox-moves.ts';
import { upkeepJobs } from './upkeep.ts';

const { services, api, owner, query: rows } = useTestOwner({ isFresh: true });
const { signal } = new AbortController();
let path: string;
let sandbox: Sandbox;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}/sandbox`;
	sandbox = (await api.post(path, undefined, { token: owner.token })).body;
});

const call = async (where: string, body?: unknown) => {
	const answer = await api.post(where, body, { token: owner.token });
	expect([where, answer.status < 300, answer.body?.code]).toEqual([where, true, undefined]);
	return answer;
};
const read = async (): Promise<Sandbox> => (await api.get(path, { token: owner.token })).body.sandbox;
const meetup = () => sandbox.events.find(({ title }) => title === 'Sandbox Meetup')?.id;
const reminders = () =>
	rows(`SELECT status FROM mails WHERE template = 'events/reminder' AND event_id = $1`, [meetup()]);
const kept = (count: number) => Array.from({ length: count }, () => ({ status: 'kept' }));

describe('what a sandbox whose time moves on', () => {
	test('runs is said by the jobs themselves', () => {
		expect(
			scheduledJobs
				.filter(({ dueInSandboxes }) => dueInSandboxes)
				.map(({ name }) => name)
				.sort(),
		).toEqual([
			'events.mark-what-is-over',
			'messages.make-due',
			'notifications.remind-guests',
			'series.make-dates',
			'tickets.update-price-ranges',
			'waitlist.review-lists',
		]);
	});

	test('leaves out of the jobs that run all day has a reason', () => {
		const reasons: Record<string, string> = {
			'accounts.end-ownership-offers': 'a sandbox has the owners of its organisation',
			'subscriptions.note-full-events': 'plans do not limit a sandbox',
			'notifications.remind-two-factor': 'a sandbox has the members of its organisation',
			'fundraisers.add-missing-donations': 'adds what a fault left out',
			'fundraisers.forget-sources': 'cleans up',
			'platform.remove-idempotency-keys': 'cleans up',
			'platform.remove-stale-delays': 'cleans up',
			'questions.remove-unused-uploads': 'cleans up',
			'reports.expire-files': 'cleans up',
			'settings.expire-exports': 'cleans up',
		};
		const isDaily = (cron: string) => /^\d+ [\d-]+ /.test(cron);
		const allDay = [...scheduledJobs, ...upkeepJobs].filter(
			({ cron, dueInSandboxes }) => !dueInSandboxes && !isDaily(cron),
		);
		expect(allDay.map(({ name }) => name).sort()).toEqual(Object.keys(reasons).sort());
	});

	test('does not wait for is said by the pollers themselves', () => {
		expect(
			pollers
				.filter(({ unawaited }) => unawaited)
				.map(({ name }) => name)
				.sort(),
		).toEqual([
			'integrations.deliver',
			'mailing-lists.fill',
			'mailing-lists.send',
			'notifications.after-clock-change',
			'notifications.read-bounces',
			'notifications.send-mails',
			'payments.sync-balances',
			'settings.make-exports',
			'status.look-around',
		]);
	});
});

describe('a move', () => {
	test('is made to its end by one round of its poller, and each step looks once or twice for what is due', async () => {
		let looks = 0;
		const { pool } = services.database;
		const query = pool.query.bind(pool);
		Object.assign(pool, {
			query: (...args: Parameters<typeof query>) => {
				if (String(args[0]).includes('AS "isQuiet"')) looks += 1;
				return query(...args);
			},
		});
		try {
			await call(`${path}/clock`, { advanceBy: 'P30D' });
			expect(await sandboxMovePoller.run(services, signal)).toBe(1);
		} finally {
			Object.assign(pool, { query });
		}
		expect(await read()).toMatchObject({ isSettled: true, movedHours: 720 });
		const [{ steps }] = await rows(`SELECT steps FROM sandbox_acts WHERE kind = 'moved'`);
		expect(steps).toBeGreaterThan(3);
		// A step that waited for something would look again and again.
		expect(looks).toBeLessThanOrEqual(2 * (steps + 1));
		expect(await reminders()).toEqual(kept(110));
		expect(await sandboxMovePoller.run(services, signal)).toBe(0);
	});

	test('waits for no mail server and no email of others', async () => {
		const arrived = Promise.withResolvers<void>();
		const answer = Promise.withResolvers<void>();
		const server = await startMailServer({
			onMail() {
				arrived.resolve();
				return answer.promise;
			},
		});
		services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		try {
			await call('/api/auth/forgot-password', { email: owner.email });
			await call(`${path}/clock`, { advanceBy: 'P30D' });
			let isSent = false;
			const sending = (async () => {
				while (!isSent) isSent = (await mailPoller.run(services, signal)) > 0 && server.received.length > 0;
			})();
			const moving = sandboxMovePoller.run(services, signal);
			await moving;
			expect(await read()).toMatchObject({ isSettled: true });
			expect(await reminders()).toEqual(kept(110));
			await arrived.promise;
			expect(isSent).toBe(false);
			answer.resolve();
			await sending;
			expect(server.received.flatMap(({ to }) => to)).toEqual([owner.email]);
		} finally {
			answer.resolve();
			services.mailer.close();
			await server.close();
		}
	});

	test('of a worker that was killed between steps is gone on with, and nothing is done twice', async () => {
		await call(`${path}/clock`, { advanceBy: 'P30D' });
		const claimed = await claimMove(services);
		expect(claimed).toBeDefined();
		expect(await claimMove(services)).toBeUndefined();
		expect(await sandboxMovePoller.run(services, signal)).toBe(0);
		await rows(`UPDATE sandbox_acts SET claimed_until = now() - interval '1 second' WHERE kind = 'moved'`);
		await sandboxMovePoller.run(services, signal);
		expect(await read()).toMatchObject({ isSettled: true, leftHours: 0, movedHours: 720 });
		expect(await reminders()).toEqual(kept(110));
		await expectInvariants(services);
	});

	test('is not gone on with by a worker whose claim ended: what fell due since is not done yet', async () => {
		await call(`${path}/clock`, { advanceBy: 'P30D' });
		const slow = await claimMove(services);
		await rows(`UPDATE sandbox_acts SET claimed_until = now() - interval '1 second' WHERE kind = 'moved'`);
		const next = await claimMove(services);
		if (!slow || !next) throw new Error('Both claim the move.');
		const after = await goOn(services, next);
		expect(after?.steps).toBe(next.steps + 1);
		const { leftHours } = await read();
		expect(await goOn(services, slow)).toBeNull();
		expect((await read()).leftHours).toBe(leftHours);
	});

	test('ends with a reset while it is being made, and the next one is the worker’s who claims it', async () => {
		await call(`${path}/clock`, { advanceBy: 'P30D' });
		const claimed = await claimMove(services);
		if (!claimed) throw new Error('It claims the move.');
		await call(`${path}/reset`);
		await call(`${path}/clock`, { advanceBy: 'P20D' });
		const { leftHours } = await read();
		expect(await goOn(services, claimed)).toBeNull();
		expect((await read()).leftHours).toBe(leftHours);
		const [moved, reset] = await Promise.all([
			sandboxMovePoller.run(services, signal),
			api.post(`${path}/reset`, undefined, { token: owner.token }),
		]);
		expect([moved, reset.status]).toEqual([1, 200]);
		expect(await read()).toMatchObject({ isSettled: true, leftHours: 0, movedHours: 0 });
		await expectInvariants(services);
	});
});
