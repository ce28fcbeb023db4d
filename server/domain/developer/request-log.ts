import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { apiRequests } from '#server/db/tables/developer.ts';
import type { KeyCall } from '#server/http/handler.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { CALL_LOG_DAYS, ENDED_KEY_DAYS } from '#shared/rules/periods.ts';

type Noted = Omit<KeyCall, 'key'> & { keyId: string; organisationId: string; at: Date; others: number };

/** Of one key in one second so many calls are stored; more of the same route and status are counted at one of them. */
const maxCallsOfKey = 20;
/** Of all keys of this process in one second. */
const maxCalls = 2_000;

interface Buffer {
	calls: Noted[];
	byKey: Map<string, number>;
	/** Places of calls by what they have in common, for counting the others. */
	alike: Map<string, Noted>;
	timer: NodeJS.Timeout;
}

const bufferOf = createPoolMemo((services: Services): Buffer => {
	const timer = setTimeout(() => {
		flushKeyCalls(services).catch((error) => services.log.warn({ error }, 'developer.log-not-written'));
	}, 1_000);
	timer.unref();
	return { calls: [], byKey: new Map(), alike: new Map(), timer };
});

/**
 * Notes a call for the log of its organisation and the last use of its key. Written once a second; what a process that is killed
 * had not written is lost.
 */
export function noteKeyCall(services: Services, call: KeyCall): void {
	const buffer = bufferOf(services);
	const { key, ...rest } = call;
	const logged = buffer.byKey.get(key.id) ?? 0;
	const kind = `${key.id} ${rest.method} ${rest.route} ${rest.status}`;
	const alike = buffer.alike.get(kind);
	if (logged >= maxCallsOfKey || buffer.calls.length >= maxCalls) {
		if (alike) alike.others += 1;
		return;
	}
	const noted = {
		...rest,
		keyId: key.id,
		organisationId: key.organisationId,
		at: services.clock.now(),
		others: 0,
	};
	buffer.byKey.set(key.id, logged + 1);
	if (!alike) buffer.alike.set(kind, noted);
	buffer.calls.push(noted);
}

/** Writes what was noted; also called by tests, which do not wait a second. */
export async function flushKeyCalls(services: Services): Promise<void> {
	const { pool, db } = services.database;
	const buffer = bufferOf.find(services);
	if (!buffer) return;
	bufferOf.forget(services);
	clearTimeout(buffer.timer);
	await db
		.insert(apiRequests)
		.values(buffer.calls.map(({ keyId, ...call }) => ({ id: newId(), apiKeyId: keyId, ...call })));
	const last = new Map(buffer.calls.map((call) => [call.keyId, call]));
	await pool.query({
		name: 'developer.touch-keys',
		text: `UPDATE api_keys k SET last_used_at = date_trunc('minute', u.at), last_used_route = u.route
			FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS u(id, at, route)
			WHERE k.id = u.id AND (k.last_used_at IS DISTINCT FROM date_trunc('minute', u.at))`,
		values: [
			[...last.keys()],
			[...last.values()].map(({ at }) => at),
			[...last.values()].map(({ method, route }) => `${method} ${route}`),
		],
	});
}

const dayMs = 24 * 3_600_000;

/** Deletes request log entries after `CALL_LOG_DAYS`, ended keys after `ENDED_KEY_DAYS`, and all but the latest record of sandbox actions. */
export async function removeOldKeyRows({ database, clock }: Services): Promise<void> {
	const before = (days: number) => [new Date(clock.now().getTime() - days * dayMs)];
	await deleteInBatches(database.pool, {
		table: 'api_requests',
		where: 'at < $1',
		values: before(CALL_LOG_DAYS),
	});
	await deleteInBatches(database.pool, {
		table: 'api_keys',
		where: 'least(revoked_at, ends_at, expires_at) < $1',
		values: before(ENDED_KEY_DAYS),
	});
	await deleteInBatches(database.pool, {
		table: 'sandbox_acts',
		where: `created_at < $1 AND EXISTS (SELECT FROM sandbox_acts newer
			WHERE newer.organisation_id = sandbox_acts.organisation_id AND newer.id > sandbox_acts.id)`,
		values: before(ENDED_KEY_DAYS),
	});
}
