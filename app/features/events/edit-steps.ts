import type { ChangeSet } from '#shared/contracts/event-changes.ts';

/** Older changes belong to another day’s work and are in the history. */
const DAY_MS = 86_400_000;

/**
 * The change that Undo takes back next: the newest own edit that is not undone, of the day before the last save.
 * @param sets the newest first
 * @param savedAt when the event was saved last, by the clock of the server
 * @returns the edit, also where `canUndo` is false; undefined where there is none
 */
export function nextStep(sets: readonly ChangeSet[], savedAt: string): ChangeSet | undefined {
	return sets.find(
		({ kind, state, actor, createdAt }) =>
			kind === 'edit' &&
			state === 'applied' &&
			actor.isYours &&
			Date.parse(createdAt) >= Date.parse(savedAt) - DAY_MS,
	);
}

/** Whether something was changed after an undo. A saved field may be added to an entry that is older; its version is newer. */
export function isChangedSince(sets: readonly ChangeSet[], undo: ChangeSet): boolean {
	return sets.some(
		({ createdAt, eventVersion }) =>
			Date.parse(createdAt) > Date.parse(undo.createdAt) || eventVersion > undo.eventVersion,
	);
}
