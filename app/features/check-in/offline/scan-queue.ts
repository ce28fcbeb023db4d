import { AppError } from '#shared/errors/app-error.ts';
import type { DoorStore } from './door-store.ts';
import type { QueuedScan, ScanAnswer } from './model.ts';

/** The way to the server. */
export interface ScanLine {
	/** A scan that nobody has decided on yet: the specification's own calls, once. */
	send(scan: QueuedScan): Promise<ScanAnswer>;
	/**
	 * Many in the order in which they happened, with an answer for each, in that order.
	 * @param options.asks nobody has decided on them yet; else what the device decided is handed in
	 */
	sendBatch(scans: readonly QueuedScan[], options: { asks: boolean }): Promise<ScanAnswer[]>;
}

export interface QueueHost {
	line: ScanLine;
	store: DoorStore;
	isOnline(): boolean;
	/** The server has answered for a scan; it is out of the queue. */
	onAnswer(scan: QueuedScan, answer: ScanAnswer): void;
	/**
	 * Without the device's decision, the server refuses a guest who was let in meanwhile. True: the scan stays, so that it is sent
	 * as what it was: an admission, which the server then names as a conflict.
	 */
	isDisputed(scan: QueuedScan, answer: ScanAnswer): boolean;
	/** The device cannot store a scan: disk full, or forbidden. It lives as long as the page. */
	onStoreFault(error: unknown): void;
	/** The server refuses to store an answer; nobody can do anything about it, so it waits no longer. */
	onAnswerLost?(scan: QueuedScan, problem: string): void;
	/** How many wait changed. */
	onLength(length: number): void;
	/** The door is closed to this device: nothing more is sent. What waits stays stored. */
	onRefused(error: AppError): void;
}

/** Scans sent at once; a batch is answered whole or not at all. */
const BATCH = 200;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends scans to the server in the order in which they happened. A scan is stored on the device before it is sent, and removed once the
 * server has responded. It may be sent several times, since the server counts each nonce once.
 */
export class ScanQueue {
	readonly #host: QueueHost;
	#waiting: QueuedScan[] = [];
	/** Nobody else sends these: the server said that they are no scans. They stay until somebody has looked at them. */
	#unsendable: QueuedScan[] = [];
	#listeners = new Map<string, (outcome: ScanAnswer | AppError) => void>();
	#sending: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failures = 0;
	/** Sent before, or left behind by an earlier page: the steward has acted on them since. */
	readonly #isOld = new Set<string>();
	/** The scan that each was made together with; several that only waited together were made apart, and acted on since. */
	readonly #madeWith = new Map<string, string>();
	#isClosed = false;

	constructor(host: QueueHost) {
		this.#host = host;
	}

	get length(): number {
		return this.#waiting.length + this.#unsendable.length;
	}

	/** Those that are still to be sent, answers to questions aside: nobody waits for them. */
	get unsent(): number {
		return this.#waiting.filter(({ kind }) => kind !== 'answer').length;
	}

