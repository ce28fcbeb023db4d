import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { createPaymentWorld, type PaymentWorld } from '#tests/support/payment-gateway.ts';
import { eventEndpoints } from '../gateway.ts';
import { GatewayEventError } from '../gateway-error.ts';
import { createStripeGateway } from '../stripe-gateway.ts';
import { testCards } from './cards.ts';
import { CardRefused } from './confirmation-tokens.ts';
import type { Controls } from './controls.ts';
import { type Delivery, signEvent } from './events.ts';
import { parseForm } from './form.ts';

const database = useTestDatabase();
let world: PaymentWorld;
beforeAll(() => {
	world = createPaymentWorld(database());
});

/** Everything that the gateway has stored. */
async function storedText(): Promise<string> {
	const texts = await Promise.all(
		['test_gateway_objects', 'test_gateway_requests', 'test_gateway_events'].map(async (table) => {
			const { rows } = await database().pool.query<{ text: string }>(
				`SELECT coalesce(string_agg(to_jsonb(t)::text, ' '), '') AS text FROM ${table} t`,
			);
			return rows[0]?.text ?? '';
		}),
	);
	return texts.join(' ');
}

describe('card numbers', () => {
	const refusal = async (
		card: Partial<Parameters<PaymentWorld['provider']['createConfirmationToken']>[0]>,
	) => {
		const typed = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123', ...card };
		const error = await world.provider.createConfirmationToken(typed).catch((thrown: unknown) => thrown);
		return error instanceof CardRefused ? [error.field, error.code] : error;
	};

	test('that are not published test numbers are refused and not stored', async () => {
		// Valid by their check digit, as real cards are; other published test numbers of Stripe are not taken either.
		const others = [
			'4539148803436467',
			'5425233430109903',
			'374245455400126',
			'5555555555554444',
			'4000056655665556',
		];
		for (const number of others) {
			expect(await refusal({ number })).toEqual(['number', 'not_a_test_card']);
			expect(await refusal({ number: number.replaceAll(/(.{4})/g, '$1 ') })).toEqual([
				'number',
				'not_a_test_card',
			]);
		}
		for (const number of ['', 'x', '4242', '42424242424242424242', '４２４２４２４２４２４２４２４２']) {
			expect(await refusal({ number })).toEqual(['number', 'not_a_test_card']);
		}
		const stored = await storedText();
		for (const number of others) expect(stored).not.toContain(number);
	});

	test('are stored by their last four digits, each of which is unique', async () => {
		for (const { number } of testCards) await world.token(number);
		const stored = await storedText();
		for (const { number } of testCards) {
			expect(stored).toContain(`"last4": "${number.slice(-4)}"`);
			expect(stored).not.toContain(number);
		}
		expect(new Set(testCards.map(({ number }) => number.slice(-4))).size).toBe(testCards.length);
	});

	test('need a date that has not passed and a security code', async () => {
		expect(await refusal({ expMonth: 13 })).toEqual(['expMonth', 'invalid_expiry_month']);
		expect(await refusal({ expMonth: 2, expYear: 2026 })).toEqual(['expYear', 'invalid_expiry_year']);
		expect(await refusal({ expMonth: 3, expYear: 26, number: '4242 4242 4242 4242' })).toMatchObject({
			id: expect.any(String),
		});
		expect(await refusal({ cvc: '12' })).toEqual(['cvc', 'invalid_cvc']);
	});

	test('make tokens that are used once, and not after twelve hours', async () => {
		const account = await world.openAccount();
		const confirmationToken = await world.token();
		await world.pay(account, undefined, { confirmationToken });
		await expect(world.pay(account, undefined, { confirmationToken })).rejects.toMatchObject({
			failure: { kind: 'refused' },
		});
		const old = await world.token();
		world.clock.advance(12 * 3_600_000);
		await expect(world.pay(account, undefined, { confirmationToken: old })).rejects.toMatchObject({
			failure: { kind: 'refused' },
		});
	});

	test('have one fingerprint each', async () => {
		const account = await world.openAccount();
		const [one, same, other] = await Promise.all([
			world.pay(account),
			world.pay(account),
			world.pay(account, '4000000000000259'),
		]);
		expect(one.card?.fingerprint).toBe(same.card?.fingerprint);
		expect(one.card?.fingerprint).not.toBe(other.card?.fingerprint);
	});
});

