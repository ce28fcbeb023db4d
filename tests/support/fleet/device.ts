import { ClockedSource } from '#app/features/check-in/offline/clocked-source.ts';
import { GuestBook } from '#app/features/check-in/offline/guest-book.ts';
import type { Attempt, QueuedScan } from '#app/features/check-in/offline/model.ts';
import { ScanCoordinator } from '#app/features/check-in/offline/scan-coordinator.ts';
import { serverLine } from '#app/features/check-in/offline/server-line.ts';
import { Snapshot } from '#app/features/check-in/offline/snapshot.ts';
import { hashTicketCode } from '#shared/rules/door-hash.ts';
import { isPassage } from '#shared/rules/door-verdict.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { Disk } from './disk.ts';
import { type FleetAccess, fleetAccess, type Traffic } from './door-access.ts';
import type { Ledger } from './ledger.ts';
import type { WorldClock } from './world-clock.ts';

export interface DeviceWorld {
	clock: WorldClock;
	ledger: Ledger;
	traffic: Traffic;
	token: string;
	/** Where the server listens. */
	port: number;
}

/** What lives as long as the scanner's page is open. */
interface Page {
	desk: ScanCoordinator;
	snapshot: Snapshot;
	source: ClockedSource;
	access: FleetAccess;
	store: ReturnType<Disk['hold']>;
	/** Rejected when the page dies. */
	life: Promise<never>;
	die(abortsCalls: boolean): void;
}

type SyncBody = Parameters<FleetAccess['sync']>[0];
const nobody = new GuestBook(false);

/** A phone at a door: the scanner's own list, queue and desk, on a disk, a network and a clock that can be made worse. */
export class FleetDevice {
	readonly index: number;
	readonly disk = new Disk();
	readonly #world: DeviceWorld;
	#network: FaultProxy | null = null;
	#isReachable = true;
	/** The browser believes that it has a network. */
	isOnline = true;
	/** The phone's clock minus the world's. */
	skewMs: number;
	#page: Page | null = null;
	/** Batches as they went out, for a network that brings them again. */
	readonly #sent: SyncBody[] = [];
	/** The last person who was let in here. */
	lastIn: { guestId: string; nonce: string } | null = null;

	constructor(world: DeviceWorld, index: number, skewMs: number) {
		this.#world = world;
		this.index = index;
		this.skewMs = skewMs;
	}

	get name(): string {
		return `Door ${this.index + 1}`;
	}

	get waiting(): number {
		return this.#open.desk.waiting;
	}

