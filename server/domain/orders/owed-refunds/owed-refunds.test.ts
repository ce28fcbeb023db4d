import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { bankJobs } from '../bank/jobs.ts';
import { sepaText } from './credit-transfers.ts';

const { database, services, api, owner } = useTestOwner();
let event: PricedEvent;
let token: string;
let base: string;
beforeAll(async () => {
	event = await makePricedEvent(services, api, owner, { capacity: 100, taxBasisPoints: 700 });
	token = owner.token;
	base = `/api/organisations/${event.organisationId}`;
	const settings = {
		takesCards: true,
		takesTransfers: true,
		takesMoneyAtDoor: false,
		transferHolder: 'Chœur Łódź & Co <Köln>',
		transferIban: 'DE89 3704 0044 0532 0130 00',
		transferBic: 'COBADEFFXXX',
		transferDays: 7,
	};
	expect((await api.call('PUT', `${base}/payment-settings`, settings, { token })).status).toBe(200);
});

const account = { holder: 'Zoë Müller', iban: 'de75 5121 0800 1245 1261 99', bic: '' };

/** An order that was paid by transfer and is refunded. */
async function makeOwed(on = event, by = owner) {
	const order = await holdTickets(api, on);
	expect((await markPaid(api, on, order, { token: by.token })).status).toBe(200);
	const refunded = await refundOrder(api, on, order, { token: by.token, isCancelling: true });
	return { ...order, refundId: refunded.body.refunds[0].id as string };
}

const list = async (state: string) =>
	(await api.get(`${base}/owed-refunds`, { token, query: { state, limit: '100' } })).body.data as {
		id: string;
	}[];
const post = (path: string, body: object, as = token, key = randomUUID()) =>
	api.post(`${base}/${path}`, body, { token: as, headers: { 'Idempotency-Key': key } });
const send = (refundIds: string[]) =>
	post('owed-refunds/sent', { refundIds, way: 'transfer', sentOn: '2026-11-27' });
const setAccount = (order: { manageToken: string }, body: object = account) =>
	api.call('PUT', `/api/orders/${order.manageToken}/refund-account`, body);
const mailsOf = async (orderId: string) => {
	while ((await factPoller.run(services, new AbortController().signal)) > 0);
	const { rows } = await database().pool.query<{ template: string }>(
		`SELECT template FROM mails WHERE props->>'orderId' = $1 AND template LIKE 'orders/refund%' ORDER BY id`,
		[orderId],
	);
	return rows.map((row) => row.template);
};

