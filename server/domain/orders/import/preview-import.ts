import { type EventStock, readEventStock } from '#server/domain/tickets/stock.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import { collectInSlices } from '#server/platform/concurrency/collect-in-slices.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Table } from '#server/platform/table/read-table.ts';
import type { Services } from '#server/services.ts';
import type { ImportPreview } from '#shared/contracts/guest-import.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { checkEachGuest, countGuests, type GuestRow } from './check-guests.ts';
import { listKnownGuests } from './known-guests.ts';
import { type ImportChoices, readGuestFile } from './read-guest-file.ts';
import {
	chooseTickets,
	fallbackType,
	missingPlaces,
	type TicketChoice,
	ticketNameOf,
} from './ticket-names.ts';

/** Rows of the answer: most of them report what does not come in. */
const SHOWN_ROWS = 500;
const SHOWN_GOOD_ROWS = 100;
const SAMPLES = 3;
const SAMPLE_LENGTH = 80;
const MAX_SHOWN_NAMES = 50;

/** Reads a guest list and says row by row what would become of it. Changes nothing. */
export async function previewImport(
	services: Services,
	scope: { organisationId: string; eventId: string },
	input: { file: UploadedFile; choices: ImportChoices; translate: Translator },
): Promise<ImportPreview> {
	const { table, mapping, foundBy } = await readGuestFile(scope.organisationId, input.file, input.choices);
	const [known, stock] = await Promise.all([
		listKnownGuests(services.database.db, scope),
		readEventStock(services.database.db, scope.eventId),
	]);
	const rows = await collectInSlices(checkEachGuest(table, mapping, known));
	const good = rows.filter(({ verdict }) => verdict === 'ok');
	const fallback = stock ? fallbackType(stock, input.choices.ticketTypeId) : null;
	if (!fallback && input.choices.ticketTypeId !== undefined) {
		throw fieldError('ticketTypeId', message`There is no such ticket type.`);
	}
	const choice = stock && fallback ? chooseTickets(stock, fallback) : null;
	// Types that the import creates have no limit.
	const createsType = ({ ticketType }: GuestRow) =>
		input.choices.createTicketTypes === true && ticketType !== '' && !choice?.known(ticketNameOf(ticketType));
	const duplicates = rows.filter(
		({ verdict }) => verdict === 'duplicate_in_file' || verdict === 'already_on_list',
	);
	const ok = countGuests(good);
	const skipped = rows.length - good.length;
	return {
		fileName: input.file.name,
		encoding: table.encoding,
		delimiter: table.delimiter,
		hasHeader: table.hasHeader,
		columns: columnsOf(table),
		mapping,
		foundBy,
		counts: {
			rows: ok + skipped,
			ok,
			duplicates: duplicates.length,
			refused: skipped - duplicates.length,
		},
		ticketTypes: ticketNamesOf(good, choice),
		obstacles: obstaclesTo(
			good.filter((guest) => !createsType(guest)),
			stock,
			choice,
		).map(input.translate),
		rows: shownRows(
			rows,
			(guest) => (choice && !createsType(guest) ? choice.typeOf(guest).name : guest.ticketType),
			input.translate,
		),
	};
}

function columnsOf(table: Table): ImportPreview['columns'] {
	return table.columns.map((name, index) => {
		const filled = table.rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
		const samples = [...new Set(filled)]
			.slice(0, SAMPLES)
			.map((cell) => cell.slice(0, SAMPLE_LENGTH).toWellFormed());
		return { index, name: name.slice(0, SAMPLE_LENGTH).toWellFormed(), samples };
	});
}

function ticketNamesOf(guests: GuestRow[], choice: TicketChoice | null): ImportPreview['ticketTypes'] {
	const names = new Map<string, number>();
	for (const { ticketType, quantity } of guests) {
		if (ticketType !== '') names.set(ticketType, (names.get(ticketType) ?? 0) + quantity);
	}
	return [...names]
		.sort((a, b) => b[1] - a[1])
		.slice(0, MAX_SHOWN_NAMES)
		.map(([name, count]) => ({
			name,
			guests: count,
			ticketTypeId: choice?.known(ticketNameOf(name))?.id ?? null,
		}));
}

function obstaclesTo(
	guests: GuestRow[],
	stock: EventStock | null,
	choice: TicketChoice | null,
): TranslatableMessage[] {
	if (!stock || !choice) return [message`This event has no ticket type yet. Add one first.`];
	return missingPlaces(stock, guests, choice);
}

function shownRows(
	rows: GuestRow[],
	ticketName: (guest: GuestRow) => string,
	translate: Translator,
): ImportPreview['rows'] {
	const good = rows.filter(({ verdict }) => verdict === 'ok').slice(0, SHOWN_GOOD_ROWS);
	const others = rows.filter(({ verdict }) => verdict !== 'ok').slice(0, SHOWN_ROWS - good.length);
	return [...good, ...others]
		.sort((a, b) => a.row - b.row)
		.map((guest) => ({
			row: guest.row,
			verdict: guest.verdict,
			name: guest.name,
			email: guest.email,
			quantity: guest.quantity,
			ticketTypeName: ticketName(guest),
			message: guest.message ? translate(guest.message) : '',
		}));
}
