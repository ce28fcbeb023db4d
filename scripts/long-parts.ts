import type { Step } from './run-steps.ts';
import { build, playwrightStep, vitestStep } from './steps.ts';

/** Test files one after the other, each with the many rounds for which `npm test` has no time. */
const faultsOf = (title: string, files: string[], seed: string, env: Record<string, string> = {}): Step =>
	vitestStep(`${title}, seed ${seed}`, ['--no-file-parallelism', ...files], {
		FAULT_LONG: '1',
		FAULT_SEED: seed,
		...env,
	});

/** The parts of `npm run test:long`, each of less than an hour on two cores. What `npm test` does shortly, they do whole. */
export const longParts = (seed: string): Record<string, Step[]> => ({
	pages: [
		build,
		playwrightStep(
			'Every page in every width and theme, for every reader',
			'journeys',
			['e2e/pages.spec.ts'],
			{
				FULL_WALK: '1',
			},
		),
	],
	faults: [
		faultsOf(
			'Faults and races',
			[
				'tests/faults',
				'server/domain/orders/interleavings',
				'server/domain/orders/faults',
				'server/domain/payments/differences',
			],
			seed,
			{ FOYER_PROPERTY_RUNS: '2000' },
		),
	],
	fleet: [
		faultsOf('Devices at the door', ['server/domain/check-in/sync/fleet', 'shared/rules/door-log'], seed, {
			FLEET_SEEDS: '10000',
			FOYER_PROPERTY_RUNS: '2000',
		}),
	],
	prices: [
		vitestStep('Prices, 10,000,000 cases of each property', ['--project', 'pure', 'shared/rules/pricing'], {
			FAULT_LONG: '1',
			PRICING_CASES: '10000000',
		}),
	],
});
