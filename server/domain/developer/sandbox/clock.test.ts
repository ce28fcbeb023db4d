import { describe, expect, test } from 'vitest';
import { publishDue } from '#server/domain/events/commands/schedule-publishing.ts';
import { notificationJobs } from '#server/domain/notifications/jobs.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { useSandboxOwner } from '#tests/support/use-sandbox.ts';

const world = useSandboxOwner();
const { services, api, owner, as, path, make } = world;
const { read, advanceBy, settle, moveOn, query: rows } = world;
const { signal } = new AbortController();
async function work(): Promise<void> {
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}
const meetup = (sandbox: Sandbox) =>
	sandbox.events.find(({ title }) => title === 'Sandbox Meetup') as Sandbox['events'][number];
const hoursUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 3_600_000;

describe('the clock of a sandbox', () => {
	test('a month passes: reminder, thanks and the end of an event, each in its time and once', async () => {
		const sandbox = await make();
		await settle();
		const { id, startsAt } = meetup(sandbox);
		const rule = { kind: 'after_end', offsetMinutes: 120, isOn: true };
		const saved = await api.post(`/api/events/${id}/message-rules`, rule, as(owner));
		expect(saved.status, JSON.stringify(saved.body)).toBe(201);
		const moved = await advanceBy('P30D');
		expect([moved.status, moved.body.isSettled]).toEqual([200, false]);
		expect(moved.body.movedHours).toBeCloseTo(hoursUntil(startsAt) - 24, 0);
		expect(moved.body.movedHours + moved.body.leftHours).toBeCloseTo(720, 6);
		await settle();
		expect(await read()).toMatchObject({ isSettled: true, leftHours: 0, movedHours: 720 });
		const mails = await rows(
			`SELECT template, status, count(*)::int AS n FROM mails WHERE event_id = $1 GROUP BY 1, 2 ORDER BY 1`,
			[id],
		);
		expect(mails).toEqual([
			{ template: 'events/reminder', status: 'kept', n: 110 },
			{ template: 'messages/service', status: 'kept', n: 110 },
		]);
		expect(await rows('SELECT is_over FROM events WHERE id = $1', [id])).toEqual([{ is_over: true }]);
		await settle();
		expect(await rows(`SELECT FROM mails WHERE event_id = $1`, [id])).toHaveLength(220);
		await expectInvariants(services);
	});

	test('no email leaves it in a month, whatever writes it: orders, reminders, rules, messages, reports, cancellations', async () => {
		const server = await startMailServer();
		services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		try {
			const sandbox = await make();
			const { id } = meetup(sandbox);
			const concert = sandbox.events.find(({ title }) => title === 'Sandbox Concert');
			const base = `/api/organisations/${sandbox.id}`;
			const report = await api.post(
				`${base}/reports`,
				{ name: 'R', query: { dataset: 'attendees', groups: ['ticketType'], measures: ['tickets'] } },
				as(owner),
			);
			const schedule = {
				kind: 'weekly',
				weekday: 1,
				at: '07:30',
				timeZone: 'UTC',
				recipients: [owner.userId],
			};
			for (const [where, body] of [
				[`${path()}/orders`, { eventId: id, count: 3 }],
				[`${path()}/orders`, { eventId: id, outcome: 'cancelled' }],
				[`/api/events/${id}/message-rules`, { kind: 'after_end', offsetMinutes: 60, isOn: true }],
				[`/api/events/${id}/messages`, { subject: 'News', text: 'The doors open at six.' }],
				[`${base}/reports/${report.body.id}/schedules`, schedule],
				[`/api/events/${concert?.id}/cancel`, { message: 'The hall is closed.' }],
			] as const) {
				const answer = await api.post(where, body, as(owner));
				expect([where, answer.status < 300, answer.body?.message]).toEqual([where, true, undefined]);
			}
			await advanceBy('P30D');
			await settle();
			const mails = await rows(
				`SELECT array_agg(DISTINCT template ORDER BY template) AS templates, array_agg(DISTINCT status) AS statuses
				FROM mails WHERE organisation_id = $1`,
				[sandbox.id],
			);
			expect(mails[0].templates).toEqual(
				expect.arrayContaining(['events/reminder', 'messages/service', 'reports/schedule']),
			);
			expect(mails[0].statuses).toContain('kept');
			for (const status of ['sent', 'queued', 'sending', 'failed', 'stored'])
				expect(mails[0].statuses).not.toContain(status);
			expect(server.received).toEqual([]);
			// An email that names no organisation would be sent.
			expect(
				await rows(
					`SELECT template FROM mails WHERE organisation_id IS NULL AND strpos(props::text, $1) > 0`,
					[sandbox.id],
				),
			).toEqual([]);
			// The server takes emails: that of a real address arrives.
			await api.post('/api/auth/forgot-password', { email: owner.email });
			await work();
			expect(server.received.flatMap(({ to }) => to)).toEqual([owner.email]);
		} finally {
			services.mailer.close();
			await server.close();
		}
	});

	test('moves that follow each other at once are made in turn', async () => {
		await make();
		await Promise.all([advanceBy('P5D'), advanceBy('P7D'), advanceBy('PT1H')]);
		const { movedHours, leftHours, isSettled } = await read();
		expect(isSettled).toBe(false);
		expect(movedHours + leftHours).toBeCloseTo(12 * 24 + 1, 6);
		await Promise.all([settle(), settle()]);
		await settle();
		expect(await read()).toMatchObject({ isSettled: true, movedHours: 12 * 24 + 1, leftHours: 0 });
		await expectInvariants(services);
	});

	test('is driven with a test key of the scope, and with no other', async () => {
		const driver = await makeApiKey(services, owner, { environment: 'test', scopes: ['sandbox:write'] });
		const reader = await makeApiKey(services, owner, { environment: 'test', scopes: ['events:read'] });
		const { id } = await make();
		const inside = `/api/organisations/${id}/sandbox`;
		const body = { advanceBy: 'P2D' };
		const moved = await api.post(`${inside}/clock`, body, as(driver));
		expect([moved.status, moved.body.id]).toEqual([200, id]);
		await settle();
		expect((await api.get(inside, as(driver))).body.sandbox).toMatchObject({
			movedHours: 48,
			isSettled: true,
		});
		expect((await api.get(`${inside}/mails`, as(driver))).status).toBe(200);
		expect((await api.post(`${inside}/clock`, body, as(reader))).status).toBe(403);
		expect((await api.post(`${path()}/clock`, body, as(driver))).status).toBe(404);
		expect((await api.post(`${inside}/reset`, undefined, as(driver))).body.movedHours).toBe(0);
		const live = await api.post(
			`/api/organisations/${owner.organisationId}/api-keys`,
			{ name: 'Live', scopes: ['sandbox:write'] },
			as(owner),
		);
		expect([live.status, live.body.code]).toEqual([400, 'VALIDATION_FAILED']);
	});

	test('a key sent again moves once; a hold ends, and a draft is published at its time', async () => {
		const sandbox = await make();
		const { id } = meetup(sandbox);
		const { body } = await api.get(`/api/events/${id}/ticket-types`);
		const held = await api.post(`/api/events/${id}/orders`, {
			buyer: { name: 'Grace', email: 'grace@example.org' },
			items: [{ ticketTypeId: body.data[0].id, quantity: 2 }],
			hold: true,
		});
		expect(held.body.status).toBe('pending');
		const made = await api.post(
			'/api/events',
			{ title: 'Later', startsAt: '2031-01-01T10:00:00Z', organisationId: sandbox.id, timeZone: 'UTC' },
			as(owner),
		);
		const publishAtLocal = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
		const planned = await api.post(
			`/api/events/${made.body.id}/publish-schedule`,
			{ publishAtLocal },
			as(owner),
		);
		expect(planned.status, JSON.stringify(planned.body)).toBe(200);
		const workDue = async () => {
			while ((await expireHolds(services, signal)) > 0);
			await publishDue(services);
		};
		const statuses = async () => [
			(await rows('SELECT status FROM orders WHERE id = $1', [held.body.id]))[0].status,
			(await api.get(`/api/events/${made.body.id}`, as(owner))).body.status,
		];
		await workDue();
		expect(await statuses()).toEqual(['pending', 'draft']);
		const headers = { 'Idempotency-Key': 'move-1' };
		for (let times = 0; times < 2; times += 1)
			await api.post(`${path()}/clock`, { advanceBy: 'PT3H' }, { ...as(owner), headers });
		await settle();
		expect(await read()).toMatchObject({ movedHours: 3, leftHours: 0 });
		await workDue();
		expect(await statuses()).toEqual(['expired', 'draft']);
		expect((await moveOn(5 * 24)).status).toBe(200);
		await workDue();
		expect(await statuses()).toEqual(['expired', 'published']);
		await expectInvariants(services);
	});

	test('reminders go out, once, however often it moves while the event is near', async () => {
		const sandbox = await make();
		const remind = notificationJobs.find(({ name }) => name === 'notifications.remind-guests');
		const { id, startsAt } = meetup(sandbox);
		const reminders = async () =>
			(await rows(`SELECT recipient FROM mails WHERE template = 'events/reminder' AND event_id = $1`, [id]))
				.length;
		await remind?.run(services);
		expect(await reminders()).toBe(0);
		await moveOn(Math.floor(hoursUntil(startsAt)) - 20);
		await remind?.run(services);
		expect(await reminders()).toBe(110);
		await work();
		expect(await rows(`SELECT DISTINCT status FROM mails WHERE template = 'events/reminder'`)).toEqual([
			{ status: 'kept' },
		]);
		for (let times = 0; times < 3; times += 1) {
			await moveOn(4);
			await remind?.run(services);
		}
		expect(await reminders()).toBe(110);
	});

	test('the schedule of a report runs', async () => {
		const { id } = await make();
		const base = `/api/organisations/${id}`;
		const report = await api.post(
			`${base}/reports`,
			{
				name: 'Morning',
				query: { dataset: 'attendees', groups: ['ticketType'], measures: ['tickets'] },
			},
			as(owner),
		);
		expect(report.status, JSON.stringify(report.body)).toBe(201);
		const planned = await api.post(
			`${base}/reports/${report.body.id}/schedules`,
			{ kind: 'daily', at: '07:30', timeZone: 'UTC', recipients: [owner.userId] },
			as(owner),
		);
		expect(planned.status, JSON.stringify(planned.body)).toBe(201);
		const runs = async () => (await rows(`SELECT FROM mails WHERE template = 'reports/schedule'`)).length;
		await settle();
		expect(await runs()).toBe(0);
		await moveOn(24);
		expect(await runs()).toBe(1);
		await moveOn(5 * 24);
		expect(await runs()).toBe(6);
	});

	test('days of events follow their zone, and figures follow the days', async () => {
		const { id } = await make();
		await work();
		for (const hours of [5, 7, 12, 24, 3]) await moveOn(hours);
		expect((await api.get(path(), as(owner))).body.sandbox.movedHours).toBe(51);
		await work();
		await expectInvariants(services);
		expect(await rows(`SELECT FROM organisation_acts WHERE organisation_id = $1`, [id])).toEqual([]);
	});
});
