import type { EventDraft } from './stored-draft.ts';

/** Most states that are remembered. */
export const MOST_STEPS = 50;
/** Keys in the same fields with a shorter pause between them are one step, as they are saved at once. */
const PAUSE_MS = 800;

type Field = keyof EventDraft;

/** What a draft was like, from the oldest remembered state to the newest, before it became what it is. */
export interface DraftHistory {
	current: EventDraft;
	past: readonly EventDraft[];
	/** Fields of the newest step, and when they were typed last; null: what comes next is a step of its own. */
	last: { fields: string; at: number } | null;
}

export const newHistory = (current: EventDraft): DraftHistory => ({ current, past: [], last: null });

/** Fields whose values differ. The key of the call that makes the event is none: it stays, whatever is undone. */
export function changedFields(before: EventDraft, after: EventDraft): Field[] {
	return (Object.keys(after) as Field[]).filter((name) => name !== 'key' && before[name] !== after[name]);
}

/**
 * The history to go on with; that of another draft ends.
 * @param untyped the draft before anything was typed: what was typed before its history began is a step, too
 */
export function continued(history: DraftHistory, draft: EventDraft, untyped: EventDraft): DraftHistory {
	if (draft.key === history.current.key) return history;
	return newHistory(draft.key === untyped.key ? untyped : draft);
}

/**
 * Notes a changed draft.
 * @param at milliseconds
 * @param isStep false: it came by itself, and is what later steps lead back to
 */
export function noted(history: DraftHistory, draft: EventDraft, at: number, isStep: boolean): DraftHistory {
	const changed = changedFields(history.current, draft);
	if (changed.length === 0) return { ...history, current: draft };
	if (!isStep) return { ...history, current: draft, last: null };
	const fields = changed.join();
	// Each change of a ticket type or a question was confirmed by itself.
	const isTyped = !changed.includes('offer');
	const { last, past } = history;
	if (last && isTyped && last.fields === fields && at - last.at < PAUSE_MS) {
		const before = past.at(-1);
		// Typed and deleted again.
		if (before && changedFields(before, draft).length === 0)
			return { current: draft, past: past.slice(0, -1), last: null };
		return { current: draft, past, last: { fields, at } };
	}
	return { current: draft, past: [...past, history.current].slice(-MOST_STEPS), last: { fields, at } };
}

/** One step back; null where nothing is remembered. */
export function steppedBack(history: DraftHistory): DraftHistory | null {
	const before = history.past.at(-1);
	if (!before) return null;
	// The key of an event that was begun meanwhile is that of the draft, whatever it contains.
	const current = { ...before, key: history.current.key };
	return { current, past: history.past.slice(0, -1), last: null };
}

/** The differing parts of an offer, and the names of additions, removals and changes. */
export function changedOffer(before: EventDraft, after: EventDraft) {
	const names = (part: 'tickets' | 'pools' | 'questions') => {
		const rows = (draft: EventDraft): { id: string }[] => draft.offer?.[part] ?? [];
		const was = new Map(rows(before).map((row) => [row.id, row]));
		const is = new Map(rows(after).map((row) => [row.id, row]));
		const differing = [...new Map([...was, ...is])].filter(
			([id]) => JSON.stringify(was.get(id)) !== JSON.stringify(is.get(id)),
		);
		const isMoved = [...was.keys()].join() !== [...is.keys()].join();
		return {
			isChanged: isMoved || differing.length > 0,
			names: differing.map(
				([, row]) => ('label' in row ? row.label : (row as { name?: string }).name) as string,
			),
		};
	};
	return { tickets: names('tickets'), pools: names('pools'), questions: names('questions') };
}
