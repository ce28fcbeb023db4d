import type { DoorStore } from './door-store.ts';
import type { Disagreement } from './model.ts';

const NAME = 'disagreements';

/** Scans that the server sees otherwise, kept on the device until staff have seen them. @returns all of them now */
export async function restoreDisagreements(store: DoorStore): Promise<readonly Disagreement[]> {
	return (await store.read<Disagreement[]>(NAME).catch(() => null)) ?? [];
}

export function keepDisagreements(store: DoorStore, disagreements: readonly Disagreement[]): void {
	void store.write({ [NAME]: disagreements }).catch(() => {});
}
