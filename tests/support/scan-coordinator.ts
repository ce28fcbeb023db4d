import { vi } from 'vitest';
import { MemoryStore } from '#app/features/check-in/offline/door-store.ts';
import { GuestBook } from '#app/features/check-in/offline/guest-book.ts';
import type {
	Disagreement,
	DoorListSetup,
	QueuedScan,
	ScanAnswer,
} from '#app/features/check-in/offline/model.ts';
import { ScanCoordinator } from '#app/features/check-in/offline/scan-coordinator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import { entranceList, storedGuest } from './door-guests.ts';

export const CODE = encodeTicketCode(new Uint8Array(16).fill(7));
export const OTHER = encodeTicketCode(new Uint8Array(16).fill(8));

interface DoorOptions {
	/** How long the server takes, and what it says; 'never' and 'cut' are networks. */
	serverMs?: number | 'never' | 'cut';
	says?: Verdict;
	isOnline?: boolean;
	hasList?: boolean;
	store?: MemoryStore;
	list?: Partial<DoorListSetup>;
	offsetMs?: number;
}

/** A coordinator of scans with a guest list, and a server and a network that the test sets. */
export function openDoor(options: DoorOptions = {}) {
	const state = { serverMs: 10, says: 'accepted', isOnline: true, hasList: true, ...options };
	const newBook = () => {
		const made = new GuestBook(true);
		made.put([storedGuest('Ada', { id: 'ada', codeHash: CODE, openQuestions: ['meal', 'size'] })]);
		return made;
	};
	const book = newBook();
	const books = [book];
	const sent: QueuedScan[] = [];
	const disagreements: Disagreement[] = [];
	const handedIn: QueuedScan[] = [];
	const lost: string[] = [];
	const decided: QueuedScan[] = [];
	const send = async (scan: QueuedScan): Promise<ScanAnswer> => {
		sent.push(scan);
		if (state.serverMs === 'cut') throw new AppError('NETWORK_ERROR');
		const ms = state.serverMs === 'never' ? 1e9 : state.serverMs;
		await new Promise((resolve) => setTimeout(resolve, ms));
		return {
			problem: scan.answer === 'refused' ? 'Not asked.' : null,
			verdict: state.says as Verdict,
			message: 'From the server.',
			guest: { id: 'ada', guestName: 'Ada', ticketTypeName: 'Standard' },
			previous:
				state.says === 'already_checked_in'
					? { checkedInAt: '2026-11-21T18:30:00.000Z', device: 'Gate 2' }
					: null,
			stats: null,
		};
	};
	const store = options.store ?? new MemoryStore();
	const coordinator = new ScanCoordinator({
		store,
		line: {
			send,
			sendBatch: (scans) => {
				handedIn.push(...scans);
				return Promise.all(scans.map(send));
			},
		},
		book: () => books.at(-1)!,
		hash: async (code) => (state.hasList ? code : null),
		place: () => ({
			deviceId: 'device-one',
			device: 'Gate 1',
			list: state.hasList ? { ...entranceList('main'), ...options.list } : null,
			gateId: null,
		}),
		offsetMs: () => options.offsetMs ?? 0,
		isOnline: () => state.isOnline,
		now: () => Date.now(),
		onAnswer: () => {},
		onDecided: (scan) => decided.push(scan),
		onAnswerLost: (_scan, problem) => lost.push(problem),
		onDisagreement: (one) => disagreements.push(one),
		onChange: () => {},
		onStoreFault: () => {},
		onRefused: () => {},
	});
	/** Runs an attempt and measures how long it took by the clock. */
	const timed = async (text: string) => {
		const began = Date.now();
		const outcome = coordinator.attempt({ kind: 'scan', text });
		const settled = outcome.then(
			(value) => ({ value, error: null, tookMs: Date.now() - began }),
			(error) => ({ value: null, error, tookMs: Date.now() - began }),
		);
		await vi.advanceTimersByTimeAsync(12_000);
		return settled;
	};
	return {
		coordinator,
		book,
		books,
		newBook,
		sent,
		handedIn,
		disagreements,
		lost,
		decided,
		store,
		state,
		timed,
	};
}
