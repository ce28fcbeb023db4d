import { beforeEach, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { checkBounces } from './bounces/check.ts';
import { recordReports } from './bounces/record.ts';
import { notificationJobs } from './jobs.ts';
import { hashOfAddress } from './opt-outs.ts';
import { findSuppressed, isSuppressed } from './suppressions.ts';

const { database, services, api, query } = useTestApi({ isFresh: true });
let admin: TestUser;
const path = '/api/admin/mail-suppressions';
const as = (query?: Record<string, string>) => ({ token: admin.token, ...(query && { query }) });

beforeEach(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

async function bounce(recipient: string, suppressedDays: number | null, at = new Date()) {
	const mailId = newId();
	await query(
		`INSERT INTO mails (id, template, props, recipient, dedupe_key, status) VALUES ($1, 'x', '{}', $2, $3, 'failed')`,
		[mailId, recipient, mailId],
	);
	const report = { mailId, recipient, organisationId: null, kind: 'bounced' as const, at, suppressedDays };
	await recordReports(services, [{ ...report, code: '5.1.1', text: `<${recipient}> unknown` }]);
}

test('an administrator finds an address, unblocks it and blocks one by hand', async () => {
	for (const name of ['ada', 'bea', 'cleo']) await bounce(`${name}@example.org`, null);
	const first = (await api.get(path, as({ limit: '2' }))).body;
	const second = (await api.get(path, as({ limit: '2', cursor: first.nextCursor }))).body;
	expect(first.data).toHaveLength(2);
	expect(second).toMatchObject({ nextCursor: null, data: [expect.anything()] });
	const found = (await api.get(path, as({ q: ' ADA@example.org' }))).body.data;
	expect(found).toMatchObject([
		{ hint: 'a•••@example.org', reason: 'bounced', detail: '5.1.1 <a•••@example.org> unknown', until: null },
	]);
	expect((await api.get(path, as({ q: 'ada' }))).body.data).toEqual([]);
	expect((await api.delete(`${path}/${found[0].id}`, as())).status).toBe(204);
	expect((await api.delete(`${path}/${found[0].id}`, as())).status).toBe(404);
	expect(await isSuppressed(services, null, 'ada@example.org')).toBe(false);

	const byHand = { email: 'Ada@Example.org', detail: 'Asked by phone' };
	expect((await api.post(path, byHand, as())).body).toMatchObject({
		hint: 'A•••@Example.org',
		reason: 'by hand',
	});
	expect(await api.post(path, byHand, as())).toMatchObject({
		status: 422,
		body: { metadata: { rule: 'already-blocked' } },
	});
	expect(await isSuppressed(services, newId(), 'ada@example.org')).toBe(true);
	// What was blocked by hand stays so.
	await bounce('ada@example.org', 90);
	expect((await api.get(path, as({ q: 'ada@example.org' }))).body.data).toMatchObject([
		{ reason: 'by hand', detail: 'Asked by phone', until: null },
	]);
	const acts = await query(`SELECT action FROM admin_acts WHERE action LIKE '%uppression' ORDER BY id`);
	expect(acts.map(({ action }) => action)).toContain('notifications.liftSuppression');
	const eve = await makeUser(services);
	expect((await api.get(path, { token: eve.token })).status).toBe(403);
	expect((await api.post(path, { email: 'no address' }, as())).status).toBe(400);
});

test('an end moves further away and never closer; what has ended blocks nothing and is removed', async () => {
	const days = async () =>
		(
			await query(
				`SELECT CASE WHEN until IS NULL THEN -1 ELSE round(extract(epoch FROM until - now()) / 86400)::int END AS days FROM mail_suppressions`,
			)
		).map((row) => row.days);
	await bounce('ada@example.org', 90);
	await bounce('ada@example.org', 30);
	expect(await days()).toEqual([90]);
	await query(
		`UPDATE mail_suppressions SET until = now() - interval '1 s', since = now() - interval '1 year'`,
	);
	expect(await isSuppressed(services, null, 'ada@example.org')).toBe(false);
	expect((await api.get(path, as())).body.data).toEqual([]);
	await bounce('ada@example.org', 90);
	expect(await query(`SELECT since > now() - interval '1 h' AS anew FROM mail_suppressions`)).toEqual([
		{ anew: true },
	]);
	await bounce('ada@example.org', null);
	await bounce('ada@example.org', 90);
	expect(await days()).toEqual([-1]);
	await bounce('bea@example.org', 90);
	await query(`UPDATE mail_suppressions SET until = now() - interval '1 s' WHERE until IS NOT NULL`);
	await query(
		`UPDATE mail_events SET created_at = now() - interval '13 months' WHERE mail_id = (SELECT id FROM mails WHERE recipient LIKE 'bea%')`,
	);
	await notificationJobs.find(({ name }) => name === 'notifications.remove-old-reports')?.run(services);
	expect(await days()).toEqual([-1]);
	const left = await query(`SELECT DISTINCT recipient FROM mail_events e JOIN mails m ON m.id = e.mail_id`);
	expect(left).toEqual([{ recipient: 'ada@example.org' }]);
});

test('many reports at once, of one address and of many, are written by several processes', async () => {
	const names = Array.from({ length: 30 }, (_, at) => `guest${at % 10}@example.org`);
	await Promise.all([...names, ...names.toReversed()].map((name) => bounce(name, 90)));
	const hashes = names.map(hashOfAddress);
	expect((await findSuppressed(database().db, newId(), hashes)).size).toBe(10);
	expect(await findSuppressed(database().db, null, [])).toEqual(new Map());
});

test('the system check says whether bounces are read', async () => {
	expect(await checkBounces(services)).toMatchObject({
		state: 'ok',
		text: expect.stringMatching(/not read/),
	});
	const reading = await createTestServices(database(), {
		BOUNCE_ADDRESS: 'bounces@foyer.test',
		BOUNCE_IMAP_URL: 'imaps://bounces:hunter2@127.0.0.1:1/INBOX',
	});
	expect(await checkBounces(reading)).toMatchObject({
		state: 'warn',
		text: expect.stringMatching(/^never read/),
	});
	await query(`INSERT INTO bounce_reader (id, read_at) VALUES (1, now())`);
	expect(await checkBounces(reading)).toMatchObject({
		state: 'ok',
		text: expect.stringMatching(/^last read at 2/),
	});
	await query(`UPDATE bounce_reader SET read_at = now() - interval '12 minutes'`);
	expect(await checkBounces(reading)).toMatchObject({ state: 'warn' });
	await query(`UPDATE bounce_reader SET last_error = 'Refused.'`);
	expect(await checkBounces(reading)).toMatchObject({
		state: 'fail',
		text: expect.stringMatching(/Refused\. Check BOUNCE_IMAP_URL/),
	});
});
