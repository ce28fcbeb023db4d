import type pg from 'pg';
import type { FactName, RecordedFact } from '../domain/facts.ts';
import type { Poller } from '../domain/module.ts';
import { runInParallel } from '../platform/concurrency/run-in-parallel.ts';
import { errorText } from '../platform/error-text.ts';
import { yieldToRequests } from '../platform/load-shedding.ts';
import type { Services } from '../services.ts';
import { createFairPoller } from './fair-poller.ts';
import { clockCheckMs, leaseSeconds } from './lease.ts';

interface FactRow {
	id: string;
	name: string;
	organisationId: string | null;
	eventId: string | null;
	payload: unknown;
	attempts: number;
	isOld: boolean;
	/** A listener failed: it is not ours any more. */
	isPostponed?: true;
}

const batchSize = 100;
/** Subjects of an organisation that are worked on side by side. */
const atOnce = 4;
/** Facts of accounts take turns as those of one organisation. */
const noOrganisation = '00000000-0000-0000-0000-000000000000';

/**
 * Takes due facts, oldest first, and keeps other workers off them as long as the claim is renewed. `attempts` marks the claim: a
 * worker that comes back after its claim ended finds it raised by another one and changes nothing.
 */
const claimDue = `
	UPDATE facts SET attempts = attempts + 1, next_attempt_at = now() + interval '${leaseSeconds} seconds'
	WHERE id IN (
		SELECT id FROM facts WHERE dispatched_at IS NULL AND next_attempt_at <= now() + interval '1 ms'
			AND coalesce(organisation_id, '${noOrganisation}') <> ALL ($1::uuid[])
		ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
	)
	RETURNING id, name, organisation_id AS "organisationId", event_id AS "eventId", payload, attempts,
		created_at < now() - interval '1 day' AS "isOld"`;

const renewClaims = `
	UPDATE facts f SET next_attempt_at = now() + interval '${leaseSeconds} seconds'
	FROM unnest($1::bigint[], $2::int[]) AS mine(id, attempts)
	WHERE f.id = mine.id AND f.attempts = mine.attempts AND f.dispatched_at IS NULL`;

/** Makes a fact that failed due now. */
export async function retryFact(pool: pg.Pool, id: string): Promise<void> {
	await pool.query('UPDATE facts SET next_attempt_at = now() WHERE id = $1 AND dispatched_at IS NULL', [id]);
}

/** Seconds until a fact that failed is tried again: 5 s, 10 s, … six hours at most. */
export function factRetrySeconds(attempts: number): number {
	return Math.min(6 * 3600, 5 * 2 ** (attempts - 1));
}

/**
 * Hands facts to the listeners of the worker, each at least once: a listener that fails, or a worker that dies, makes all
 * listeners of that fact run again.
 */
export const factPoller = createFairPoller<FactRow>({
	name: 'facts.dispatch',
	idleMs: 500,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<FactRow>({
			name: 'facts.claim',
			text: claimDue,
			values: [without],
		});
		return rows.sort((a, b) => Number(a.id) - Number(b.id));
	},
	ownerOf: ({ organisationId }) => organisationId ?? noOrganisation,
	organisationOf: ({ organisationId }) => organisationId,
	keyOf: ({ id }) => id,
	async run(services, rows, signal) {
		const startMs = performance.now();
		const done = await dispatchAll(services, rows, signal);
		await yieldToRequests(performance.now() - startMs, signal);
		return done;
	},
	// A postponed fact keeps its pause.
	renew: ({ database }, rows) =>
		database.pool.query(renewClaims, claimsOf(rows.filter((row) => !row.isPostponed))),
	giveBack,
});

