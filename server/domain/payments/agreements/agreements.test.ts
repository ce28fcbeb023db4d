import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { agreementPeriods, payments } from '#server/db/tables/payments.ts';
import { createFacts, listen } from '#server/domain/facts.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { periodEnd } from '#shared/rules/agreement-states.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { cardToken, settleAll } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type AgreementRow, getAgreement, scopeOfAgreement } from './agreement-record.ts';
import { chargeAgreement, chargeDueAgreements, openPeriod } from './charge-due.ts';
import { payPeriod } from './pay-period.ts';
import {
	endAgreement,
	moveClock,
	openSavedMethod,
	pauseAgreement,
	startAgreement,
} from './start-agreement.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
/** What was published of agreements, without the facts of others. */
const published: string[] = [];
beforeAll(async () => {
	services = await createTestServices(database());
	const note = (name: 'payments.agreement-paid' | 'payments.agreement-failed' | 'payments.agreement-ended') =>
		listen({
			fact: name,
			inTransaction: async (_tx, { payload }) => {
				published.push(JSON.stringify({ name: name.slice(19), ...payload }));
			},
		});
	services = {
		...services,
		facts: createFacts([
			note('payments.agreement-paid'),
			note('payments.agreement-failed'),
			note('payments.agreement-ended'),
		]),
	};
	api = createTestApi(services);
});

const factsOf = ({ id }: AgreementRow) =>
	published
		.map((one) => JSON.parse(one))
		.filter((one) => one.agreementId === id)
		.map(({ name, failures, needsPayer, reason }) =>
			[name, failures, needsPayer && 'needs-payer', reason].filter(Boolean).join(' '),
		);

/** A plan at 29.00 a month whose first period is paid with a card. */
async function begin(
	number = '4242424242424242',
	world: { services: Services; api: TestApi } = { services, api },
): Promise<AgreementRow> {
	const { organisationId, email } = await makeUser(world.services);
	const method = await openSavedMethod(world.services, {
		organisationId,
		kind: 'organisation',
		id: organisationId,
		email,
		account: null,
	});
	const period = await world.services.database.transaction(async (tx) => {
		const agreement = await startAgreement(tx, {
			organisationId,
			subjectKind: 'plan',
			subjectId: organisationId,
			savedMethodId: method.id,
			every: 'month',
			amountMinor: 2_900,
			currency: 'EUR',
			description: 'Plan Pro',
			firstDueAt: null,
		});
		const startsAt = new Date();
		return openPeriod(tx, agreement, {
			startsAt,
			endsAt: periodEnd(startsAt, 'month', agreement.anchorDay),
			amountMinor: 2_900,
			every: 'month',
			renewsMinor: 2_900,
			detail: 'pro/month',
		});
	});
	const paid = await payPeriod(world.services, period, {
		confirmationToken: await cardToken(world.api, number),
		idempotencyKey: randomUUID(),
		returnUrl: 'https://foyer.test/settings/plan',
		network: newId(),
	});
	if (paid.state === 'requires_action') {
		await world.services.testGateway?.endChallenge(null, paid.providerId ?? '', true);
		await settleAll(world.services);
	}
	return getAgreement(world.services.database.db, { organisationId, agreementId: period.agreementId });
}

const again = (agreement: AgreementRow) => getAgreement(services.database.db, scopeOfAgreement(agreement));
const pass = async (agreement: AgreementRow, days: number) => {
	await services.database.transaction(async (tx) => moveClock(tx, await again(agreement), days * 86_400));
	await chargeDueAgreements(services);
	return again(agreement);
};
const periodsOf = ({ organisationId, id }: AgreementRow, own = services) =>
	own.database.db
		.select()
		.from(agreementPeriods)
		.where(and(eq(agreementPeriods.organisationId, organisationId), eq(agreementPeriods.agreementId, id)))
		.orderBy(agreementPeriods.number);
const paymentsOf = ({ organisationId }: AgreementRow, own = services) =>
	own.database.db
		.select()
		.from(payments)
		.where(eq(payments.organisationId, organisationId))
		.orderBy(payments.id);

