/**
 * Rows of a date of a series as the series has them: by part, then by path. Ids are lineages, which are the same in all dates
 * (`ticket.{lineage}`), moments are relative to the start, and what belongs to one date alone (its times, its slug) is left out.
 */
export type SeriesRows = Record<string, Record<string, { subject: string; values: Record<string, unknown> }>>;
