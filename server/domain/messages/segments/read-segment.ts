import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { databaseErrorCode } from '#server/db/errors.ts';
import { createSemaphore, createSemaphoreByKey } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { MessagePlace } from '../place.ts';

/** Segments that one process reads side by side for screens: whatever they cost, sales have the other connections. */
const takeTurn = createSemaphore({ maxRunning: 2, maxWaiting: 30, maxWaitMs: 10_000 });
/** Of an organisation one at a time, so that one with many guests leaves room for others. */
const takeTurnOf = createSemaphoreByKey({ maxWaiting: 10, maxWaitMs: 10_000 });

const queryCanceled = '57014';

/**
 * Lets the statements of a transaction hash and sort the guests of a large event in memory and, where it pays, by several processes. Before
 * the database has counted a new event, it takes it for a small one, and would read all its guests again for each order: of one event it may
 * not.
 */
export async function readLargely(tx: Tx, { eventId }: MessagePlace): Promise<void> {
	await tx.execute(sql`SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
		set_config('parallel_setup_cost', '100', true), set_config('parallel_tuple_cost', '0.005', true)
		${eventId === null ? sql`` : sql`, set_config('enable_nestloop', 'off', true)`}`);
}

/** Plans the further statements of the transaction as ever. Memory is taken when a statement runs, and stays allowed. */
export async function planAsEver(tx: Tx): Promise<void> {
	await tx.execute(
		'SET LOCAL jit TO DEFAULT; SET LOCAL parallel_setup_cost TO DEFAULT; SET LOCAL parallel_tuple_cost TO DEFAULT; SET LOCAL enable_nestloop TO DEFAULT',
	);
}

/**
 * Reads guests of a segment for a screen, in one snapshot of its own.
 * @throws BUSINESS_RULE_VIOLATION `segment-too-large` when it takes longer than statements may; SERVER_OVERLOADED when too many others wait
 */
export function readSegment<T>(
	{ database }: Pick<Services, 'database'>,
	place: MessagePlace,
	work: (tx: Tx) => Promise<T>,
): Promise<T> {
	const read = () =>
		database.outside().transaction(
			async (tx) => {
				await readLargely(tx, place);
				return work(tx);
			},
			{ isolation: 'repeatable read', isReadOnly: true },
		);
	return takeTurnOf(place.organisationId, () => takeTurn(read)).catch((error: unknown) => {
		if (databaseErrorCode(error) !== queryCanceled) throw error;
		throw ruleViolation(
			'segment-too-large',
			message`Counting these guests takes too long. Choose fewer with a further condition, or try again later.`,
		);
	});
}
