import pg from 'pg';
import { beginSession } from '#server/domain/accounts/sessions.ts';
import { createStaffLink } from '#server/domain/staff/commands/make-staff-link.ts';
import type { Services } from '#server/services.ts';
import { findIndexes } from './dataset/indexes.ts';
import type { Dataset, DatasetSize } from './dataset/size.ts';
import {
	attendeeRows,
	checkInRows,
	eventNames,
	eventPlan,
	eventRows,
	eventWords,
	factRows,
	helpers,
	itemRows,
	mailRows,
	orderPlan,
	orderRows,
	organisations,
	ticketRows,
} from './dataset/statements.ts';

export { type Dataset, type DatasetSize, largeDataset, smallDataset } from './dataset/size.ts';

/** Tables whose indexes are made after their rows. */
const filled = ['attendees', 'check_ins', 'events', 'mails', 'order_items', 'orders'];

/**
 * Fills an empty, migrated database with a consistent past: organisers, events in every state, orders, tickets, scans, mails.
 * The same size gives the same rows, but for instants, which lie around now. `foyer verify` finds nothing on it.
 */
export async function makeDataset(
	services: Services,
	size: DatasetSize,
	note: (line: string) => void = () => {},
): Promise<Dataset> {
	const client = await connect(services);
	const other = await connect(services);
	try {
		const timed = async (what: string, work: () => Promise<unknown>) => {
			const startMs = performance.now();
			await work();
			note(`${what}: ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
		};
		await client.query(helpers);
		const indexes = await findIndexes(client, filled);
		for (const statement of indexes.drop) await client.query(statement);
		await timed('events', () => writeEvents([client, other], size));
		await timed('orders', () => writeOrders([client, other], size));
		await timed('indexes', () => inTurns([client, other], indexes.restore));
		await timed('statistics', () =>
			Promise.all([
				client.query('VACUUM ANALYZE attendees'),
				other.query('VACUUM ANALYZE events, event_words, names'),
			]),
		);
		await timed('scans', () => client.query(checkInRows));
		await client.query('DROP SCHEMA bench CASCADE');
		await timed('statistics', () => client.query('VACUUM ANALYZE'));
		// Files of the rows are written now rather than under the measurement.
		await client.query('CHECKPOINT').catch(() => {});
	} finally {
		await client.end();
		await other.end();
	}
	return findDataset(services, size);
}

async function connect(services: Services): Promise<pg.Client> {
	const client = new pg.Client(services.database.address);
	await client.connect();
	await client.query(
		`SET maintenance_work_mem = '256MB'; SET work_mem = '64MB'; SET synchronous_commit = off`,
	);
	return client;
}

async function writeEvents([client, other]: [pg.Client, pg.Client], size: DatasetSize): Promise<void> {
	const organisers = size.organisers ?? Math.max(2, Math.round(size.events / 50));
	for (const statement of organisations) await client.query(statement, [organisers]);
	// Statements that make tables take no parameters of their own.
	await client.query(bind(eventPlan, [size.events, organisers]));
	await client.query('CREATE UNIQUE INDEX ON bench.events (n); ANALYZE bench.events');
	const [disable, insert, enable] = eventRows as [string, string, string];
	await client.query(disable);
	const half = Math.ceil(size.events / 2);
	await Promise.all([client.query(insert, [1, half]), other.query(insert, [half + 1, size.events])]);
	await client.query(enable);
	await client.query(eventWords);
	await client.query(eventNames);
}

async function writeOrders([client, other]: [pg.Client, pg.Client], size: DatasetSize): Promise<void> {
	await client.query(bind(orderPlan, [size.attendees / 10, size.largest / 10, size.events]));
	await client.query('ANALYZE bench.orders');
	await Promise.all([
		client.query(attendeeRows),
		inOrder(other, [...ticketRows, orderRows, itemRows, mailRows, factRows]),
	]);
}

async function inOrder(client: pg.Client, statements: string[]): Promise<void> {
	for (const statement of statements) await client.query(statement);
}

/** Each connection takes the next statement when it is free. */
async function inTurns(clients: pg.Client[], statements: string[]): Promise<void> {
	const waiting = [...statements];
	await Promise.all(
		clients.map(async (client) => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next);
		}),
	);
}

function bind(statement: string, values: number[]): string {
	return statement.replaceAll(/\$(\d+)(?!\d)/g, (_, number) => String(values[Number(number) - 1]));
}

/** Signs the owner of the large event in and makes a link to its door. */
export async function findDataset(services: Services, size: DatasetSize): Promise<Dataset> {
	const { rows } = await services.database.pool.query<{
		organisation_id: string;
		event_id: string;
		user_id: string;
		ticket_type_id: string;
	}>(
		`SELECT e.organisation_id, e.id AS event_id, m.user_id,
			(SELECT id FROM ticket_types t WHERE t.organisation_id = e.organisation_id AND t.event_id = e.id ORDER BY position LIMIT 1) AS ticket_type_id
		FROM events e JOIN memberships m ON m.organisation_id = e.organisation_id WHERE e.slug = 'event-1'`,
	);
	const row = rows[0];
	if (!row) throw new Error('This database was not made by makeDataset.');
	const ids = { organisationId: row.organisation_id, eventId: row.event_id, userId: row.user_id };
	const session = { userId: row.user_id, isRemembered: false, userAgent: 'bench' };
	const { token } = await beginSession(services.database.db, session, services.clock.now());
	const link = await createStaffLink(services, {
		...ids,
		maker: { userId: row.user_id, rights: { role: 'owner', isLimited: false } },
		input: { label: 'Entrance' },
	});
	return { ...size, ...ids, ticketTypeId: row.ticket_type_id, token, staffToken: link.token };
}
