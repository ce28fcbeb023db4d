import { createStaffLink } from '#server/domain/staff/commands/make-staff-link.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { loadOk } from './load.ts';
import type { LoadResult } from './load-run.ts';
import type { Stage } from './stage.ts';

/** More than any machine lets in during a round. */
const guestsPerRound = 100_000;

/**
 * Lets in the guests of a new event, 32 connections at once.
 * @param how.turn differs for each event of a stage
 */
export async function scanGuests(
	stage: Stage,
	port: number,
	how: { turn: number; seconds: number; organisationId?: string },
): Promise<LoadResult> {
	const { token, prefix } = await fullEvent(stage, how.turn, how.organisationId);
	const result = await loadOk({
		port,
		connections: 32,
		ms: how.seconds * 1_000,
		method: 'POST',
		path: `/api/staff-access/checkin/${token}`,
		body: JSON.stringify({ guestQrData: `${prefix}{n}` }),
	});
	await stage.database.pool.query('VACUUM ANALYZE check_ins');
	return result;
}

/** An event whose guests' ticket codes are a prefix and the numbers that the load counts through. */
async function fullEvent(
	stage: Stage,
	turn: number,
	organisationId?: string,
): Promise<{ token: string; prefix: string }> {
	const event = await insertSellingEvent(stage.database, null, {
		event: organisationId === undefined ? {} : { organisationId },
	});
	const prefix = String(turn).padStart(18, '0');
	const ids = [event.organisationId, event.eventId, event.ticketTypeId];
	const { pool } = stage.database;
	await pool.query(
		`CREATE TABLE bench_guests AS SELECT uuidv7() AS id, n FROM generate_series(1, ${guestsPerRound}) AS n`,
	);
	await pool.query(
		`INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
		SELECT id, $1, $2, 'B' || n, 'confirmed', 'Ada Lovelace', 'ada@example.org', 'EUR', now() FROM bench_guests`,
		ids.slice(0, 2),
	);
	await pool.query(
		`INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
		SELECT $1, $2, id, $3, 1, 1, 0 FROM bench_guests`,
		ids,
	);
	await pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT id, $1, $2, id, $3, 'Ada Lovelace', 'ada@example.org', '${prefix}' || 10000000 + n, 'active' FROM bench_guests`,
		ids,
	);
	await pool.query('DROP TABLE bench_guests');
	await pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE id = $1', [event.poolId, guestsPerRound]);
	await pool.query('VACUUM ANALYZE orders, order_items, attendees');
	const link = await createStaffLink(stage.services, {
		...event,
		maker: { userId: null, rights: { role: 'owner', isLimited: false } },
		input: { label: 'Entrance' },
	});
	return { token: link.token, prefix };
}