/** Dispatches claimed facts and settles them. @returns how many are done */
async function dispatchAll(
	services: Services,
	rows: readonly FactRow[],
	signal: AbortSignal,
): Promise<number> {
	const done: FactRow[] = [];
	const untouched: FactRow[] = [];
	const alone: FactRow[] = [];
	const groups: FactRow[][] = [];
	for (const group of Map.groupBy(rows, subjectOf).values()) {
		const [first] = group as [FactRow];
		if (group.length === 1 && services.facts.listenersAfterMany(first.name as FactName)) alone.push(first);
		else groups.push(group);
	}
	for (const some of Map.groupBy(alone, (row) => row.name).values()) {
		if (await dispatchMany(services, some)) done.push(...some);
		else groups.push(...some.map((row) => [row]));
	}
	await runInParallel(atOnce, async () => {
		for (let group = groups.shift(); group; group = groups.shift()) {
			for (const row of group) {
				if (signal.aborted) untouched.push(row);
				else if (await dispatch(services, row)) done.push(row);
				else row.isPostponed = true;
			}
		}
	});
	if (untouched.length > 0) await giveBack(services, untouched);
	if (done.length > 0) {
		await services.database.pool.query(
			`UPDATE facts f SET dispatched_at = now(), last_error = NULL
				FROM unnest($1::bigint[], $2::int[]) AS mine(id, attempts)
				WHERE f.id = mine.id AND f.attempts = mine.attempts`,
			claimsOf(done),
		);
	}
	return done.length;
}

/** Parameters of a statement on rows as they were claimed. */
const claimsOf = (rows: readonly FactRow[]) => [rows.map((row) => row.id), rows.map((row) => row.attempts)];

/**
 * Makes facts due whose next attempt lies further ahead than any claim or pause sets it: the clock of the database was set back,
 * and they would wait until it has caught up.
 */
export const factClockPoller: Poller = {
	name: 'facts.after-clock-change',
	idleMs: clockCheckMs,
	async run({ database }) {
		await database.pool.query(`UPDATE facts SET next_attempt_at = now()
			WHERE dispatched_at IS NULL AND next_attempt_at > now() + make_interval(secs => greatest(${leaseSeconds}, least(21600, 5 * 2 ^ least(attempts - 1, 20)))) + interval '1 s'`);
		return 0;
	},
};

/** The subject of a fact. Facts about one subject are handled one after the other, in the order in which they happened. */
function subjectOf({ payload, eventId, name }: FactRow): string {
	return (payload as { orderId?: string } | null)?.orderId ?? eventId ?? name;
}

/** @returns whether all listeners are through */
async function dispatch(services: Services, row: FactRow): Promise<boolean> {
	const listeners = services.facts.listenersAfter(row.name as FactName);
	// A worker of an older version may not know the listener yet that a newer one wrote this for.
	if (listeners.length === 0) {
		if (row.isOld) return true;
		await postpone(services, row, leaseSeconds, null);
		return false;
	}
	const fact = toFact(row);
	try {
		for (const listener of listeners) await listener(fact, services);
		return true;
	} catch (error) {
		services.log.error(
			{ error, fact: row.name, id: row.id, attempts: row.attempts },
			'worker.listener-failed',
		);
		await postpone(services, row, factRetrySeconds(row.attempts), errorText(error));
		return false;
	}
}

/**
 * Facts of one name about as many things, at once. What fails is left to be handled one by one, where the one that cannot
 * be handled fails alone.
 * @returns whether all listeners are through
 */
async function dispatchMany(services: Services, rows: FactRow[]): Promise<boolean> {
	const [first] = rows as [FactRow];
	const listeners = rows.length > 1 ? services.facts.listenersAfterMany(first.name as FactName) : null;
	if (!listeners) return false;
	try {
		for (const listener of listeners) await listener(rows.map(toFact), services);
		return true;
	} catch (error) {
		services.log.warn({ error, fact: first.name, count: rows.length }, 'worker.listener-failed-for-many');
		return false;
	}
}

function toFact(row: FactRow): RecordedFact {
	return {
		id: row.id,
		name: row.name as FactName,
		organisationId: row.organisationId,
		eventId: row.eventId,
		payload: row.payload as RecordedFact['payload'],
	};
}

async function postpone(
	services: Services,
	row: FactRow,
	seconds: number,
	error: string | null,
): Promise<void> {
	await services.database.pool.query(
		`UPDATE facts SET next_attempt_at = now() + make_interval(secs => $3), last_error = coalesce($4, last_error)
		WHERE id = $1 AND attempts = $2`,
		[row.id, row.attempts, seconds, error],
	);
}

/** Facts that were claimed but not begun: as if they had not been claimed. */
async function giveBack(services: Services, rows: FactRow[]): Promise<void> {
	await services.database.pool.query(
		`UPDATE facts f SET attempts = f.attempts - 1, next_attempt_at = now()
		FROM unnest($1::bigint[], $2::int[]) AS mine(id, attempts)
		WHERE f.id = mine.id AND f.attempts = mine.attempts`,
		claimsOf(rows),
	);
}