describe('accounts', () => {
	test('pass through their states, and events name them', async () => {
		const { id } = await world.gateway.openAccount({
			key: 'states',
			country: 'GB',
			name: 'Club',
			email: 'club@example.org',
		});
		const states: unknown[] = [];
		const look = async () => {
			const account = await world.gateway.getAccount(id);
			const { chargesEnabled, payoutsEnabled, detailsSubmitted, isClosed } = account;
			states.push([
				chargesEnabled,
				payoutsEnabled,
				detailsSubmitted,
				account.requirements.map(({ isPastDue }) => isPastDue),
				isClosed,
			]);
			return account;
		};
		expect(await look()).toMatchObject({
			country: 'GB',
			defaultCurrency: 'GBP',
			name: 'Club',
			isLive: false,
		});
		for (const act of ['enable', 'needs_information', 'restrict', 'enable', 'disconnect'] as const) {
			await world.provider.act(id, act);
			await look();
		}
		expect(states).toEqual([
			[false, false, false, [false, false], false],
			[true, true, true, [], false],
			[true, false, true, [false], false],
			[false, false, true, [true], false],
			[true, true, true, [], false],
			[false, false, true, [], true],
		]);
		const events = (await world.receive()).filter(({ account }) => account === id);
		expect(events.every(({ objectType, objectId }) => objectType === 'account' && objectId === id)).toBe(
			true,
		);
		expect(new Set(events.map(({ type }) => type))).toEqual(
			new Set([
				'v2.core.account.created',
				'v2.core.account[requirements].updated',
				'v2.core.account[configuration.merchant].capability_status_updated',
				'v2.core.account.closed',
			]),
		);
	});

	test('charge while they are enabled', async () => {
		const { id } = await world.gateway.openAccount({
			key: 'charging',
			country: 'DE',
			name: 'Club',
			email: 'club@example.org',
		});
		const refused = { failure: { kind: 'refused', reason: 'account' } };
		await expect(world.pay(id)).rejects.toMatchObject(refused);
		await world.provider.act(id, 'enable');
		const payment = await world.pay(id);
		await world.provider.act(id, 'restrict');
		await expect(world.pay(id)).rejects.toMatchObject(refused);
		// What was charged can be given back.
		const refund = {
			key: 'restricted',
			account: id,
			paymentId: payment.id,
			amountMinor: 2000,
			currency: 'EUR',
			refundFee: true,
			metadata: {},
		};
		expect((await world.gateway.refund(refund)).status).toBe('succeeded');
		await world.provider.act(id, 'disconnect');
		await expect(world.gateway.getPayment({ account: id, paymentId: payment.id })).rejects.toMatchObject(
			refused,
		);
	});

	test('are opened once by a key', async () => {
		const input = { key: 'opened once', country: 'DE', name: 'Club', email: 'club@example.org' };
		expect((await world.gateway.openAccount(input)).id).toBe((await world.gateway.openAccount(input)).id);
		await expect(world.gateway.openAccount({ ...input, country: 'FR' })).rejects.toMatchObject({
			failure: { kind: 'refused', reason: 'key-reused' },
		});
	});
});

