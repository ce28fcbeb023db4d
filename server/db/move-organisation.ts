import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { localDaysOf } from '#shared/rules/event-times.ts';
import type { Tx } from './client.ts';
import { organisationTables } from './organisation-tables.ts';
import { updateRows } from './row-sets.ts';
import * as accounts from './tables/accounts.ts';
import * as admin from './tables/admin.ts';
import * as analytics from './tables/analytics.ts';
import * as checkIn from './tables/check-in.ts';
import * as codes from './tables/codes.ts';
import * as developer from './tables/developer.ts';
import * as documents from './tables/documents.ts';
import * as doorSales from './tables/door-sales.ts';
import * as events from './tables/events.ts';
import * as fundraisers from './tables/fundraisers.ts';
import * as giftCards from './tables/gift-cards.ts';
import * as groups from './tables/groups.ts';
import * as integrations from './tables/integrations.ts';
import * as ledger from './tables/ledger.ts';
import * as mailingLists from './tables/mailing-lists.ts';
import * as messages from './tables/messages.ts';
import * as notifications from './tables/notifications.ts';
import * as orders from './tables/orders.ts';
import * as organisers from './tables/organisers.ts';
import * as payments from './tables/payments.ts';
import * as platform from './tables/platform.ts';
import * as questions from './tables/questions.ts';
import * as reports from './tables/reports.ts';
import * as series from './tables/series.ts';
import * as settings from './tables/settings.ts';
import * as staff from './tables/staff.ts';
import * as subscriptions from './tables/subscriptions.ts';
import * as templates from './tables/templates.ts';
import * as tickets from './tables/tickets.ts';
import * as waitlist from './tables/waitlist.ts';
import * as withdrawals from './tables/withdrawals.ts';

const sources: object[] = [
	...[
		accounts,
		admin,
		analytics,
		checkIn,
		codes,
		developer,
		documents,
		doorSales,
		events,
		fundraisers,
		giftCards,
		groups,
	],
	...[
		integrations,
		ledger,
		mailingLists,
		messages,
		notifications,
		orders,
		organisers,
		payments,
		platform,
		questions,
		reports,
		series,
		settings,
	],
	...[staff, subscriptions, templates, tickets, waitlist, withdrawals],
];

/** Tables whose instants stay, each with its reason. */
export const unmovedTables: Readonly<Record<string, string>> = {
	memberships: 'they follow those of the parent, which does not move',
	organisation_acts: 'the log of what members did is never changed',
	documents: 'what was issued is never changed, and its date is part of it',
	ledger_periods: 'closed months are opened again, since what they closed moves out of them',
	ledger_seals: 'days are sealed anew, since their transfers move out of them',
};

/** Days that follow from instants and a zone are worked out anew. */
const derivedDays: Readonly<Record<string, readonly string[]>> = { events: ['starts_on', 'ends_on'] };

export interface MovedTable {
	name: string;
	instants: string[];
	days: string[];
	/** Instants inside of JSON: texts such as `2026-11-24T15:00:00.000Z`. */
	documents: string[];
	/** A moved column is part of a unique key, so rows could meet halfway. */
	isKeyed: boolean;
}

/** The columns to move in each table of an organisation, by the definitions of the tables. */
export const movedTables: readonly MovedTable[] = describeTables();

function describeTables(): MovedTable[] {
	const found = new Map(
		sources
			.flatMap((source) => Object.values(source))
			.filter((value): value is PgTable => is(value, PgTable))
			.map((table) => [getTableName(table), table]),
	);
	return organisationTables.flatMap((name): MovedTable[] => {
		const table = found.get(name);
		if (!table) throw new Error(`No definition of the table ${name} was found.`);
		if (name in unmovedTables) return [];
		const { columns, primaryKeys, indexes, uniqueConstraints } = getTableConfig(table);
		const named = (type: RegExp) =>
			columns
				.filter((column) => type.test(column.getSQLType()) && !column.generated)
				.map((column) => column.name);
		const days = named(/^date$/).filter((column) => !derivedDays[name]?.includes(column));
		const moved = { instants: named(/^timestamp/), days, documents: named(/^jsonb$/) };
		const keys = [
			...primaryKeys.flatMap((key) => key.columns),
			...uniqueConstraints.flatMap((key) => key.columns),
			...indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns),
		].map((column) => (column as PgColumn).name);
		const isKeyed = [...moved.instants, ...days].some((column) => keys.includes(column));
		return [{ name, ...moved, isKeyed }];
	});
}

/**
 * The tables in which an organisation has rows that move.
 * @returns null when it has more rows than the limit
 */
