import type { DoorStore } from './door-store.ts';
import type { Disagreement } from './model.ts';

const NAME = 'disagreements';

/**
 * Scans with a different verdict on the server, stored on the device until staff have seen them.
 * @returns all of them
 */
export async function restoreDisagreements(store: DoorStore): Promise<readonly Disagreement[]> {
	return (await store.read<Disagreement[]>(NAME).catch(() => null)) ?? [];
}

export function storeDisagreements(store: DoorStore, disagreements: readonly Disagreement[]): void {
	void store.write({ [NAME]: disagreements }).catch(() => {});
}
