import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	buyGiftCards,
	type CardSeller,
	issueCard,
	makeCardSeller,
	orderGiftCards,
	payGiftCards,
} from '#tests/factories/gift-cards.ts';
import { cardToken, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { sendCard } from './issue.ts';
import { sendDueCards } from './send.ts';
import { writeSettings } from './settings-rows.ts';

const { services, api, query } = useTestApi();
let seller: CardSeller;
beforeAll(async () => {
	seller = await makeCardSeller(services, api, await makeUser(services));
});

const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
const shop = (slug = seller.slug) => api.get(`/api/organisers/${slug}/gift-cards`);
const buy = (card: Record<string, unknown>, slug = seller.slug, more = {}) =>
	api.post(`/api/organisers/${slug}/gift-cards`, {
		buyer: { name: 'Ada', email: 'ada@example.org' },
		cards: [{ amountMinor: 2_500, ...card }],
		...more,
	});

describe('the page of an organiser', () => {
	test('says what they sell', async () => {
		const { status, body } = await shop();
		expect(status, JSON.stringify(body)).toBe(200);
		expect(body).toMatchObject({
			organiser: { slug: seller.slug },
			...{ currency: 'EUR', amountsMinor: [2_500, 5_000, 10_000], leastMinor: 1_000, mostMinor: 50_000 },
			...{ expiresOn: null, takesPayments: true, isTest: true },
		});
	});

	test('is not there where none are sold, nor of an organisation that is suspended', async () => {
		expect((await shop('nobody')).status).toBe(404);
		const other = await makeCardSeller(services, api, await makeUser(services), { isOffered: false });
		expect((await shop(other.slug)).status).toBe(404);
		expect((await buy({}, other.slug)).status).toBe(404);
		const locked = await makeCardSeller(services, api, await makeUser(services));
		await query(
			`INSERT INTO organisation_marks (organisation_id, suspended_at) VALUES ($1, now())
			ON CONFLICT (organisation_id) DO UPDATE SET suspended_at = now()`,
			[locked.organisationId],
		);
		expect((await shop(locked.slug)).status).toBe(404);
	});

	test.each([
		['EUR', [2_500, 5_000, 10_000]],
		['JPY', [2_500, 5_000, 10_000]],
		['CZK', [25_000, 50_000, 100_000]],
		['KWD', [25_000, 50_000, 100_000]],
	])('in %s begins with amounts that can be charged', async (currency, amountsMinor) => {
		const owner = await makeUser(services);
		await query(`INSERT INTO organisation_settings (organisation_id, default_currency) VALUES ($1, $2)`, [
			owner.organisationId,
			currency,
		]);
		const { slug } = await makeCardSeller(services, api, owner);
		expect((await shop(slug)).body).toMatchObject({ currency, amountsMinor });
		const bought = await buy({ amountMinor: amountsMinor[0] }, slug);
		expect(bought.status, JSON.stringify(bought.body)).toBe(201);
	});

	test('a year of the end holds for cards that are issued from then on', async () => {
		const lasting = await makeCardSeller(services, api, await makeUser(services), { validYears: 3 });
		const end = `${services.clock.now().getUTCFullYear() + 3}-12-31`;
		expect((await shop(lasting.slug)).body.expiresOn).toBe(end);
		const ordered = await orderGiftCards(api, lasting.slug);
		await services.database.transaction((tx) =>
			writeSettings(tx, lasting.organisationId, { validYears: null }),
		);
		expect((await payGiftCards(api, ordered)).body.cards[0].expiresOn).toBe(end);
	});
});

describe('buying', () => {
	test('orders cards that can be used once they are paid', async () => {
		const ordered = await orderGiftCards(api, seller.slug, [
			{ recipientName: 'Grace', recipientEmail: 'grace@example.org', message: 'Enjoy!', senderName: 'Ada' },
			{ amountMinor: 5_000 },
		]);
		expect(ordered.purchase).toMatchObject({
			...{ state: 'pending', totalMinor: 7_500, currency: 'EUR', payment: null, isTest: true, paidAt: null },
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			cards: [
				{ amountMinor: 2_500, state: 'ordered', recipientName: 'Grace', message: 'Enjoy!', sentAt: null },
				{ amountMinor: 5_000, state: 'ordered', recipientEmail: '' },
			],
		});
		expect(ordered.purchase.cardForm).not.toBeNull();
		const card = `${ordered.path}/cards/${ordered.purchase.cards[0]?.id}`;
		expect(ruleOf(await api.get(`${card}/code`))).toBe('gift-card-not-usable');
		expect(ruleOf(await api.post(`${card}/send`))).toBe('gift-card-not-usable');

		const key = randomUUID();
		const paid = await payGiftCards(api, ordered, { key });
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		expect(paid.body).toMatchObject({
			...{ state: 'paid', cardForm: null, nextAction: null, isTest: true },
			payment: { state: 'succeeded', amountMinor: 7_500, method: 'card' },
			cards: [{ state: 'active' }, { state: 'active' }],
		});
		expect(ruleOf(await payGiftCards(api, ordered))).toBe('gift-cards-paid');
		const { code } = (await api.get(`${card}/code`)).body;
		expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
		const checked = await api.post('/api/gift-cards/check', {
			code: code.toLowerCase().replaceAll('-', ' '),
		});
		expect(checked.body).toMatchObject({
			balanceMinor: 2_500,
			currency: 'EUR',
			state: 'active',
			isTest: true,
		});
		const [stored] = await query<{ stored: boolean }>(
			`SELECT EXISTS (SELECT FROM gift_cards g WHERE position(upper($1) IN upper(g::text)) > 0) AS stored`,
			[code.replaceAll('-', '')],
		);
		expect(stored?.stored).toBe(false);
		await expectInvariants(services);
	});

	test('the same key again answers the same', async () => {
		const ordered = await orderGiftCards(api, seller.slug);
		const [key, confirmationToken] = [randomUUID(), await cardToken(api)];
		const pay = () =>
			api.post(`${ordered.path}/payments`, { confirmationToken }, { headers: { 'Idempotency-Key': key } });
		const [first, second] = [await pay(), await pay()];
		expect([first.status, second.status]).toEqual([201, 201]);
		expect(second.body.payment.id).toBe(first.body.payment.id);
	});

	test('a card that is declined leaves it unpaid; a bank that asks is answered', async () => {
		const ordered = await orderGiftCards(api, seller.slug);
		const declined = await payGiftCards(api, ordered, { number: '4000000000000002' });
		expect(declined.status).toBe(402);
		expect((await api.get(ordered.path)).body).toMatchObject({
			state: 'pending',
			payment: { state: 'failed' },
		});
		const requested = await payGiftCards(api, ordered, { number: '4000002760003184' });
		expect(requested.body, JSON.stringify(requested.body)).toMatchObject({
			...{ state: 'pending', nextAction: { kind: 'redirect' } },
			payment: { state: 'requires_action' },
		});
		const again = await payGiftCards(api, ordered);
		expect(again.body.state).toBe('paid');
		await settleAll(services);
		await expectInvariants(services);
	});

	test.each([
		['below the least', { amountMinor: 999 }, 'amount-not-offered'],
		['above the most', { amountMinor: 50_001 }, 'amount-not-offered'],
		['a day too far ahead', { sendOn: '2099-01-01' }, 'send-day-too-far'],
	])('%s is refused', async (_, card, rule) => {
		const refused = await buy(card);
		expect(refused.status).toBe(422);
		expect(ruleOf(refused)).toBe(rule);
	});

	test.each([
		['no amount', { amountMinor: 0 }],
		['an address that is none', { recipientEmail: 'grace' }],
		['a message that is too long', { message: 'x'.repeat(501) }],
		['a day that does not exist', { sendOn: '2027-02-30' }],
	])('%s is refused', async (_, card) => {
		expect((await buy(card)).status).toBe(400);
	});

	test('more than twenty cards, and none, are refused', async () => {
		const cards = (count: number) => Array.from({ length: count }, () => ({ amountMinor: 2_500 }));
		for (const count of [0, 21])
			expect((await buy({}, seller.slug, { cards: cards(count) })).status).toBe(400);
		expect((await buy({}, seller.slug, { cards: cards(20) })).status).toBe(201);
	});

	test('where no card can be charged nothing is sold, and what is sold no more is not paid', async () => {
		const other = await makeCardSeller(services, api, await makeUser(services));
		const ordered = await orderGiftCards(api, other.slug);
		await services.database.transaction((tx) =>
			writeSettings(tx, other.organisationId, { isOffered: false }),
		);
		expect(ruleOf(await payGiftCards(api, ordered))).toBe('gift-cards-not-offered');
		await services.database.transaction((tx) => writeSettings(tx, other.organisationId, { isOffered: true }));
		await query('UPDATE payment_accounts SET charges_enabled = false WHERE organisation_id = $1', [
			other.organisationId,
		]);
		expect((await shop(other.slug)).body.takesPayments).toBe(false);
		expect(ruleOf(await buy({}, other.slug))).toBe('account-cannot-charge');
		expect(ruleOf(await payGiftCards(api, ordered))).toBe('account-cannot-charge');
		expect((await api.get(ordered.path)).body.cardForm).toBeNull();
	});

	test('a link of another purchase, or with another letter, opens nothing', async () => {
		const [one, two] = [await buyGiftCards(api, seller.slug), await buyGiftCards(api, seller.slug)];
		const id = one.purchase.cards[0]?.id;
		for (const path of [`${two.path}/cards/${id}/code`, `${two.path}/cards/${randomUUID()}/code`])
			expect((await api.get(path)).status).toBe(404);
		expect((await api.post(`${two.path}/cards/${id}/send`)).status).toBe(404);
		expect((await api.call('PATCH', `${two.path}/cards/${id}`, { message: 'x' })).status).toBe(404);
		expect((await api.get(`${one.path}x`)).status).toBe(404);
	});
});

describe('the balance', () => {
	test.each(['', 'nonsense', '0000-0000-0000-0000', 'ÄÄÄÄ-ÄÄÄÄ'])('of %j is not known', async (code) => {
		const answer = await api.post('/api/gift-cards/check', { code });
		expect([400, 422]).toContain(answer.status);
		if (answer.status === 422) expect(ruleOf(answer)).toBe('gift-card-unknown');
	});

	test('is that of a card that was given, too', async () => {
		const { code, last4 } = await issueCard(services, seller);
		expect((await api.post('/api/gift-cards/check', { code })).body).toMatchObject({
			...{ last4, balanceMinor: 5_000, state: 'active', isTest: false },
			organiser: { slug: seller.slug },
		});
		await expectInvariants(services);
	});
});

describe('sending', () => {
	const sendings = (id: string) =>
		query<{ sendings: number; email: string }>(
			`SELECT sendings, recipient_email AS email FROM gift_cards WHERE id = $1`,
			[id],
		).then(([row]) => row);

	test('a card without a day is sent as soon as it is paid, once', async () => {
		const { purchase, path } = await buyGiftCards(api, seller.slug, [
			{ recipientEmail: 'grace@example.org' },
		]);
		const id = purchase.cards[0]?.id ?? '';
		expect((await sendings(id))?.sendings).toBe(0);
		await sendDueCards(services);
		await sendDueCards(services);
		expect((await sendings(id))?.sendings).toBe(1);
		expect((await api.get(path)).body.cards[0].sentAt).not.toBeNull();
		expect(ruleOf(await api.call('PATCH', `${path}/cards/${id}`, { message: 'Late' }))).toBe(
			'gift-card-sent',
		);
		const again = await api.post(`${path}/cards/${id}/send`, { email: 'hopper@example.org' });
		expect(again.status, JSON.stringify(again.body)).toBe(202);
		expect(await sendings(id)).toEqual({ sendings: 2, email: 'hopper@example.org' });
	});

	test.each([
		['Pacific/Kiritimati', 'T18:00:00.000Z', -1],
		['Asia/Kolkata', 'T02:30:00.000Z', 0],
		['Pacific/Pago_Pago', 'T19:00:00.000Z', 0],
	])('on a day is at 8 in %s', async (timeZone, time, shift) => {
		const sendOn = new Date(services.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
		const bought = await buy({ sendOn }, seller.slug, { timeZone });
		const expected = new Date(new Date(`${sendOn}${time}`).getTime() + shift * 86_400_000).toISOString();
		expect(bought.body.purchase.cards[0].sendAt).toBe(expected);
	});

	test('without a zone the morning is that of the organisation', async () => {
		const owner = await makeUser(services);
		await query('INSERT INTO organisation_settings (organisation_id, default_time_zone) VALUES ($1, $2)', [
			owner.organisationId,
			'Asia/Kolkata',
		]);
		const { slug } = await makeCardSeller(services, api, owner);
		const sendOn = new Date(services.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
		expect((await buy({ sendOn }, slug)).body.purchase.cards[0].sendAt).toBe(`${sendOn}T02:30:00.000Z`);
		// A day that is over is at once.
		const past = new Date(services.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
		expect((await buy({ sendOn: past }, slug)).body.purchase.cards[0].sendAt).toBeNull();
	});

	test('nor shown is a card that cannot be used', async () => {
		const { purchase, path } = await buyGiftCards(api, seller.slug);
		const card = `${path}/cards/${purchase.cards[0]?.id}`;
		await query(`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`, [
			purchase.cards[0]?.id,
		]);
		for (const answer of [
			await api.get(`${card}/code`),
			await api.post(`${card}/send`),
			await api.call('PATCH', card, { message: 'x' }),
		])
			expect(answer.body.metadata).toMatchObject({ rule: 'gift-card-not-usable', state: 'blocked' });
		await sendDueCards(services);
		expect((await sendings(purchase.cards[0]?.id ?? ''))?.sendings).toBe(0);
	});

	test('a card that nobody has an address of is refused', async () => {
		const { id: giftCardId, organisationId } = await issueCard(services, seller);
		const send = (email?: string) =>
			services.database.transaction((tx) => sendCard(services, tx, { organisationId, giftCardId, email }));
		await expect(send()).rejects.toMatchObject({ metadata: { rule: 'gift-card-no-address' } });
		await send('grace@example.org');
		expect((await sendings(giftCardId))?.email).toBe('grace@example.org');
	});

	test('its day, its recipient and its message can be changed until then', async () => {
		const sendOn = new Date(services.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
		const { purchase, path } = await buyGiftCards(api, seller.slug, [{ sendOn }]);
		const id = purchase.cards[0]?.id ?? '';
		await sendDueCards(services);
		expect((await sendings(id))?.sendings).toBe(0);
		const changed = await api.call('PATCH', `${path}/cards/${id}`, {
			...{ recipientName: 'Grace', recipientEmail: 'grace@example.org', message: 'Soon' },
		});
		expect(changed.body.cards[0]).toMatchObject({ recipientName: 'Grace', message: 'Soon' });
		expect(changed.body.cards[0].sendAt).toBe(purchase.cards[0]?.sendAt);
		await api.call('PATCH', `${path}/cards/${id}`, { sendOn: null });
		await sendDueCards(services);
		expect((await sendings(id))?.sendings).toBe(1);
	});

	test('has an end, so that it is no way to write to somebody again and again', async () => {
		const { purchase, path } = await buyGiftCards(api, seller.slug);
		const id = purchase.cards[0]?.id;
		await query('UPDATE gift_cards SET sendings = 10 WHERE id = $1', [id]);
		expect((await api.post(`${path}/cards/${id}/send`)).status).toBe(429);
	});
});
