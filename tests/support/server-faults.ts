/**
 * Faults inside a server process, for tests only: the product contains nothing of this. It reaches into the database driver
 * and the clock of the process that loads it, on orders that come through the channel of its parent.
 */
import pg from 'pg';

/** Ends the process as `kill -9` does, at a named moment. */
export interface CrashPoint {
	/** Part of the name or text of a statement. Quotation marks and capitals do not count: the query builder writes them, statements by hand do not. */
	statement: string;
	/** `before` it is sent, or `after` the database answered it and before anybody hears of that. */
	when: 'before' | 'after';
	/** Not the first time but the n-th. */
	occurrence?: number;
	/** Part of a statement that the same connection sent before: other work of the process is not meant. */
	following?: string;
}

export interface FaultOrder {
	crashAt?: CrashPoint;
	/** Steps the clock of this process; timers and monotonic time go on as they would. */
	clockOffsetMs?: number;
	/** In place of those that it has. */
	guardCuts?: GuardCut[];
}

/** Guards that a negative control takes out, by the statement's text. */
export interface GuardCut {
	statement: string;
	guard: string;
	/** In it, `{clock}` is the instant that this process takes for now. */
	without: string;
}

type Query = { text?: string; name?: string } | string;
type Callback = (error: Error | null, result: unknown) => void;

let crashPoint: CrashPoint | null = null;
let seen = 0;

let guardCuts = JSON.parse(process.env.TEST_GUARD_CUTS ?? '[]') as GuardCut[];

/** The connection that sent the statement which the crash point follows. */
let followed: unknown;

function isHit(query: Query, connection: unknown): boolean {
	if (!crashPoint) return false;
	const said = typeof query === 'string' ? query : `${query.name ?? ''} ${query.text ?? ''}`;
	const plain = (text: string) => text.replaceAll('"', '').toLowerCase();
	const says = (part: string) => plain(said).includes(plain(part));
	if (crashPoint.following) {
		if (says(crashPoint.following)) followed = connection;
		if (connection !== followed) return false;
	}
	if (!says(crashPoint.statement)) return false;
	seen += 1;
	return seen === (crashPoint.occurrence ?? 1);
}

function die(): never {
	process.kill(process.pid, 'SIGKILL');
	// The signal may take a moment; nothing may happen in it.
	for (;;);
}

function cutGuards(query: Query): Query {
	const text = typeof query === 'string' ? query : query.text;
	if (!text) return query;
	let cut = text;
	for (const { statement, guard, without } of guardCuts) {
		if (!text.includes(statement)) continue;
		if (!cut.includes(guard)) throw new Error(`The guard ${guard} is not in ${text}.`);
		cut = cut.replaceAll(guard, () => without.replaceAll('{clock}', new Date().toISOString()));
	}
	if (cut === text) return query;
	if (typeof query === 'string') return cut;
	// Prepared statements keep the text that they were prepared with.
	return { ...query, text: cut, name: undefined };
}

const client = pg.Client.prototype as unknown as { query(this: pg.Client, ...all: unknown[]): unknown };
const ask = client.query;
client.query = function (query, ...rest) {
	const asked =
		query && typeof (query as { submit?: unknown }).submit === 'function' ? query : cutGuards(query as Query);
	const hit = isHit(query as Query, this);
	if (!hit) return ask.call(this, asked, ...rest);
	if (crashPoint?.when === 'before') die();
	const callback = rest.at(-1);
	if (typeof callback === 'function') {
		rest[rest.length - 1] = ((error, result) =>
			error ? (callback as Callback)(error, result) : die()) as Callback;
		return ask.call(this, asked, ...rest);
	}
	return (ask.call(this, asked, ...rest) as Promise<unknown>).then(() => die());
};

const RealDate = Date;
let clockOffsetMs = 0;
globalThis.Date = new Proxy(RealDate, {
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + clockOffsetMs], newTarget),
	get: (target, property) =>
		property === 'now' ? () => RealDate.now() + clockOffsetMs : Reflect.get(target, property),
});

process.on('message', (order: FaultOrder) => {
	if (order.crashAt) {
		crashPoint = order.crashAt;
		seen = 0;
	}
	if (order.guardCuts) guardCuts = order.guardCuts;
	if (order.clockOffsetMs !== undefined) clockOffsetMs = order.clockOffsetMs;
	process.send?.({ done: true });
});
// Tests that die leave nothing running.
process.on('disconnect', () => process.exit(1));
