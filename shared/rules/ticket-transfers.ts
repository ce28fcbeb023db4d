/** How an offer of a ticket to somebody else stands. */
export const transferStates = ['offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const;
export type TransferState = (typeof transferStates)[number];

/** How long an offer stands at most; it ends when the event starts. */
export const TRANSFER_DAYS = 7;
