import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { createPaymentWorld, type PaymentWorld } from '#tests/support/payment-gateway.ts';

const database = useTestDatabase();
let world: PaymentWorld;
let account: string;
beforeAll(async () => {
	world = createPaymentWorld(database());
	account = await world.openAccount();
});

let keys = 0;
const key = () => {
	keys += 1;
	return `saved ${keys}`;
};
const returnUrl = 'https://foyer.test/back';

async function save(number: string, own: string | null = account) {
	const customer = await world.gateway.createCustomer({
		key: key(),
		account: own,
		email: 'donor@example.org',
	});
	const setup = await world.gateway.saveMethod({
		key: key(),
		account: own,
		customerId: customer.id,
		confirmationToken: await world.token(number),
		returnUrl,
	});
	return { setup, customerId: customer.id };
}

const charge = (customerId: string, methodId: string, own: string | null = account) =>
	world.gateway.chargeSaved({
		key: key(),
		account: own,
		amountMinor: 1000,
		currency: 'EUR',
		feeMinor: 0,
		description: 'Monthly gift',
		statementSuffix: 'GIFT',
		metadata: { payment: 'g1' },
		customerId,
		methodId,
	});

describe('a saved card', () => {
	test.each([null, 'connected'])('is charged without the payer, on the account %s', async (kind) => {
		const own = kind === null ? null : account;
		const { setup, customerId } = await save('4242424242424242', own);
		expect(setup).toMatchObject({
			status: 'succeeded',
			customerId,
			card: { last4: '4242' },
			failure: null,
			nextAction: null,
		});
		const methodId = setup.methodId as string;
		const payment = await charge(customerId, methodId, own);
		expect(payment).toMatchObject({
			status: 'succeeded',
			capturedMinor: 1000,
			methodId,
			customerId,
			account: own,
		});
		await world.gateway.removeMethod({ key: key(), account: own, methodId });
		await expect(charge(customerId, methodId, own)).rejects.toMatchObject({ failure: { kind: 'refused' } });
		const events = await world.receive();
		expect(events).toContainEqual(
			expect.objectContaining({
				type: 'setup_intent.succeeded',
				objectType: 'setup',
				objectId: setup.id,
				account: own,
			}),
		);
		expect(events.map(({ type }) => type)).toEqual(
			expect.arrayContaining([
				'setup_intent.succeeded',
				'payment_method.attached',
				'payment_method.detached',
			]),
		);
	});

	test('0341 is saved and then declined', async () => {
		const { setup, customerId } = await save('4000000000000341');
		expect(setup.status).toBe('succeeded');
		await expect(charge(customerId, setup.methodId as string)).rejects.toMatchObject({
			failure: { kind: 'declined', code: 'PAYMENT_CARD_DECLINED', payment: { capturedMinor: 0 } },
		});
	});

	test('that is declined is not saved', async () => {
		await expect(save('4000000000009995')).rejects.toMatchObject({
			failure: { kind: 'declined', code: 'PAYMENT_INSUFFICIENT_FUNDS', payment: null },
		});
	});

	test('3155 asks once, when it is saved', async () => {
		const { setup, customerId } = await save('4000002500003155');
		if (setup.status !== 'requires_action' || !setup.nextAction || !('url' in setup.nextAction)) {
			throw new Error('There is no challenge.');
		}
		const page = await world.provider.pages.request(setup.nextAction.url);
		expect(await page.text()).not.toContain('Amount');
		const answer = await world.provider.pages.request(
			new Request(setup.nextAction.url, {
				method: 'POST',
				body: new URLSearchParams({ outcome: 'complete' }),
			}),
		);
		expect(new URL(answer.headers.get('location') ?? '').searchParams.get('setup_intent')).toBe(setup.id);
		const done = await world.gateway.getSetup({ account, setupId: setup.id });
		expect(done).toMatchObject({ status: 'succeeded', card: { last4: '3155' } });
		expect((await charge(customerId, done.methodId as string)).status).toBe('succeeded');
	});

	test('3184 asks every time, so a charge without the payer needs them', async () => {
		const { setup, customerId } = await save('4000002760003184');
		await world.provider.endChallenge(account, setup.id, true);
		const { methodId } = await world.gateway.getSetup({ account, setupId: setup.id });
		await expect(charge(customerId, methodId as string)).rejects.toMatchObject({
			failure: { kind: 'needs_action', payment: { status: 'requires_payment_method' } },
		});
	});

	test('whose challenge fails is not saved', async () => {
		const { setup, customerId } = await save('4000002760003184');
		await world.provider.endChallenge(account, setup.id, false);
		expect(await world.gateway.getSetup({ account, setupId: setup.id })).toMatchObject({
			status: 'failed',
			methodId: null,
			failure: { code: 'PAYMENT_FAILED' },
		});
		await expect(charge(customerId, setup.methodId as string)).rejects.toMatchObject({ kind: 'refused' });
	});

	test('can be saved by the first payment', async () => {
		const customer = await world.gateway.createCustomer({ key: key(), account, email: 'donor@example.org' });
		const first = await world.pay(account, undefined, { saveFor: customer.id });
		expect(first.customerId).toBe(customer.id);
		expect((await charge(customer.id, first.methodId as string)).status).toBe('succeeded');
		const unsaved = await world.pay(account);
		await expect(charge(customer.id, unsaved.methodId as string)).rejects.toMatchObject({ kind: 'refused' });
	});

	test('of one customer or account is not charged for another', async () => {
		const one = await save('4242424242424242');
		const other = await save('4242424242424242');
		await expect(charge(other.customerId, one.setup.methodId as string)).rejects.toMatchObject({
			kind: 'refused',
		});
		const elsewhere = await world.openAccount();
		await expect(charge(one.customerId, one.setup.methodId as string, elsewhere)).rejects.toMatchObject({
			failure: { kind: 'refused', reason: 'not-found' },
		});
	});
});
