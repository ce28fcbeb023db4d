import { beforeAll, describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();

const uk = { regime: 'uk', number: '1234567', isAutomatic: false };
const de = {
	regime: 'de',
	number: '27/123/45678',
	purpose: 'Kunst und Kultur',
	taxOffice: 'Berlin I',
	noticeDate: '2025-06-30',
	assessmentPeriod: '2024',
	isAutomatic: false,
};
let year: number;
beforeAll(async () => {
	await stayInOneDay();
	year = new Date().getUTCFullYear() - 1;
});
const grace = { name: 'Grace Hopper', address: 'Road 2\nLeeds', countryCode: 'GB' };

async function raise(settings: object | null) {
	const event = await makeFundraiser(services, api, await makeUser(services));
	const { token } = event.owner;
	const org = `/api/organisations/${event.organisationId}`;
	await api.patch(`${org}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1\nBerlin' }, { token });
	if (settings) await api.call('PUT', `${org}/gift-receipt-settings`, settings, { token });
	return event;
}
async function addOffline(event: PricedEvent, amountMinor: number, receivedOn: string, donorEmail: string) {
	const made = await api.post(
		`/api/events/${event.id}/donations`,
		{ amountMinor, receivedOn, donorName: 'Grace Hopper', donorEmail },
		{ token: event.owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body as { id: string };
}
const call = (event: PricedEvent, donation: { id: string }, what: string, body: object = grace) =>
	api.post(`/api/events/${event.id}/donations/${donation.id}/${what}`, body, { token: event.owner.token });
const issue = (event: PricedEvent, donation: { id: string }, body?: object) =>
	call(event, donation, 'receipt', body);
const issueYear = (event: PricedEvent, donation: { id: string }, more: object = {}) =>
	call(event, donation, 'year-receipt', { ...grace, year, ...more });
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
async function documentsOf(event: PricedEvent) {
	const { body } = await api.get(`/api/organisations/${event.organisationId}/documents`, {
		token: event.owner.token,
	});
	return (body.data as { label: string; grossMinor: number; orderId: string | null }[]).map(
		({ label, grossMinor }) => [label, grossMinor],
	);
}
async function textOf(event: PricedEvent, { id }: { id: string }) {
	const answer = await api.app.request(
		`http://foyer.test/api/organisations/${event.organisationId}/documents/${id}/file`,
		{ headers: { authorization: `Bearer ${event.owner.token}` } },
	);
	return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text.replaceAll(/\s+/g, ' ');
}
const mailsOf = async (event: PricedEvent) =>
	(
		await database().pool.query<{ recipient: string }>(
			`SELECT recipient FROM mails WHERE organisation_id = $1 AND template = 'orders/gift-receipt' ORDER BY id`,
			[event.organisationId],
		)
	).rows.map(({ recipient }) => recipient);

describe('an offline donation', () => {
	test('has no receipt before what its country needs is entered', async () => {
		const event = await raise(null);
		const donation = await addOffline(event, 2_000, `${year}-03-01`, '');
		expect(ruleOf(await issue(event, donation))).toBe('nothing-to-receipt');
	});

	test('gets one by email, once; for another address another one; removed, none', async () => {
		const event = await raise(uk);
		const donation = await addOffline(event, 2_000, `${year}-03-01`, 'grace@example.org');
		const both = await Promise.all([issue(event, donation), issue(event, donation)]);
		expect(both.map(({ status }) => status)).toEqual([201, 201]);
		expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
		expect(both[0]?.body).toMatchObject({ label: 'DON-000001', orderId: null, recipient: 'Grace Hopper' });
		expect(await mailsOf(event)).toEqual(['grace@example.org']);
		const text = await textOf(event, both[0]?.body);
		for (const part of [
			'Harbour Hall, registered charity number 1234567, received €20.00',
			`1 March ${year}`,
			'Road 2',
		])
			expect(text).toContain(part);
		await issue(event, donation, { ...grace, address: 'Road 3' });
		await expectInvariants(services);
		await api.call('DELETE', `/api/events/${event.id}/donations/${donation.id}`, undefined, {
			token: event.owner.token,
		});
		expect((await documentsOf(event)).reverse()).toEqual([
			['DON-000001', 2_000],
			['DONC-000001', -2_000],
			['DON-000002', 2_000],
			['DONC-000002', -2_000],
		]);
		expect(ruleOf(await issue(event, donation))).toBe('nothing-to-receipt');
		await expectInvariants(services);
	});

	test('in Germany needs an address above 300 euros, and no email without one of the donor', async () => {
		const event = await raise(de);
		const donation = await addOffline(event, 30_001, `${year}-03-01`, '');
		expect(ruleOf(await issue(event, donation, { name: 'Grace Hopper' }))).toBe('receipt-address-missing');
		const { body } = await issue(event, donation);
		expect(await textOf(event, body)).toContain('dreihundert Euro und ein Cent');
		expect(await mailsOf(event)).toEqual([]);
		expect(ruleOf(await issueYear(event, donation))).toBe('donor-email-missing');
	});

	test('is receipted by its organiser alone, and not where it has an order', async () => {
		const event = await raise(uk);
		const donation = await addOffline(event, 2_000, `${year}-03-01`, '');
		const other = await raise(uk);
		expect((await issue({ ...other, id: event.id }, donation)).status).toBe(404);
		expect((await issue(other, donation)).status).toBe(404);
		const order = await holdGift(api, event, { amountMinor: 1_000 });
		await payByCard(api, order);
		const { rows } = await database().pool.query('SELECT id FROM donations WHERE order_id = $1', [order.id]);
		expect(ruleOf(await issue(event, rows[0]))).toBe('donation-online');
	});
});

describe('a receipt over a year', () => {
	test('lists what has no receipt of its own, says so, and keeps others from being issued', async () => {
		const event = await raise(de);
		const [first, second, own] = [
			await addOffline(event, 10_000, `${year}-03-01`, 'grace@example.org'),
			await addOffline(event, 2_550, `${year}-11-30`, 'Grace@example.org'),
			await addOffline(event, 700, `${year}-12-01`, 'grace@example.org'),
		];
		await addOffline(event, 900, `${year}-12-01`, 'other@example.org');
		await addOffline(event, 900, `${year - 1}-12-31`, 'grace@example.org');
		await issue(event, own);
		expect((await issueYear(event, first, { year: year + 1 })).status).toBe(400);
		const both = await Promise.all([issueYear(event, first), issueYear(event, first)]);
		expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
		expect(both[0]).toMatchObject({ status: 201, body: { grossMinor: 12_550, label: 'DON-000002' } });
		const text = await textOf(event, both[0]?.body);
		for (const part of [
			'Sammelbestätigung über Geldzuwendungen',
			'hundertfünfundzwanzig Euro',
			`1. Januar ${year} – 31. Dezember ${year}`,
			'keine weiteren Bestätigungen, weder formelle Zuwendungsbestätigungen noch Beitragsquittungen',
			'Anlage zur Sammelbestätigung',
			`1. März ${year} · Geldzuwendung · nein · 100,00`,
			`30. November ${year} · Geldzuwendung · nein · 25,50`,
			'Gesamtsumme: 125,50',
		])
			expect(text).toContain(part);
		expect(text).not.toContain('7,00');
		expect(ruleOf(await issue(event, second))).toBe('nothing-to-receipt');
		await expectInvariants(services);
	});

	/** Does what follows from changes that were committed. */
	async function hearFacts() {
		const { signal } = new AbortController();
		while ((await factPoller.run(services, signal)) > 0);
	}
	const remove = (event: PricedEvent, donation: { id: string }) =>
		api.call('DELETE', `/api/events/${event.id}/donations/${donation.id}`, undefined, {
			token: event.owner.token,
		});

	test('is cancelled when one of its donations is refunded, and issued anew without it', async () => {
		const event = await raise(de);
		const offline = await addOffline(event, 10_000, `${year}-03-01`, 'ada@example.org');
		const order = await holdGift(api, event, { amountMinor: 5_000 });
		expect((await payByCard(api, order)).status).toBe(201);
		await database().pool.query(`UPDATE payments SET gateway = NULL WHERE subject_id = $1`, [order.id]);
		await database().pool.query(`UPDATE donations SET created_at = make_date($2, 6, 1) WHERE order_id = $1`, [
			order.id,
			year,
		]);
		expect((await issueYear(event, offline)).body).toMatchObject({ grossMinor: 15_000 });
		const own = await api.post(`/api/orders/${order.manageToken}/gift-receipt`, grace);
		expect(ruleOf(own)).toBe('nothing-to-receipt');
		await expectInvariants(services);
		await database().pool.query(`UPDATE payments SET gateway = 'test' WHERE subject_id = $1`, [order.id]);
		expect((await refundOrder(api, event, order, { token: event.owner.token })).status).toBe(201);
		await settleAll(services);
		await hearFacts();
		await hearFacts();
		expect((await documentsOf(event)).reverse().slice(-2)).toEqual([
			['DONC-000001', -15_000],
			['DON-000002', 10_000],
		]);
		// The first one, its cancellation and the one over the rest.
		expect(await mailsOf(event)).toHaveLength(3);
		await expectInvariants(services);
		expect((await issueYear(event, offline)).body).toMatchObject({ grossMinor: 10_000, label: 'DON-000002' });
		expect(new Set(await mailsOf(event))).toEqual(new Set(['ada@example.org']));
		await expectInvariants(services);
	});

	test('is not issued anew where nothing is left, or the organiser did it before', async () => {
		const [alone, moved] = [await raise(de), await raise(de)];
		const only = await addOffline(alone, 10_000, `${year}-03-01`, 'grace@example.org');
		await issueYear(alone, only);
		await remove(alone, only);
		await hearFacts();
		expect((await documentsOf(alone))[0]).toEqual(['DONC-000001', -10_000]);

		const [first, second] = [
			await addOffline(moved, 10_000, `${year}-03-01`, 'grace@example.org'),
			await addOffline(moved, 700, `${year}-03-02`, 'grace@example.org'),
		];
		await issueYear(moved, first);
		await remove(moved, first);
		const { body } = await issueYear(moved, second, { address: 'Road 3' });
		await hearFacts();
		expect((await documentsOf(moved)).reverse()).toEqual([
			['DON-000001', 10_700],
			['DONC-000001', -10_700],
			['DON-000002', 700],
		]);
		expect(await textOf(moved, body)).toContain('Road 3');
		await expectInvariants(services);
	});

	test('is not issued anew without the settings of its country', async () => {
		const event = await raise(de);
		const [first] = [
			await addOffline(event, 10_000, `${year}-03-01`, 'grace@example.org'),
			await addOffline(event, 700, `${year}-03-02`, 'grace@example.org'),
		];
		await issueYear(event, first);
		const settings = `/api/organisations/${event.organisationId}/gift-receipt-settings`;
		expect((await api.call('PUT', settings, uk, { token: event.owner.token })).status).toBe(200);
		await remove(event, first);
		await hearFacts();
		expect((await documentsOf(event))[0]).toEqual(['DONC-000001', -10_700]);
	});

	test('is not for countries without one', async () => {
		const event = await raise(uk);
		const donation = await addOffline(event, 2_000, `${year}-03-01`, 'grace@example.org');
		expect(ruleOf(await issueYear(event, donation))).toBe('no-year-receipt');
	});
});

describe('receipts of several donations at once', () => {
	const issueAll = (event: PricedEvent, donations: readonly { id: string }[], key = 'all') =>
		api.post(
			`/api/organisations/${event.organisationId}/gift-receipts`,
			{ donations: donations.map(({ id }) => id) },
			{ token: event.owner.token, headers: { 'Idempotency-Key': key } },
		);
	const missingOf = async (event: PricedEvent) =>
		(await api.get(`/api/events/${event.id}/missing-gift-receipts`, { token: event.owner.token })).body;
	async function giveOnline(event: PricedEvent, amountMinor: number) {
		const order = await holdGift(api, event, { amountMinor });
		expect((await payByCard(api, order)).status).toBe(201);
		const { rows } = await database().pool.query('SELECT id FROM donations WHERE order_id = $1', [order.id]);
		return { ...(rows[0] as { id: string }), order };
	}

	test('are one each, emailed once; those that are there stay as they are', async () => {
		const event = await raise(uk);
		const cash = await addOffline(event, 2_000, `${year}-03-01`, 'grace@example.org');
		const online = await giveOnline(event, 5_000);
		const own = await addOffline(event, 700, `${year}-03-01`, '');
		const before = await issue(event, own);
		const removed = await addOffline(event, 900, `${year}-03-01`, '');
		const path = `/api/events/${event.id}/donations/${removed.id}`;
		await api.call('DELETE', path, undefined, { token: event.owner.token });
		expect(await missingOf(event)).toEqual({
			...{ canIssue: true, donations: [cash.id, online.id], hasMore: false },
		});
		const all = [own, cash, online, removed];
		const { status, body } = await issueAll(event, all);
		expect(status).toBe(200);
		expect((await issueAll(event, all)).body).toEqual(body);
		expect(body.data).toMatchObject([
			{ donationId: own.id, receipt: { id: before.body.id, isNew: false }, rule: null },
			{ donationId: cash.id, receipt: { isNew: true }, rule: null },
			{ donationId: online.id, receipt: { label: 'TEST-DON-000001', isNew: true }, rule: null },
			{ donationId: removed.id, receipt: null, rule: 'nothing-to-receipt' },
		]);
		expect(await mailsOf(event)).toEqual(['grace@example.org', 'ada@example.org']);
		const again = await issueAll(event, all, 'again');
		expect(again.body.data.map((one: { receipt: { isNew: boolean } | null }) => one.receipt?.isNew)).toEqual([
			...[false, false, false, undefined],
		]);
		expect(await mailsOf(event)).toHaveLength(2);
		expect((await missingOf(event)).donations).toEqual([]);
		await expectInvariants(services);
	});

	test('asked for by two at once are one each', async () => {
		const event = await raise(uk);
		const given = [
			await addOffline(event, 2_000, `${year}-03-01`, ''),
			await giveOnline(event, 5_000),
			await addOffline(event, 2_000, `${year}-03-01`, ''),
		];
		const answers = await Promise.all([
			issueAll(event, given, 'one'),
			issueAll(event, given.toReversed(), 'two'),
			issue(event, given[0] as { id: string }, { name: 'Grace Hopper' }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
		expect(await documentsOf(event)).toHaveLength(3);
		await expectInvariants(services);
	});

	test('are issued beside those that need an address', async () => {
		const event = await raise(de);
		const large = await addOffline(event, 30_001, `${year}-03-01`, '');
		const small = await addOffline(event, 30_000, `${year}-03-01`, '');
		const { body } = await issueAll(event, [large, small]);
		expect(body.data).toMatchObject([
			{ receipt: null, rule: 'receipt-address-missing' },
			{ receipt: { isNew: true }, rule: null },
		]);
		expect((await missingOf(event)).donations).toEqual([large.id]);
		await expectInvariants(services);
	});

	test('are none with a donation of another organisation, too many, or without what receipts need', async () => {
		const event = await raise(uk);
		const cash = await addOffline(event, 2_000, `${year}-03-01`, '');
		const other = await raise(null);
		const theirs = await addOffline(other, 2_000, `${year}-03-01`, '');
		expect((await issueAll(event, [cash, theirs])).status).toBe(404);
		expect(
			(
				await issueAll(
					event,
					Array.from({ length: 26 }, () => cash),
				)
			).status,
		).toBe(400);
		expect((await issueAll(event, [])).status).toBe(400);
		expect(await documentsOf(event)).toEqual([]);
		expect((await issueAll(other, [theirs])).body.data).toMatchObject([{ rule: 'nothing-to-receipt' }]);
		expect(await missingOf(other)).toEqual({ canIssue: false, donations: [], hasMore: false });
	});
});
