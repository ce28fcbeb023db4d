import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_BOOKS } from '#server/domain/ledger/post.ts';
import { applyPlanLimit } from '#server/domain/tickets/plan-limit.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import {
	cardToken,
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { subscriptionChecks } from './checks.ts';
import { subscriptionJobs } from './jobs.ts';

const { database, services, api } = useTestApi();
let admin: TestUser;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
	await charged(true);
});

const charged = (areCharged: boolean) =>
	api.call('PUT', '/api/admin/plans', { areCharged }, { token: admin.token });
const path = (owner: TestUser) => `/api/organisations/${owner.organisationId}/subscription`;
const planOf = async (owner: TestUser) => (await api.get(path(owner), { token: owner.token })).body;
const limitsPath = (owner: TestUser) => `/api/organisations/${owner.organisationId}/plan-limits`;
const limitsOf = async (owner: TestUser) => (await api.get(limitsPath(owner), { token: owner.token })).body;
async function choose(
	owner: TestUser,
	choice: { plan: string; every?: string },
	number: string | null = '4242424242424242',
) {
	const confirmationToken = number === null ? undefined : await cardToken(api, number);
	return api.call('PUT', path(owner), { ...choice, confirmationToken }, { token: owner.token });
}
const pass = async (owner: TestUser, days: number) =>
	(await api.post(`${path(owner)}/test`, { days }, { token: owner.token })).body;
const bills = async (owner: TestUser) =>
	(await api.get(`/api/organisations/${owner.organisationId}/bills`, { token: owner.token })).body.data;
const newsOf = async (owner: TestUser) =>
	(
		await database().pool.query<{ news: string }>(
			`SELECT props->>'news' AS news FROM mails WHERE template = 'organisers/plan' AND recipient = $1 ORDER BY id`,
			[owner.email],
		)
	).rows.map(({ news }) => news);
async function publish(owner: TestUser) {
	const event = await makeEvent(services, owner);
	return api.post(`/api/events/${event.id}/publish`, undefined, { token: owner.token });
}
const addKey = (owner: TestUser) =>
	api.post(
		`/api/organisations/${owner.organisationId}/api-keys`,
		{ name: 'Key', scopes: ['events:read'] },
		{ token: owner.token },
	);

