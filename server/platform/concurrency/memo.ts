/** A value per object, created on first use and garbage-collected with the object. */
export interface Memo<S, V> {
	(owner: S): V;
	/** The value if there is one. */
	find(owner: S): V | undefined;
	set(owner: S, value: V): void;
	forget(owner: S): void;
}

/**
 * State of this process beside a part of `Services`: a queue, a cache, a limiter. Tests and units of work have parts of their
 * own, so they see nothing of each other.
 * @param keyOf the part whose life decides: the database (a unit of work has its own), or its pool (shared with all units of work)
 */
export function createMemo<S, V>(keyOf: (owner: S) => object, create: (owner: S) => V): Memo<S, V> {
	const values = new WeakMap<object, V>();
	const memo = (owner: S) => {
		const key = keyOf(owner);
		const known = values.get(key);
		if (known !== undefined) return known;
		const value = create(owner);
		values.set(key, value);
		return value;
	};
	return Object.assign(memo, {
		find: (owner: S) => values.get(keyOf(owner)),
		set: (owner: S, value: V) => void values.set(keyOf(owner), value),
		forget: (owner: S) => void values.delete(keyOf(owner)),
	});
}

type WithDatabase = { database: { pool: object } };

/** One value for each database; a unit of work has its own. */
export const createDatabaseMemo = <S extends WithDatabase, V>(create: (services: S) => V): Memo<S, V> =>
	createMemo((services: S) => services.database, create);

/** One value for each pool of connections, shared with every unit of work. */
export const createPoolMemo = <S extends WithDatabase, V>(create: (services: S) => V): Memo<S, V> =>
	createMemo((services: S) => services.database.pool, create);
