import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderRefundFile } from '#server/domain/orders/owed-refunds/refund-files.ts';
import type { Services } from '#server/services.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	refundOrder,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { useDueBankDetails } from './pending-details.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let base: string;
beforeEach(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
	base = `/api/organisations/${owner.organisationId}`;
});

const first = 'DE89370400440532013000';
const second = 'DE75512108001245126199';
const third = 'FR1420041010050500013M02606';
const ways = { takesCards: true, takesTransfers: true, takesMoneyAtDoor: false, transferDays: 7 };
const details = (transferIban: string, transferHolder = 'Choir') => ({
	...{ ...ways, transferHolder, transferIban },
	transferBic: '',
});
const query = async (text: string, values: unknown[] = []) =>
	(await database().pool.query(text, values)).rows;

const save = (iban: string, as = owner, more: object = {}) =>
	api.call('PUT', `${base}/payment-settings`, { ...details(iban), ...more }, { token: as.token });
const read = async (as = owner) => (await api.get(`${base}/payment-settings`, { token: as.token })).body;
const confirm = (iban: string, as: TestUser) =>
	api.post(`${base}/payment-settings/pending/confirm`, { iban }, { token: as.token });
const withdraw = (as: TestUser) =>
	api.call('DELETE', `${base}/payment-settings/pending`, undefined, { token: as.token });
const passDay = () =>
	query(
		`UPDATE payment_settings SET pending_due_at = now() - interval '1 second' WHERE organisation_id = $1`,
		[owner.organisationId],
	);
