import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { syncBalance } from '#server/domain/payments/balance.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { chargeByHand, holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();

async function accountOf({ organisationId }: { organisationId: string }) {
	const account = await findAccount(services.database.db, organisationId);
	if (!account?.providerAccount) throw new Error('no account');
	return { ...account, providerAccount: account.providerAccount };
}

async function sell(owner: TestUser) {
	const event = await makePricedEvent(services, api, owner);
	const order = await holdTickets(api, event);
	expect((await payByCard(api, order)).status).toBe(201);
	return { event, order };
}

const get = (owner: TestUser, path: string) =>
	api.get(`/api/organisations/${owner.organisationId}${path}`, { token: owner.token });
const post = (owner: TestUser, path: string, body?: object) =>
	api.post(`/api/organisations/${owner.organisationId}${path}`, body, {
		token: owner.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});

async function disputed(owner: TestUser) {
	const { event, order } = await sell(owner);
	const account = await accountOf(owner);
	const { rows } = await services.database.pool.query<{ provider_id: string }>(
		'SELECT provider_id FROM payments WHERE subject_id = $1',
		[order.id],
	);
	await services.testGateway?.openDispute(account.providerAccount, rows[0]?.provider_id as string);
	await settleAll(services);
	const { body } = await get(owner, '/disputes?open=true');
	expect(body.data).toMatchObject([{ state: 'needs_response', amountMinor: 2_400, orderId: order.id }]);
	return { event, order, dispute: body.data[0] as { id: string } };
}

describe('payouts', () => {
	test('are listed, with their content to the single order', async () => {
		const owner = await makeUser(services);
		const { event, order } = await sell(owner);
		const account = await accountOf(owner);
		await services.testGateway?.runPayout(account.providerAccount, { isEarly: true });
		await settleAll(services);
		const listed = await get(owner, '/payouts');
		expect(listed.body.data).toMatchObject([{ state: 'in_transit', amountMinor: 2_339, isItemised: true }]);
		const shown = await get(owner, `/payouts/${listed.body.data[0].id}`);
		expect(shown.body.items.data).toMatchObject([
			{ kind: 'charge', amountMinor: 2_400, netMinor: 2_339, orderId: order.id, eventId: event.id },
		]);
		const stranger = await makeUser(services);
		expect((await get(stranger, `/payouts/${listed.body.data[0].id}`)).status).toBe(404);
	});
});

describe('differences', () => {
	test('have a name, and are settled by hand once: the books say then what the provider says', async () => {
		const owner = await makeUser(services);
		await sell(owner);
		const account = await accountOf(owner);
		await chargeByHand(services, api, account.providerAccount);
		await syncBalance(services, account);
		const { body } = await get(owner, '/differences');
		expect(body.comparedAt).not.toBeNull();
		expect(body.data).toMatchObject([
			{ difference: 'unknown-charge', kind: 'charge', amountMinor: 500, unbookedMinor: 467 },
		]);
		const path = `/differences/${body.data[0].id}/settle`;
		expect((await post(owner, path, { note: '' })).status).toBe(400);
		const settled = await post(owner, path, { note: 'Charged at the provider by hand' });
		expect(settled.body).toEqual({ adjustedMinor: 467, currency: 'EUR' });
		expect((await post(owner, path, { note: 'Again' })).body.metadata.rule).toBe('already-settled');
		expect((await get(owner, '/differences')).body.data).toEqual([]);
		await syncBalance(services, account);
		expect((await get(owner, '/differences')).body.data).toEqual([]);
		const { rows } = await services.database.pool.query<{ net: string }>(
			'SELECT sum(net_minor) AS net FROM balance_items WHERE organisation_id = $1',
			[owner.organisationId],
		);
		const balances = (await get(owner, '/balances')).body.data[0].accounts;
		expect(balances).toContainEqual(
			expect.objectContaining({ account: 'gateway', balanceMinor: Number(rows[0]?.net) }),
		);
		await expectInvariants(services);
	});

	test('name a charge that the provider’s balance does not have, after a day', async () => {
		const owner = await makeUser(services);
		const { order } = await sell(owner);
		expect((await get(owner, '/differences')).body.data).toEqual([]);
		await services.database.pool.query(
			`UPDATE payments SET settled_at = now() - interval '25 hours' WHERE subject_id = $1`,
			[order.id],
		);
		const late = await get(owner, '/differences');
		expect(late.body.data).toMatchObject([
			{ difference: 'missing-charge', kind: null, unbookedMinor: null, orderId: order.id },
		]);
		await syncBalance(services, await accountOf(owner));
		expect((await get(owner, '/differences')).body.data).toEqual([]);
	});
});

/** Of a member’s notifications under the bell, the newest first. */
/** But that the payment account was opened. */
const noticesOf = async ({ token }: TestUser) =>
	(await api.get('/api/account/notices', { token })).body.data
		.map(({ kind }: { kind: string }) => kind)
		.filter((kind: string) => kind !== 'payment-details');

