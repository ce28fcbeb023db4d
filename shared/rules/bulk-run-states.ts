/** A bulk run ends by itself, or is stopped; what is left is begun by another run. */
export const bulkRunStates = ['running', 'stopped', 'done'] as const;

export const bulkOrderStates = ['waiting', 'done', 'failed'] as const;