/** The sign-in of somebody lies back. */
const makeStale = ({ userId }: TestUser) =>
	query(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = $1`, [userId]);
async function makeColleague(role: 'owner' | 'admin' | 'finance' | 'event_manager', days = 2) {
	const member = await makeMember(services, owner.organisationId, role);
	await query(`UPDATE memberships SET created_at = now() - make_interval(days => $2) WHERE user_id = $1`, [
		member.userId,
		days,
	]);
	return member;
}
const mails = () =>
	query(
		`SELECT recipient, props->>'change' AS change, props->>'byId' AS by, props->>'network' AS network, props->>'ibanEnd' AS "ibanEnd"
		FROM mails WHERE template = 'organisers/payment-details' AND organisation_id = $1 ORDER BY id`,
		[owner.organisationId],
	);
const notices = async ({ userId }: TestUser) =>
	(
		await query(
			`SELECT facts->>'change' AS change FROM notices WHERE kind = 'payment-details' AND user_id = $1 ORDER BY id`,
			[userId],
		)
	).map(({ change }) => change);

async function chooseTransfer(event: PricedEvent) {
	const order = await holdTickets(api, event);
	const { status } = await api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'transfer', quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	expect(status).toBe(201);
	return order;
}
const shownIban = async (order: { manageToken: string }) =>
	(await api.get(`/api/orders/${order.manageToken}`)).body.transfer?.iban;

describe('a changed IBAN', () => {
	test('is shown to new buyers a day later; who waits keeps what they were shown', async () => {
		const event = await makePricedEvent(services, api, owner);
		expect((await save(first)).body).toMatchObject({ transferIban: first, pending: null });
		const early = await chooseTransfer(event);
		const asked = await save(second);
		expect(asked.body).toMatchObject({
			transferIban: first,
			pending: {
				iban: second,
				by: { id: owner.userId, name: 'Ada Lovelace' },
				canConfirm: false,
				canWithdraw: true,
			},
		});
		const waits = Date.parse(asked.body.pending.dueAt) - Date.parse(asked.body.pending.at);
		expect(waits).toBe(24 * 3_600_000);
		const meanwhile = await chooseTransfer(event);
		expect(await shownIban(meanwhile)).toBe(first);
		await useDueBankDetails(services);
		expect(await read()).toMatchObject({ transferIban: first });
		await passDay();
		await useDueBankDetails(services);
		expect(await read()).toMatchObject({ transferIban: second, pending: null });
		const late = await chooseTransfer(event);
		expect(await Promise.all([early, meanwhile, late].map(shownIban))).toEqual([first, first, second]);
		expect((await api.get(`/api/orders/${early.manageToken}`)).body.transfer.epc).toContain(first);
		expect((await markPaid(api, event, early, { token: owner.token })).status).toBe(200);
	});

	test('saved again, or beside another setting, waits no longer; another one begins its own day', async () => {
		await save(first);
		const { dueAt } = (await save(second)).body.pending;
		expect((await save(second, owner, { transferDays: 9 })).body).toMatchObject({
			transferDays: 9,
			transferIban: first,
			pending: { iban: second, dueAt },
		});
		expect((await save(first, owner, { transferDays: 10 })).body.pending).toMatchObject({
			iban: second,
			dueAt,
		});
		await query(
			`UPDATE payment_settings SET pending_due_at = now() + interval '1 minute' WHERE organisation_id = $1`,
			[owner.organisationId],
		);
		const replaced = (await save(third)).body.pending;
		expect(replaced.iban).toBe(third);
		expect(Date.parse(replaced.dueAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
	});

	test('does not become the first one by way of none', async () => {
		await save(first);
		expect((await save('', owner, { takesTransfers: false })).body).toMatchObject({
			transferIban: first,
			takesTransfers: false,
			pending: { iban: '' },
		});
		expect((await save(second)).body).toMatchObject({ transferIban: first, pending: { iban: second } });
	});

	test.each([
		['removed from the team', `DELETE FROM memberships WHERE user_id = $1 AND organisation_id = $2`],
		[
			'denied payment settings',
			`UPDATE memberships SET denied_actions = '{money.manage}' WHERE user_id = $1 AND organisation_id = $2`,
		],
		[
			'limited to events',
			`UPDATE memberships SET event_ids = ARRAY[gen_random_uuid()] WHERE user_id = $1 AND organisation_id = $2`,
		],
		['locked', `UPDATE users SET disabled_at = now() WHERE id = $1 OR id = $2`],
	])('of somebody who was %s waits for another member', async (_what, statement) => {
		await save(first);
		const thief = await makeColleague('finance');
		const colleague = await makeColleague('admin');
		await save(second, thief);
		await query(statement, [thief.userId, owner.organisationId]);
		await passDay();
		await useDueBankDetails(services);
		expect(await read()).toMatchObject({ transferIban: first, pending: { iban: second, dueAt: null } });
		expect((await confirm(second, colleague)).body).toMatchObject({ transferIban: second, pending: null });
	});

	test('files for the bank keep the account that they were made with', async () => {
		const event = await makePricedEvent(services, api, owner);
		await save(first);
		const order = await holdTickets(api, event);
		await markPaid(api, event, order, { token: owner.token });
		const refunded = await refundOrder(api, event, order, { token: owner.token, isCancelling: true });
		await api.call('PUT', `/api/orders/${order.manageToken}/refund-account`, {
			...{ holder: 'Ada', iban: third, bic: '' },
		});
		const made = await api.post(
			`${base}/refund-files`,
			{ refundIds: [refunded.body.refunds[0].id] },
			{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(made.status).toBe(201);
		await save(second);
		await passDay();
		await useDueBankDetails(services);
		const file = { organisationId: owner.organisationId, fileId: made.body.id as string };
		expect(await renderRefundFile(services, file)).toContain(`<IBAN>${first}</IBAN>`);
	});
});

describe('a second member’s yes', () => {
	test('uses the new bank details at once', async () => {
		const colleague = await makeColleague('finance');
		await save(first);
		await save(second);
		expect((await read(colleague)).pending).toMatchObject({ canConfirm: true, canWithdraw: false });
		expect((await confirm('de75 5121 0800 1245 1261 99', colleague)).body).toMatchObject({
			transferIban: second,
			pending: null,
		});
		expect((await confirm(second, colleague)).body).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			metadata: { rule: 'no-pending-details' },
		});
	});

	test('is not given by who changed them, by a newcomer, or for another IBAN', async () => {
		const colleague = await makeColleague('admin');
		const newcomer = await makeColleague('finance', 0);
		await save(first);
		await save(second);
		const rules = [];
		for (const answer of [
			await confirm(second, owner),
			await confirm(second, newcomer),
			await confirm(third, colleague),
			await confirm('', colleague),
		])
			rules.push([answer.status, answer.body.metadata?.rule]);
		expect(rules).toEqual([
			[422, 'second-member-needed'],
			[422, 'member-too-new'],
			[422, 'details-changed'],
			[422, 'details-changed'],
		]);
		expect((await read(newcomer)).pending.canConfirm).toBe(false);
		expect(await read()).toMatchObject({ transferIban: first });
	});

	test('of two at once one is given', async () => {
		const [one, other] = [await makeColleague('finance'), await makeColleague('admin')];
		await save(first);
		await save(second);
		const answers = await Promise.all([confirm(second, one), confirm(second, other)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	});
});

test('changed bank details are withdrawn by any owner and by who changed them, without a fresh sign-in', async () => {
	const colleague = await makeColleague('finance');
	const admin = await makeColleague('admin');
	const partner = await makeColleague('owner');
	await save(first);
	await save(second, colleague);
	expect((await withdraw(admin)).body.metadata.rule).toBe('owner-needed');
	await makeStale(partner);
	expect((await withdraw(partner)).status).toBe(204);
	expect(await read()).toMatchObject({ transferIban: first, pending: null });
	await save(third, colleague);
	expect((await withdraw(colleague)).status).toBe(204);
	expect((await withdraw(colleague)).body.metadata.rule).toBe('no-pending-details');
	expect((await mails()).map(({ change }) => change)).toEqual([
		...[
			'transfer-set',
			'transfer-requested',
			'transfer-withdrawn',
			'transfer-requested',
			'transfer-withdrawn',
		].flatMap((change) => [change, change]),
	]);
});

describe('an old sign-in', () => {
	test('changes neither bank details nor the payment account, and gives no second yes', async () => {
		const colleague = await makeColleague('finance');
		await save(first);
		await save(second);
		await makeStale(owner);
		await makeStale(colleague);
		const stale = { status: 403, body: { code: 'AUTH_REQUIRED', metadata: { rule: 'confirm-sign-in' } } };
		const account = `${base}/payment-account`;
		expect(await save(third)).toMatchObject(stale);
		expect(await save(first, owner, { transferHolder: 'Somebody else' })).toMatchObject(stale);
		expect(await confirm(second, colleague)).toMatchObject(stale);
		expect(await api.post(account, { country: 'DE' }, { token: owner.token })).toMatchObject(stale);
		expect(await api.call('DELETE', account, undefined, { token: owner.token })).toMatchObject(stale);
		expect(await read()).toMatchObject({ transferIban: first, pending: { iban: second } });
		expect(
			await query(`SELECT FROM payment_accounts WHERE organisation_id = $1`, [owner.organisationId]),
		).toEqual([]);
		// What no money follows is saved as before.
		expect((await save(first, owner, { transferDays: 3 })).status).toBe(200);
	});
});

describe('an old sign-in makes nobody who could change or confirm bank details', () => {
	test.each([
		['finance', null, 403],
		['owner', null, 403],
		['event_manager', null, 202],
	])('by an invitation as %s', async (role, eventIds, status) => {
		await makeStale(owner);
		const body = { emails: ['new@example.org'], role, eventIds, note: '' };
		const answer = await api.post(`${base}/invitations`, body, {
			token: owner.token,
			headers: { 'Idempotency-Key': randomUUID() },
		});
		expect(answer.status).toBe(status);
	});

	test('by a role or a single right', async () => {
		const manager = await makeColleague('event_manager');
		const finance = await makeColleague('finance');
		await makeStale(owner);
		const change = async (who: TestUser, body: object) =>
			(await api.call('PATCH', `${base}/members/${who.userId}`, body, { token: owner.token })).status;
		expect(await change(manager, { role: 'finance' })).toBe(403);
		expect(await change(manager, { extra: ['money.manage'] })).toBe(403);
		expect(await change(manager, { extra: ['money.view'] })).toBe(200);
		expect(await change(finance, { denied: ['money.manage'] })).toBe(200);
		expect(await change(finance, { denied: [] })).toBe(403);
	});
});

describe('owners are notified', () => {
	test('by mail and notice who it was, when and from where', async () => {
		const partner = await makeColleague('owner');
		const finance = await makeColleague('finance');
		await save(first, finance);
		expect(await mails()).toEqual(
			[owner, partner].map(({ email }) => ({
				...{ recipient: email, change: 'transfer-set', by: finance.userId, ibanEnd: '3000' },
				network: expect.any(String),
			})),
		);
		expect([await notices(owner), await notices(partner), await notices(finance)]).toEqual([
			['transfer-set'],
			['transfer-set'],
			[],
		]);
		// Nothing changed: nothing to report.
		await save(first, finance, { transferDays: 3 });
		expect(await mails()).toHaveLength(2);
	});

	test('of a payment account that was opened once, and disconnected', async () => {
		const account = `${base}/payment-account`;
		for (const _time of [1, 2]) await api.post(account, { country: 'DE' }, { token: owner.token });
		expect((await api.call('DELETE', account, undefined, { token: owner.token })).status).toBe(204);
		expect((await api.call('DELETE', account, undefined, { token: owner.token })).status).toBe(204);
		expect(await notices(owner)).toEqual(['account-opened', 'account-disconnected']);
	});
});

test('limited members, members without the right, and administrators who look on change nothing', async () => {
	await save(first);
	await save(second);
	const manager = await makeColleague('event_manager');
	const limited = await makeMember(services, owner.organisationId, 'finance', [randomUUID()]);
	for (const member of [manager, limited]) {
		for (const answer of [await save(third, member), await confirm(second, member), await withdraw(member)])
			expect([403, 404]).toContain(answer.status);
	}
	const admin = await makeUser(services, { isAdmin: true });
	const viewed = await api.post(`/api/admin/users/${owner.userId}/view`, undefined, { token: admin.token });
	const viewer = { ...owner, token: viewed.body.token as string };
	for (const answer of [await save(third, viewer), await confirm(second, viewer), await withdraw(viewer)])
		expect(answer.status).toBe(403);
	expect(await read()).toMatchObject({ transferIban: first, pending: { iban: second } });
});
