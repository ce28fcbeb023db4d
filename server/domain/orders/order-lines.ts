import type { Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement } from '#server/db/statement.ts';
import { taxRateColumns } from '#server/db/tax-rate.ts';
import type { OrderLine, OrderScope } from './order-record.ts';

const lineRows = arrayRows<OrderLine>(4, 'l', [
	['line', 'int', (line) => line.line],
	['kind', 'code', (line) => line.kind],
	['ticket_type_id', 'uuid', (line) => line.ticketTypeId],
	['tier_name', 'text', (line) => line.tierName],
	['quantity', 'int', (line) => line.quantity],
	['unit_minor', 'bigint', (line) => line.unitMinor],
	['net_minor', 'bigint', (line) => line.netMinor],
	['tax_minor', 'bigint', (line) => line.taxMinor],
	['gross_minor', 'bigint', (line) => line.grossMinor],
	['attendee_id', 'uuid', (line) => line.attendeeId ?? null],
	...taxRateColumns((line: OrderLine) => line.taxBasisPoints),
]);

const insertLines = {
	name: 'orders.insert-lines',
	text: `
INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, tier_name, quantity, unit_minor, net_minor,
	tax_minor, gross_minor, attendee_id, tax_basis_points, tax_rate)
SELECT $1::uuid, $2::uuid, $3::uuid, l.* FROM ${lineRows.from}`,
};

/** Writes further lines of an order, of what is taken back or changed. Their numbers are those behind the last one. */
export const writeLines = (
	tx: Tx,
	{ organisationId, eventId, orderId }: OrderScope,
	lines: readonly OrderLine[],
) => tx.execute(bindStatement(insertLines, [organisationId, eventId, orderId, ...lineRows.values(lines)]));
