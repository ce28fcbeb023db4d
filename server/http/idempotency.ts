import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
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

/**
 * How a kept answer is locked away: under the key that the client made up, which is not kept itself. Answers carry tokens
 * that are hashed everywhere else, and requests carry passwords; from the table alone neither can be had.
 */
function sealOf(services: Services, scope: string, key: string) {
	const derive = (purpose: string) =>
		createHmac('sha256', services.secret).update(`idempotency ${purpose}\0${scope}\0${key}`).digest();
	const cipherKey = derive('answer');
	return {
		name: derive('name').toString('base64url'),
		/** What was asked, so that the same key with another request is seen. */
		hash: (request: string) => createHmac('sha256', derive('request')).update(request).digest(),
		close(body: unknown): Buffer {
			const nonce = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
			const sealed = Buffer.concat([cipher.update(JSON.stringify(body ?? null)), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
		},
		open(kept: Buffer): unknown {
			const decipher = createDecipheriv('aes-256-gcm', cipherKey, kept.subarray(0, 12));
			decipher.setAuthTag(kept.subarray(12, 28));
			const body = Buffer.concat([decipher.update(kept.subarray(28)), decipher.final()]);
			return JSON.parse(body.toString()) ?? undefined;
		},
	};
}

/**
 * Runs a request once per key: the first answer of 2xx is kept for a day and given again; the same key with another body is
 * refused with 422, a first request that still runs with 409. A failed request frees its key.
 * @param request `asked` is what was asked for: method, path and body
 */
export async function onceByKey(
	services: Services,
	request: { scope: string; key: string; asked: string },
	run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & { isReplay: boolean }> {
	const { db } = services.database;
	const { scope } = request;
	const seal = sealOf(services, scope, request.key);
	const requestHash = seal.hash(request.asked);
	const isThis = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, seal.name));
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
		.values({ scope, key: seal.name, requestHash })
		.onConflictDoNothing()
		.returning({ key: idempotencyKeys.key });
	if (made.length === 0) {
		const [kept] = await db.select().from(idempotencyKeys).where(isThis);
		if (kept && !kept.requestHash.equals(requestHash)) throw keyReused();
		if (kept?.status == null) {
			throw new AppError('BUSINESS_RULE_VIOLATION', {
				status: 409,
				message: 'The first request with this Idempotency-Key still runs. Try again in a moment.',
				retryAfterSeconds: 1,
			});
		}
		return { status: kept.status, body: kept.answer && seal.open(kept.answer), isReplay: true };
	}
	try {
		const answer = await run();
		await db
			.update(idempotencyKeys)
			.set({ status: answer.status, answer: seal.close(answer.body) })
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