describe('an organisation without a plan', () => {
	test('publishes three events, makes two staff links and no API key; the refusals name plan and limit', async () => {
		const owner = await makeUser(services);
		for (let n = 0; n < 3; n += 1) expect((await publish(owner)).status).toBe(200);
		const fourth = await publish(owner);
		expect([fourth.status, fourth.body.code]).toEqual([402, 'INSUFFICIENT_QUOTA']);
		expect(fourth.body.userMessage).toBe('You have exceeded your quota. Please upgrade your plan.');
		expect(fourth.body.metadata).toMatchObject({ plan: 'free', quota: 'liveEvents', limit: 3 });

		const event = await makeEvent(services, owner);
		const link = () =>
			api.post(`/api/events/${event.id}/staff-links`, { label: 'Door' }, { token: owner.token });
		expect([(await link()).status, (await link()).status]).toEqual([201, 201]);
		const third = await link();
		expect(third.body).toMatchObject({
			code: 'INSUFFICIENT_QUOTA',
			metadata: { quota: 'staffLinks', limit: 2 },
		});

		const key = await addKey(owner);
		expect([key.status, key.body.code]).toEqual([403, 'FEATURE_NOT_AVAILABLE']);
		expect(key.body.userMessage).toBe('This feature is not available in your current plan.');
		expect(await planOf(owner)).toMatchObject({
			plan: 'free',
			state: 'none',
			usage: { liveEvents: { used: 3, limit: 3 }, staffLinks: { used: 2, limit: 2 } },
		});
	});

	test('reads before a form what it would be refused after it, also as a member who sees no bills', async () => {
		const owner = await makeUser(services);
		const { plan: _, ...before } = await limitsOf(owner);
		expect(before).toEqual({
			isExpired: false,
			liveEvents: { used: 0, limit: 3 },
			staffLinks: { used: 0, limit: 2 },
			attendeesPerEvent: 100,
			hasReports: false,
			hasIntegrations: false,
			hasApi: false,
		});
		for (let n = 0; n < 3; n += 1) {
			expect((await limitsOf(owner)).liveEvents.used).toBe(n);
			expect((await publish(owner)).status).toBe(200);
		}
		expect((await limitsOf(owner)).liveEvents).toEqual({ used: 3, limit: 3 });
		expect((await publish(owner)).body.metadata).toMatchObject({ quota: 'liveEvents', limit: 3 });
		const member = await makeMember(services, owner.organisationId, 'check_in');
		const asMember = { token: member.token };
		expect((await api.get(path(owner), asMember)).status).toBe(403);
		expect((await api.get(limitsPath(owner), asMember)).body).toMatchObject({ plan: 'free' });
		expect((await api.get(limitsPath(owner), { token: (await makeUser(services)).token })).status).toBe(404);
	});

	test('that is limited by nothing is shown so', async () => {
		const owner = await makeUser(services);
		await charged(false);
		try {
			expect(await limitsOf(owner)).toEqual({
				plan: null,
				isExpired: false,
				liveEvents: { used: 0, limit: null },
				staffLinks: { used: 0, limit: null },
				attendeesPerEvent: null,
				hasReports: true,
				hasIntegrations: true,
				hasApi: true,
			});
		} finally {
			await charged(true);
		}
	});

	test('that publishes its last event in ten windows at once publishes one', async () => {
		const owner = await makeUser(services);
		await publish(owner);
		await publish(owner);
		const events = await Promise.all(Array.from({ length: 10 }, () => makeEvent(services, owner)));
		const answers = await Promise.all(
			events.map(({ id }) => api.post(`/api/events/${id}/publish`, undefined, { token: owner.token })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect((await planOf(owner)).usage.liveEvents.used).toBe(3);
	});

	test('meets no limit while plans are not charged, and cannot buy one', async () => {
		const owner = await makeUser(services);
		await charged(false);
		try {
			for (let n = 0; n < 4; n += 1) expect((await publish(owner)).status).toBe(200);
			expect((await addKey(owner)).status).toBe(201);
			expect((await choose(owner, { plan: 'pro' })).body.metadata.rule).toBe('plans-not-charged');
			expect(await planOf(owner)).toMatchObject({
				areCharged: false,
				usage: { liveEvents: { used: 4, limit: null } },
			});
			expect((await api.get('/api/plans')).body).toEqual({ areCharged: false });
		} finally {
			await charged(true);
		}
	});
});

describe('a plan', () => {
	test('is bought with a card and holds at once; the operator has the money', async () => {
		const owner = await makeUser(services);
		expect((await choose(owner, { plan: 'pro' }, null)).body).toMatchObject({
			code: 'PAYMENT_INVALID_CARD',
			metadata: { rule: 'confirmation-token-missing' },
		});
		const declined = await choose(owner, { plan: 'pro' }, '4000000000009995');
		expect([declined.status, declined.body.code]).toEqual([402, 'PAYMENT_INSUFFICIENT_FUNDS']);
		expect(await planOf(owner)).toMatchObject({ plan: 'free', state: 'incomplete' });
		const bought = await choose(owner, { plan: 'pro' });
		expect(bought.status, JSON.stringify(bought.body)).toBe(200);
		expect(bought.body).toMatchObject({
			plan: 'pro',
			every: 'month',
			state: 'active',
			renewsMinor: 2_900,
			currency: 'EUR',
			card: { brand: 'visa', last4: '4242' },
			usage: { liveEvents: { limit: null }, staffLinks: { limit: 10 } },
		});
		for (let n = 0; n < 4; n += 1) expect((await publish(owner)).status).toBe(200);
		expect(await bills(owner)).toMatchObject([
			{ plan: 'pro', every: 'month', amountMinor: 2_900, state: 'paid', isTest: true },
		]);
		await settleAll(services);
		const books = await api.get(`/api/organisations/${owner.organisationId}/balances`, {
			token: owner.token,
		});
		expect(books.body.data).toEqual([]);
		await expectInvariants(services);
	});

	test('is confirmed at the bank where it asks for that', async () => {
		const owner = await makeUser(services);
		const answered = await choose(owner, { plan: 'pro' }, '4000002760003184');
		expect(answered.body).toMatchObject({
			plan: 'free',
			state: 'incomplete',
			nextAction: { kind: 'redirect' },
		});
		const { rows } = await database().pool.query<{ id: string }>(
			`SELECT provider_id AS id FROM payments WHERE organisation_id = $1`,
			[owner.organisationId],
		);
		await services.testGateway?.endChallenge(null, rows[0]?.id ?? '', true);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active', nextAction: null });
	});

	test('becomes a larger one at once for the difference, and a smaller one at the end of the period', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' });
		await pass(owner, 10);
		const larger = await choose(owner, { plan: 'business' }, null);
		expect(larger.body).toMatchObject({ plan: 'business', state: 'active', renewsMinor: 9_900 });
		const [bill] = await bills(owner);
		expect(bill.plan).toBe('business');
		expect(bill.amountMinor).toBeGreaterThan(9_900 - 2_900 * (21 / 30));
		expect(bill.amountMinor).toBeLessThan(9_900 - 2_900 * (18 / 30));
		expect((await addKey(owner)).status).toBe(201);
		const smaller = await choose(owner, { plan: 'pro' }, null);
		expect(smaller.body).toMatchObject({
			plan: 'business',
			change: { plan: 'pro', every: 'month' },
			renewsMinor: 2_900,
		});
		expect(await pass(owner, 32)).toMatchObject({ plan: 'pro', change: null, renewsMinor: 2_900 });
		expect((await bills(owner)).map((one: { amountMinor: number }) => one.amountMinor)).toEqual([
			2_900,
			bill.amountMinor,
			2_900,
		]);
		await expectInvariants(services);
	});

	test('that is ended holds until its period is over, and can be taken up again before', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' });
		const ending = await api.delete(path(owner), { token: owner.token });
		expect(ending.body).toMatchObject({ plan: 'pro', state: 'ending', renewsMinor: 0 });
		expect((await choose(owner, { plan: 'pro' }, null)).body).toMatchObject({
			state: 'active',
			renewsMinor: 2_900,
		});
		expect(await pass(owner, 32)).toMatchObject({ plan: 'pro', state: 'active' });
		await api.delete(path(owner), { token: owner.token });
		expect(await pass(owner, 32)).toMatchObject({ plan: 'free', state: 'ended', isExpired: false });
		expect((await addKey(owner)).body.code).toBe('FEATURE_NOT_AVAILABLE');
		await expectInvariants(services);
	});

	test('that is not paid holds for 14 days, then refuses new publishing and paid features until it is renewed', async () => {
		const owner = await makeUser(services);
		expect((await choose(owner, { plan: 'business' }, '4000000000000341')).body.plan).toBe('business');
		const due = await pass(owner, 31);
		expect(due).toMatchObject({ plan: 'business', state: 'past_due', dueMinor: 9_900, isExpired: false });
		expect(due.graceUntil).not.toBeNull();
		for (const days of [3, 2, 2]) await pass(owner, days);
		expect(await planOf(owner)).toMatchObject({ plan: 'business', state: 'past_due' });
		expect(await pass(owner, 8)).toMatchObject({ plan: 'free', state: 'ended', isExpired: true });
		expect(await newsOf(owner)).toEqual(['paid', 'refused', 'refused', 'refused', 'last', 'lapsed']);
		const refused = await publish(owner);
		expect([refused.status, refused.body.code, refused.body.userMessage]).toEqual([
			402,
			'SUBSCRIPTION_EXPIRED',
			'Your subscription has expired. Please renew to continue.',
		]);
		expect((await addKey(owner)).body.code).toBe('SUBSCRIPTION_EXPIRED');
		expect((await choose(owner, { plan: 'business' })).body).toMatchObject({
			plan: 'business',
			isExpired: false,
		});
		expect((await publish(owner)).status).toBe(200);
		await expectInvariants(services);
	});

	test('that lapsed gives way to the free one when that is chosen', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		for (const days of [31, 3, 2, 2, 8]) await pass(owner, days);
		expect((await planOf(owner)).isExpired).toBe(true);
		expect((await choose(owner, { plan: 'free' }, null)).body).toMatchObject({
			plan: 'free',
			isExpired: false,
		});
		expect((await publish(owner)).status).toBe(200);
	});

	test('that is due is paid with another card, and is not changed before', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		await pass(owner, 31);
		expect((await choose(owner, { plan: 'business' })).body.metadata.rule).toBe('pay-first');
		expect((await choose(owner, { plan: 'pro' })).body).toMatchObject({
			state: 'active',
			dueMinor: null,
			graceUntil: null,
			card: { last4: '4242' },
		});
		expect((await pass(owner, 31)).state).toBe('active');
		await expectInvariants(services);
	});

	test('larger, but refused by the card, leaves the paid one as it was', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		const refused = await choose(owner, { plan: 'business' }, null);
		expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_CARD_DECLINED']);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active', dueMinor: null });
		expect((await choose(owner, { plan: 'business' })).body.plan).toBe('business');
		await expectInvariants(services);
	});

	test('is given by an administrator without payment, and taken back', async () => {
		const owner = await makeUser(services);
		const give = (plan: string | null) =>
			api.call(
				'PUT',
				`/api/admin/organisations/${owner.organisationId}/plan`,
				{ plan },
				{ token: admin.token },
			);
		expect((await give('business')).body).toMatchObject({ plan: 'business', grantedPlan: 'business' });
		expect((await addKey(owner)).status).toBe(201);
		expect(await planOf(owner)).toMatchObject({ plan: 'business', grantedPlan: 'business', state: 'none' });
		expect((await give(null)).body).toMatchObject({ plan: 'free', grantedPlan: null });
		expect((await addKey(owner)).status).toBe(403);
	});

	test('two presses with one card pay once', async () => {
		const owner = await makeUser(services);
		const confirmationToken = await cardToken(api);
		const press = () =>
			api.call('PUT', path(owner), { plan: 'pro', confirmationToken }, { token: owner.token });
		const answers = await Promise.all([press(), press(), press()]);
		expect(answers.map(({ status }) => status)).toContain(200);
		expect(await bills(owner)).toHaveLength(1);
		await settleAll(services);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active' });
		await expectInvariants(services);
	});
});

