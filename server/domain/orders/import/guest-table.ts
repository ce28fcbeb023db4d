import { readTable, type Table, type TableRow } from '#server/platform/table/read-table.ts';
import { inFileThread } from '#server/platform/threads/file-threads.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';
import { isKnownColumnName } from './column-names.ts';

interface Choices {
	encoding?: TextEncodingName | undefined;
	hasHeader?: boolean | undefined;
}

const rowsOfPart = 500;

/** Reads a guest list in a thread: first all but the rows, then the rows, some in each part. @throws TableProblem */
export async function* readGuestTable(
	bytes: Uint8Array,
	choices: Choices,
): AsyncGenerator<Omit<Table, 'rows'> | TableRow[]> {
	const { rows, ...table } = await readTable(bytes, { isKnownColumnName, ...choices });
	yield table;
	for (let from = 0; from < rows.length; from += rowsOfPart) yield rows.slice(from, from + rowsOfPart);
}

const inThread = inFileThread(import.meta.url, readGuestTable);

/**
 * A guest list, read in a thread.
 * @param organisationId whose list it is: it is read one after the other
 * @throws ThreadRefusal; SERVER_OVERLOADED
 */
export async function readGuestTableInThread(
	organisationId: string,
	bytes: Uint8Array,
	choices: Choices,
): Promise<Table> {
	const [table, ...parts] = await inThread(organisationId, bytes, choices);
	return { ...(table as Omit<Table, 'rows'>), rows: (parts as TableRow[][]).flat() };
}
