import type { CheckInAnswer } from '#shared/contracts/check-in.ts';
import type { DoorSync, SyncEntryInput, SyncResult } from '#shared/contracts/door-sync.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isPassage, type Verdict } from '#shared/rules/door-verdict.ts';
import type { DoorAccess, ScanFacts } from '../api.ts';
import type { QueuedScan, ScanAnswer } from './model.ts';
import type { ScanLine } from './scan-queue.ts';

export interface LineHost {
	access: Pick<DoorAccess, 'scan' | 'checkIn' | 'undo' | 'sync'>;
	deviceId(): string;
	deviceName(): string;
	gateId(): string | null;
	/** How many scans wait, those of the call included. */
	queued(): number;
	/** Every answer to a batch also has the link, the clock and conflicts. */
	onSync(answer: DoorSync): void;
}

/** The way of scans to the server: one by one as the specification has it, or many that were decided here. */
export function serverLine(host: LineHost): ScanLine & { beat(): Promise<void> } {
	const handIn = async (scans: readonly QueuedScan[], asks = false) => {
		const answer = await host.access.sync({
			device: {
				id: host.deviceId(),
				name: host.deviceName(),
				gateId: host.gateId(),
				queued: host.queued(),
			},
			items: scans.map((scan) => itemOf(scan, host.deviceId(), asks)),
		});
		host.onSync(answer);
		return answer;
	};
	return {
		async send(scan) {
			// Answers have no call of their own: nobody waits for them.
			if (scan.kind === 'answer') return answerToItem((await handIn([scan])).results[0]!);
			try {
				return answerOf(await ask(host.access, scan));
			} catch (error) {
				const refusal = refusalOf(error);
				if (refusal) return refusal;
				throw error;
			}
		},
		sendBatch: async (scans, { asks }) => (await handIn(scans, asks)).results.map(answerToItem),
		/** A sign of life, and the server's word on the link. */
		beat: async () => void (await handIn([])),
	};
}

function ask(access: LineHost['access'], scan: QueuedScan): Promise<CheckInAnswer> {
	const listId = scan.listId ? { listId: scan.listId } : {};
	if (scan.kind === 'undo') {
		const { guestId, reason, nonce } = scan;
		return access.undo({ guestId: guestId ?? '', reason, nonce, ...listId });
	}
	const facts: ScanFacts = {
		nonce: scan.nonce,
		scannedAt: scan.scannedAt,
		device: scan.device,
		deviceId: scan.deviceId,
		...(scan.offsetMs === null ? {} : { clockOffsetMs: Math.round(scan.offsetMs) }),
		...listId,
		gateId: scan.gateId,
		direction: scan.direction,
	};
	return scan.kind === 'scan'
		? access.scan(scan.text ?? '', facts)
		: access.checkIn(scan.guestId ?? '', facts);
}

/**
 * @param ourId the device that hands it in; a scan of another device, out of a file, names that one
 * @param asks the server is to decide
 */
export function itemOf(scan: QueuedScan, ourId: string, asks = false): SyncEntryInput {
	const facts = {
		nonce: scan.nonce,
		...(scan.listId ? { listId: scan.listId } : {}),
		gateId: scan.gateId,
		scannedAt: scan.scannedAt,
		clockOffsetMs: Math.round(scan.offsetMs ?? 0),
		...(scan.deviceId === ourId ? {} : { device: { id: scan.deviceId, name: scan.device } }),
	};
	if (scan.kind === 'answer') {
		const { guestId, questionId, answer } = scan;
		return {
			kind: 'answer',
			...facts,
			guestId: guestId ?? '',
			questionId: questionId ?? '',
			value: answer ?? '',
		};
	}
	if (scan.kind === 'undo') {
		const who = scan.target ? { target: scan.target } : { guestId: scan.guestId ?? '' };
		return { kind: 'undo', ...facts, ...who, reason: scan.reason };
	}
	return {
		kind: 'scan',
		...facts,
		...(scan.text === null ? {} : { guestQrData: scan.text }),
		...(scan.guestId === null ? {} : { guestId: scan.guestId }),
		method: scan.kind,
		direction: scan.direction,
		...(asks || scan.told === null
			? { decision: 'ask' }
			: { decision: isPassage(scan.told) ? 'admitted' : 'refused', shown: scan.told }),
	};
}

function answerOf(answer: CheckInAnswer): ScanAnswer {
	const { verdict, message, guest, isCounted, previous, stats, party } = answer;
	return { problem: null, verdict, message, guest, isCounted, previous, stats, ...(party ? { party } : {}) };
}

/** A refusal at the door is an answer, though HTTP calls it an error. */
function refusalOf(error: unknown): ScanAnswer | null {
	if (!(error instanceof AppError)) return null;
	const {
		verdict,
		guest,
		isCounted = true,
		previous,
	} = error.metadata as Partial<Omit<ScanAnswer, 'message'>>;
	if (!verdict) return null;
	return {
		problem: null,
		verdict,
		message: error.message,
		guest: guest ?? null,
		isCounted,
		previous: previous ?? null,
		stats: null,
	};
}

function answerToItem(result: SyncResult): ScanAnswer {
	const { outcome, verdict, conflict, guest, isCounted, previous, problem } = result;
	return {
		problem: outcome === 'refused' ? (problem ?? 'The server does not keep this scan.') : null,
		verdict: conflict ? 'conflict' : (verdict ?? ('accepted' satisfies Verdict)),
		message: null,
		guest,
		isCounted,
		previous,
		stats: null,
	};
}
