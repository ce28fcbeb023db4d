export const sandboxActKinds = ['made', 'moved', 'reset'] as const;
export type SandboxActKind = (typeof sandboxActKinds)[number];

/** The initial content of a sandbox. */
export const SANDBOX_EVENTS = 3;
export const SANDBOX_GUESTS = 200;

/** How far time is moved on at once, in hours: 90 days. */
export const longestMoveHours = 90 * 24;
/** How far a sandbox is moved before it is reset: ten years. */
export const longestTotalHours = 3_650 * 24;
/** Rows of a sandbox that can be moved: one with more is reset. */
export const mostMovedRows = 20_000;

/** Orders of a sandbox, beyond which no test orders are made. */
export const mostOrders = 2_000;
/** Test orders of one call. */
export const mostOrdersAtOnce = 100;

/**
 * The states of a test order: `confirmed` (paid by a test card where it has a price), `checked_in`, `pending` (held, not paid),
 * `cancelled` (after it was confirmed), `declined` (its card, so it stays held), `disputed` and `refunded` (after it was paid).
 */
export const testOrderOutcomes = [
	'confirmed',
	'checked_in',
	'pending',
	'cancelled',
	'declined',
	'disputed',
	'refunded',
] as const;
export type TestOrderOutcome = (typeof testOrderOutcomes)[number];