export async function findMovedTables(
	tx: Tx,
	organisationId: string,
	limit: number,
): Promise<MovedTable[] | null> {
	const counts = movedTables.map(
		({ name }) => sql`SELECT ${name}::text AS name, (SELECT count(*)::int FROM (
			SELECT FROM ${sql.identifier(name)} WHERE organisation_id = ${organisationId} LIMIT ${limit + 1}) AS found) AS rows`,
	);
	const { rows } = await tx.execute<{ name: string; rows: number }>(sql.join(counts, sql` UNION ALL `));
	if (rows.reduce((sum, row) => sum + row.rows, 0) > limit) return null;
	const filled = new Set(rows.filter((row) => row.rows > 0).map(({ name }) => name));
	return movedTables.filter(({ name }) => filled.has(name));
}

/** More days than anything is moved: keyed rows go that far back and come forward again, so that none meets another. */
const detourDays = 100_000;
const dayMinutes = 24 * 60;

async function moveColumns(tx: Tx, table: MovedTable, organisationId: string, by: Move): Promise<void> {
	const assign = (names: readonly string[], amount: SQL) =>
		names.map((name) => sql`${sql.identifier(name)} = ${sql.identifier(name)} - ${amount}`);
	const step = async ({ minutes, days }: Move) => {
		const set = [
			...assign(table.instants, sql`make_interval(mins => ${minutes}::int)`),
			...assign(table.days, sql`${days}::int`),
		];
		await tx.execute(
			sql`UPDATE ${sql.identifier(table.name)} SET ${sql.join(set, sql`, `)} WHERE organisation_id = ${organisationId}`,
		);
	};
	if (table.instants.length + table.days.length === 0) return;
	const detour = table.isKeyed ? detourDays : 0;
	await step({ minutes: by.minutes + dayMinutes * detour, days: by.days + detour });
	if (table.isKeyed) await step({ minutes: -dayMinutes * detour, days: -detour });
}

const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** The same with all instants in it moved. */
function movedJson(value: unknown, byMs: number): unknown {
	if (typeof value === 'string')
		return instantText.test(value) ? new Date(Date.parse(value) - byMs).toISOString() : value;
	if (Array.isArray(value)) return value.map((one) => movedJson(one, byMs));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, movedJson(one, byMs)]));
}

async function moveDocuments(tx: Tx, table: MovedTable, organisationId: string, by: Move): Promise<void> {
	for (const name of table.documents) {
		const [source, column] = [sql.identifier(table.name), sql.identifier(name)];
		const { rows } = await tx.execute<{ place: string; value: unknown }>(sql`
			SELECT ctid::text AS place, ${column} AS value FROM ${source} WHERE organisation_id = ${organisationId}
				AND ${column}::text ~ '"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' FOR UPDATE`);
		if (rows.length === 0) continue;
		const moved = rows.map(({ place, value }) => ({ place, value: movedJson(value, by.minutes * 60_000) }));
		await tx.execute(sql`
			UPDATE ${source} t SET ${column} = n.value
			FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS n(place text, value jsonb)
			WHERE t.ctid = n.place::tid AND t.organisation_id = ${organisationId}`);
	}
}

/** @returns the ids of the events */
async function moveEventDays(tx: Tx, organisationId: string): Promise<string[]> {
	const { rows } = await tx.execute<{ id: string; startsAt: string; endsAt: string; timeZone: string }>(sql`
		SELECT id, to_json(starts_at) #>> '{}' AS "startsAt", to_json(ends_at) #>> '{}' AS "endsAt", time_zone AS "timeZone"
		FROM events WHERE organisation_id = ${organisationId}`);
	const days = rows.map(({ id, startsAt, endsAt, timeZone }) => ({
		...{ organisationId, id },
		...localDaysOf(new Date(startsAt), new Date(endsAt), timeZone),
	}));
	// Readers see another date of the event, so its version changes.
	await updateRows(tx, events.events, ['organisationId', 'id'], days, sql`version = o.version + 1`);
	return rows.map(({ id }) => id);
}

interface Move {
	minutes: number;
	/** Whole days for columns that hold days. */
	days: number;
}

/**
 * Moves everything of a sandbox back in time, so that for it time has moved on: every instant of its rows, every day, and instants in
 * JSON. Which columns there are is read from the definitions of the tables, so a new one moves without anybody thinking of it.
 * @param move.tables of `findMovedTables`
 * @returns the ids of its events
 */
export async function moveOrganisationBack(
	tx: Tx,
	organisationId: string,
	move: Move & { tables: readonly MovedTable[] },
): Promise<string[]> {
	await tx.execute(sql`SELECT set_config('foyer.moves_sandbox', ${organisationId}, true)`);
	await tx.execute(sql`DELETE FROM ledger_periods WHERE organisation_id = ${organisationId}`);
	await tx.execute(sql`DELETE FROM ledger_seals WHERE organisation_id = ${organisationId}`);
	for (const table of move.tables) {
		await moveDocuments(tx, table, organisationId, move);
		await moveColumns(tx, table, organisationId, move);
	}
	const eventIds = await moveEventDays(tx, organisationId);
	await tx.execute(sql`SELECT set_config('foyer.moves_sandbox', '', true)`);
	return eventIds;
}