describe('an agreement', () => {
	test('is active once its first period is paid; the card is charged again on its day, and not before', async () => {
		const agreement = await begin();
		expect(agreement).toMatchObject({ state: 'active', periods: 1, failures: 0 });
		expect(await chargeDueAgreements(services)).toBe(0);
		expect((await pass(agreement, 20)).periods).toBe(1);
		const second = await pass(agreement, 12);
		expect(second).toMatchObject({ state: 'active', periods: 2, aheadSeconds: 32 * 86_400 });
		const periods = await periodsOf(agreement);
		expect(periods.map(({ state, amountMinor }) => [state, amountMinor])).toEqual([
			['paid', 2_900],
			['paid', 2_900],
		]);
		expect(periods[1]?.startsAt).toEqual(periods[0]?.endsAt);
		expect((await paymentsOf(agreement)).map(({ state, isOffSession }) => [state, isOffSession])).toEqual([
			['succeeded', false],
			['succeeded', true],
		]);
		expect(factsOf(agreement)).toEqual(['paid', 'paid']);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('whose charges are declined tries on days 3, 5 and 7, says so each time, and ends unpaid', async () => {
		const agreement = await begin('4000000000000341');
		const due = await pass(agreement, 31);
		expect(due).toMatchObject({ state: 'past_due', failures: 1, needsPayer: false });
		expect((await pass(agreement, 2)).failures).toBe(1);
		expect((await pass(agreement, 1)).failures).toBe(2);
		expect((await pass(agreement, 2)).failures).toBe(3);
		const ended = await pass(agreement, 2);
		expect(ended).toMatchObject({ state: 'ended', failures: 4, endedReason: 'unpaid', nextAt: null });
		expect(factsOf(agreement)).toEqual([
			'paid',
			'failed 1',
			'failed 2',
			'failed 3',
			'failed 4',
			'ended unpaid',
		]);
		expect((await periodsOf(agreement)).map(({ state, tries }) => [state, tries])).toEqual([
			['paid', 0],
			['abandoned', 4],
		]);
		await pass(agreement, 400);
		expect(await paymentsOf(agreement)).toHaveLength(5);
		await expectInvariants(services);
	});

	test('whose bank wants a confirmation says so, and goes on when its payer pays with a card', async () => {
		const agreement = await begin('4000002760003184');
		expect(agreement.state).toBe('active');
		const due = await pass(agreement, 31);
		expect(due).toMatchObject({ state: 'past_due', failures: 1, needsPayer: true });
		expect(factsOf(agreement)).toEqual(['paid', 'failed 1 needs-payer']);
		const [, open] = await periodsOf(agreement);
		if (!open) throw new Error('There is no open period.');
		await payPeriod(services, open, {
			confirmationToken: await cardToken(api),
			idempotencyKey: randomUUID(),
			returnUrl: 'https://foyer.test/settings/plan',
			network: newId(),
		});
		expect(await again(agreement)).toMatchObject({
			state: 'active',
			failures: 0,
			periods: 2,
			needsPayer: false,
		});
		// The new card is charged from now on.
		expect((await pass(agreement, 31)).periods).toBe(3);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('that ends with its period is not charged again; one that is paused is charged from that day on', async () => {
		const ending = await begin();
		await services.database.transaction((tx) =>
			endAgreement(services, tx, ending, { when: 'period-end', reason: 'payer' }),
		);
		expect((await again(ending)).state).toBe('active');
		expect(await pass(ending, 31)).toMatchObject({ state: 'ended', endedReason: 'payer', periods: 1 });
		const paused = await begin();
		const until = new Date(Date.now() + 60 * 86_400_000);
		await services.database.transaction((tx) => pauseAgreement(tx, paused, until));
		expect(await pass(paused, 40)).toMatchObject({ state: 'paused', periods: 1 });
		expect(await pass(paused, 21)).toMatchObject({ state: 'active', periods: 2 });
		await expectInvariants(services);
	});

	test('is asked again soon, and not counted as refused, when the provider cannot be reached', async () => {
		const agreement = await begin();
		await services.testGateway?.setControls(null, { refuseConnectionRate: 1 });
		const waiting = await pass(agreement, 31).finally(() => services.testGateway?.setControls(null, {}));
		expect(waiting).toMatchObject({ state: 'active', failures: 0 });
		expect(waiting.nextAt?.getTime()).toBeGreaterThan(Date.now());
		expect((await pass(agreement, 1)).periods).toBe(2);
		await expectInvariants(services);
	});
});

/** Two workers charge the same agreements at the same moment, as if one had lost its lease. */
async function race(own: { services: Services; api: TestApi }): Promise<number[]> {
	const made: AgreementRow[] = [];
	for (let n = 0; n < 8; n += 1) made.push(await begin('4242424242424242', own));
	for (const one of made) await own.services.database.transaction((tx) => moveClock(tx, one, 31 * 86_400));
	await Promise.all(
		made.flatMap((one) => [1, 2].map(() => chargeAgreement(own.services, scopeOfAgreement(one)))),
	);
	return Promise.all(
		made.map(async (one) => (await paymentsOf(one, own.services)).filter((row) => row.isOffSession).length),
	);
}

describe('two workers on one agreement', () => {
	test('charge its period once', async () => {
		expect(await race({ services, api })).toEqual(Array.from({ length: 8 }, () => 1));
		await expectInvariants(services);
	});

	test('and would charge it twice without the keys of the database (negative control)', async () => {
		const spoilt = await createTestDatabase();
		try {
			const own = { ...(await createTestServices(spoilt)), facts: createFacts([]) };
			await spoilt.pool.query(
				'DROP INDEX agreement_periods_number_unique, payments_open_unique, payment_attempts_key_unique',
			);
			const charges = await race({ services: own, api: createTestApi(own) });
			expect(Math.max(...charges)).toBe(2);
		} finally {
			await spoilt.drop();
		}
	});
});