	get network(): FaultProxy {
		if (!this.#network) throw new Error('The device has no network yet.');
		return this.#network;
	}

	get #open(): Page {
		if (!this.#page) throw new Error('The page is not open.');
		return this.#page;
	}

	async connect(): Promise<void> {
		this.#network = await startFaultProxy({ host: '127.0.0.1', port: this.#world.port });
	}

	/** Opens the page: what an earlier one left behind is taken up. */
	async open(): Promise<void> {
		const { clock, ledger, traffic, token } = this.#world;
		const calls = new AbortController();
		const now = () => clock.nowMs() + this.skewMs;
		const store = this.disk.hold((scan) => ledger.kept(this.index, scan, clock.nowMs()));
		const access = fleetAccess(this.network.port, token, traffic, () => calls.signal);
		const source = new ClockedSource(access, () => calls.signal, now);
		const snapshot = new Snapshot(store, source);
		await snapshot.restore();
		const offsetMs = await store.read<number>('offset');
		if (offsetMs !== null) source.clock.restore(offsetMs);
		const line = serverLine({
			access: { ...access, sync: (body) => this.#sync(access, body) },
			deviceId: () => `device-${this.index}`,
			deviceName: () => this.name,
			gateId: () => null,
			queued: () => desk.waiting,
			onSync: () => {},
		});
		const desk: ScanCoordinator = new ScanCoordinator({
			store,
			line,
			book: () => snapshot.book ?? nobody,
			hash: async (code) => (snapshot.meta ? hashTicketCode(snapshot.meta.setup.salt, code) : null),
			place: () => ({
				deviceId: `device-${this.index}`,
				device: this.name,
				list: snapshot.meta?.setup.lists[0] ?? null,
				gateId: null,
			}),
			offsetMs: () => source.clock.offsetMs,
			isOnline: () => this.isOnline,
			now,
			onAnswer: ({ nonce }) => ledger.answered(nonce),
			onDisagreement: (one) => ledger.disagreed(one),
			onChange: () => {},
			onStoreFault: () => {},
			onRefused: (error) => ledger.faults.push(`${this.name} was shut out: ${error.message}`),
		});
		await desk.open();
		const { promise: life, reject } = Promise.withResolvers<never>();
		life.catch(() => {});
		this.#page = {
			...{ desk, snapshot, source, access, store, life },
			die(abortsCalls) {
				store.die();
				desk.close();
				reject(new Error('The page is gone.'));
				if (abortsCalls) calls.abort();
			},
		};
	}

	/** The page is gone from one moment to the next; another is opened on what the disk has. */
	async crash(how: { abortsCalls: boolean; forgets: boolean }): Promise<void> {
		this.#open.die(how.abortsCalls);
		if (how.forgets) this.disk.loseQueue();
		this.#world.ledger.figures.deaths += 1;
		await this.open();
	}

	/** Ends without another page. */
	async close(): Promise<void> {
		this.#page?.die(true);
		await this.#network?.close();
	}

	async reach(isReachable: boolean): Promise<void> {
		if (isReachable === this.#isReachable) return;
		this.#isReachable = isReachable;
		if (isReachable) await this.network.accept();
		else await this.network.refuse();
	}

	/** One act of a steward, up to the verdict or the end of the page. */
	async attempt(attempt: Attempt): Promise<void> {
		const { ledger } = this.#world;
		const { desk, life } = this.#open;
		ledger.figures.attempts += 1;
		const outcome = await Promise.race([desk.attempt(attempt), life]).catch((error: unknown) => error);
		if (outcome instanceof Error) {
			if (outcome.message !== 'The page is gone.') ledger.faults.push(`${this.name}: ${outcome.message}`);
			return;
		}
		const { nonce, verdict, guest, source } = outcome as Awaited<ReturnType<ScanCoordinator['attempt']>>;
		if (source === 'server') ledger.figures.atOnce += 1;
		ledger.shown(nonce, verdict);
		ledger.figures.longestQueue = Math.max(ledger.figures.longestQueue, desk.waiting);
		if (attempt.kind !== 'undo' && isPassage(verdict) && guest) this.lastIn = { guestId: guest.id, nonce };
	}

	/** As when the network is back: sends what waits. */
	flush(): void {
		this.#open.desk.flush();
	}

	/** Fetches what changed at the other doors. @returns whether the list is whole and new */
	async update(): Promise<boolean> {
		const { snapshot, source, store, desk } = this.#open;
		try {
			const before = snapshot.book;
			const answer = await snapshot.update();
			if (snapshot.book !== before) desk.reapply();
			await store.write({ offset: source.clock.offsetMs });
			return answer?.isUpToDate === true;
		} catch {
			return false;
		}
	}

	/** What this device hands on in a file, another takes in. */
	get queue(): readonly QueuedScan[] {
		return this.#open.desk.scans;
	}

	async take(scans: readonly QueuedScan[]): Promise<void> {
		this.#world.ledger.figures.takenOver += await this.#open.desk.take(scans);
	}

	/** A batch that went out before arrives once more, in another order. */
	async repeat(chance: {
		pick<T>(from: readonly T[]): T;
		shuffle<T>(items: readonly T[]): T[];
	}): Promise<void> {
		if (this.#sent.length === 0) return;
		const { device, items } = chance.pick(this.#sent);
		await this.#open.access.sync({ device, items: chance.shuffle(items) }).catch(() => {});
		this.#world.ledger.figures.repeats += 1;
	}

	/** Whether a guest is inside, by this device's own list. */
	isInside(guestId: string): boolean {
		const { snapshot } = this.#open;
		const list = snapshot.meta?.setup.lists[0]?.id ?? '';
		return (snapshot.book?.get(guestId, list)?.insideSinceMs ?? 0) > 0;
	}

	#sync(access: FleetAccess, body: SyncBody): ReturnType<FleetAccess['sync']> {
		this.#world.ledger.figures.batches += 1;
		if (body.items.length > 0) this.#sent.push(body);
		if (this.#sent.length > 20) this.#sent.shift();
		return access.sync(body);
	}
}
