import type { Table, TableRow } from '#server/platform/table/read-table.ts';
import type { ImportField, ImportRow } from '#shared/contracts/guest-import.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import {
	type AttendeeDetails,
	type AttendeeField,
	attendeeFieldNames,
	attendeeFields,
	mapFields,
} from '#shared/rules/attendee-fields.ts';
import type { GuestMapping } from './guess-columns.ts';
import { isNotComing, joinName, manyLines, oneLine, readCheckIn, readEmail } from './guest-cells.ts';

export type GuestVerdict = ImportRow['verdict'];

/** One row of the file as it would come in. */
export interface GuestRow extends AttendeeDetails {
	/** As a spreadsheet counts: the header is 1. */
	row: number;
	verdict: GuestVerdict;
	/** Why the row does not come in, or what was changed; empty when there is nothing to say. */
	message: TranslatableMessage | null;
	name: string;
	email: string;
	ticketType: string;
	/** The other product's own ticket code. */
	code: string;
	status: string;
	checkedInAt: string | null;
}

/** The columns that a guest can be found by, of people who are on the list already. */
export interface KnownGuest {
	name: string;
	email: string;
}

const MAX_NAME = 200;

/**
 * Reads every row and says what would become of it; changes nothing.
 * @param known the event's guests; each stands for one row, so a person with two tickets is met twice
 */
export const checkGuests = (table: Table, mapping: GuestMapping, known: Iterable<KnownGuest>): GuestRow[] =>
	[...checkEachGuest(table, mapping, known)].filter((row) => row !== null);

/** Like `checkGuests`, a row at a time; null while it learns who is known. */
export function* checkEachGuest(
	table: Table,
	mapping: GuestMapping,
	known: Iterable<KnownGuest>,
): Generator<GuestRow | null> {
	const onList = new Map<string, number>();
	for (const guest of known) {
		const key = guestKey(guest.email, guest.name);
		onList.set(key, (onList.get(key) ?? 0) + 1);
		yield null;
	}
	const seen = new Map<string, number>();
	const check = (record: TableRow): GuestRow => {
		const guest = readGuest(record, mapping);
		if (guest.verdict !== 'ok') return guest;

		const inFile = sameInFile(guest);
		const earlier = inFile === null ? undefined : seen.get(inFile);
		if (earlier !== undefined) {
			return { ...guest, verdict: 'duplicate_in_file', message: message`The same as row ${earlier}.` };
		}
		if (inFile !== null) seen.set(inFile, guest.row);

		const key = guestKey(guest.email, guest.name);
		const times = onList.get(key) ?? 0;
		if (times > 0) {
			onList.set(key, times - 1);
			return { ...guest, verdict: 'already_on_list', message: message`Is on the guest list already.` };
		}
		return guest;
	};
	for (const record of table.rows) yield check(record);
}

/** Two guests are the same when address and name are, whatever the case and the way letters are composed. */
export function guestKey(email: string, name: string): string {
	const fold = (text: string) => text.normalize('NFKC').toLowerCase();
	return `${fold(email)}\n${fold(name)}`;
}

/**
 * What makes two rows of one file the same guest: their ticket codes where there are some (one person may hold several
 * tickets), else address and name. People without either are never taken for each other: there may be two Annas.
 */
function sameInFile(guest: GuestRow): string | null {
	if (guest.code !== '') return `code\n${guest.code}`;
	return guest.email === '' ? null : `guest\n${guestKey(guest.email, guest.name)}`;
}

function readGuest({ row, cells }: TableRow, mapping: GuestMapping): GuestRow {
	const cell = (field: ImportField) => cells[mapping[field] ?? -1] ?? '';
	const own = readEmail(cell('email'));
	const address = own.isFilled ? own : readEmail(cell('buyerEmail'));
	const details = mapFields(attendeeFieldNames, (field) =>
		(attendeeFields[field].isMultiline ? manyLines : oneLine)(cell(field)),
	);
	const isTooLong = (field: AttendeeField) => details[field].length > attendeeFields[field].maxLength;
	const guest: GuestRow = {
		row,
		verdict: 'ok',
		message: null,
		name: oneLine(cell('name')) || joinName(oneLine(cell('firstName')), oneLine(cell('lastName'))),
		email: address.email,
		ticketType: oneLine(cell('ticketType')),
		code: oneLine(cell('code')),
		...mapFields(attendeeFieldNames, (field) =>
			details[field].slice(0, attendeeFields[field].maxLength).toWellFormed(),
		),
		status: oneLine(cell('status')),
		checkedInAt: readCheckIn(cell('checkedInAt')),
	};
	const refuse = (verdict: GuestVerdict, message: TranslatableMessage): GuestRow => ({
		...guest,
		verdict,
		message,
	});

	if (cells.every((text) => text.trim() === '')) return refuse('empty', message`The row is empty.`);
	if (isNotComing(guest.status)) return refuse('cancelled', message`The status is “${guest.status}”.`);
	if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(guest.name)) return refuse('no_name', message`The row has no name.`);
	if (guest.name.length > MAX_NAME) {
		const name = `${guest.name.slice(0, MAX_NAME - 1).toWellFormed()}…`;
		return {
			...guest,
			name,
			verdict: 'name_too_long',
			message: message`The name is longer than ${MAX_NAME} characters.`,
		};
	}
	if (address.isFilled && address.email === '') {
		const typed = oneLine(cell(own.isFilled ? 'email' : 'buyerEmail')).slice(0, 100);
		return refuse('invalid_email', message`“${typed}” isn’t an email address that can receive email.`);
	}
	const several = address.others > 0 ? message`The row has several addresses; the first is used.` : null;
	const longest = attendeeFieldNames.find(isTooLong);
	const cut = longest
		? message`“${attendeeFields[longest].title}” is cut at ${attendeeFields[longest].maxLength} characters.`
		: null;
	return { ...guest, message: several && cut ? message`${several} ${cut}` : (several ?? cut) };
}
