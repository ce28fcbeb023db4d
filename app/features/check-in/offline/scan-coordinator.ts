import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { isPassage, type Verdict } from '#shared/rules/door-verdict.ts';
import { answerScan, type GivenAnswer } from './door-answers.ts';
import type { DoorStore } from './door-store.ts';
import type { GuestBook } from './guest-book.ts';
import { codeIn, isCountedAt, localVerdict, presenceAfter, remotePresence } from './local-verdict.ts';
import {
	type Attempt,
	type Disagreement,
	type DoorListSetup,
	type DoorPerson,
	NEVER_IN,
	type Outcome,
	type QueuedScan,
	type ScanAnswer,
	type ScanPlace,
} from './model.ts';
import { type ScanLine, ScanQueue } from './scan-queue.ts';

export interface CoordinatorHost {
	store: DoorStore;
	line: ScanLine;
	book(): GuestBook;
	/** Hash of a canonical ticket code as the list has it; null while the list on the device is not whole. */
	hash(code: string): Promise<string | null>;
	place(): ScanPlace;
	/** Server's clock minus the device's, in ms; null when never measured. */
	offsetMs(): number | null;
	isOnline(): boolean;
	now(): number;
	/** The server has answered for a scan, whether somebody still waits or not. */
	onAnswer(scan: QueuedScan, answer: ScanAnswer): void;
	/** Decided here before the server responded: sent to other pages of this door in the same browser. */
	onDecided?(scan: QueuedScan): void;
	/** An answer to a question that the server does not store, and why. */
	onAnswerLost?(scan: QueuedScan, problem: string): void;
	/** The verdict of the server differs from the one shown. */
	onDisagreement(disagreement: Disagreement): void;
	/** Something that screens show has changed. */
	onChange(): void;
	onStoreFault(error: unknown): void;
	onRefused(error: AppError): void;
}

/** After so long without an answer of the server, the device's own verdict is shown. */
const PATIENCE_MS = 300;
/** A scan is on the disk before its verdict is shown, unless the disk takes longer than this. */
const STORE_MS = 40;
/** A code that got no answer is requested again under its first nonce within this time: it may have arrived. */
const SAME_ATTEMPT_MS = 120_000;

/**
 * Decides check-in attempts. Every attempt is stored, decided on the device if the list is loaded, and sent to the server. The screen
 * shows the server's verdict if it responds quickly, else the device's; a later server verdict is compared with it.
 */
export class ScanCoordinator {
	readonly #host: CoordinatorHost;
	readonly #queue: ScanQueue;
	/** The verdict shown, by nonce, until the server has answered. */
	readonly #shown = new Map<string, Verdict>();
	readonly #unanswered = new Map<string, { nonce: string; atMs: number }>();

