/** How many rows there are of each ticket type, by type id (so that locks are always taken in one order). */
export function countByType(
	rows: readonly { ticket_type_id: string }[],
): [ticketTypeId: string, count: number][] {
	const counts = new Map<string, number>();
	for (const row of rows) counts.set(row.ticket_type_id, (counts.get(row.ticket_type_id) ?? 0) + 1);
	return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