async function pdfText(path: string, token: string): Promise<string> {
	const answer = await api.app.request(`http://foyer.test${path}`, {
		headers: { authorization: `Bearer ${token}` },
	});
	expect(answer.status).toBe(200);
	return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text;
}

/** The operator's books: debit less credit by account. */
async function operatorBooks(): Promise<Record<string, number>> {
	const { rows } = await database().pool.query<{ account: string; balance: number }>(
		`
		SELECT account, sum(amount)::int AS balance FROM (
			SELECT debit AS account, amount_minor AS amount FROM ledger_transfers WHERE organisation_id = $1
			UNION ALL SELECT credit, -amount_minor FROM ledger_transfers WHERE organisation_id = $1) AS sides GROUP BY 1`,
		[OPERATOR_BOOKS],
	);
	return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

const sayOperator = (changes: object) =>
	api.call(
		'PUT',
		'/api/admin/operator',
		{
			...{ name: 'Foyer Hosting GmbH', address: 'Quay 1', email: '', phone: '', jurisdiction: '' },
			...{ securityContact: '', ...changes },
		},
		{ token: admin.token },
	);

describe('a bill', () => {
	test('is an invoice of the operator with the tax in the price; books and document agree', async () => {
		const said = {
			countryCode: 'DE',
			taxNumber: 'DE123456789',
			taxBasisPoints: 1_900,
			taxNote: 'Thank you.',
		};
		expect((await sayOperator(said)).status).toBe(200);
		const owner = await makeUser(services);
		await api.patch(
			`/api/organisations/${owner.organisationId}/settings`,
			{ legalName: 'Pier 9 e.V.', address: 'Pier 9', countryCode: 'DE' },
			{ token: owner.token },
		);
		const before = await operatorBooks();
		await choose(owner, { plan: 'pro' });
		const after = await operatorBooks();
		const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
		expect([moved('gateway'), moved('plan_income'), moved('tax'), moved('buyer')]).toEqual([
			2_900, -2_437, -463, 0,
		]);
		const [bill] = await bills(owner);
		expect(bill.label).toMatch(/^TEST-INV-\d{6}$/);
		const file = `/api/organisations/${owner.organisationId}/bills/${bill.id}/file`;
		const text = await pdfText(file, owner.token);
		for (const part of [
			bill.label,
			'Foyer Hosting GmbH',
			'Pier 9 e.V.',
			'€24.37',
			'€4.63',
			'€29.00',
			'Thank you.',
		])
			expect(text).toContain(part);
		expect(text).not.toContain('Event date');
		const other = await makeUser(services);
		expect(
			(await api.get(file.replace(owner.organisationId, other.organisationId), { token: other.token }))
				.status,
		).toBe(404);

		const french = await makeUser(services);
		await api.patch(
			`/api/organisations/${french.organisationId}/settings`,
			{ address: '1 quai', countryCode: 'FR', taxNumber: 'FR40303265045' },
			{ token: french.token },
		);
		await choose(french, { plan: 'pro' });
		const [abroad] = await bills(french);
		const words = await pdfText(
			`/api/organisations/${french.organisationId}/bills/${abroad.id}/file`,
			french.token,
		);
		expect(words).toContain('Reverse charge: the recipient owes the tax');
		expect(words).toContain('FR40303265045');
		await expectInvariants(services);
		await sayOperator({});
	});

	test('that differs from the books is found', async () => {
		await sayOperator({ countryCode: 'DE', taxNumber: 'DE123456789', taxBasisPoints: 1_900 });
		const owner = await makeUser(services);
		await enterSellerDetails(services, owner.organisationId);
		await choose(owner, { plan: 'pro' });
		const check = subscriptionChecks.find(({ name }) => name === 'subscriptions.bills-match-books');
		expect(await check?.run(services)).toEqual([]);
		const { pool } = database();
		await pool.query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
		const change = (by: number) =>
			pool.query(
				`UPDATE ledger_transfers SET amount_minor = amount_minor + $2 WHERE kind = 'plan' AND source_id IN (
					SELECT id FROM agreement_periods WHERE organisation_id = $1)`,
				[owner.organisationId, by],
			);
		await change(1);
		expect(await check?.run(services)).toEqual([expect.stringContaining('TEST-INV-')]);
		await change(-1);
		await pool.query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
	});
});

describe('another card', () => {
	const change = async (owner: TestUser, number: string) =>
		api.call(
			'PUT',
			`${path(owner)}/card`,
			{ confirmationToken: await cardToken(api, number) },
			{ token: owner.token },
		);

	test('is saved without a payment, and charged from then on', async () => {
		const owner = await makeUser(services);
		expect((await change(owner, '4242424242424242')).body.metadata.rule).toBe('no-paid-plan');
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		const declined = await change(owner, '4000000000009995');
		expect([declined.status, declined.body.code]).toEqual([402, 'PAYMENT_INSUFFICIENT_FUNDS']);
		expect((await planOf(owner)).card).toMatchObject({ last4: '0341' });
		const saved = await change(owner, '4242424242424242');
		expect(saved.body).toMatchObject({ card: { last4: '4242' }, nextAction: null });
		expect(await bills(owner)).toHaveLength(1);
		expect(await pass(owner, 32)).toMatchObject({ plan: 'pro', state: 'active', dueMinor: null });
		expect(await bills(owner)).toHaveLength(2);
		await expectInvariants(services);
	});

	test('that the bank asks to confirm takes the place of the one before when it is confirmed, and only then', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' });
		const setupOf = async () =>
			(
				await database().pool.query<{ id: string }>(
					'SELECT setup_id AS id FROM saved_methods WHERE organisation_id = $1',
					[owner.organisationId],
				)
			).rows[0]?.id ?? '';
		const answered = await change(owner, '4000002760003184');
		expect(answered.body).toMatchObject({ card: { last4: '4242' }, nextAction: { kind: 'redirect' } });
		await services.testGateway?.endChallenge(null, await setupOf(), false);
		expect((await planOf(owner)).card).toMatchObject({ last4: '4242' });
		await change(owner, '4000002760003184');
		await services.testGateway?.endChallenge(null, await setupOf(), true);
		// Nobody opens the page: the event of the provider is enough.
		await settleAll(services);
		const { rows } = await database().pool.query(
			'SELECT last4 FROM saved_methods WHERE organisation_id = $1',
			[owner.organisationId],
		);
		expect(rows).toEqual([{ last4: '3184' }]);
	});
});

