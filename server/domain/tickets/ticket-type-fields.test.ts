import { getColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import { createTicketType, ticketType, updateTicketType } from '#shared/contracts/tickets.ts';
import { ticketTypeFields } from './type-rules.ts';

/** Columns that no organiser sets. */
const ownColumns = [
	'organisationId',
	'id',
	'eventId',
	'poolId',
	'sharedPoolId',
	'planPoolId',
	'version',
	'createdAt',
	'updatedAt',
	'wholeTaxBasisPoints',
	'lineageId',
];

const missingIn = (known: object) => ticketTypeFields.filter((field) => !(field in known));

test('every column of ticket types is a field that organisers set, or is named here', () => {
	expect(Object.keys(getColumns(ticketTypes)).sort()).toEqual([...ticketTypeFields, ...ownColumns].sort());
});

test('every field can be set at the creation and later, and is in the answer', () => {
	expect(missingIn(createTicketType.body?.shape ?? {})).toEqual([]);
	expect(missingIn(updateTicketType.body?.shape ?? {})).toEqual([]);
	expect(missingIn({ ...ticketType.shape, ...ticketType.shape.organiser.unwrap().shape })).toEqual([]);
});
