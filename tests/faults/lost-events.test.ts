import { beforeAll, expect, test } from 'vitest';
import { settleDuePayments } from '#server/domain/payments/settle.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/**
 * The provider's events never come, and no buyer returns from the page of their bank: the worker asks by itself. Time is moved on by a few
 * seconds at once, by moving what is due.
 */
const { database, services, api } = useTestApi();
beforeAll(async () => {
	await services.testGateway?.setControls(null, { eventDropRate: 1 });
});

const chance = createChance('lost events');
const buyers = rounds(4, 300);
const challengeCard = '4000002500003155';
/** A buyer's places are held for at most an hour. */
const longestSeconds = 3_600;
const stepSeconds = rounds(30, 5);

/** Orders that wait for their bank, and the second at which each bank says yes. */
async function sendToBanks() {
	const event = await makePricedEvent(services, api, await makeUser(services), { capacity: buyers });
	const { rows } = await database().pool.query(
		'SELECT provider_account FROM payment_accounts WHERE organisation_id = $1',
		[event.organisationId],
	);
	const waiting = [];
	for (let n = 0; n < buyers; n += 1) {
		const { body } = await payByCard(api, await holdTickets(api, event), { number: challengeCard });
		expect(body.payment.state).toBe('requires_action');
		await database().pool.query('UPDATE payment_attempts SET network = NULL');
		const { rows: paid } = await database().pool.query('SELECT provider_id FROM payments WHERE id = $1', [
			body.payment.id,
		]);
		waiting.push({
			...{ id: body.payment.id as string, providerId: paid[0].provider_id as string },
			at: chance.between(0, longestSeconds),
		});
	}
	return { account: rows[0].provider_account as string, waiting };
}

/** Lets the hour pass. @returns the seconds from a bank's yes to the settled payment, the longest; infinite where one is never settled */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
	const { account, waiting } = await sendToBanks();
	const settled = new Map<string, number>();
	for (let second = 0; second <= longestSeconds + 300; second += stepSeconds) {
		for (const { providerId } of waiting.filter((one) => one.at > second - stepSeconds && one.at <= second))
			await services.testGateway?.endChallenge(account, providerId, true);
		await work();
		const { rows } = await database().pool.query<{ id: string }>(
			`SELECT id FROM payments WHERE state = 'succeeded' AND id = ANY ($1)`,
			[waiting.map(({ id }) => id)],
		);
		for (const { id } of rows) if (!settled.has(id)) settled.set(id, second);
		await database().pool.query(
			'UPDATE payments SET next_check_at = next_check_at - make_interval(secs => $1) WHERE next_check_at IS NOT NULL',
			[stepSeconds],
		);
	}
	return Math.max(...waiting.map(({ id, at }) => (settled.get(id) ?? Number.POSITIVE_INFINITY) - at));
}

test('without a single event the last payment is settled within two minutes', async () => {
	const seconds = await longestWait(async () => {
		while ((await settleDuePayments(services)) > 0);
	});
	console.log(`settled after ${seconds} s at the longest`);
	expect(seconds).toBeLessThanOrEqual(120);
	await expectInvariants(services);
});

test('the test above can fail: where nobody asks the provider', async () => {
	expect(await longestWait(async () => {})).toBe(Number.POSITIVE_INFINITY);
});
