import type { StaffEvent } from '#shared/contracts/check-in.ts';
import type { DoorConflict, DoorSetup } from '#shared/contracts/door-setup.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hashTicketCode } from '#shared/rules/door-hash.ts';
import type { DoorAccess } from '../api.ts';
import { deviceId, deviceName } from '../device.ts';
import type { Till } from '../sales/model.ts';
import { ClockedSource } from './clocked-source.ts';
import type { GivenAnswer } from './door-answers.ts';
import { chosenPlace, type DoorChoice, NO_CHOICE, readChoice, storeChoice } from './door-choice.ts';
import { DoorEnd } from './door-end.ts';
import { type DoorStore, MemoryStore, restoreDisagreements, storeDisagreements } from './door-store.ts';
import type { GuestBook } from './guest-book.ts';
import { openDoorStore } from './indexed-store.ts';
import { remotePresence } from './local-verdict.ts';
import type { Attempt, Disagreement, DoorStats, Outcome, QueuedScan } from './model.ts';
import { eventOf, storeIdOf, sweepDoors } from './retention.ts';
import { ScanCoordinator } from './scan-coordinator.ts';
import { ScreenList } from './screen-list.ts';
import { serverLine } from './server-line.ts';
import { SessionSales } from './session-sales.ts';
import { firstView, nextView, type SessionView } from './session-view.ts';
import { Snapshot } from './snapshot.ts';
import { SyncPace } from './sync-pace.ts';

const BEAT_MS = 60_000;
/** Opening times and names may change: requested with each beat, not with each change of the list. */
const SETUP_EVERY_MS = BEAT_MS - 5_000;

