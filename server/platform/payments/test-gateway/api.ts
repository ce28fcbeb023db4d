import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import type { Database, Tx } from '#server/db/client.ts';
import { testGatewayRequests } from '#server/db/tables/platform.ts';
import { expand } from './expand.ts';
import { parseForm } from './form.ts';
import { listField } from './form-fields.ts';
import { makeId } from './ids.ts';
import { type Operation, type OperationContext, operations } from './operations.ts';
import { invalidRequest, StripeProblem } from './problem.ts';
import { openSession, readSettings } from './session.ts';

export interface ApiOptions {
	database: Database;
	/** The gateway without its offset. */
	now: () => Date;
	random: () => number;
	secretKey: string;
	context: OperationContext;
}

/** In place of a response, the connection ends: with this code of the system. */
export const cutHeader = 'x-test-gateway-cut';

const hoursRemembered = 24;

interface Answer {
	status: number;
	body: object;
	isReplayed?: boolean;
}

/** The API of the built-in gateway: the operations of Stripe's that the adapter uses. */
export function createApi(options: ApiOptions): Hono {
	const app = new Hono();
	for (const operation of operations) {
		app.on(operation.method, operation.path, (c) => handle(c, operation, options));
	}
	app.notFound((c) =>
		c.json(
			{
				error: {
					type: 'invalid_request_error',
					message: `Unrecognized request URL (${c.req.method}: ${new URL(c.req.url).pathname}).`,
				},
			},
			404,
		),
	);
	return app;
}

async function handle(c: Context, operation: Operation, options: ApiOptions): Promise<Response> {
	const requestId = makeId('req');
	const respond = ({ status, body, isReplayed }: Answer, headers: Record<string, string> = {}) =>
		new Response(JSON.stringify(body), {
			status,
			headers: {
				'content-type': 'application/json',
				'request-id': requestId,
				...(isReplayed && { 'idempotent-replayed': 'true' }),
				...headers,
			},
		});
	try {
		checkKey(c.req.header('authorization'), options.secretKey);
		const account = c.req.header('stripe-account') ?? c.req.header('stripe-context') ?? '';
		const key = operation.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null;
		const text = operation.method === 'POST' ? await c.req.text() : '';
		const faults = { responseSeconds: 0, isRefused: false, isCut: false };
		const answer = await options.database.transaction((tx) =>
			run(tx, { c, operation, options, requestId, account, key, text, faults }),
		);
		if (faults.responseSeconds > 0) {
			const { signal } = c.req.raw;
			await sleep(faults.responseSeconds * 1000, undefined, { signal, ref: false }).catch(() => {});
		}
		if (!faults.isCut && !faults.isRefused) return respond(answer);
		// On a socket of its own; in the same process, the caller reads the header.
		(c.env as { outgoing?: { destroy(): void } } | undefined)?.outgoing?.destroy();
		return respond(answer, { [cutHeader]: faults.isRefused ? 'ECONNREFUSED' : 'UND_ERR_SOCKET' });
	} catch (error) {
		if (error instanceof StripeProblem) {
			const headers: Record<string, string> = error.status === 429 ? { 'retry-after': '1' } : {};
			return respond({ status: error.status, body: error.body }, headers);
		}
		throw error;
	}
}

interface Run {
	c: Context;
	operation: Operation;
	options: ApiOptions;
	requestId: string;
	account: string;
	key: string | null;
	text: string;
	faults: { responseSeconds: number; isRefused: boolean; isCut: boolean };
}

