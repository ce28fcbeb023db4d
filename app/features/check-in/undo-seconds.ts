/** How long a check-in can be undone where it was made. */
export const UNDO_SECONDS = 10;
