/** How freed tickets reach the waitlist: by themselves, by a member who offers them, or there is no waitlist. */
export const waitlistModes = ['auto', 'manual', 'off'] as const;
export type WaitlistMode = (typeof waitlistModes)[number];

/**
 * States of an entry. `waiting` and `offered` are live; from `offered` it goes back to `waiting` when its offer lapses for the first time
 * and the guest wants to stay. `lapsed`: offers lapsed without an answer. `removed`: by the organiser. `closed`: the event is over or cancelled.
 */
export const waitlistEntryStates = [
	'waiting',
	'offered',
	'bought',
	'lapsed',
	'left',
	'removed',
	'closed',
] as const;
export type WaitlistEntryState = (typeof waitlistEntryStates)[number];

export const waitlistOfferStates = ['open', 'taken', 'lapsed', 'declined', 'withdrawn'] as const;
export type WaitlistOfferState = (typeof waitlistOfferStates)[number];
