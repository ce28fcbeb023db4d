import { sql } from 'drizzle-orm';
import { attendeeImports } from '#server/db/tables/orders.ts';
import { createTicketTypeWithin } from '#server/domain/tickets/commands/create-ticket-type.ts';
import { readEventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import { collectInSlices } from '#server/platform/concurrency/collect-in-slices.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { attendeeFields, pickDetails } from '#shared/rules/attendee-fields.ts';
import { checkEachGuest, countGuests, type GuestRow } from '../import/check-guests.ts';
import type { ImportRecord, ImportTerms } from '../import/import-record.ts';
import { listKnownGuests } from '../import/known-guests.ts';
import { type ImportChoices, readGuestFile } from '../import/read-guest-file.ts';
import { chooseTickets, fallbackType, newTicketNames } from '../import/ticket-names.ts';
import { placeGuests } from './place-guests.ts';
import type { PlaceOrderInput } from './place-order.ts';

export interface ImportGuestsInput {
	organisationId: string;
	eventId: string;
	userId: string;
	file: UploadedFile;
	choices: ImportChoices;
	/** Whether the guests with an address get their ticket by mail. */
	sendMail: boolean;
}

/**
 * Imports a guest list: all valid rows, or none. Each row becomes an order and counts against capacity. Unknown ticket names become
 * hidden free types in the same transaction if the caller chose so. Imports of one event are serialised, so importing the same file
 * twice adds no one twice.
 * @throws VALIDATION_FAILED about the file, the mapping or the ticket type; `no-ticket-type`, `sold-out`
 */
export async function importGuests(services: Services, input: ImportGuestsInput): Promise<ImportRecord> {
	const { organisationId, eventId, file, choices } = input;
	const { table, mapping } = await readGuestFile(organisationId, file, choices);
	const record = await services.database.transaction(async (tx) => {
		await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`attendee-import ${eventId}`}, 0))`);
		const known = await listKnownGuests(tx, input);
		const rows = await collectInSlices(checkEachGuest(table, mapping, known));
		const good = rows.filter(({ verdict }) => verdict === 'ok');
		let stock = await readEventStock(tx, eventId);
		const fallback = stock && fallbackType(stock, choices.ticketTypeId);
		if (!stock || !fallback) {
			if (choices.ticketTypeId !== undefined)
				throw fieldError('ticketTypeId', message`There is no such ticket type.`);
			throw ruleViolation('no-ticket-type', message`This event has no ticket type yet. Add one first.`);
		}
		let tickets = chooseTickets(stock, fallback);
		const names = choices.createTicketTypes ? newTicketNames(good, tickets) : [];
		for (const name of names)
			await createTicketTypeWithin(tx, { organisationId, eventId }, { name, isHidden: true });
		if (names.length > 0) {
			stock = await readEventStock(tx, eventId);
			if (stock) tickets = chooseTickets(stock, fallback);
		}
		const terms: ImportTerms = {
			columns: mapping,
			encoding: table.encoding,
			hasHeader: table.hasHeader,
			sendMail: input.sendMail,
		};
		const importId = newId();
		const [made] = await tx
			.insert(attendeeImports)
			.values({
				id: importId,
				organisationId,
				eventId,
				fileName: file.name,
				mapping: terms,
				taken: countGuests(good),
				refused: rows.length - good.length,
				createdBy: input.userId,
			})
			.returning();
		const orders = good.map((guest) => orderOf(guest, tickets.typeOf(guest).id, { ...input, importId }));
		if (orders.length > 0) await placeGuests(services, tx, orders);
		return made as ImportRecord;
	});
	if (record.taken > 0) stockStore(services).forget(eventId);
	return record;
}

function orderOf(
	guest: GuestRow,
	ticketTypeId: string,
	input: ImportGuestsInput & { importId: string },
): PlaceOrderInput {
	return {
		organisationId: input.organisationId,
		eventId: input.eventId,
		buyer: { name: guest.name, email: guest.email },
		items: [{ ticketTypeId, quantity: guest.quantity }],
		attendees: Array.from({ length: guest.quantity }, () => ({
			name: guest.name,
			email: guest.email,
			...pickDetails(guest),
			notes: notesOf(guest),
		})),
		source: 'import',
		createdBy: input.userId,
		importId: input.importId,
		isAnnounced: input.sendMail && guest.email !== '',
	};
}

/** Details of the guest in the other product that have no field here. */
function notesOf(guest: GuestRow): string {
	const checkedIn = guest.checkedInAt?.slice(0, 16).replace('T', ' ');
	return [
		guest.notes,
		guest.code === '' ? '' : `Code: ${guest.code}`,
		checkedIn ? `Checked in: ${checkedIn}${guest.checkedInAt?.endsWith('Z') ? ' UTC' : ''}` : '',
	]
		.filter((line) => line !== '')
		.join('\n')
		.slice(0, attendeeFields.notes.maxLength)
		.toWellFormed();
}