describe('events', () => {
	async function deliveriesOf(
		account: string,
		accept: (delivery: Delivery) => boolean = () => true,
	): Promise<Delivery[]> {
		const found: Delivery[] = [];
		await world.provider.deliverDueEvents(async (delivery) => {
			if (JSON.parse(delivery.body).account !== account) return true;
			found.push(delivery);
			return accept(delivery);
		});
		return found;
	}
	const typesOf = (deliveries: Delivery[]) => deliveries.map(({ body }) => JSON.parse(body).type as string);
	async function accountWith(controls: Partial<Controls>): Promise<string> {
		const account = await world.openAccount();
		// No payouts in between.
		await world.provider.setControls(account, { availableSeconds: 300 * 86_400, ...controls });
		return account;
	}
	const ofOneCharge = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'].sort();

	test('that are not accepted come again, later and later, and are given up after days', async () => {
		const account = await accountWith({});
		await world.pay(account);
		expect(typesOf(await deliveriesOf(account, () => false)).sort()).toEqual(ofOneCharge);
		expect(await deliveriesOf(account)).toEqual([]);
		let rounds = 1;
		for (let hours = 0; hours < 24 * 7; hours += 1) {
			await world.pass(3600);
			if ((await deliveriesOf(account, () => false)).length > 0) rounds += 1;
		}
		expect(rounds).toBeGreaterThan(8);
		expect(rounds).toBeLessThan(20);
		await world.pass(86_400);
		expect(await deliveriesOf(account)).toEqual([]);
	});

	test('can be lost, and are in the list nevertheless', async () => {
		const since = world.clock.now();
		const account = await accountWith({ eventDropRate: 1 });
		await world.pay(account);
		await world.pass(4 * 86_400);
		expect(await deliveriesOf(account)).toEqual([]);
		const { items } = await world.gateway.listEvents({ account, since });
		expect(items.map(({ type }) => type).sort()).toEqual(ofOneCharge);
	});

	test('can come late', async () => {
		const account = await accountWith({ eventDelaySeconds: 3 * 86_400 });
		await world.pay(account);
		await world.pass(3 * 86_400 - 60);
		expect(await deliveriesOf(account)).toEqual([]);
		await world.pass(60);
		expect(await deliveriesOf(account)).toHaveLength(3);
	});

	test('can come twice and more, with the same ids', async () => {
		const account = await accountWith({ eventDuplicateRate: 1 });
		await world.pay(account);
		const first = await deliveriesOf(account);
		await world.pass(60);
		const second = await deliveriesOf(account);
		const ids = (deliveries: Delivery[]) => deliveries.map(({ body }) => JSON.parse(body).id).sort();
		expect(ids(second)).toEqual(ids(first));
		await world.provider.setControls(account, { availableSeconds: 300 * 86_400 });
		await world.pass(86_400);
		await deliveriesOf(account);
		await world.pass(3 * 86_400);
		expect(await deliveriesOf(account)).toEqual([]);
	});

	test('come in any order', async () => {
		let seed = 1;
		const random = () => {
			seed = (seed * 16_807) % 2_147_483_647;
			return seed / 2_147_483_647;
		};
		const shuffled = createPaymentWorld(database(), { random, clock: world.clock });
		const account = await shuffled.openAccount();
		await shuffled.receive();
		const orders = new Set<string>();
		for (let i = 0; i < 40; i += 1) {
			await shuffled.pay(account, undefined, { feeMinor: 0 });
			orders.add((await shuffled.receive()).map(({ type }) => type).join(' '));
		}
		expect(orders.size).toBe(6);
	});

	test('are sent by one of several processes, and again when the process ended while it sent them', async () => {
		const account = await accountWith({});
		await world.pay(account);
		const other = createPaymentWorld(database(), { clock: world.clock });
		const seen: string[] = [];
		const collect = async ({ body }: Delivery) => {
			const event = JSON.parse(body);
			if (event.account === account) seen.push(event.id);
			return true;
		};
		await Promise.all([world.provider.deliverDueEvents(collect), other.provider.deliverDueEvents(collect)]);
		expect(seen).toHaveLength(3);
		expect(new Set(seen).size).toBe(3);
		await world.pay(account);
		// A process that ends while it sends has neither success nor failure to write down.
		const ended = new Promise<boolean>(() => {});
		void world.provider.deliverDueEvents(() => ended);
		await expect
			.poll(async () => {
				const { rows } = await database().db.execute<{ tries: number }>(
					sql`SELECT min(tries) AS tries FROM test_gateway_events WHERE delivered_at IS NULL AND account = ${account}`,
				);
				return rows[0]?.tries;
			})
			.toBe(1);
		await world.pass(30);
		expect(await deliveriesOf(account)).toHaveLength(3);
	});
});

