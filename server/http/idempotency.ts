import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { AppError } from '#shared/errors/app-error.ts';
import { idempotencyKeys } from '../db/tables/platform.ts';
import type { Services } from '../services.ts';

export interface KeptAnswer {
	status: number;
	body: unknown;
}

/** A request that still runs after this long belongs to a process that died; its key may be used again. */
const abandonedAfter = sql`interval '60 seconds'`;

/** SHA-256 of what was asked: method, path and body. */
export function requestHash(method: string, path: string, body: unknown): Buffer {
	return createHash('sha256')
		.update(`${method} ${path}\n${JSON.stringify(body) ?? ''}`)
		.digest();
}

/**
 * Runs a request once per key: the first answer of 2xx is kept for a day and given again; the same key with another body is
 * refused with 422, a first request that still runs with 409. A failed request frees its key.
 */
export async function onceByKey(
	services: Services,
	request: { scope: string; key: string; hash: Buffer },
	run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & { isReplay: boolean }> {
	const { db } = services.database;
	const isThis = and(eq(idempotencyKeys.scope, request.scope), eq(idempotencyKeys.key, request.key));
	await db
		.delete(idempotencyKeys)
		.where(
			and(
				isThis,
				isNull(idempotencyKeys.status),
				lt(idempotencyKeys.createdAt, sql`now() - ${abandonedAfter}`),
			),
		);
	const made = await db
		.insert(idempotencyKeys)
		.values({ scope: request.scope, key: request.key, requestHash: request.hash })
		.onConflictDoNothing()
		.returning({ key: idempotencyKeys.key });
	if (made.length === 0) {
		const [kept] = await db.select().from(idempotencyKeys).where(isThis);
		if (kept && !kept.requestHash.equals(request.hash)) throw keyReused();
		if (kept?.status == null) {
			throw new AppError('BUSINESS_RULE_VIOLATION', {
				status: 409,
				message: 'The first request with this Idempotency-Key still runs. Try again in a moment.',
				retryAfterSeconds: 1,
			});
		}
		return { status: kept.status, body: kept.body, isReplay: true };
	}
	try {
		const answer = await run();
		await db
			.update(idempotencyKeys)
			.set({ status: answer.status, body: answer.body ?? null })
			.where(isThis);
		return { ...answer, isReplay: false };
	} catch (error) {
		await db.delete(idempotencyKeys).where(isThis);
		throw error;
	}
}

/** The refusal of a key that came with another body before; commands that keep their own keys throw it too. */
export function keyReused(): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		status: 422,
		message: 'This Idempotency-Key was used with a different request. Use a new key.',
		metadata: { rule: 'idempotency-key-reused' },
	});
}
