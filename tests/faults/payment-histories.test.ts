import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import {
	createPaymentHistory,
	letPass,
	type PaymentWorld,
	passing,
} from '#tests/support/payment-histories.ts';
import * as model from '#tests/support/payment-model.ts';
import { recoverPayments } from '#tests/support/payment-recovery.ts';
import { faultSeed, isLong } from '#tests/support/seed.ts';

/**
 * Random histories of payments beside a model of orders, money and places: what the product says after each command, and what its rows, the
 * provider, the books and the emails say in the end, is what the model says. `PAYMENT_HISTORIES` sets how many for each seed.
 */
const database = useTestDatabase();
const histories = Number(process.env.PAYMENT_HISTORIES ?? (isLong ? 100_000 : 4));
const seeds = isLong ? [faultSeed, faultSeed + 1, faultSeed + 2] : [faultSeed];
const size = 4;

/** An empty product, so that its invariants are checked over one history alone. */
async function begin(change: (services: Services) => Services = (services) => services) {
	await database().truncate();
	const services = change(await createTestServices(database()));
	const api = createTestApi(services);
	const event = await makePricedEvent(services, api, await makeUser(services), { capacity: size });
	const { rows } = await database().pool.query('SELECT provider_account FROM payment_accounts');
	await recoverPayments(services);
	const world = createPaymentHistory({ services, api, event, account: rows[0].provider_account });
	return { model: { size, orders: [] } as model.PaymentModel, real: world };
}

type Command = fc.AsyncCommand<model.PaymentModel, PaymentWorld>;

/** Runs the commands that make sense, then lets everything settle. @returns what was run */
async function play(
	first: Command,
	commands: Iterable<Command>,
	change?: (services: Services) => Services,
): Promise<Command[]> {
	const { model: expected, real } = await begin(change);
	await first.run(expected, real);
	const done: Command[] = [];
	for (const command of commands) {
		if (!command.check(expected)) continue;
		await command.run(expected, real);
		done.push(command);
	}
	await letPass('settled').run(expected, real);
	await real.expectSettled(expected);
	return done;
}

const nth = fc.nat(5);
const nothing = fc.constant(null);
const commands = [
	fc.integer({ min: 1, max: 3 }).map(model.place),
	fc
		.tuple(
			nth,
			fc.record({
				card: fc.constantFrom<model.Card>('good', 'good', 'declined', 'challenge'),
				number: fc.nat(20),
				fault: fc.constantFrom<model.Fault>('none', 'none', 'answer-lost', 'unreachable'),
			}),
		)
		.map(([order, how]) => model.pay(order, how)),
	fc.tuple(nth, fc.boolean()).map(([order, isPassed]) => model.answerBank(order, isPassed)),
	fc.tuple(nth, nothing).map(([order, how]) => model.comeBack(order, how)),
	fc.tuple(nth, nothing).map(([order, how]) => model.endHold(order, how)),
	fc.tuple(nth, nothing).map(([order, how]) => model.holdAgain(order, how)),
	fc.tuple(nth, nothing).map(([order, how]) => model.cancel(order, how)),
	fc
		.tuple(
			nth,
			fc.record({
				what: fc.constantFrom('all' as const, 'amount' as const, 'ticket' as const),
				isCancelling: fc.boolean(),
			}),
		)
		.map(([order, how]) => model.refund(order, how)),
	fc.tuple(nth, nothing).map(([order, how]) => model.dispute(order, how)),
	fc
		.tuple(nth, fc.constantFrom('won' as const, 'lost' as const))
		.map(([order, how]) => model.decide(order, how)),
	fc.constantFrom(...passing).map(letPass),
];

/** An order to begin with; what happens most often is there more than once. */
const history = fc.tuple(
	fc.integer({ min: 1, max: 3 }),
	fc.array(fc.oneof(...commands, ...commands.slice(0, 3), ...commands.slice(1, 2)), {
		minLength: 6,
		maxLength: 20,
	}),
);

test.each(seeds)(
	`${histories.toLocaleString('en')} histories, seed %i: the product does what the model does`,
	async (seed) => {
		const done: Record<string, number> = {};
		const property = fc.asyncProperty(history, async ([quantity, further]) => {
			for (const command of await play(model.place(quantity), further)) {
				const [name = ''] = String(command).split('(');
				done[name] = (done[name] ?? 0) + 1;
			}
		});
		await fc.assert(property, { numRuns: histories, seed });
		console.log(`FAULT_SEED=${seed}: ${JSON.stringify(done)}`);
	},
);

describe('the tests above can fail', () => {
	test('where charges whose answer was lost are not found again', async () => {
		const history = [model.pay(0, { card: 'good', number: 0, fault: 'answer-lost' })];
		await play(model.place(1), history);
		const forgetful = (services: Services): Services => ({
			...services,
			gateway: Object.assign(Object.create(services.gateway), { findPayment: async () => null }),
		});
		await expect(play(model.place(1), history, forgetful)).rejects.toThrow();
	});

	test('where a refund of more than is left is not refused', async () => {
		const history = [
			model.pay(0, { card: 'good', number: 0, fault: 'none' }),
			model.refund(0, { what: 'all', isCancelling: false }),
			model.refund(0, { what: 'amount', isCancelling: false }),
		];
		await play(model.place(1), history);
		await database().pool.query(`CREATE FUNCTION forget_refunded() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN NEW.refunded_minor := 0; RETURN NEW; END $$;
			CREATE TRIGGER forget_refunded BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION forget_refunded()`);
		await expect(play(model.place(1), history)).rejects.toThrow();
		await database().pool.query('DROP TRIGGER forget_refunded ON payments');
	});
});