	constructor(host: CoordinatorHost) {
		this.#host = host;
		this.#queue = new ScanQueue({
			line: host.line,
			store: host.store,
			isOnline: host.isOnline,
			onAnswer: (scan, answer) => this.#settle(scan, answer),
			isDisputed: ({ nonce }, answer) => this.#wasPassageShown(nonce) && !isPassage(answer.verdict),
			onAnswerLost: (scan, problem) => {
				if (scan.guestId && scan.questionId) host.book().markAnswered(scan.guestId, scan.questionId, false);
				host.onAnswerLost?.(scan, problem);
			},
			onStoreFault: host.onStoreFault,
			onLength: () => host.onChange(),
			onRefused: host.onRefused,
		});
	}

	/** How many scans the server has not answered for. */
	get waiting(): number {
		return this.#queue.length;
	}

	get scans(): readonly QueuedScan[] {
		return this.#queue.scans;
	}

	/** Takes up what an earlier page left behind. */
	async open(): Promise<void> {
		for (const { nonce, told } of await this.#queue.restore()) if (told) this.#shown.set(nonce, told);
		this.reapply();
		this.#host.onChange();
	}

	/** Another book took the place of the one before: what waits is put over it as well. */
	reapply(): void {
		for (const scan of this.#queue.scans) this.#markAsShown(scan);
	}

	/** Sends what waits, as when the network is back. */
	flush(): void {
		this.#queue.flush();
	}

	close(): void {
		this.#queue.close();
	}

	/** @returns how many scans of a file were new here */
	async take(scans: readonly QueuedScan[]): Promise<number> {
		const count = await this.#queue.take(scans);
		for (const { nonce, told } of scans) if (told) this.#shown.set(nonce, told);
		this.reapply();
		return count;
	}

	/** Another page of this door decided on it, and hands it in by itself: it counts here until the list says so too. */
	hear(scan: QueuedScan): void {
		this.#show(scan, 'settle');
		this.#host.onChange();
	}

	/** Stores what a guest answered, and hands it in; nobody waits for the server. Done when it is on the device. */
	async answer(given: GivenAnswer): Promise<void> {
		const { now, offsetMs, place, book } = this.#host;
		const scan = answerScan(given, {
			place: place(),
			guest: book().get(given.guestId, ''),
			nowMs: now(),
			offsetMs: offsetMs(),
		});
		const { stored } = this.#queue.add(scan);
		this.#markAsShown(scan);
		this.#host.onDecided?.(scan);
		this.#host.onChange();
		await stored;
	}

	/**
	 * Decides on an attempt.
	 * @throws AppError when neither the server answers nor this device can know
	 */
	async attempt(attempt: Attempt): Promise<Outcome> {
		return (await this.attemptAll([attempt]))[0]!;
	}

	/** Decides on attempts that are made together: one request for all of them. */
	async attemptAll(attempts: readonly Attempt[]): Promise<Promise<Outcome>[]> {
		const made = await Promise.all(
			attempts.map(async (attempt) => {
				const guest = await this.#guestOf(attempt);
				const isChanged = attempt.kind === 'manual' && attempt.isChanged;
				const local = isChanged ? null : await this.#decide(attempt, guest);
				return { local, scan: this.#scanOf(attempt, guest ?? null, local?.verdict ?? null) };
			}),
		);
		const { stored, answered } = this.#queue.addAll(made.map(({ scan }) => scan));
		// Where others wait already, these come after them.
		const isNext = this.#host.isOnline() && this.#queue.unsent <= made.length;
		return made.map(({ scan, local }, index) =>
			this.#resolve(scan, local, { stored, answered: answered[index]!, isNext }),
		);
	}

	async #resolve(
		scan: QueuedScan,
		local: Omit<Outcome, 'nonce'> | null,
		{ stored, answered, isNext }: { stored: Promise<void>; answered: Promise<ScanAnswer>; isNext: boolean },
	): Promise<Outcome> {
		const outcome = answered.then((answer): Outcome => ({ ...answer, nonce: scan.nonce, source: 'server' }));
		if (!local) return this.#withoutOpinion(scan, outcome);
		const first = await Promise.race([outcome.catch(() => null), isNext ? wait(PATIENCE_MS) : null]);
		if (first) return first;
		await Promise.race([stored, wait(STORE_MS)]);
		this.#shown.set(scan.nonce, local.verdict);
		this.#markAsShown(scan);
		this.#host.onDecided?.(scan);
		this.#host.onChange();
		return { ...local, nonce: scan.nonce };
	}

	/** Nothing is known here: the server alone decides. When it cannot be reached, nothing was decided and nothing is stored. */
	async #withoutOpinion(scan: QueuedScan, answered: Promise<Outcome>): Promise<Outcome> {
		const key = scan.text ?? scan.guestId ?? '';
		this.#unanswered.set(key, { nonce: scan.nonce, atMs: this.#host.now() });
		try {
			const outcome = await answered;
			this.#unanswered.delete(key);
			return outcome;
		} catch (error) {
			await this.#queue.withdraw(scan.nonce);
			throw error;
		}
	}

	#wasPassageShown(nonce: string): boolean {
		const told = this.#shown.get(nonce);
		return told !== undefined && isPassage(told);
	}

	/** undefined: this device cannot know; null: it knows that there is no such guest. */
	async #guestOf(attempt: Attempt): Promise<DoorPerson | null | undefined> {
		const { book, place, hash: hashOf } = this.#host;
		const listId = place().list?.id ?? '';
		if (attempt.kind !== 'scan') return book().get(attempt.guestId, listId) ?? undefined;
		const code = codeIn(attempt.text);
		const hash = await hashOf(code);
		if (hash === null) return undefined;
		return code === '' ? null : book().findByHash(hash, listId);
	}

	async #decide(
		attempt: Attempt,
		guest: DoorPerson | null | undefined,
	): Promise<Omit<Outcome, 'nonce'> | null> {
		const { list } = this.#host.place();
		if (guest === undefined || !list) return null;
		const verdict = await this.#verdictOn(attempt, guest, list);
		const known = guest && { id: guest.id, guestName: guest.name, ticketTypeName: guest.ticketTypeName };
		const previous =
			verdict === 'already_checked_in' && guest
				? {
						checkedInAt: new Date(guest.insideSinceMs || guest.firstInMs).toISOString(),
						device: guest.device,
					}
				: null;
		const isCounted = !guest || isCountedAt(list, guest);
		return { verdict, message: null, guest: known, isCounted, previous, source: 'device' };
	}

	async #verdictOn(attempt: Attempt, guest: DoorPerson | null, list: DoorListSetup): Promise<Verdict> {
		if (attempt.kind === 'undo') return 'accepted';
		const { book, hash, now, offsetMs } = this.#host;
		if (!guest && attempt.kind === 'scan') {
			const code = codeIn(attempt.text);
			if (code && book().isRetired((await hash(code)) ?? '')) return 'cancelled';
		}
		return localVerdict(guest, list, attempt.direction ?? 'in', now() + (offsetMs() ?? 0));
	}

	#scanOf(attempt: Attempt, guest: DoorPerson | null, told: Verdict | null): QueuedScan {
		const { now, offsetMs, place } = this.#host;
		const { deviceId, device, list, gateId } = place();
		const key = attempt.kind === 'scan' ? attempt.text : attempt.guestId;
		const before = this.#unanswered.get(key);
		const isSame = before && now() - before.atMs < SAME_ATTEMPT_MS;
		return {
			nonce: isSame ? before.nonce : newIdempotencyKey(),
			kind: attempt.kind,
			direction: attempt.kind === 'undo' ? 'in' : (attempt.direction ?? 'in'),
			text: attempt.kind === 'scan' ? attempt.text : null,
			guestId: attempt.kind === 'scan' ? (guest?.id ?? null) : attempt.guestId,
			target: attempt.kind === 'undo' ? attempt.target : null,
			reason: attempt.kind === 'undo' ? attempt.reason : '',
			scannedAt: new Date(now()).toISOString(),
			offsetMs: offsetMs(),
			deviceId,
			device,
			listId: list?.id ?? null,
			gateId,
			told,
			guestName: guest?.name ?? '',
			ticketTypeName: guest?.ticketTypeName ?? '',
			...(guest && list && !isCountedAt(list, guest) ? { isCounted: false } : {}),
		};
	}

	/** The list shows what was decided here at once. */
	#markAsShown(scan: QueuedScan): void {
		this.#show(scan, 'mark');
	}

	#show(scan: QueuedScan, how: 'mark' | 'settle'): void {
		const { kind, direction, told, guestId, listId, scannedAt, device, questionId } = scan;
		if (kind === 'answer' && guestId && questionId) this.#host.book().markAnswered(guestId, questionId);
		if (!guestId || !listId || !told || !isPassage(told)) return;
		const before = this.#host.book().get(guestId, listId) ?? NEVER_IN;
		this.#host.book()[how](listId, guestId, presenceAfter(before, { kind, direction, scannedAt, device }));
	}

	#settle(scan: QueuedScan, answer: ScanAnswer): void {
		const told = this.#shown.get(scan.nonce);
		this.#shown.delete(scan.nonce);
		if (scan.kind === 'answer') {
			this.#host.onAnswer(scan, answer);
			this.#host.onChange();
			return;
		}
		const id = answer.guest?.id ?? scan.guestId;
		if (id && scan.listId) this.#settleGuest(id, scan.listId, scan, answer);
		this.#host.onAnswer(scan, answer);
		if (told && told !== answer.verdict) {
			this.#host.onDisagreement({
				nonce: scan.nonce,
				guestName: answer.guest?.guestName ?? scan.guestName,
				ticketTypeName: answer.guest?.ticketTypeName ?? scan.ticketTypeName,
				told,
				answered: answer.verdict,
				scannedAt: scan.scannedAt,
				previous: answer.previous,
			});
		}
		this.#host.onChange();
	}

	#settleGuest(id: string, listId: string, scan: QueuedScan, answer: ScanAnswer): void {
		const book = this.#host.book();
		// A later attempt on the same guest still waits: what it did stays on top.
		const hasMore = this.#queue.scans.some((other) => other.guestId === id && other.nonce !== scan.nonce);
		const before = book.get(id, listId) ?? NEVER_IN;
		if (!hasMore) book.mark(listId, id, null);
		if (isPassage(answer.verdict)) book.settle(listId, id, presenceAfter(before, scan));
		else if (answer.previous) {
			const { checkedInAt, device } = answer.previous;
			book.settle(listId, id, remotePresence(checkedInAt, device));
		}
	}
}

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