describe('a limit', () => {
	const limitMails = async (owner: TestUser) =>
		(
			await database().pool.query<{ what: string }>(
				`SELECT (props->>'quota') || ' ' || (props->>'percent') AS what FROM mails
				WHERE template = 'organisers/plan-limit' AND recipient = $1 ORDER BY id`,
				[owner.email],
			)
		).rows.map(({ what }) => what);
	const noteEvents = async () => {
		const job = subscriptionJobs.find(({ name }) => name === 'subscriptions.note-full-events');
		await job?.run(services);
	};

	test('that is reached is reported to the owners once, by email and under the bell', async () => {
		const owner = await makeUser(services);
		for (let n = 0; n < 2; n += 1) await publish(owner);
		expect(await limitMails(owner)).toEqual([]);
		await publish(owner);
		expect(await limitMails(owner)).toEqual(['liveEvents 100']);
		const { data } = (await api.get('/api/account/notices', { token: owner.token })).body;
		expect(data).toContainEqual(
			expect.objectContaining({ kind: 'plan-limit', change: 'liveEvents', percent: 100 }),
		);
	});

	test('of guests is reported at four fifths and when it is reached', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { capacity: 500 });
		await database().transaction((tx) =>
			applyPlanLimit(services, tx, { organisationId: owner.organisationId, eventId: event.id }),
		);
		const sold = (guests: number) =>
			database().pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE event_id = $1 AND is_plan', [
				event.id,
				guests,
			]);
		expect((await sold(79)).rowCount).toBe(1);
		await noteEvents();
		expect(await limitMails(owner)).toEqual([]);
		await sold(80);
		await noteEvents();
		await noteEvents();
		expect(await limitMails(owner)).toEqual(['attendeesPerEvent 80']);
		await sold(100);
		await noteEvents();
		expect(await limitMails(owner)).toEqual(['attendeesPerEvent 80', 'attendeesPerEvent 100']);
		await sold(0);
	});

	test('holds for connections and for calls with a key, not for keys and connections of a plan that has them', async () => {
		const owner = await makeUser(services);
		const connect = () =>
			api.post(
				`/api/organisations/${owner.organisationId}/connections`,
				{ kind: 'webhook', target: 'https://example.org/hook', types: ['order.paid'] },
				{ token: owner.token },
			);
		expect([(await connect()).status, (await connect()).body.code]).toEqual([403, 'FEATURE_NOT_AVAILABLE']);
		await choose(owner, { plan: 'business' });
		expect((await connect()).status, JSON.stringify((await connect()).body)).toBe(201);
		const { token } = (await addKey(owner)).body;
		const list = () => api.get(`/api/organisations/${owner.organisationId}/events`, { token });
		expect((await list()).status).toBe(200);
		await api.delete(path(owner), { token: owner.token });
		await pass(owner, 32);
		expect((await list()).body.code).toBe('FEATURE_NOT_AVAILABLE');
		await charged(false);
		try {
			expect((await list()).status).toBe(200);
		} finally {
			await charged(true);
		}
	});
});

