export const sandboxActKinds = ['made', 'moved', 'reset'] as const;
export type SandboxActKind = (typeof sandboxActKinds)[number];

/** How far time is moved on at once, in hours: 90 days. */
export const longestMoveHours = 90 * 24;
/** How far a sandbox is moved before it is reset: ten years. */
export const longestTotalHours = 3_650 * 24;
/** Rows of a sandbox that can be moved: one with more is reset. */
export const mostMovedRows = 20_000;
