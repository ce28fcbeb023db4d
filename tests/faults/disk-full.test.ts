import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { embeddedAddress } from '#server/db/embedded/server.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createTestServices } from '#tests/support/api.ts';
import { expectAllThere, setScene } from '#tests/support/burst.ts';
import { isPassing, scan, tryOrder } from '#tests/support/buyers.ts';
import { killDatabase } from '#tests/support/cluster.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { hangMs, isLong } from '#tests/support/seed.ts';
import { type Answer, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

/** A disk of its own, small enough to be filled. */
function mountSmallDisk(): { path: string } | { whyNot: string } {
	const path = mkdtempSync(join(tmpdir(), 'foyer-small-disk-'));
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=0755', 'foyer', path], { stdio: 'pipe' });
		return { path };
	} catch (error) {
		return { whyNot: (error as { stderr?: Buffer }).stderr?.toString().trim() || (error as Error).message };
	}
}

const disk = mountSmallDisk();
if ('whyNot' in disk)
	console.log(`Disk full is not tried: no small disk can be mounted here (${disk.whyNot}).`);
let server: ServerProcess | undefined;
let database: Database | undefined;
afterAll(async () => {
	await database?.close();
	if ('path' in disk) {
		// In order it takes seconds.
		const { cluster } = await preparePlace(disk.path);
		await Promise.all([server?.signal('SIGKILL'), killDatabase(cluster, 'all')]);
		execFileSync('umount', ['--lazy', disk.path]);
	}
});

/** Takes all the space that is left; answers how to give it back. */
async function fill(path: string): Promise<() => Promise<void>> {
	const name = join(path, 'filler');
	const file = await open(name, 'w');
	const piece = Buffer.alloc(256 * 1024);
	for (let size = piece.length; size >= 512; size = Math.floor(size / 2)) {
		for (;;) {
			const written = await file.write(piece, 0, size).catch(() => null);
			if (written === null || written.bytesWritten < size) break;
		}
	}
	await file.close();
	return () => rm(name);
}

test.skipIf('whyNot' in disk)(
	'a full disk: changes are refused with 503, reading goes on, and all works again when there is space',
	async () => {
		const path = (disk as { path: string }).path;
		server = await startServerProcess({ role: 'both', environment: { DATA_DIR: path, LOG_LEVEL: 'error' } });
		const { pid } = server;
		database = createDatabase({ address: embeddedAddress(await preparePlace(path)), log: createSilentLog() });
		const services = await createTestServices(database);
		const scene = await setScene(database, server, 40);
		const acknowledged = new Map<string, string>();
		const checkIns = new Map<string, string>();
		const seen: Answer[] = [];
		const order = async () => {
			const key = randomUUID();
			const answer = await tryOrder(server as ServerProcess, scene.event, key, { quantity: 10 });
			if (answer.status === 201) acknowledged.set(key, answer.body.id);
			seen.push(answer);
			return answer;
		};
		const read = (what: string) => (server as ServerProcess).call('GET', what);
		expect((await order()).status).toBe(201);

		const giveBack = await fill(path);
		try {
			// Pages that are there already still take some rows; then nothing goes any more.
			for (let tries = 0; tries < 400; tries += 1) {
				await Promise.all(Array.from({ length: 8 }, order));
				if (seen.slice(-8).every((answer) => answer.status === 503)) break;
			}
			expect(seen.at(-1)?.status).toBe(503);
			expect((await read('/readyz')).status).toBe(503);
			expect((await read('/healthz')).status).toBe(200);
			for (let round = 0; round < (isLong ? 40 : 2); round += 1) {
				const answers = await Promise.all([
					read(`/api/events/${scene.event.eventId}`),
					read(`/api/staff-access/event/${scene.token}`),
					read(`/api/events/${scene.event.eventId}/ticket-types`),
				]);
				expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
				const code = scene.codes[round] as string;
				const nonce = randomUUID();
				const door = { token: scene.token, device: 'door' };
				const scanned = await scan(server, door, code, nonce);
				if (scanned.status === 200) checkIns.set(nonce, scanned.body.checkInId);
				seen.push(scanned);
				await order();
			}
		} finally {
			await giveBack();
		}
		for (const answer of seen) expect(answer.status < 300 || isPassing(answer)).toBe(true);
		expect(Math.max(...seen.map((answer) => answer.tookMs))).toBeLessThan(hangMs);

		await expect.poll(async () => (await order()).status, { interval: 50 }).toBe(201);
		// Five seconds after the last refusal: in `npm test` the test of the check says so.
		if (isLong) await expect.poll(async () => (await read('/readyz')).status, { interval: 50 }).toBe(200);
		expect(server.isRunning() && server.pid === pid).toBe(true);
		await expectAllThere(database, scene, {
			orders: acknowledged,
			checkIns,
			seen: [],
			longestMs: 0,
		});
		await expectInvariants(services);
	},
);

// In `npm test` the tests of the embedded database are about how it starts again.
test.skipIf('whyNot' in disk || !isLong)(
	'a disk so full that the database itself stops: it starts by itself when there is space, with everything',
	async () => {
		const path = (disk as { path: string }).path;
		const running = server as ServerProcess;
		const open = database as Database;
		const scene = await setScene(open, running, 10);
		const key = randomUUID();
		const before = await tryOrder(running, scene.event, key);
		const admin = createDatabase({
			address: { ...embeddedAddress(await preparePlace(path)), user: 'postgres' },
			log: createSilentLog(),
			poolSize: 1,
		});
		const giveBack = await fill(path);
		try {
			// The log of the database needs new files and finds no room for them.
			for (let round = 0; round < 12; round += 1)
				await admin.pool
					.query(`SELECT pg_logical_emit_message(true, 'fill', repeat('x', 4000000))`)
					.catch(() => {});
			const answer = await tryOrder(running, scene.event, randomUUID());
			expect(isPassing(answer)).toBe(true);
			await expect
				.poll(async () => (await running.call('GET', '/readyz')).status, { interval: 20 })
				.toBe(503);
			await sleep(500);
			expect(running.isRunning()).toBe(true);
			expect((await running.call('GET', '/healthz')).status).toBe(200);
		} finally {
			await giveBack();
			await admin.close();
		}
		await expect
			.poll(async () => (await tryOrder(running, scene.event, key)).status, {
				interval: 250,
			})
			.toBe(201);
		expect((await tryOrder(running, scene.event, key)).body.id).toBe(before.body.id);
		await expectInvariants(await createTestServices(open));
	},
);
