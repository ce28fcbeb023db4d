import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Database, DbOrTx } from '../db/client.ts';
import { isDatabaseDown } from '../db/errors.ts';
import { idempotencyKeys } from '../db/tables/platform.ts';
import { createSemaphore, createSemaphoreByKey } from '../platform/concurrency/semaphore.ts';
import type { Services } from '../services.ts';

export interface StoredAnswer {
	status: number;
	body: unknown;
}

export interface KeyedRequest {
	scope: string;
	key: string;
	/** The content of the request: method, path and body. */
	content: string;
	/** Hashes passwords, so it has its connection for long. */
	isSlow?: boolean;
	/** The event whose places it moves: few at a time for each, so that few are before whoever changes what is sold. */
	movesPlacesOf?: string | undefined;
}

/**
 * How a stored answer is encrypted: under the key that the client made up, which is not stored itself. Answers carry tokens
 * that are hashed everywhere else, and requests carry passwords; from the table alone neither can be had.
 */
function sealOf(services: Services, scope: string, key: string) {
	const derive = (purpose: string) =>
		createHmac('sha256', services.secret).update(`idempotency ${purpose}\0${scope}\0${key}`).digest();
	const cipherKey = derive('answer');
	const name = derive('name');
	return {
		name: name.toString('base64url'),
		/** Who holds this advisory lock runs the request. */
		lock: name.readBigInt64BE().toString(),
		/** The request, so that the same key with another request is seen. */
		hash: (request: string) => createHmac('sha256', derive('request')).update(request).digest(),
		close(body: unknown): Buffer {
			const nonce = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
			const sealed = Buffer.concat([cipher.update(JSON.stringify(body ?? null)), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
		},
		open(stored: Buffer): unknown {
			const decipher = createDecipheriv('aes-256-gcm', cipherKey, stored.subarray(0, 12));
			decipher.setAuthTag(stored.subarray(12, 28));
			const body = Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]);
			return JSON.parse(body.toString()) ?? undefined;
		},
	};
}

type Seal = ReturnType<typeof sealOf>;

/**
 * Requests that run with a key have a connection each, and what has to outlast a refusal is written on a second one. Half of
 * the pool is left for those; a few that are slow do not keep all others waiting.
 */
const turnsOf = createMemo(
	(database: Database) => database,
	(database) => {
		const connections = database.pool.options.max ?? 10;
		const line = { maxWaiting: 200, maxWaitMs: 2_500 };
		return {
			quick: createSemaphore({ ...line, maxRunning: Math.max(1, Math.floor(connections * 0.4)) }),
			slow: createSemaphore({ ...line, maxRunning: Math.max(1, Math.floor(connections * 0.1)) }),
			ofEvent: createSemaphoreByKey({ ...line, maxRunning: mostOfEvent }),
		};
	},
);

/** Each that is under way when an edit comes is before it, and they write one after the other. */
const mostOfEvent = 2;

/** For how long a request whose connection was lost looks for what it has done. */
const doubtMs = 1_800;

/**
 * Runs a request once per key: the answer of 2xx is stored for a day and given again; the same key with another body is refused with
 * 422, a first request that still runs with 409. Everything that `run` does with the database it gets is committed in one transaction
 * with the answer, or nothing is: a request that failed or was killed leaves its key unused.
 */
export async function onceByKey(
	services: Services,
	request: KeyedRequest,
	run: (services: Services) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { isReplay: boolean }> {
	const { database } = services;
	const seal = sealOf(services, request.scope, request.key);
	const { ofEvent, ...turns } = turnsOf(database);
	const takeAny = turns[request.isSlow ? 'slow' : 'quick'];
	const { movesPlacesOf } = request;
	const takeTurn: typeof takeAny = (work) =>
		movesPlacesOf === undefined ? takeAny(work) : ofEvent(movesPlacesOf, () => takeAny(work));
	let hasBegun = false;
	try {
		return await takeTurn(() =>
			database.unitOfWork(async (unit) => {
				hasBegun = true;
				const { rows } = await unit.db.execute<{ isOurs: boolean }>(
					sql`SELECT pg_try_advisory_xact_lock(${seal.lock}::bigint) AS "isOurs"`,
				);
				if (!rows[0]?.isOurs) throw stillRuns();
				const stored = await findAnswer(unit.db, request, seal);
				if (stored) return stored;
				const answer = await run({ ...services, database: unit });
				await storeAnswer(unit.db, request, seal, answer);
				return { ...answer, isReplay: false };
			}),
		);
	} catch (error) {
		if (!hasBegun || !isDatabaseDown(error)) throw error;
		// A connection that is lost while it commits leaves open whether it did. The caller is answered within five seconds all the same.
		const lookup = findAnswerInDoubt(database, request, seal).catch(() => null);
		const stored = await Promise.race([lookup, sleep(doubtMs, null, { ref: false })]);
		if (stored) return stored;
		throw error;
	}
}

/** The stored response of a key, if it has one; starts nothing. @throws 422 when the key came with another request */
export function findStoredAnswer(
	services: Services,
	request: KeyedRequest,
): Promise<(StoredAnswer & { isReplay: boolean }) | null> {
	return findAnswer(services.database.db, request, sealOf(services, request.scope, request.key));
}

/** The answer that a key has made, if it has. @throws 422 when the key came with another request */
async function findAnswer(db: DbOrTx, request: KeyedRequest, seal: Seal) {
	const [stored] = await db
		.select()
		.from(idempotencyKeys)
		.where(and(eq(idempotencyKeys.scope, request.scope), eq(idempotencyKeys.key, seal.name)));
	// Without a status: a request of an earlier release, which was killed.
	if (stored?.status == null) return null;
	if (!stored.requestHash.equals(seal.hash(request.content))) throw keyReused();
	return { status: stored.status, body: stored.answer && seal.open(stored.answer), isReplay: true };
}

/** Waits until the first request is over, wherever it got to, and then looks. */
async function findAnswerInDoubt(database: Database, request: KeyedRequest, seal: Seal) {
	return database.transaction(async (tx) => {
		await tx.execute(sql`SELECT pg_advisory_xact_lock(${seal.lock}::bigint)`);
		return findAnswer(tx, request, seal);
	});
}

async function storeAnswer(
	db: DbOrTx,
	request: KeyedRequest,
	seal: Seal,
	{ status, body }: StoredAnswer,
): Promise<void> {
	const row = { requestHash: seal.hash(request.content), status, answer: seal.close(body) };
	await db
		.insert(idempotencyKeys)
		.values({ scope: request.scope, key: seal.name, ...row })
		.onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: row });
}

function stillRuns(): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		status: 409,
		message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
		retryAfterSeconds: 1,
	});
}

/** The refusal of a key that came with another body before; commands that keep their own keys throw it too. */
export function keyReused(): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		status: 422,
		message: 'This Idempotency-Key was used with a different request. Use a new key.',
		metadata: { rule: 'idempotency-key-reused' },
	});
}
