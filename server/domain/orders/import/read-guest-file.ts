import type { UploadedFile } from '#server/http/handler.ts';
import type { Table } from '#server/platform/table/read-table.ts';
import { refuseFile } from '#server/platform/threads/refuse-file.ts';
import { importMapping } from '#shared/contracts/guest-import.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';
import { type GuessedMapping, type GuestMapping, guessColumns } from './guess-columns.ts';
import { readGuestTableInThread } from './guest-table.ts';

/** A person’s choices for a guest list import; the others are guessed. */
export interface ImportChoices {
	/** JSON of `{field: column}`. */
	mapping?: string | undefined;
	encoding?: TextEncodingName | undefined;
	hasHeader?: boolean | undefined;
	ticketTypeId?: string | undefined;
	/** Ticket names that are no types yet become free types of the event. */
	createTicketTypes?: boolean | undefined;
}

export interface GuestFile {
	table: Table;
	mapping: GuestMapping;
	foundBy: Partial<Record<keyof GuestMapping, 'name' | 'content' | 'choice'>>;
}

/**
 * Reads an uploaded guest list with its columns.
 * @throws VALIDATION_FAILED about `file` (with the sentence that says what is wrong with it) or `mapping`
 */
export async function readGuestFile(
	organisationId: string,
	file: UploadedFile,
	choices: ImportChoices,
): Promise<GuestFile> {
	const { encoding, hasHeader } = choices;
	const table = await readGuestTableInThread(organisationId, file.bytes, { encoding, hasHeader }).catch(
		refuseFile,
	);
	if (choices.mapping === undefined) {
		const { mapping, reasons }: GuessedMapping = guessColumns(table);
		return { table, mapping, foundBy: reasons };
	}
	const mapping = readMapping(choices.mapping, table);
	const foundBy = Object.fromEntries(Object.keys(mapping).map((field) => [field, 'choice' as const]));
	return { table, mapping, foundBy };
}

function readMapping(text: string, table: Table): GuestMapping {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw fieldError('mapping', message`The mapping is not valid JSON.`);
	}
	const result = importMapping.safeParse(value);
	if (!result.success)
		throw fieldError('mapping', message`The mapping names fields or columns that do not exist.`);
	const mapping = Object.fromEntries(
		Object.entries(result.data).filter(([, column]) => column !== undefined),
	) as GuestMapping;
	if (Object.values(mapping).some((column) => column >= table.columns.length)) {
		const { length } = table.columns;
		throw fieldError(
			'mapping',
			length === 1 ? message`The list has only 1 column.` : message`The list has only ${length} columns.`,
		);
	}
	return mapping;
}
