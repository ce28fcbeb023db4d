import { z } from '#shared/lib/z.ts';

/** Name of the last entry: it is there only when everything before it is complete. */
export const manifestName = 'manifest.json';

/** What a backup holds. */
export const manifestSchema = z.object({
	format: z.literal('foyer-backup'),
	formatVersion: z.literal(1),
	createdAt: z.string(),
	postgres: z.string(),
	/** Migrations that the database had: its version. */
	migrations: z.array(z.string()),
	tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
	sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
	files: z.array(z.object({ name: z.string(), size: z.int() })),
	/** Every other entry of the archive in order, with the SHA-256 of its bytes. */
	entries: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestSchema>;

/** `tables/orders/000001`: the rows of a table in the text format of COPY, cut anywhere. */
export const tableEntry = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`;
export const fileEntry = (name: string) => `files/${name}`;
