import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import { type Chance, createChance, rounds } from '../seed.ts';
import { type ServerProcess, startServerProcess, testDatabaseUrl } from '../server-process.ts';
import { FleetDevice } from './device.ts';
import { Traffic } from './door-access.ts';
import { type FleetEvent, insertFleetEvent } from './guests.ts';
import { Ledger } from './ledger.ts';
import { startWorldClock, type WorldClock } from './world-clock.ts';

export interface FleetOptions {
	seed: number;
	guests: number;
	/** Parts of the 48 hours; between two of them time jumps. */
	rounds: number;
	/** Scans of all devices together. */
	attempts: number;
	/** How often the server is killed while batches are on their way to it. */
	kills: number;
	/** How many of the devices lose their page in a round, as a share. */
	deaths: number;
	/** Devices lose their queue when their page dies: a client that a check must find out. */
	forgets?: boolean;
}

export interface Simulation {
	ledger: Ledger;
	fleet: FleetEvent;
	devices: FleetDevice[];
	clock: WorldClock;
	close(): Promise<void>;
}

const hourMs = 3_600_000;
const hours = 48;
const deviceCount = 10;

/**
 * 48 hours of ten doors apart: devices with the scanner's own code, each on a network and a clock of its own, at a server in a
 * process of its own that is killed while it takes in batches. In the end every network is whole, and everything has arrived.
 */
export async function simulateFleet(database: Database, options: FleetOptions): Promise<Simulation> {
	const chance = createChance('fleet', options.seed);
	const { database: name } = database.address as { database: string };
	const ledger = new Ledger();
	const traffic = new Traffic();
	const fleet = await insertFleetEvent(database, options.guests);
	let server: ServerProcess | undefined;
	const clock = await startWorldClock(database, name, async (aheadMs) =>
		server?.order({ clockOffsetMs: aheadMs }),
	);
	const begin = (port?: number) =>
		startServerProcess({
			databaseUrl: testDatabaseUrl(database as Parameters<typeof testDatabaseUrl>[0]),
			...(port !== undefined && { port }),
		});
	server = await begin();
	const world = { clock, ledger, traffic, token: fleet.token, port: server.port };
	const skew = () => chance.between(-6 * hourMs, 6 * hourMs);
	const devices = Array.from({ length: deviceCount }, (_, index) => new FleetDevice(world, index, skew()));
	for (const device of devices) {
		await device.connect();
		await device.open();
		while (!(await device.update()));
	}

	const deal = createDeck(chance, options.guests);
	const killRounds = new Set(
		chance
			.shuffle(Array.from({ length: options.rounds }, (_, round) => round).slice(1))
			.slice(0, options.kills),
	);
	/** Ends the server while a batch is on its way to it, and starts it again. */
	async function kill(): Promise<void> {
		await sleep(chance.between(0, 100));
		for (let left = 1_000; traffic.batches === 0 && left > 0; left -= 1) await sleep(1);
		// Everything had arrived before: then something comes once more.
		if (traffic.batches === 0) void Promise.all(devices.map((device) => device.repeat(chance)));
		ledger.figures.kills += 1;
		ledger.figures.batchesAtKills += traffic.batches;
		await server?.signal('SIGKILL');
		await sleep(chance.between(0, 300));
		server = await begin(world.port);
		await server.order({ clockOffsetMs: clock.aheadMs });
	}
	const perDevice = Math.ceil(options.attempts / options.rounds / deviceCount);
	for (let round = 0; round < options.rounds; round += 1) {
		const began = clock.nowMs();
		const isKill = killRounds.has(round);
		const work = devices.map((device) =>
			workRound(device, {
				chance: createChance(`device ${device.index}, round ${round}`, options.seed),
				network: isKill ? 'up' : chance.pick(['up', 'up', 'down', 'down', 'poor']),
				count: perDevice,
				deal,
				fleet,
				ledger,
				devices,
				options,
			}),
		);
		await Promise.all([...work, isKill ? kill() : null]);
		// Time jumps while nobody asks what time it is.
		for (let left = 200; traffic.calls > 0 && left > 0; left -= 1) await sleep(10);
		await clock.jump(Math.max(0, (hours / options.rounds) * hourMs - (clock.nowMs() - began)));
	}
	await drain(devices, traffic);
	return {
		...{ ledger, fleet, devices, clock },
		async close() {
			for (const device of devices) await device.close();
			await server?.signal('SIGKILL');
		},
	};
}