describe('disputes', () => {
	test('are sent once to those who may see money: opened, and how they were decided', async () => {
		const owner = await makeUser(services);
		const [finance, staff] = [
			await makeMember(services, owner.organisationId, 'finance'),
			await makeMember(services, owner.organisationId, 'check_in'),
		];
		const { dispute } = await disputed(owner);
		await settleAll(services);
		expect(await noticesOf(owner)).toEqual(['dispute-opened']);
		await post(owner, `/disputes/${dispute.id}/accept`);
		await settleAll(services);
		expect(await noticesOf(owner)).toEqual(['dispute-lost', 'dispute-opened']);
		expect(await noticesOf(finance)).toEqual(['dispute-lost', 'dispute-opened']);
		expect(await noticesOf(staff)).toEqual([]);
	});

	test('are mailed once to those who chose so, with amount, order and day, however the events come', async () => {
		const owner = await makeUser(services);
		const [finance, quiet, staff] = [
			await makeMember(services, owner.organisationId, 'finance'),
			await makeMember(services, owner.organisationId, 'finance'),
			await makeMember(services, owner.organisationId, 'check_in'),
		];
		for (const channel of ['mail', 'app']) {
			const choice = { kind: 'money', channel, isOn: false };
			await api.call('PUT', '/api/account/notifications', choice, { token: quiet.token });
		}
		const { dispute } = await disputed(owner);
		const { pool } = services.database;
		// The events come again, the newest first.
		await pool.query(
			`INSERT INTO provider_events (gateway, id, account, type, object_id)
			SELECT gateway, id || '_again', account, type, object_id FROM provider_events WHERE type LIKE 'dispute %' ORDER BY received_at DESC`,
		);
		await settleAll(services);
		const { rows: owed } = await pool.query<{
			id: string;
			recipient: string;
			template: string;
			props: unknown;
			locale: string;
		}>(
			`SELECT id, recipient, template, props, locale FROM mails WHERE template = 'organisers/dispute' AND organisation_id = $1`,
			[owner.organisationId],
		);
		expect(owed.map(({ recipient }) => recipient).toSorted()).toEqual(
			[owner.email, finance.email].toSorted(),
		);
		expect(await noticesOf(quiet)).toEqual([]);
		expect(await noticesOf(staff)).toEqual([]);
		const [mail] = owed as [(typeof owed)[number]];
		const compose = () => composeMail(services, mail, { showsSecrets: true, isForSending: true });
		const { rows } = await pool.query<{ code: string; day: Date }>(
			`SELECT o.code, d.evidence_due_at AS day FROM disputes d JOIN orders o ON o.id = d.subject_id WHERE d.id = $1`,
			[dispute.id],
		);
		const written = await compose();
		const text = 'text' in written ? written.text : '';
		expect(text).toContain('€24.00');
		expect(text).toContain(rows[0]?.code);
		expect(text).toContain(String(rows[0]?.day.getUTCFullYear()));
		expect(text).toContain(`/money?organisation=${owner.organisationId}`);
		await post(owner, `/disputes/${dispute.id}/accept`);
		await settleAll(services);
		expect(await compose()).toEqual({ obsolete: 'It was answered or decided.' });
	});

	test('are answered once, and decided by the bank', async () => {
		const owner = await makeUser(services);
		const { dispute } = await disputed(owner);
		const path = `/disputes/${dispute.id}`;
		const answered = await post(owner, `${path}/evidence`, {
			product: 'A ticket',
			explanation: 'winning_evidence',
		});
		expect(answered.body).toMatchObject({ state: 'under_review' });
		expect(answered.body.sentAt).not.toBeNull();
		const again = await post(owner, `${path}/evidence`, { explanation: 'more' });
		expect(again.body.metadata.rule).toBe('too-late');
		const gateway = services.testGateway;
		await gateway?.moveClock(new Date(((await gateway.now()) as Date).getTime() + 120_000));
		await settleAll(services);
		expect((await get(owner, '/disputes')).body.data).toMatchObject([{ state: 'won' }]);
		expect(await noticesOf(owner)).toEqual(['dispute-won', 'dispute-opened']);
		expect((await get(owner, '/disputes?open=true')).body.data).toEqual([]);
		await expectInvariants(services);
	});

	test('are given up, and lost at once', async () => {
		const owner = await makeUser(services);
		const { dispute } = await disputed(owner);
		const lost = await post(owner, `/disputes/${dispute.id}/accept`);
		expect(lost.body).toMatchObject({ state: 'lost' });
		expect((await post(owner, `/disputes/${dispute.id}/accept`)).body.metadata.rule).toBe('too-late');
		const stranger = await makeUser(services);
		expect((await post(stranger, `/disputes/${dispute.id}/accept`)).status).toBe(404);
		await expectInvariants(services);
	});
});

test.each([
	['number', { number: '4111111111111111' }],
	['number', { number: `${'4'.repeat(39)}x` }],
	['expYear', { expMonth: 1, expYear: 2020 }],
	['cvc', { cvc: 'abc' }],
] as const)('a card that is no test card is refused at its field: %s %o', async (field, wrong) => {
	const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvc: '123', ...wrong };
	const { status, body } = await api.post('/api/test-gateway/confirmation-tokens', card);
	expect([status, body.code]).toEqual([402, 'PAYMENT_INVALID_CARD']);
	expect(body.details).toMatchObject([{ field, code: 'PAYMENT_INVALID_CARD' }]);
	expect(JSON.stringify(body)).not.toContain(card.number);
});
