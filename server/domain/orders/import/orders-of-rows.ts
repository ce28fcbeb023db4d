import type { Table, TableRow } from '#server/platform/table/read-table.ts';
import { isOrderNumberColumn } from './column-names.ts';
import type { GuestMapping } from './guess-columns.ts';
import { readCount, readEmail } from './guest-cells.ts';

/**
 * Finds the rows whose quantity is that of their whole order: three rows of one order (or, without order numbers, of one
 * address), each with quantity 3, are three tickets and not nine.
 * @returns whether a row is one ticket of such an order
 */
export function ordersOf(table: Table, mapping: GuestMapping): (row: TableRow) => boolean {
	if (mapping.quantity === undefined) return () => false;
	const orderColumn = table.columns.findIndex(
		(name, column) => isOrderNumberColumn(name) && column !== mapping.code,
	);
	const orderOf = ({ cells }: TableRow): { key: string; quantity: number } | null => {
		const quantity = readCount(cells[mapping.quantity ?? -1] ?? '') ?? 1;
		const address = () =>
			readEmail(cells[mapping.buyerEmail ?? -1] ?? '').email ||
			readEmail(cells[mapping.email ?? -1] ?? '').email;
		const order = (cells[orderColumn] ?? '').trim() || address().toLowerCase();
		return quantity < 2 || order === '' ? null : { key: `${quantity} ${order}`, quantity };
	};
	const sizes = new Map<string, number>();
	for (const row of table.rows) {
		const order = orderOf(row);
		if (order) sizes.set(order.key, (sizes.get(order.key) ?? 0) + 1);
	}
	return (row) => {
		const order = orderOf(row);
		return order !== null && (sizes.get(order.key) ?? 0) % order.quantity === 0;
	};
}