describe('signatures', () => {
	const body = JSON.stringify({
		id: 'evt_1',
		object: 'event',
		type: 'charge.refunded',
		account: 'acct_1',
		created: 1,
		livemode: false,
		data: { object: { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' } },
	});
	const read = (
		text: string | Uint8Array,
		signature: string | null,
		endpoint: 'platform' | 'connect' | 'accounts' = 'connect',
	) =>
		world.gateway.readEvent(
			text,
			new Headers(signature === null ? {} : { 'stripe-signature': signature }),
			endpoint,
		);
	const sign = (
		text: string,
		endpoint: keyof PaymentWorld['provider']['eventSecrets'] = 'connect',
		age = 0,
	) =>
		signEvent(
			text,
			world.provider.eventSecrets[endpoint],
			new Date(world.clock.now().getTime() - age * 1000),
		);

	test('of the provider are accepted, up to five minutes old, as text and as bytes', () => {
		for (const signature of [sign(body), sign(body, 'connect', 299)]) {
			expect(read(body, signature)).toMatchObject({
				id: 'evt_1',
				account: 'acct_1',
				objectType: 'payment',
				objectId: 'pi_1',
			});
			expect(read(new TextEncoder().encode(body), signature).id).toBe('evt_1');
		}
	});

	test('of another body, age, secret, endpoint, scheme or mode are refused', () => {
		const forged: [string | Uint8Array, string | null, ('platform' | 'connect' | 'accounts')?][] = [
			[body.replace('pi_1', 'pi_2'), sign(body)],
			[`${body} `, sign(body)],
			[body, sign(body, 'connect', 301)],
			[body, sign(body).replace(/t=\d+/, `t=${Math.floor(world.clock.now().getTime() / 1000) + 1}`)],
			[body, signEvent(body, 'whsec_other', world.clock.now())],
			[body, signEvent(body, '', world.clock.now())],
			[body, sign(body, 'platform')],
			[body, sign(body, 'platform'), 'platform'],
			[body, sign(body, 'accounts'), 'accounts'],
			[body, sign(body).replace('v1=', 'v0=')],
			[body, sign(body).replace(/v1=.*/, 'v1=')],
			[body, ''],
			[body, null],
			['', sign('')],
			['not json', sign('not json')],
		];
		const live = body.replace('"livemode":false', '"livemode":true');
		forged.push([live, sign(live)]);
		const own = body.replace('"account":"acct_1",', '');
		forged.push([own, sign(own)]);
		const bytes = Uint8Array.from([0xff, ...new TextEncoder().encode(body)]);
		forged.push([bytes, sign(new TextDecoder().decode(bytes))]);
		for (const [text, signature, endpoint] of forged) {
			expect(() => read(text, signature, endpoint)).toThrow(GatewayEventError);
		}
	});

	test('a thousand random forgeries are refused', () => {
		const right = sign(body);
		const [head = '', digest = ''] = right.split('v1=');
		for (let i = 0; i < 1000; i += 1) {
			const at = i % digest.length;
			const wrong = ((Number.parseInt(digest[at] as string, 16) + 1 + (i % 15)) % 16).toString(16);
			const forged = `${head}v1=${digest.slice(0, at)}${wrong}${digest.slice(at + 1)}`;
			expect(() => read(body, forged)).toThrow(GatewayEventError);
		}
		expect(read(body, right).id).toBe('evt_1');
	});

	test('secrets differ by endpoint and installation', () => {
		expect(new Set(eventEndpoints.map((endpoint) => world.provider.eventSecrets[endpoint])).size).toBe(3);
	});
});

describe('state', () => {
	test('is shared by processes on one database', async () => {
		const other = createPaymentWorld(database(), { clock: world.clock });
		const account = await world.openAccount();
		const payment = await world.pay(account);
		expect(await other.gateway.getPayment({ account, paymentId: payment.id })).toEqual(payment);
		// Both give back the whole at once: one succeeds.
		const refund = (by: PaymentWorld, key: string) =>
			by.gateway.refund({
				key,
				account,
				paymentId: payment.id,
				amountMinor: 2000,
				currency: 'EUR',
				refundFee: true,
				metadata: {},
			});
		const results = await Promise.allSettled([refund(world, 'here'), refund(other, 'there')]);
		expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		await world.provider.setControls(account, { throttleRate: 1 });
		await expect(other.pay(account)).rejects.toMatchObject({ kind: 'throttled' });
		await other.provider.setControls(account, {});
		expect((await world.provider.getControls(account)).throttleRate).toBe(0);
	});

	test('confirms a payment once when two confirm it at the same time', async () => {
		const account = await world.openAccount();
		const error = await world.pay(account, '4000000000000002').catch((thrown) => thrown);
		const paymentId = error.failure.payment.id as string;
		const confirm = async (key: string) =>
			world.gateway.confirm({
				key,
				account,
				paymentId,
				confirmationToken: await world.token(),
				returnUrl: 'https://foyer.test/',
			});
		const results = await Promise.allSettled([confirm('a'), confirm('b'), confirm('c')]);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		const { items } = await world.gateway.listBalanceItems({ account });
		expect(items).toHaveLength(1);
	});

	test('cancels what is not paid, and nothing else', async () => {
		const account = await world.openAccount();
		const waiting = await world.pay(account, '4000002500003155');
		expect(
			(await world.gateway.cancelPayment({ key: 'cancel', account, paymentId: waiting.id })).status,
		).toBe('canceled');
		await world.provider.endChallenge(account, waiting.id, true);
		expect((await world.gateway.getPayment({ account, paymentId: waiting.id })).status).toBe('canceled');
		const paid = await world.pay(account);
		await expect(
			world.gateway.cancelPayment({ key: 'too late', account, paymentId: paid.id }),
		).rejects.toMatchObject({ failure: { kind: 'refused', reason: 'state' } });
	});

	test('moves its clock for all processes, on its own', async () => {
		const to = new Date('2027-01-01T00:00:00Z');
		await world.provider.moveClock(to);
		const other = createPaymentWorld(database(), { clock: world.clock });
		expect(await other.provider.now()).toEqual(to);
		await world.provider.moveClock(world.clock.now());
		expect(await other.provider.now()).toEqual(world.clock.now());
	});

	test('is deleted when nobody can ask for it any more', async () => {
		const account = await world.openAccount();
		const input = { key: 'kept a day', confirmationToken: await world.token(), metadata: {} };
		const first = await world.pay(account, undefined, input);
		const unused = await world.token();
		await world.provider.deleteExpired();
		expect((await world.pay(account, undefined, { confirmationToken: unused })).status).toBe('succeeded');
		expect(await world.pay(account, undefined, input)).toEqual(first);
		world.clock.advance(40 * 86_400_000);
		await world.provider.deleteExpired();
		const { rows } = await database().pool.query<{ count: string }>(
			`SELECT (SELECT count(*) FROM test_gateway_requests) + (SELECT count(*) FROM test_gateway_events)
				+ (SELECT count(*) FROM test_gateway_objects WHERE type IN ('confirmation_token', 'account_link')) AS count`,
		);
		expect(rows[0]?.count).toBe('0');
	});
});

describe('on a port', () => {
	test('the API answers the adapter over the network, to those who have the key', async () => {
		const server = serve({ fetch: world.provider.api.fetch, port: 0, hostname: '127.0.0.1' });
		await once(server, 'listening');
		const { port } = server.address() as { port: number };
		const connect = (secretKey: string) =>
			createStripeGateway({
				name: 'test',
				secretKey,
				fetch: globalThis.fetch,
				address: { protocol: 'http', host: '127.0.0.1', port },
				eventSecrets: {},
				challengeBy: 'page',
				browserConfig: () => ({ kind: 'test', fieldsUrl: world.provider.fieldsUrl }),
				clock: world.clock,
				callsPerSecond: null,
			});
		const gateway = connect(world.provider.secretKey);
		const account = await world.openAccount();
		const payment = await world.pay(account);
		const paymentId = payment.id;
		expect(await gateway.getPayment({ account, paymentId })).toEqual(payment);
		await expect(connect('sk_test_other').getPayment({ account, paymentId })).rejects.toMatchObject({
			failure: { kind: 'refused', reason: 'credentials' },
		});
		const refund = {
			key: 'over the network',
			account,
			paymentId,
			amountMinor: 2000,
			currency: 'EUR',
			refundFee: true,
			metadata: {},
		};
		await world.provider.setControls(account, { cutConnectionRate: 1 });
		await expect(gateway.refund(refund)).rejects.toMatchObject({ kind: 'unknown' });
		await world.provider.setControls(account, {});
		expect((await gateway.refund(refund)).status).toBe('succeeded');
		server.close();
		await once(server, 'close');
		await expect(gateway.getPayment({ account, paymentId })).rejects.toMatchObject({ kind: 'unreachable' });
		await expect(gateway.refund(refund)).rejects.toMatchObject({ kind: 'unreachable' });
	});
});

describe('forms', () => {
	test('are read as Stripe sends them', () => {
		const text =
			'amount=20&metadata[a b]=1&metadata[c]=x%26y&expand[0]=a&expand[1]=b&list[]=1&list[]=2&a[b][c]=d&empty=';
		expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual({
			amount: '20',
			metadata: { 'a b': '1', c: 'x&y' },
			expand: ['a', 'b'],
			list: ['1', '2'],
			a: { b: { c: 'd' } },
			empty: '',
		});
	});

	test('cannot reach the prototype, nest without end or be of two kinds', () => {
		expect(({} as { polluted?: string }).polluted).toBeUndefined();
		parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
		expect(({} as { polluted?: string }).polluted).toBeUndefined();
		expect(() => parseForm(`a${'[b]'.repeat(20)}=1`)).toThrow();
		expect(() => parseForm('a=1&a[b]=2')).toThrow();
		expect(() => parseForm(Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&'))).toThrow();
	});
});
