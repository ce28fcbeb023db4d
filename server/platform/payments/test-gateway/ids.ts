import { newId } from '#shared/lib/ids.ts';

/** An id that sorts by the time it was made. */
export const makeId = (prefix: string): string => `${prefix}_${newId().replaceAll('-', '')}`;

/** Unix seconds, as the API writes instants. */
export const unix = (instant: Date): number => Math.floor(instant.getTime() / 1000);