describe('a refund that no provider moves', () => {
	test('is owed, not returned, until a member says that it was sent', async () => {
		const order = await makeOwed();
		const detail = () => api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
		expect((await detail()).body).toMatchObject({
			status: 'cancelled',
			paidMinor: 2_400,
			refundedMinor: 0,
			toSendMinor: 2_400,
			refundableMinor: 0,
			refunds: [{ state: 'requested', sentOn: null }],
		});
		expect((await api.get(`/api/orders/${order.manageToken}`)).body).toMatchObject({
			owedMinor: 2_400,
			refundAccount: null,
			canSetRefundAccount: true,
		});
		await settleAll(services);
		expect(await mailsOf(order.id)).toEqual(['orders/refund-owed']);
		await expectInvariants(services);

		const due = await api.get(`/api/events/${event.id}/orders`, { token, query: { state: 'refund_due' } });
		expect(due.body.data.map((one: { id: string }) => one.id)).toContain(order.id);
		expect(await list('to_send')).toContainEqual(
			expect.objectContaining({ id: order.refundId, amountMinor: 2_400, account: null }),
		);

		expect((await send([order.refundId])).body).toEqual({ count: 1 });
		expect((await detail()).body).toMatchObject({
			paidMinor: 0,
			refundedMinor: 2_400,
			toSendMinor: 0,
			refunds: [{ state: 'succeeded', sentOn: '2026-11-27', sentWay: 'transfer' }],
		});
		expect(await mailsOf(order.id)).toEqual(['orders/refund-owed', 'orders/refunded']);
		expect((await send([order.refundId])).body.metadata.rule).toBe('refund-sent');
		await expectInvariants(services);
	});

	test('is not recorded as sent on a day to come, nor is money that has not arrived', async () => {
		const order = await makeOwed();
		const inDays = (days: number) =>
			new Date(services.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
		for (const sentOn of [inDays(2), '9999-12-31']) {
			const refused = await post('owed-refunds/sent', {
				refundIds: [order.refundId],
				way: 'transfer',
				sentOn,
			});
			expect([refused.status, refused.body.details[0].field]).toEqual([400, 'sentOn']);
		}
		const held = await holdTickets(api, event);
		const early = await markPaid(api, event, held, { token, receivedOn: inDays(2) });
		expect([early.status, early.body.details[0].field]).toEqual([400, 'receivedOn']);
		expect((await markPaid(api, event, held, { token, receivedOn: inDays(0) })).status).toBe(200);
	});

	test('is booked once when several record it at once', async () => {
		const order = await makeOwed();
		const answers = await Promise.all([1, 2, 3].map(() => send([order.refundId])));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
		await expectInvariants(services);
	});

	test('goes where its buyer says; a wrong account is refused by field', async () => {
		const order = await makeOwed();
		const wrong = await setAccount(order, { ...account, iban: 'DE75512108001245126198' });
		expect(wrong.body.details[0]).toMatchObject({ field: 'iban' });
		expect((await setAccount(order, { ...account, bic: 'NO' })).body.details[0]).toMatchObject({
			field: 'bic',
		});
		expect((await setAccount(order, { ...account, holder: ' ' })).status).toBe(400);
		const set = await setAccount(order);
		expect(set.body).toMatchObject({ refundAccount: { holder: 'Zoë Müller', ibanEnd: '6199' } });
		expect(JSON.stringify(set.body)).not.toContain('DE7551');
		expect(await list('to_send')).toContainEqual(
			expect.objectContaining({
				id: order.refundId,
				account: { holder: 'Zoë Müller', iban: 'DE75512108001245126199', bic: '' },
			}),
		);
		// Nothing is owed for an order that was not refunded, and nothing more once it was sent.
		const paid = await holdTickets(api, event);
		await payByCard(api, paid);
		expect((await setAccount(paid)).body.metadata.rule).toBe('no-refund-owed');
		await send([order.refundId]);
		expect((await setAccount(order)).body.metadata.rule).toBe('no-refund-owed');
	});

	test('is in one file for the bank at most, with the account that was there', async () => {
		const [one, two, bare] = [await makeOwed(), await makeOwed(), await makeOwed()];
		await setAccount(one);
		await setAccount(two);
		expect(
			(await post('refund-files', { refundIds: [one.refundId, bare.refundId] })).body.metadata.rule,
		).toBe('refund-account-missing');
		const answers = await Promise.all([
			post('refund-files', { refundIds: [one.refundId, two.refundId] }),
			post('refund-files', { refundIds: [two.refundId] }),
		]);
		const made = answers.filter(({ status }) => status === 201);
		expect(made).toHaveLength(1);
		expect(answers.find(({ status }) => status !== 201)?.body.metadata.rule).toBe('refund-in-file');
		expect((await setAccount(two)).body.metadata.rule).toBe('refund-in-file');

		const file = `${base}/refund-files/${made[0]?.body.id}`;
		const rest = await api.get(`${file}/file`, { token });
		expect(rest.status).toBe(200);
		expect(rest.body).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">');
		expect(rest.body).toContain('<Nm>Choeur Lodz . Co .Koln.</Nm>');
		expect(rest.body).toContain('<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>');
		expect(rest.body).toMatch(/<InstdAmt Ccy="EUR">24\.00<\/InstdAmt>.*<IBAN>DE75512108001245126199<\/IBAN>/);
		expect(rest.body).toMatch(/<Ustrd>Refund RF\d\d[A-Z\d]+ /);
		expect(await list('in_file')).toContainEqual(expect.objectContaining({ id: two.refundId }));
		// Given up: all of it is to be sent again, and may be put into another.
		expect((await api.delete(file, { token })).status).toBe(204);
		const again = await post('refund-files', { refundIds: [two.refundId, one.refundId] });
		expect(again.body).toMatchObject({ count: 2, amountMinor: 4_800 });
		await send([one.refundId]);
		const kept = await api.delete(`${base}/refund-files/${again.body.id}`, { token });
		expect(kept.body.metadata.rule).toBe('refund-sent');
	});

	test('is listed, filed and recorded by its own organisation alone', async () => {
		const order = await makeOwed();
		await setAccount(order);
		const stranger = await makeUser(services);
		const theirs = await makePricedEvent(services, api, stranger);
		const their = { token: stranger.token, headers: { 'Idempotency-Key': randomUUID() } };
		const path = `/api/organisations/${theirs.organisationId}`;
		const body = { refundIds: [order.refundId] };
		const sent = { ...body, way: 'cash', sentOn: '2026-11-27' };
		expect((await api.post(`${path}/owed-refunds/sent`, sent, their)).status).toBe(404);
		expect(
			(
				await api.post(`${path}/refund-files`, body, {
					...their,
					headers: { 'Idempotency-Key': randomUUID() },
				})
			).body.metadata.rule,
		).toBe('transfer-account-missing');
		expect((await post('refund-files', body, stranger.token)).status).toBe(404);
	});

	test('bank details go ninety days after the money', async () => {
		const order = await makeOwed();
		await setAccount(order);
		await send([order.refundId]);
		const job = bankJobs.find(({ name }) => name === 'orders.forget-refund-accounts');
		const left = async () => {
			await job?.run(services);
			const { rows } = await database().pool.query(`SELECT FROM refund_accounts WHERE order_id = $1`, [
				order.id,
			]);
			return rows.length;
		};
		expect(await left()).toBe(1);
		await database().pool.query(
			`UPDATE refund_accounts SET updated_at = now() - interval '91 days' WHERE order_id = $1`,
			[order.id],
		);
		expect(await left()).toBe(1);
		await database().pool.query(
			`UPDATE refunds SET settled_at = now() - interval '91 days' WHERE subject_id = $1`,
			[order.id],
		);
		expect(await left()).toBe(0);
	});
});

test.each([
	['Chœur Łódź & Co <Köln>', 'Choeur Lodz . Co .Koln.'],
	['Straße 5, Århus', 'Strasse 5, Arhus'],
	['東京', '..'],
])('%s is written %s', (text, expected) => {
	expect(sepaText(text, 70)).toBe(expected);
});

test('a file for the bank names the account that it was made with, whatever is set later', async () => {
	const order = await makeOwed();
	await setAccount(order);
	const { body: file } = await post('refund-files', { refundIds: [order.refundId] });
	const download = async () =>
		(await api.get(`${base}/refund-files/${file.id}/file`, { token })).body as unknown;
	const before = JSON.stringify(await download());
	await database().pool.query(
		`UPDATE payment_settings SET transfer_iban = 'FR1420041010050500013M02606', transfer_holder = 'Somebody else' WHERE organisation_id = $1`,
		[event.organisationId],
	);
	expect(JSON.stringify(await download())).toBe(before);
	expect(before).toContain('DE89370400440532013000');
});