	/** Everything that the server has not answered for, oldest first. */
	get scans(): readonly QueuedScan[] {
		return [...this.#unsendable, ...this.#waiting];
	}

	/** Reads what an earlier page left behind. @returns it, oldest first */
	async restore(): Promise<readonly QueuedScan[]> {
		this.#waiting = await this.#host.store.queued();
		for (const { nonce } of this.#waiting) this.#isOld.add(nonce);
		this.#notifyLength();
		this.flush();
		return this.#waiting;
	}

	/**
	 * Stores a scan and sends it, after those that wait already.
	 * @returns `stored` when it is on the device; `answered` with the server's answer as soon as there is one, or a rejection
	 *   when one try failed, after which it is tried again
	 */
	add(scan: QueuedScan): { stored: Promise<void>; answered: Promise<ScanAnswer> } {
		const { stored, answered } = this.addAll([scan]);
		return { stored, answered: answered[0]! };
	}

	/** Stores scans that are made together, and sends them in one call. */
	addAll(scans: readonly QueuedScan[]): { stored: Promise<void>; answered: Promise<ScanAnswer>[] } {
		const answered = scans.map(({ nonce }) => {
			const answer = new Promise<ScanAnswer>((resolve, reject) => {
				this.#listeners.set(nonce, (result) =>
					result instanceof AppError ? reject(result) : resolve(result),
				);
			});
			answer.catch(() => {});
			return answer;
		});
		for (const { nonce } of scans) this.#madeWith.set(nonce, scans[0]!.nonce);
		this.#waiting.push(...scans);
		this.#notifyLength();
		// A disk that refuses is no reason to keep somebody at the door: the scan is still sent, and staff are notified.
		const stored = this.#host.store.enqueue(scans).catch((error) => this.#host.onStoreFault(error));
		void stored.then(() => {
			if (this.#isClosed) this.#fail(scans, new AppError('AUTH_REQUIRED'));
			else if (this.#host.isOnline()) this.flush();
			else {
				// Decided on this device now: later the server gets the decision, not the question.
				for (const { nonce } of scans) this.#isOld.add(nonce);
				this.#fail(scans, new AppError('NETWORK_OFFLINE'));
			}
		});
		return { stored, answered };
	}

	/** Takes in what another device wrote into a file. @returns how many of them were new */
	async take(scans: readonly QueuedScan[]): Promise<number> {
		const known = new Set(this.scans.map(({ nonce }) => nonce));
		const fresh = scans.filter(({ nonce }) => !known.has(nonce));
		await this.#host.store.enqueue(fresh);
		for (const { nonce } of fresh) this.#isOld.add(nonce);
		this.#waiting.push(...fresh);
		this.#notifyLength();
		this.flush();
		return fresh.length;
	}

	/** A scan that nobody shall answer for any more: nothing was decided on it here. */
	async withdraw(nonce: string): Promise<void> {
		await this.#remove([nonce]);
	}

	/** Sends now, as when the network is back. */
	flush(): void {
		this.#stopTimer();
		if (this.#isClosed || this.#waiting.length === 0) return;
		this.#sending ??= this.#send().finally(() => {
			this.#sending = null;
		});
	}

	/** Sends nothing more; what waits stays on the device. */
	close(): void {
		this.#isClosed = true;
		this.#stopTimer();
	}

	async #send(): Promise<void> {
		while (!this.#isClosed && this.#waiting.length > 0) {
			const batch = this.#waiting.slice(0, BATCH);
			const isFirstTry = this.#isMadeTogether(batch) && batch.every(({ nonce }) => !this.#isOld.has(nonce));
			try {
				const answers = await this.#ask(batch, isFirstTry);
				this.#failures = 0;
				const isSettled = batch.map(
					(scan, index) => !isFirstTry || !this.#host.isDisputed(scan, answers[index]!),
				);
				await this.#settle(
					batch.filter((_, index) => isSettled[index]),
					answers.filter((_, index) => isSettled[index]),
				);
			} catch (error) {
				const fault = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR', { cause: error });
				// Also for those that came meanwhile: somebody waits for a word on them.
				this.#fail(this.#waiting, fault);
				// A link that has ended lets nobody in, but still takes what was scanned before.
				if (isFirstTry && (isClosedDoor(fault) || isNoScan(fault))) continue;
				if (isClosedDoor(fault)) {
					this.close();
					this.#host.onRefused(fault);
				} else if (isNoScan(fault) && batch.length === 1) await this.#setAside(batch[0]!, fault.userMessage);
				else if (isNoScan(fault)) await this.#sendSingly(batch);
				else this.#pause(fault);
				if (this.#timer !== undefined) return;
			}
		}
	}

	#isMadeTogether(batch: readonly QueuedScan[]): boolean {
		const first = batch[0]?.nonce ?? '';
		return (
			batch.length === 1 ||
			batch.every(({ nonce }) => this.#madeWith.get(nonce) === this.#madeWith.get(first))
		);
	}

	async #ask(batch: readonly QueuedScan[], isFirstTry: boolean): Promise<ScanAnswer[]> {
		const { line } = this.#host;
		for (const { nonce } of batch) this.#isOld.add(nonce);
		if (isFirstTry && batch.length === 1) return [await line.send(batch[0]!)];
		const answers = await line.sendBatch(batch, { asks: isFirstTry });
		if (answers.length !== batch.length) throw new AppError('SERVER_ERROR');
		return answers;
	}

	/** One of them is refused as a whole: found by asking for each. */
	async #sendSingly(batch: readonly QueuedScan[]): Promise<void> {
		for (const scan of batch) {
			try {
				await this.#settle([scan], await this.#ask([scan], false));
			} catch (error) {
				if (!(error instanceof AppError && isNoScan(error))) return;
				await this.#setAside(scan, error.userMessage);
			}
		}
	}

	async #settle(batch: readonly QueuedScan[], answers: readonly ScanAnswer[]): Promise<void> {
		const isTaken = (index: number) => answers[index]!.problem === null;
		await this.#remove(batch.filter((_, index) => isTaken(index)).map(({ nonce }) => nonce));
		for (const [index, scan] of batch.entries()) {
			const answer = answers[index]!;
			if (!isTaken(index)) {
				await this.#setAside(scan, answer.problem ?? '');
				this.#fail([scan], new AppError('VALIDATION_FAILED', { message: answer.problem ?? '' }));
				continue;
			}
			this.#isOld.delete(scan.nonce);
			this.#madeWith.delete(scan.nonce);
			this.#host.onAnswer(scan, answer);
			this.#listeners.get(scan.nonce)?.(answer);
			this.#listeners.delete(scan.nonce);
		}
	}

	async #remove(nonces: readonly string[]): Promise<void> {
		await this.#host.store.dequeue(nonces);
		const gone = new Set(nonces);
		this.#waiting = this.#waiting.filter(({ nonce }) => !gone.has(nonce));
		this.#unsendable = this.#unsendable.filter(({ nonce }) => !gone.has(nonce));
		this.#notifyLength();
	}

	async #setAside(scan: QueuedScan, problem: string): Promise<void> {
		if (scan.kind === 'answer') {
			await this.#remove([scan.nonce]);
			this.#host.onAnswerLost?.(scan, problem);
			return;
		}
		this.#waiting = this.#waiting.filter(({ nonce }) => nonce !== scan.nonce);
		this.#unsendable.push(scan);
	}

	#fail(batch: readonly QueuedScan[], fault: AppError): void {
		for (const { nonce } of batch) {
			this.#listeners.get(nonce)?.(fault);
			this.#listeners.delete(nonce);
		}
	}

	#pause(fault: AppError): void {
		const growing = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
		const ms = fault.retryAfterSeconds ? fault.retryAfterSeconds * 1_000 : growing;
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			this.flush();
		}, ms);
	}

	#stopTimer(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#notifyLength(): void {
		this.#host.onLength(this.length);
	}
}

/** The link has ended or was revoked, the session is over. */
function isClosedDoor({ status }: AppError): boolean {
	return status === 401;
}

/** The server will answer the same to every retry: no guest, no right, no scan. */
function isNoScan({ status }: AppError): boolean {
	return [400, 403, 404, 413, 422].includes(status);
}