/** One door on this device, from the opening of its page to the end: its store, its list, its queue, its clock. */
export class DoorSession {
	readonly #access: DoorAccess;
	readonly #listeners = new Set<() => void>();
	readonly #source: ClockedSource;
	#store: DoorStore = new MemoryStore();
	#storeId = '';
	#snapshot: Snapshot;
	#coordinator: ScanCoordinator;
	#view = firstView();
	readonly #screen = new ScreenList(this.#view.book);
	#choice = NO_CHOICE;
	readonly #end = new DoorEnd({
		isMember: () => this.#access.kind === 'member',
		storeId: () => this.#storeId,
		store: () => this.#store,
		eventId: () => this.#snapshot.meta?.setup.event.id ?? this.#view.eventId,
		ended: () => this.#view.ended,
		onEnded: (ended) => this.#update({ ended }),
		flush: () => {
			this.#coordinator.flush();
			this.#sales.wake();
		},
		forget: () => {
			this.#snapshot.forget();
			this.#screen.forget();
			this.#sales.forget();
			this.#update({});
		},
	});
	readonly #sales = new SessionSales({
		access: () => this.#access.sales,
		store: () => this.#store,
		storeId: () => this.#storeId,
		device: () => ({ id: deviceId(), name: deviceName() }),
		place: () => {
			const { list, gateId } = this.#place();
			return { listId: list?.id ?? null, gateId };
		},
		offsetMs: () => this.#source.clock.offsetMs,
		endMs: () => {
			const endMs = Date.parse(this.#view.setup?.event.endDate ?? '');
			return Number.isFinite(endMs) ? endMs : null;
		},
		onLength: (waitingSales) => {
			if (waitingSales === this.#view.waitingSales) return;
			this.#update({ waitingSales });
			this.#wipeWhenSent();
		},
	});
	readonly #pace = new SyncPace(
		() => this.#sync(),
		() => this.#update({ progress: null }),
	);
	#beat: ReturnType<typeof setInterval> | undefined;
	/** Other pages of this door in the same browser: offline they have no other way to learn of each other. */
	#pages: BroadcastChannel | undefined;
	#stop = new AbortController();
	readonly #line: ReturnType<typeof serverLine>;

	constructor(access: DoorAccess) {
		this.#access = access;
		this.#source = new ClockedSource(access, () => this.#stop.signal);
		this.#snapshot = new Snapshot(this.#store, this.#source);
		this.#line = serverLine({
			access,
			deviceId,
			deviceName,
			gateId: () => this.#choice.gateId,
			queued: () => this.#coordinator.waiting,
			onSync: (answer) => this.#onLink(answer.link, { conflicts: answer.conflicts, stats: answer.stats }),
		});
		this.#coordinator = this.#newCoordinator();
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getView = (): SessionView => this.#view;

	/** Reads what is stored, then updates it until the returned function is called. */
	open(): () => void {
		this.#stop = new AbortController();
		const { signal } = this.#stop;
		// Without a store and without hashes (a page that is not served safely) the server alone decides.
		this.#begin(signal).catch(() => this.#update({ isOpen: true, isLasting: false }));
		window.addEventListener('online', () => this.wake(), { signal });
		this.#beat = setInterval(() => this.wake(), BEAT_MS);
		return () => {
			this.#stop.abort();
			clearInterval(this.#beat);
			this.#pace.stop();
			this.#coordinator.close();
			this.#sales.close();
			this.#store.close();
		};
	}

	/** Sends what waits and fetches what is new, now. */
	wake(): void {
		if (!this.#view.isOpen) return;
		this.#coordinator.flush();
		this.#sales.wake();
		if (this.#coordinator.waiting === 0 && navigator.onLine) void this.#line.beat().catch(() => {});
		this.#sweep();
		void this.#pace.run();
	}

	/**
	 * Something happened at another door: the changes of the list are requested.
	 * @param isRemote an event said all that there is to say
	 */
	scheduleSync(isRemote = false): void {
		this.#pace.soon(isRemote);
	}

	/** A check-in of another door, as its event reports it: shown before the list is requested. */
	applyRemote(guestId: string, checkedInAt: string | null, device: string, listId?: string): void {
		const list = listId ?? this.#place().list?.id ?? '';
		this.#view.book.settle(list, guestId, remotePresence(checkedInAt, device));
		this.#update({});
	}

	/** The list of the screen: everything before the whole list is here, afterwards the addresses. */
	takeScreen(event: StaffEvent): void {
		this.#screen.take(event);
		this.#screen.putInto(this.#snapshot.book);
		this.#coordinator.reapply();
		this.#update({});
	}

	/** Guests whom only the server's search knew. */
	readonly merge = (guests: StaffEvent['guestList']): void => {
		if (guests.every(({ id }) => this.#book().get(id, '')?.email)) return;
		this.#screen.putInto(this.#snapshot.book, guests);
		this.#update({});
	};

	/** Where this device checks in from now on. */
	choose(place: Partial<Pick<DoorChoice, 'listId' | 'gateId'>>): void {
		this.#choice = { ...this.#choice, ...place };
		storeChoice(this.#store, this.#choice);
		this.#update({});
	}

	/** Selling at this door: fetched when it is opened for the first time, once the session is open. */
	openSales(): Promise<Till> {
		return this.#sales.till();
	}

	attempt(attempt: Attempt): Promise<Outcome> {
		return this.#coordinator.attempt(attempt);
	}

	attemptAll(attempts: readonly Attempt[]): Promise<Promise<Outcome>[]> {
		return this.#coordinator.attemptAll(attempts);
	}

	get queued(): readonly QueuedScan[] {
		return this.#coordinator.scans;
	}

	/** @returns how many scans of the file were new here */
	take(scans: readonly QueuedScan[]): Promise<number> {
		return this.#coordinator.take(scans);
	}

	/** Stores what a guest answered. */
	answer(given: GivenAnswer): Promise<void> {
		return this.#coordinator.answer(given);
	}

	/** Staff have seen it. */
	dismiss(nonce: string): void {
		this.#update({ lostAnswers: this.#view.lostAnswers.filter((one) => one.nonce !== nonce) });
		this.#storeDisagreements(this.#view.disagreements.filter((one) => one.nonce !== nonce));
	}

	async #begin(signal: AbortSignal): Promise<void> {
		await sweepDoors(Date.now()).catch(() => {});
		this.#storeId = await storeIdOf(this.#access.id);
		this.#store = await openDoorStore(this.#storeId);
		if (signal.aborted) return this.#store.close();
		this.#snapshot = new Snapshot(this.#store, this.#source);
		await this.#snapshot.restore().catch(() => {});
		this.#choice = await readChoice(this.#store);
		if (this.#choice.offsetMs !== null) this.#source.clock.restore(this.#choice.offsetMs);
		const disagreements = await restoreDisagreements(this.#store);
		if (signal.aborted) return this.#store.close();
		this.#coordinator = this.#newCoordinator();
		this.#screen.putInto(this.#snapshot.book);
		this.#pages = new BroadcastChannel(`foyer-door-${this.#storeId}`);
		this.#pages.onmessage = ({ data }) => this.#coordinator.hear(data as QueuedScan);
		signal.addEventListener('abort', () => this.#pages?.close());
		await this.#coordinator.open().catch(() => {});
		this.#update({
			isOpen: true,
			eventId: eventOf(this.#storeId),
			isLasting: this.#store.isLasting,
			disagreements,
			stats: this.#choice.stats,
			lastSyncAtMs: this.#snapshot.meta?.savedAtMs ?? null,
		});
		void this.#sales.begin().catch(() => {});
		// The organiser sees from the start who is at work.
		if (navigator.onLine) this.wake();
	}

	async #sync(): Promise<void> {
		if (this.#stop.signal.aborted || !this.#view.isOpen) return;
		const before = this.#book();
		try {
			if (this.#snapshot.meta && Date.now() - this.#source.setupAtMs > SETUP_EVERY_MS) {
				const setup = await this.#source.setup();
				this.#onLink(setup.link, {});
				await this.#snapshot.renew(setup);
			}
			const answer = await this.#snapshot.update((guests) => this.#update({ progress: guests }));
			if (!answer) return this.#onLink(this.#source.lastLink ?? { state: 'ended', wipeAt: '' }, {});
			if (this.#book() !== before) {
				this.#screen.putInto(this.#snapshot.book);
				this.#coordinator.reapply();
			}
			this.#onLink(answer.link, answer);
			const { offsetMs } = this.#source.clock;
			storeChoice(this.#store, { ...this.#choice, offsetMs, stats: this.#view.stats });
		} catch (error) {
			// Without a network, or with a full disk, the list stays as it is.
			if (error instanceof AppError && error.status === 401) this.#end.close('unknown');
		}
	}

	#onLink(
		link: Pick<DoorSetup['link'], 'state' | 'wipeAt'>,
		news: { conflicts?: readonly DoorConflict[]; stats?: DoorStats; isUpToDate?: boolean },
	): void {
		const conflicts = news.isUpToDate === false ? undefined : news.conflicts;
		this.#update({
			lastSyncAtMs: Date.now(),
			...(conflicts ? { conflicts } : {}),
			...(news.stats ? { stats: news.stats } : {}),
		});
		this.#end.applyRemote(link);
	}

	/** The time to forget has come, whatever the server says or does not say. */
	#sweep(): void {
		const wipeAt = this.#snapshot.meta?.setup.link.wipeAt;
		if (wipeAt && Date.parse(wipeAt) <= Date.now() + (this.#source.clock.offsetMs ?? 0))
			this.#end.close('event_over');
	}

	/** At a door that is closed to this device: what was stored only to be sent is deleted with the last of it. */
	#wipeWhenSent(): void {
		const { ended, waitingSales } = this.#view;
		if (ended && this.#coordinator.waiting === 0 && waitingSales === 0) this.#end.wipe();
	}

	#storeDisagreements(disagreements: readonly Disagreement[]): void {
		this.#update({ disagreements });
		storeDisagreements(this.#store, disagreements);
	}

	#newCoordinator(): ScanCoordinator {
		return new ScanCoordinator({
			store: this.#store,
			line: this.#line,
			book: () => this.#book(),
			hash: async (code) => {
				const { meta, book } = this.#snapshot;
				return meta && book ? hashTicketCode(meta.setup.salt, code) : null;
			},
			place: () => ({ deviceId: deviceId(), device: deviceName(), ...this.#place() }),
			offsetMs: () => this.#source.clock.offsetMs,
			isOnline: () => navigator.onLine,
			now: () => Date.now(),
			onAnswer: (_scan, answer) => {
				this.#update({ lastSyncAtMs: Date.now(), ...(answer.stats ? { stats: answer.stats } : {}) });
				this.#wipeWhenSent();
			},
			onDisagreement: (one) => this.#storeDisagreements([...this.#view.disagreements, one]),
			onDecided: (scan) => {
				if (!this.#stop.signal.aborted) this.#pages?.postMessage(scan);
			},
			onAnswerLost: ({ nonce, guestName }, problem) =>
				this.#update({ lostAnswers: [...this.#view.lostAnswers, { nonce, guestName, problem }] }),
			onChange: () => this.#update({}),
			onStoreFault: () => this.#update({ isLasting: false }),
			onRefused: () => this.#end.close('unknown'),
		});
	}

	#book(): GuestBook {
		return this.#snapshot.book ?? this.#screen.book;
	}

	#place() {
		return chosenPlace(this.#snapshot.meta?.setup ?? null, this.#choice);
	}

	#update(change: Partial<SessionView>): void {
		const { meta, book } = this.#snapshot;
		this.#view = nextView(this.#view, change, {
			meta,
			place: this.#place(),
			isWhole: book !== null,
			book: this.#book(),
			queued: this.#coordinator.scans,
		});
		for (const listener of this.#listeners) listener();
	}
}
