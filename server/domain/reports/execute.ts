import type pg from 'pg';
import { databaseErrorCode } from '#server/db/errors.ts';
import { createSemaphore, createSemaphoreByKey } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import type { Compiled } from './compile.ts';

/** Reports that one process asks side by side: whatever they cost, sales and check-ins have the other connections. */
const takeTurn = createSemaphore({ maxRunning: 2, maxWaiting: 30, maxWaitMs: 10_000 });
/** Of an organisation one at a time, so that the slow reports of one leave room for others. */
const takeTurnOf = createSemaphoreByKey({ maxWaiting: 10, maxWaitMs: 10_000 });

const queryCanceled = '57014';
const unknownTimeZone = '22023';

/**
 * Runs work in a read-only transaction with limits on time and memory.
 * @throws BUSINESS_RULE_VIOLATION `report-too-large` after `seconds`; SERVER_OVERLOADED when too many others wait
 */
export async function withReportConnection<T>(
	{ database }: Services,
	limits: { seconds: number; signal?: AbortSignal | undefined },
	work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
	// Outside of a unit of work: a report is read-only, and its connection is not that of an answer with an idempotency key.
	const { pool } = database.outside();
	const { signal } = limits;
	const client = await pool.connect();
	const { processID } = client as unknown as { processID: number };
	let isDone = false;
	let cancelling: Promise<unknown> | undefined;
	const cancel = () => {
		if (!isDone) cancelling = pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => {});
	};
	let failure: unknown;
	try {
		signal?.throwIfAborted();
		await client.query(
			`BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${limits.seconds * 1_000};
			SET LOCAL work_mem = '32MB'; SET LOCAL jit = off; SET LOCAL idle_in_transaction_session_timeout = '60s'`,
		);
		signal?.addEventListener('abort', cancel, { once: true });
		return await work(client);
	} catch (error) {
		failure = error;
		throw explained(error, signal);
	} finally {
		isDone = true;
		signal?.removeEventListener('abort', cancel);
		await cancelling;
		await client.query('ROLLBACK').catch((error) => {
			failure = error;
		});
		client.release(failure instanceof Error && databaseErrorCode(failure) === undefined);
	}
}

function explained(error: unknown, signal: AbortSignal | undefined): unknown {
	const code = databaseErrorCode(error);
	if (code === queryCanceled && signal?.aborted) return new AppError('SERVER_OVERLOADED', { cause: error });
	if (code === queryCanceled)
		return ruleViolation(
			'report-too-large',
			message`This takes longer than ${reportLimits.seconds} seconds. Export it as a file instead: you’re notified when it is ready.`,
		);
	if (code === unknownTimeZone) return fieldError('timeZone', message`Please choose a time zone.`);
	return error;
}

/** The rows of a statement, as arrays, for the screen. */
export function readRows(
	services: Services,
	organisationId: string,
	compiled: Compiled,
	signal?: AbortSignal,
): Promise<unknown[][]> {
	const { seconds } = reportLimits;
	const read = () =>
		withReportConnection(services, { seconds, signal }, async (client) => {
			const config = { ...compiled, rowMode: 'array' as const, query_timeout: (seconds + 5) * 1_000 };
			const { rows } = await client.query<unknown[]>(config);
			return rows;
		});
	return takeTurnOf(organisationId, () => takeTurn(read));
}