describe('the fee for a ticket', () => {
	test.each(['buyer', 'organiser'] as const)('is that of the plan, borne by the %s', async (bearer) => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		await database().pool.query('UPDATE events SET fee_bearer = $2 WHERE id = $1', [event.id, bearer]);
		stockStore(services).forget(event.id);
		const order = await holdTickets(api, event, 2);
		// 2.5 % of 24.00 and 0.50.
		expect(order.totalMinor).toBe(bearer === 'buyer' ? 4_800 + 2 * 110 : 4_800);
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
		const books = await api.get(`/api/organisations/${owner.organisationId}/balances`, {
			token: owner.token,
		});
		const accounts = Object.fromEntries(
			books.body.data[0].accounts.map((one: { account: string; balanceMinor: number }) => [
				one.account,
				one.balanceMinor,
			]),
		);
		expect(accounts).toMatchObject({ buyer: 0, platform_fees: 220 });
		const income = async () => -((await operatorBooks()).fee_income ?? 0);
		const earned = await income();
		expect(await refundOrder(api, event, order, { token: owner.token })).toMatchObject({ status: 201 });
		await settleAll(services);
		// The operator has earned the fee, and given it back with the refund.
		expect(earned - (await income())).toBe(220);
		await expectInvariants(services);
	});
});
