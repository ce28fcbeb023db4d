import type { DoorStore } from '#app/features/check-in/offline/door-store.ts';
import type { QueuedScan } from '#app/features/check-in/offline/model.ts';

/** What a device keeps when its page dies. Each page has a hold of its own on it, which dies with the page. */
export class Disk {
	readonly #records = new Map<string, unknown>();
	readonly #queue = new Map<string, QueuedScan>();

	get queued(): readonly QueuedScan[] {
		return [...this.#queue.values()];
	}

	/** Loses the queue, as a client would that keeps it in memory only: for the negative control. */
	loseQueue(): void {
		this.#queue.clear();
	}

	/** @param onStored a scan is on the disk: whatever happens from now on, it may not be lost */
	hold(onStored: (scan: QueuedScan) => void): DoorStore & { die(): void } {
		let isDead = false;
		// As with a disk, nothing is done at once, and what a page had begun when it died may or may not have been done.
		const work = async <T>(act: () => T): Promise<T> => {
			await null;
			if (isDead) throw new Error('The page is gone.');
			return act();
		};
		const records = this.#records;
		const queue = this.#queue;
		return {
			isLasting: true,
			read: <T>(name: string) => work(() => (records.get(name) ?? null) as T | null),
			write: (all) =>
				work(() => {
					for (const [name, value] of Object.entries(all)) {
						if (value === null) records.delete(name);
						else records.set(name, value);
					}
				}),
			names: (start) => work(() => [...records.keys()].filter((name) => name.startsWith(start)).sort()),
			queued: () => work(() => [...queue.values()]),
			enqueue: (scans) =>
				work(() => {
					for (const scan of scans) {
						if (queue.has(scan.nonce)) continue;
						queue.set(scan.nonce, scan);
						onStored(scan);
					}
				}),
			dequeue: (nonces) =>
				work(() => {
					for (const nonce of nonces) queue.delete(nonce);
				}),
			// This fleet scans and sells nothing.
			sales: () => work(() => []),
			writeSales: () => work(() => {}),
			forgetNames: () => work(() => {}),
			wipe: () => work(() => records.clear()),
			close() {},
			die() {
				isDead = true;
			},
		};
	}
}