/** Who comes to a door next: mostly somebody new, sometimes somebody whose ticket was seen before, at whatever door. */
function createDeck(chance: Chance, guests: number): (by: Chance) => number {
	const deck = chance.shuffle(Array.from({ length: guests }, (_, guest) => guest));
	let dealt = 0;
	return (by) => {
		const isNew = dealt < deck.length && (dealt === 0 || by.next() < 0.88);
		if (isNew) dealt += 1;
		return deck[isNew ? dealt - 1 : by.between(0, dealt - 1)] as number;
	};
}

interface Round {
	chance: Chance;
	network: 'up' | 'down' | 'poor';
	count: number;
	deal(by: Chance): number;
	fleet: FleetEvent;
	ledger: Ledger;
	devices: FleetDevice[];
	options: FleetOptions;
}

/** A round at one door. */
async function workRound(device: FleetDevice, round: Round): Promise<void> {
	const { chance, network, ledger } = round;
	await device.reach(network !== 'down');
	// A browser does not always know.
	device.isOnline = network === 'up' || chance.next() < (network === 'poor' ? 0.8 : 0.2);
	if (chance.next() < 0.03) {
		device.skewMs += chance.pick([-5, -1, 1, 3]) * hourMs;
		ledger.figures.clockChanges += 1;
	}
	if (network !== 'down') device.flush();
	const news = network === 'down' ? null : device.update();
	const spoiled = network === 'poor' ? spoil(device, chance, ledger) : null;
	const crashAt = chance.next() < round.options.deaths ? chance.between(0, round.count - 1) : -1;
	for (let number = 0; number < round.count; number += 1) {
		const act = actOf(device, round);
		const done = device.attempt(act);
		if (number === crashAt) {
			if (chance.next() < 0.5) await sleep(chance.between(0, 20));
			await device.crash({ abortsCalls: chance.next() < 0.5, forgets: round.options.forgets ?? false });
		}
		await done;
	}
	if (network === 'up' && chance.next() < 0.2) await device.repeat(chance);
	if (network === 'down' && !device.isOnline && device.waiting > 0 && chance.next() < 0.1)
		await chance.pick(round.devices).take(chance.shuffle(device.queue));
	await Promise.all([news, spoiled]);
}

function actOf(device: FleetDevice, { chance, deal, fleet }: Round): Parameters<FleetDevice['attempt']>[0] {
	const roll = chance.next();
	if (roll < 0.01) return { kind: 'scan', text: `STRAY${chance.between(0, 1e9)}` };
	if (roll < 0.02 && device.lastIn) {
		const { guestId, nonce } = device.lastIn;
		device.lastIn = null;
		return { kind: 'undo', guestId, target: nonce, reason: 'Wrong person' };
	}
	const guest = deal(chance);
	if (roll > 0.9) return { kind: 'manual', guestId: fleet.ids[guest] as string };
	return { kind: 'scan', text: fleet.code(guest) };
}

/** A network that is there and not there. */
async function spoil(device: FleetDevice, chance: Chance, ledger: Ledger): Promise<void> {
	const { network } = device;
	for (let times = chance.between(2, rounds(4, 6)); times > 0; times -= 1) {
		await sleep(chance.between(5, rounds(80, 150)));
		ledger.figures.cuts += 1;
		const fault = chance.between(0, 3);
		if (fault === 0) network.cut();
		else if (fault === 1) network.cutAnswers(chance.between(1, 3));
		else if (fault === 2) network.delay(chance.between(20, 450));
		else {
			network.freeze();
			await sleep(chance.between(50, rounds(200, 500)));
			network.thaw();
			network.cut();
		}
	}
	network.delay(0);
	network.cutAnswers(0);
}

/** The networks are whole again: everything arrives, and everybody hears of everything. */
async function drain(devices: FleetDevice[], traffic: Traffic): Promise<void> {
	for (const device of devices) {
		device.isOnline = true;
		await device.reach(true);
	}
	const untilMs = performance.now() + 300_000;
	const isBusy = () => traffic.calls > 0 || devices.some((device) => device.waiting > 0);
	while (isBusy() && performance.now() < untilMs) {
		for (const device of devices) device.flush();
		await sleep(50);
	}
	for (const device of devices) while (!(await device.update()) && performance.now() < untilMs);
}
