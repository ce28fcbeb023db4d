import { expect, test } from 'vitest';
import { createTestServices } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { auditFleet } from '#tests/support/fleet/audit.ts';
import { type FleetOptions, simulateFleet } from '#tests/support/fleet/simulate.ts';
import { faultSeed, isLong } from '#tests/support/seed.ts';
import { useServerProcesses } from '#tests/support/server-process.ts';

/*
 * Ten doors apart for 48 hours (docs/operations.md has the figures of the long form). What devices run is the scanner's own code; the
 * server is a process that is killed with SIGKILL while batches are on their way to it.
 */
useServerProcesses();
// Rounds wait for one another: on a machine that does much else they take their time.

const small: FleetOptions = {
	seed: faultSeed,
	guests: 300,
	rounds: 3,
	attempts: 160,
	kills: 1,
	deaths: 0.1,
};
const whole: FleetOptions = {
	seed: faultSeed,
	guests: 100_000,
	rounds: 96,
	attempts: 115_000,
	kills: 12,
	deaths: 0.05,
};

async function withFleet<T>(
	options: FleetOptions,
	look: (about: Awaited<ReturnType<typeof run>>, database: TestDatabase) => Promise<T>,
): Promise<T> {
	// The eyes of the test look at everything at once; the server keeps to its own limits.
	const database = await createTestDatabase({ timeouts: { statementMs: 900_000 } });
	try {
		const about = await run(options, database);
		try {
			return await look(about, database);
		} finally {
			await about.simulation.close();
		}
	} finally {
		await database.drop();
	}
}

async function run(options: FleetOptions, database: TestDatabase) {
	const beganMs = performance.now();
	const simulation = await simulateFleet(database, options);
	const services = await createTestServices(database);
	const audit = await auditFleet(services, simulation);
	const seconds = Math.round((performance.now() - beganMs) / 1_000);
	process.stdout.write(
		`fleet, FAULT_SEED=${options.seed}: ${JSON.stringify({ seconds, ...simulation.ledger.figures, ...audit.figures })}\n`,
	);
	return { simulation, services, audit };
}

test('ten doors apart for 48 hours, a server that is killed: nothing is lost, every double admission is named', async () => {
	const options = isLong ? whole : small;
	await withFleet(options, async ({ simulation, services, audit }, database) => {
		const { ledger } = simulation;
		expect(audit.problems.slice(0, 20), `FAULT_SEED=${options.seed}`).toEqual([]);
		expect(ledger.figures.kills).toBe(options.kills);
		expect(ledger.figures.batchesAtKills).toBeGreaterThan(0);
		expect(audit.figures.scans).toBeGreaterThan(options.attempts * 0.95);
		expect(audit.figures.conflicts).toBeGreaterThan(options.attempts / 200);

		// A record that says less than what happened is found by the same eyes.
		await database.pool.query(
			`UPDATE check_ins SET conflict_kind = NULL, verdict = 'already_checked_in' WHERE id = (
				SELECT id FROM check_ins WHERE conflict_kind = 'double_admission' LIMIT 1)`,
		);
		const spoiled = await auditFleet(services, simulation);
		expect(spoiled.problems.some((one) => one.startsWith('unnamed:'))).toBe(true);
		expect(spoiled.problems.some((one) => one.startsWith('verify:'))).toBe(true);
	});
});

test('devices that forget what was not answered lose scans, and it is noticed: the test above can fail', async () => {
	const options = { ...small, guests: 100, rounds: 2, attempts: 80, kills: 0, deaths: 1, forgets: true };
	await withFleet(options, async ({ audit }) => {
		expect(audit.problems.some((one) => one.startsWith('lost:'))).toBe(true);
	});
});