async function run(tx: Tx, request: Run): Promise<Answer> {
	const { operation, options, account, key, text, faults } = request;
	const { now, controls, record } = await readSettings(tx, account, options.now());
	faults.responseSeconds = controls.responseSeconds;
	if (account !== '' && (!record || record.state === 'closed')) {
		throw invalidRequest(
			`The provided key does not have access to account '${account}' (or that account does not exist).`,
			{ code: 'account_invalid' },
			403,
		);
	}
	if (options.random() < controls.refuseConnectionRate) {
		faults.isRefused = true;
		return { status: 503, body: {} };
	}
	if (options.random() < controls.throttleRate) {
		throw invalidRequest('Request rate limit exceeded.', { code: 'rate_limit' }, 429);
	}
	const hash = createHash('sha256').update(`${request.c.req.method} ${request.c.req.path}\n${text}`).digest();
	if (key !== null) {
		const earlier = await findAnswer(tx, account, key, hash, now);
		if (earlier) return earlier;
	}

	const session = openSession(tx, {
		now,
		account,
		controls,
		random: options.random,
		request: { id: request.requestId, idempotencyKey: key },
	});
	const isV2 = operation.path.startsWith('/v2/');
	const fields = parseForm(
		operation.method === 'GET' ? new URL(request.c.req.url).search.slice(1) : isV2 ? '' : text,
	);
	let answer: Answer;
	try {
		const object = await operation.run(session, {
			id: request.c.req.param('id') ?? '',
			fields,
			json: isV2 && text ? parseJson(text) : {},
			context: options.context,
		});
		const body = isV2 ? object : await expand(session, object, listField(fields, 'expand'));
		answer = { status: 200, body: distort(body, options.random() < controls.wrongAmountRate) };
	} catch (error) {
		if (!(error instanceof StripeProblem && error.isRecorded)) throw error;
		answer = { status: error.status, body: error.body };
	}
	if (operation.method === 'GET') return answer;

	await session.flush();
	faults.isCut = options.random() < controls.cutConnectionRate;
	if (options.random() < controls.errorAfterEffectRate) {
		answer = {
			status: 500,
			body: { error: { type: 'api_error', message: 'An unexpected error occurred.' } },
		};
	}
	if (key !== null) {
		const stored = {
			requestHash: hash,
			status: answer.status,
			body: answer.body as Record<string, unknown>,
			createdAt: now,
		};
		await tx
			.insert(testGatewayRequests)
			.values({ account, key, ...stored })
			.onConflictDoUpdate({ target: [testGatewayRequests.account, testGatewayRequests.key], set: stored });
	}
	return answer;
}

/**
 * The response that this key has had already. Two requests with one key at the same time: the second is refused.
 * @throws StripeProblem when the key belongs to another request
 */
async function findAnswer(
	tx: Tx,
	account: string,
	key: string,
	hash: Buffer,
	now: Date,
): Promise<Answer | null> {
	if (key.length > 255) throw invalidRequest('The idempotency key is too long.');
	const lock = await tx.execute<{ locked: boolean }>(
		sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`test gateway ${account} ${key}`}, 0)) AS locked`,
	);
	if (!lock.rows[0]?.locked) {
		throw invalidRequest(
			'There is currently another in-progress request using this idempotency key.',
			{ code: 'idempotency_key_in_use' },
			409,
		);
	}
	const [row] = await tx
		.select()
		.from(testGatewayRequests)
		.where(and(eq(testGatewayRequests.account, account), eq(testGatewayRequests.key, key)));
	if (!row || row.createdAt.getTime() < now.getTime() - hoursRemembered * 3_600_000) return null;
	if (!hash.equals(row.requestHash)) {
		throw new StripeProblem(400, {
			type: 'idempotency_error',
			message:
				'Keys for idempotent requests can only be used with the same parameters they were first used with.',
		});
	}
	return { status: row.status, body: row.body, isReplayed: true };
}

function checkKey(authorization: string | undefined, secretKey: string): void {
	const given = createHash('sha256')
		.update(authorization ?? '')
		.digest();
	const expected = createHash('sha256').update(`Bearer ${secretKey}`).digest();
	if (timingSafeEqual(given, expected)) return;
	throw invalidRequest('Invalid API key provided.', {}, 401);
}

function parseJson(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value))
			return value as Record<string, unknown>;
	} catch {
		// Answered below, like JSON that is no object.
	}
	throw invalidRequest('The request body is not a JSON object.', { code: 'invalid_fields' });
}

/** A fault: the payment is reported with one unit more than it has. */
function distort(body: object, isWrong: boolean): object {
	const { object, amount } = body as { object?: string; amount?: number };
	if (!isWrong || object !== 'payment_intent' || amount === undefined) return body;
	return { ...body, amount: amount + 1, amount_received: amount + 1 };
}
