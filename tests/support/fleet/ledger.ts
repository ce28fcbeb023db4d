import type { Disagreement, QueuedScan } from '#app/features/check-in/offline/model.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';

/** What happened at the doors with one scan, as somebody sees it who stands beside the steward. */
export interface Entry {
	scan: QueuedScan;
	/** Number of the device that scanned. */
	device: number;
	/** The world's time at which it was on the device's disk. */
	storedAtMs: number;
	/** What the steward saw; null: the page died before it showed anything. */
	shown: Verdict | null;
	/** The server has answered for it. */
	isAnswered: boolean;
	/** The device showed staff that the server says otherwise. */
	isDisagreed: boolean;
}

/** The truth of a simulation: all that was stored on any device, and what people were shown. */
export class Ledger {
	readonly entries = new Map<string, Entry>();
	/** What should never happen while it runs. */
	readonly faults: string[] = [];
	readonly figures = {
		...{ attempts: 0, atOnce: 0, batches: 0, repeats: 0, takenOver: 0 },
		...{ deaths: 0, kills: 0, batchesAtKills: 0, cuts: 0, clockChanges: 0, longestQueue: 0 },
	};

	kept(device: number, scan: QueuedScan, nowMs: number): void {
		if (this.entries.has(scan.nonce)) return;
		const none = { shown: null, isAnswered: false, isDisagreed: false };
		this.entries.set(scan.nonce, { scan, device, storedAtMs: nowMs, ...none });
	}

	shown(nonce: string, verdict: Verdict): void {
		const entry = this.entries.get(nonce);
		if (entry) entry.shown = verdict;
		else this.faults.push(`A verdict was shown on ${nonce}, which is on no disk.`);
	}

	answered(nonce: string): void {
		const entry = this.entries.get(nonce);
		if (entry) entry.isAnswered = true;
	}

	disagreed({ nonce }: Disagreement): void {
		const entry = this.entries.get(nonce);
		if (entry) entry.isDisagreed = true;
	}
}
