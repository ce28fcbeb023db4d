import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorStore } from './door-store.ts';
import type { DoorListSetup, DoorStats } from './model.ts';

/** The device’s stored choice of list and gate, and its last known setup. */
export interface DoorChoice {
	listId: string | null;
	gateId: string | null;
	offsetMs: number | null;
	stats: DoorStats | null;
}

const NAME = 'choice';

export const NO_CHOICE: DoorChoice = { listId: null, gateId: null, offsetMs: null, stats: null };

export async function readChoice(store: DoorStore): Promise<DoorChoice> {
	const stored = await store.read<DoorChoice>(NAME).catch(() => null);
	return { ...NO_CHOICE, ...stored };
}

/** Stores the choice. Storage errors are reported elsewhere. */
export function storeChoice(store: DoorStore, choice: DoorChoice): void {
	void store.write({ [NAME]: choice }).catch(() => {});
}

/** Where a device checks in. */
export interface ChosenPlace {
	/** null while nothing is known of the event's lists. */
	list: DoorListSetup | null;
	gateId: string | null;
}

/** The list that was chosen, else the first; the gate that was chosen, else the link's own. */
export function chosenPlace(setup: DoorSetup | null, choice: DoorChoice): ChosenPlace {
	const lists = setup?.lists ?? [];
	return {
		list: lists.find(({ id }) => id === choice.listId) ?? lists[0] ?? null,
		gateId: choice.gateId ?? setup?.gateId ?? null,
	};
}
