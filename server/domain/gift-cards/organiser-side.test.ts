import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { issueCard, offerGiftCards } from '#tests/factories/gift-cards.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import type { GiftCardRow } from './card-rows.ts';
import { makeCards } from './issue.ts';
import { readSettings } from './settings-rows.ts';

const { database, services, api } = useTestApi();
let owner: TestUser;

beforeEach(async () => {
	owner = await makeUser(services);
});

const base = (user = owner) => `/api/organisations/${user.organisationId}`;
const query = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const rule = (answer: { status: number; body: { code?: string; metadata?: { rule?: string } } }) => [
	answer.status,
	answer.body.metadata?.rule ?? answer.body.code,
];
const issue = (body: object, user = owner, key: string = randomUUID()) =>
	api.post(`${base()}/gift-cards`, body, { token: user.token, headers: { 'Idempotency-Key': key } });
const act = (card: { id: string }, action: string, body?: object, user = owner) =>
	api.post(`${base(user)}/gift-cards/${card.id}/${action}`, body, {
		token: user.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const get = (path: string, user = owner) => api.get(`${base()}${path}`, { token: user.token });
const last4s = async (search: string) =>
	(await get(`/gift-cards?${search}`)).body.data.map(({ last4 }: { last4: string }) => last4);
const transfersOf = async (card: { id: string }) =>
	(
		await query(
			`SELECT source_kind, debit, credit, amount_minor::int AS minor, note FROM ledger_transfers WHERE subject_id = $1`,
			[card.id],
		)
	).rows;

test('settings begin with round amounts, are saved of the version that was read, and are in the log of what members did', async () => {
	const read = await get('/gift-card-settings');
	expect(read.body).toMatchObject({
		...{ isOffered: false, currency: 'EUR', amountsMinor: [2_500, 5_000, 10_000], leastMinor: 1_000 },
		...{ mostMinor: 50_000, validYears: null, url: null, takesPayments: false, version: 0 },
	});
	expect(read.headers.get('etag')).toBe('"0"');
	const { url: _, takesPayments: _t, version: _v, ...settings } = read.body;
	const save = (changes: object, version = 0) =>
		api.call(
			'PUT',
			`${base()}/gift-card-settings`,
			{ ...settings, isOffered: true, ...changes },
			{ token: owner.token, headers: { 'If-Match': `"${version}"` } },
		);
	expect((await save({ amountsMinor: [3_000, 3_000] })).body).toMatchObject({
		...{ amountsMinor: [3_000], isOffered: true, version: 1 },
		url: expect.stringMatching(/\/gift-cards\/[\w-]+$/),
	});
	expect(rule(await save({}))).toEqual([412, 'version-conflict']);
	for (const [changes, field] of [
		[{ amountsMinor: [500] }, 'amountsMinor.0'],
		[{ amountsMinor: [2_500, 60_000] }, 'amountsMinor.1'],
		[{ leastMinor: 10, amountsMinor: [] }, 'leastMinor'],
		[{ mostMinor: 900, amountsMinor: [] }, 'mostMinor'],
		[{ mostMinor: 99_999_999_999, amountsMinor: [] }, 'mostMinor'],
		[{ currency: 'VES' }, 'currency'],
		[{ currency: 'KWD', amountsMinor: [2_501], leastMinor: 1_000 }, 'amountsMinor.0'],
	] as const) {
		const refused = await save(changes, 1);
		expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
	}
	expect((await save({ currency: 'USD' }, 1)).status).toBe(200);
	await issue({ amountMinor: 2_000, origin: 'given' });
	expect(rule(await save({ currency: 'EUR' }, 2))).toEqual([422, 'gift-cards-issued']);
	const { rows } = await query(
		`SELECT outcome FROM organisation_acts WHERE organisation_id = $1 AND action = $2`,
		[owner.organisationId, 'giftCards.updateSettings'],
	);
	expect(rows).toContainEqual({ outcome: 200 });
});

test('of two first saves at once one is a conflict', async () => {
	const { url: _, takesPayments: _t, version: _v, ...settings } = (await get('/gift-card-settings')).body;
	const answers = await Promise.all(
		[true, false].map((isOffered) =>
			api.call(
				'PUT',
				`${base()}/gift-card-settings`,
				{ ...settings, isOffered },
				{ token: owner.token, headers: { 'If-Match': '"0"' } },
			),
		),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('a member issues a card: for nothing, for cash, for a transfer; the books say so, and the answer alone has its code', async () => {
	for (const [origin, debit] of [
		['given', 'goodwill'],
		['cash', 'cash'],
		['transfer', 'bank'],
	]) {
		const made = await issue({ amountMinor: 4_000, origin, note: 'Raffle' });
		expect(made.status).toBe(201);
		expect(made.body.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
		expect(made.body.giftCard).toMatchObject({ origin, state: 'active', balanceMinor: 4_000, sendAt: null });
		expect(await transfersOf(made.body.giftCard)).toEqual([
			{ source_kind: 'gift_card', debit, credit: 'gift_cards', minor: 4_000, note: 'Raffle' },
		]);
		const shown = await get(`/gift-cards/${made.body.giftCard.id}`);
		expect(JSON.stringify(shown.body)).not.toContain(made.body.code);
		expect(shown.body.movements).toEqual([
			{ kind: 'issued', amountMinor: 4_000, at: expect.any(String), order: null },
		]);
		expect(shown.body.refundableMinor).toBe(0);
		expect(rule(await act(made.body.giftCard, 'refund'))).toEqual([422, 'gift-card-not-bought']);
	}
	expect((await get('/gift-cards')).body.outstanding).toEqual([
		{ currency: 'EUR', balanceMinor: 12_000, isTest: false },
	]);
	await expectInvariants(services);
});

test('a repeated request answers the same card, and its code cannot be read in the table of answers', async () => {
	const key = randomUUID();
	const first = await issue({ amountMinor: 2_000, origin: 'given' }, owner, key);
	const again = await issue({ amountMinor: 2_000, origin: 'given' }, owner, key);
	expect(again.body).toEqual(first.body);
	expect(again.headers.get('idempotent-replayed')).toBe('true');
	const { rows } = await query(
		`SELECT scope || key || encode(request_hash, 'escape') || encode(answer, 'escape') AS line FROM idempotency_keys`,
	);
	for (const code of [first.body.code, first.body.code.replaceAll('-', '')])
		expect(JSON.stringify(rows)).not.toContain(code);
	const { rows: acts } = await query(`SELECT input::text FROM organisation_acts WHERE organisation_id = $1`, [
		owner.organisationId,
	]);
	expect(JSON.stringify(acts)).not.toContain(first.body.code);
});

test('a card with an address is sent on its day in the zone that is named', async () => {
	const { body } = await issue({
		...{ amountMinor: 2_000, origin: 'given', recipientEmail: 'grace@example.org', sendOn: day(30) },
		timeZone: 'Asia/Tokyo',
	});
	expect(body.giftCard.sendAt).toBe(`${day(29)}T23:00:00.000Z`);
	const tooFar = {
		amountMinor: 2_000,
		origin: 'given',
		recipientEmail: 'grace@example.org',
		sendOn: day(400),
	};
	expect(rule(await issue(tooFar))).toEqual([422, 'send-day-too-far']);
	const atOnce = await issue({ amountMinor: 2_000, origin: 'given', recipientEmail: 'grace@example.org' });
	expect(atOnce.body.giftCard.sendAt).not.toBeNull();
});

test('large amounts want a fresh sign-in, by one card after the other too', async () => {
	await issue({ amountMinor: 40_000, origin: 'given' });
	await query(`UPDATE sessions SET confirmed_at = now() - interval '1 day' WHERE user_id = $1`, [
		owner.userId,
	]);
	expect(rule(await issue({ amountMinor: 10_000, origin: 'given' }))).toEqual([403, 'confirm-sign-in']);
	expect((await issue({ amountMinor: 9_999, origin: 'given' })).status).toBe(201);
	await query(`UPDATE sessions SET confirmed_at = now() WHERE user_id = $1`, [owner.userId]);
	expect((await issue({ amountMinor: 100_000, origin: 'given' })).status).toBe(201);
	expect((await issue({ amountMinor: 99_999_999_999, origin: 'given' })).status).toBe(400);
});

test('cards are found by code, last letters and address, and by nothing else', async () => {
	await offerGiftCards(services, owner);
	const [one, two] = [
		await issueCard(services, owner, { recipientEmail: 'Grace@Example.org' }),
		await issueCard(services, owner, { recipientEmail: 'lin@example.org' }),
	];
	const other = await makeUser(services);
	const foreign = await issueCard(services, other, { recipientEmail: 'grace@example.org' });
	expect(await last4s('')).toEqual([two.last4, one.last4]);
	expect(await last4s('limit=1')).toEqual([two.last4]);
	const { nextCursor } = (await get('/gift-cards?limit=1')).body;
	expect(await last4s(`limit=1&cursor=${nextCursor}`)).toEqual([one.last4]);
	expect(await last4s(`q=${one.code.toLowerCase()}`)).toEqual([one.last4]);
	expect(await last4s(`q=${foreign.code}`)).toEqual([]);
	expect(await last4s(`q=${two.last4.replaceAll('0', 'o').replaceAll('1', 'l')}`)).toEqual([two.last4]);
	expect(await last4s('q=grace%40example.ORG')).toEqual([one.last4]);
	expect(await last4s('q=Grace')).toEqual([]);
	expect(await last4s('q=%25%25')).toEqual([]);
	const wrong = Buffer.from('["x"]').toString('base64url');
	expect((await get(`/gift-cards?cursor=${wrong}`)).status).toBe(400);
});

test('a card that is blocked or ended is in the list of its state', async () => {
	const card = await issueCard(services, owner);
	expect((await act(card, 'block')).body).toMatchObject({ state: 'blocked', blockedBy: 'organiser' });
	expect((await act(card, 'block')).status).toBe(200);
	expect(await last4s('state=blocked')).toEqual([card.last4]);
	expect(await last4s('state=active')).toEqual([]);
	expect(rule(await act(card, 'send'))).toEqual([422, 'gift-card-not-usable']);
	expect(rule(await act(card, 'renew'))).toEqual([422, 'gift-card-not-usable']);
	expect((await act(card, 'unblock')).body).toMatchObject({ state: 'active', blockedBy: null });
	await query(`UPDATE gift_cards SET state = 'blocked', blocked_by = 'dispute' WHERE id = $1`, [card.id]);
	expect(rule(await act(card, 'unblock'))).toEqual([422, 'gift-card-not-usable']);
	await query(`UPDATE gift_cards SET state = 'active', blocked_by = NULL WHERE id = $1`, [card.id]);
	expect(await last4s('state=used_up')).toEqual([]);
	expect(await last4s('state=active')).toEqual([card.last4]);
	await expectInvariants(services);
});

test('a new code voids the one before and is sent', async () => {
	const silent = await issueCard(services, owner);
	expect(rule(await act(silent, 'renew'))).toEqual([422, 'gift-card-no-address']);
	expect(await last4s(`q=${silent.code}`)).toEqual([silent.last4]);
	const card = await issueCard(services, owner, { recipientEmail: 'grace@example.org' });
	const renewed = await act(card, 'renew');
	expect(renewed.body).toMatchObject({ sentAt: expect.any(String), balanceMinor: 5_000 });
	expect(await last4s(`q=${card.code}`)).toEqual([]);
	const moved = await act(card, 'send', { email: 'grace@new.example.org' });
	expect([moved.status, moved.body.recipientEmail]).toEqual([202, 'grace@new.example.org']);
});

test('cards of another organisation, ordered ones and unknown ones are not there', async () => {
	const other = await makeUser(services);
	const foreign = await issueCard(services, other);
	const ordered = await services.database.transaction(async (tx) => {
		const { currency } = await readSettings(tx, owner.organisationId);
		const [made] = await makeCards(services, tx, [
			{
				...{ organisationId: owner.organisationId, purchaseId: null, position: 0, origin: 'given', currency },
				...{ issuedMinor: 2_000, isTest: false, recipientName: '', recipientEmail: '', senderName: '' },
				...{ message: '', locale: 'en', sendAt: null, madeBy: null, note: '' },
			},
		]);
		return made as GiftCardRow;
	});
	for (const id of [foreign.id, ordered.id, newId()]) {
		expect((await get(`/gift-cards/${id}`)).status).toBe(404);
		for (const action of ['block', 'unblock', 'renew', 'send', 'refund'])
			expect([action, (await act({ id }, action)).status]).toEqual([action, 404]);
	}
	expect((await get('/gift-cards')).body.data).toEqual([]);
});

test('members see and change cards as their rights allow', async () => {
	const card = await issueCard(services, owner);
	const staff = await makeMember(services, owner.organisationId, 'check_in');
	expect((await get('/gift-cards', staff)).status).toBe(403);
	expect((await act(card, 'block', undefined, staff)).status).toBe(403);
});
