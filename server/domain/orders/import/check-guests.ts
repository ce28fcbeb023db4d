import type { Table, TableRow } from '#server/platform/table/read-table.ts';
import type { ImportField, ImportRow } from '#shared/contracts/guest-import.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import {
	type AttendeeDetails,
	type AttendeeField,
	attendeeFieldNames,
	attendeeFields,
	mapFields,
} from '#shared/rules/attendee-fields.ts';
import { MAX_ROWS } from '#shared/rules/file-sizes.ts';
import type { GuestMapping } from './guess-columns.ts';
import {
	manyLines,
	type NoPlace,
	noPlaceOf,
	oneLine,
	readCheckIn,
	readCount,
	readEmail,
	wholeName,
} from './guest-cells.ts';
import { ordersOf } from './orders-of-rows.ts';

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
	/** How many tickets the row stands for. */
	quantity: number;
}

/** The columns that a guest can be found by, of people who are on the list already. */
export interface KnownGuest {
	name: string;
	email: string;
}

const MAX_NAME = 200;
/** Tickets of one row; a larger number is more likely something else. */
const MAX_QUANTITY = 100;

const noPlaceMessages: Record<Exclude<NoPlace, 'cancelled'>, (status: string) => TranslatableMessage> = {
	invited: (status) => message`Was invited, but has not accepted yet (“${status}”).`,
	waitlist: (status) => message`Is on the waiting list (“${status}”).`,
	pending: (status) => message`Is not confirmed yet (“${status}”).`,
	unpaid: (status) => message`Has not paid yet (“${status}”).`,
};

/**
 * Checks every row and reports what importing it would do. Changes nothing.
 * @param known the event’s guests, one entry per ticket
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
	const isOneOfOrder = ordersOf(table, mapping);
	const check = (record: TableRow): GuestRow => {
		const isOne = isOneOfOrder(record);
		const guest = readGuest(record, mapping, isOne);
		if (guest.verdict !== 'ok') return guest;

		const inFile = isOne && guest.code === '' ? null : sameInFile(guest);
		const earlier = inFile === null ? undefined : seen.get(inFile);
		if (earlier !== undefined) {
			return { ...guest, verdict: 'duplicate_in_file', message: message`The same as row ${earlier}.` };
		}
		if (inFile !== null) seen.set(inFile, guest.row);

		const key = guestKey(guest.email, guest.name);
		const times = Math.min(onList.get(key) ?? 0, guest.quantity);
		if (times > 0) onList.set(key, (onList.get(key) ?? 0) - times);
		if (times === guest.quantity)
			return { ...guest, verdict: 'already_on_list', message: message`Is on the guest list already.` };
		return { ...guest, quantity: guest.quantity - times };
	};
	for (const record of table.rows) yield check(record);
}

/**
 * How many guests the rows make.
 * @throws VALIDATION_FAILED about the file when they are more than one import takes
 */
export function countGuests(rows: readonly GuestRow[]): number {
	const guests = rows.reduce((sum, { quantity }) => sum + quantity, 0);
	if (guests > MAX_ROWS)
		throw fieldError(
			'file',
			message`This list has more than ${MAX_ROWS} guests. Split it into smaller files.`,
		);
	return guests;
}

/** Identity of a guest: email and name, ignoring case and Unicode composition. */
export function guestKey(email: string, name: string): string {
	const fold = (text: string) => text.normalize('NFKC').toLowerCase();
	return `${fold(email)}\n${fold(name)}`;
}

/**
 * When two rows of one file are the same guest: their ticket codes where there are some (one person may hold several
 * tickets), else address and name. People without either are never taken for each other: there may be two Annas.
 */
function sameInFile(guest: GuestRow): string | null {
	if (guest.code !== '') return `code\n${guest.code}`;
	return guest.email === '' ? null : `guest\n${guestKey(guest.email, guest.name)}`;
}

/** @param isOneOfOrder whether the quantity of the row counts its whole order, of which the row is one ticket */
function readGuest({ row, cells }: TableRow, mapping: GuestMapping, isOneOfOrder: boolean): GuestRow {
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
		name: wholeName({ name: cell('name'), firstName: cell('firstName'), lastName: cell('lastName') }),
		email: address.email,
		ticketType: oneLine(cell('ticketType')),
		code: oneLine(cell('code')),
		...mapFields(attendeeFieldNames, (field) =>
			details[field].slice(0, attendeeFields[field].maxLength).toWellFormed(),
		),
		status: oneLine(cell('status')),
		checkedInAt: readCheckIn(cell('checkedInAt')),
		quantity: 1,
	};
	const refuse = (verdict: GuestVerdict, message: TranslatableMessage): GuestRow => ({
		...guest,
		verdict,
		message,
	});

	if (cells.every((text) => text.trim() === '')) return refuse('empty', message`The row is empty.`);
	const noPlace = noPlaceOf(guest.status);
	if (noPlace === 'cancelled') return refuse('cancelled', message`The status is “${guest.status}”.`);
	if (noPlace) return refuse('not_confirmed', noPlaceMessages[noPlace](guest.status));
	const typedQuantity = oneLine(cell('quantity')).slice(0, 100);
	const quantity = readCount(typedQuantity);
	if (quantity === 0) return refuse('cancelled', message`The quantity is 0.`);
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
	const isQuantityFine = typedQuantity === '' || (quantity !== null && quantity <= MAX_QUANTITY);
	if (quantity !== null && isQuantityFine && !isOneOfOrder) guest.quantity = quantity;
	const plusOnes = readCount(cell('plusOnes')) ?? 0;
	const longest = attendeeFieldNames.find(isTooLong);
	const notes = [
		address.others > 0 && message`The row has several addresses; the first is used.`,
		longest &&
			message`“${attendeeFields[longest].title}” is cut at ${attendeeFields[longest].maxLength} characters.`,
		!isQuantityFine &&
			message`The quantity “${typedQuantity}” isn’t a number from 1 to ${MAX_QUANTITY}; 1 guest is imported.`,
		isOneOfOrder && message`The quantity is that of the whole order; this row is 1 guest.`,
		guest.quantity > 1 && message`${guest.quantity} guests with this name are imported.`,
		plusOnes === 1 && message`1 more guest of this row is not imported: add them in a row of their own.`,
		plusOnes > 1 &&
			message`${plusOnes} more guests of this row are not imported: add them in rows of their own.`,
	].filter((note): note is TranslatableMessage => typeof note === 'object');
	return {
		...guest,
		message: notes.length === 0 ? null : notes.reduce((all, note) => message`${all} ${note}`),
	};
}
