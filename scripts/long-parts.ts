import { globSync } from 'node:fs';
import { join } from 'node:path';
import { longJourneyPattern } from './long-journeys.ts';
import type { Step } from './run-steps.ts';
import { build, playwrightStep, vitestStep } from './steps.ts';

/** Test files one after the other, each with the many rounds for which `npm test` has no time. */
const faultsOf = (title: string, files: string[], seed: string, env: Record<string, string> = {}): Step =>
	vitestStep(`${title}, seed ${seed}`, ['--no-file-parallelism', ...files], {
		FAULT_LONG: '1',
		FAULT_SEED: seed,
		...env,
	});

const money = [
	'tests/faults/lost-events.test.ts',
	'tests/faults/mass-refund.test.ts',
	'tests/faults/money-at-once.test.ts',
	'tests/faults/payment-crashes.test.ts',
	'tests/faults/payment-histories.test.ts',
	'tests/faults/payment-once.test.ts',
	'tests/faults/payment-races.test.ts',
	'tests/faults/payments.test.ts',
	'server/domain/payments/differences.test.ts',
];
const crowds = [
	'tests/faults/contested.test.ts',
	'tests/faults/contested-gift-cards.test.ts',
	'tests/faults/last-seat.test.ts',
	'tests/faults/rush.test.ts',
];
const doors = [
	'tests/faults/fleet-under-fire.test.ts',
	'tests/faults/two-doors.test.ts',
	'server/domain/check-in/sync/fleet.test.ts',
	'shared/rules/door-log.test.ts',
];

/** Every file of faults stands in one part. */
const others = globSync('tests/faults/*.test.ts', { cwd: join(import.meta.dirname, '..') }).filter(
	(file) => ![...money, ...crowds, ...doors].includes(file),
);

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
		vitestStep('Pages in the pseudo-locale', ['tests/messages.test.ts'], { FULL_WALK: '1' }),
	],
	journeys: [
		build,
		playwrightStep('Journeys that npm test leaves out', 'journeys', ['--grep', longJourneyPattern]),
		playwrightStep('Those of them with a camera', 'camera', ['--grep', longJourneyPattern]),
	],
	faults: [faultsOf('Faults', others, seed)],
	money: [
		// A hundred thousand histories of each seed take five hours.
		faultsOf(
			'Faults and histories of money',
			[...money, 'server/domain/orders/bulk', 'server/domain/orders/gift-cards'],
			seed,
			{
				PAYMENT_HISTORIES: process.env.PAYMENT_HISTORIES ?? '3000',
			},
		),
	],
	crowds: [
		faultsOf(
			'Races for places',
			[
				...crowds,
				'server/domain/orders/interleavings',
				'server/domain/orders/races',
				'server/domain/orders/faults',
				'server/domain/orders/groups',
				'server/domain/orders/transfers',
				'server/domain/orders/resale',
				'server/domain/orders/documents/documents-api',
				'server/domain/orders/groups/release-each',
				'server/db/instance-lock',
				'server/domain/waitlist/histories',
			],
			seed,
		),
	],
	doors: [faultsOf('Devices at the door', doors, seed, { FLEET_SEEDS: '10000' })],
	reports: [faultsOf('Random queries of reports', ['server/domain/reports/compile'], seed)],
	files: [faultsOf('Files that are made to be costly', ['tests/hostile-files'], seed)],
	series: [faultsOf('Events that repeat', ['server/domain/series'], seed)],
	prices: [
		vitestStep('Prices, 10,000,000 cases of each property', ['--project', 'pure', 'shared/rules/pricing'], {
			FAULT_LONG: '1',
			PRICING_CASES: '10000000',
		}),
	],
});
