/*
 * What was committed since an earlier read, by the database's own transactions: tables whose rows carry `transactionId()`
 * (tables/columns.ts) are read with the snapshot of the last read. No clock has a part in it, and a transaction that commits after
 * others that began later is not passed over.
 */

/** Snapshots of more transactions than this text holds are cut; cursors have to stay short. */
const longestSnapshot = 100;

/** SQL: whether a row of the transaction `column` was committed since the snapshot `since`, both written as SQL. */
export const committedSince = (column: string, since: string): string =>
	`(${column} >= pg_snapshot_xmin(${since}) AND ${column} < pg_snapshot_xmax(pg_current_snapshot())
		AND NOT pg_visible_in_snapshot(${column}, ${since}))`;

const form = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** Whether the database would take the text as a `pg_snapshot`. */
export function isSnapshot(text: string): boolean {
	const match = form.exec(text);
	if (!match) return false;
	const [xmin, xmax] = [BigInt(match[1] as string), BigInt(match[2] as string)];
	const running = match[3] ? match[3].split(',').map(BigInt) : [];
	const isInOrder = running.every(
		(id, index) => id >= xmin && id < xmax && (index === 0 || id > (running[index - 1] as bigint)),
	);
	return xmin > 0n && xmin <= xmax && xmax < 2n ** 63n && isInOrder;
}

/** A snapshot that saw as much or less, in a short text: what it does not hold is read once more. */
export function shortSnapshot(text: string): string {
	if (text.length <= longestSnapshot) return text;
	const xmin = text.slice(0, text.indexOf(':'));
	return `${xmin}:${xmin}:`;
}

/** Whether a snapshot is of a later time than the database has reached: it comes from another life of the database. */
export function isAhead(snapshot: string, current: string): boolean {
	const xmax = (text: string) => BigInt(text.split(':')[1] ?? '0');
	return xmax(snapshot) > xmax(current);
}
