import type { Result, Router } from 'hono/router';

/** What answers one method at a place. */
interface Way<T> {
	handler: T;
	/** Names of the path's parameters, from left to right. */
	names: string[];
}

interface Place<T> {
	named: Map<string, Place<T>>;
	/** The place behind any one segment. */
	any: Place<T> | undefined;
	ways: Map<string, Way<T>>;
}

const newPlace = <T>(): Place<T> => ({ named: new Map(), any: undefined, ways: new Map() });

const noMatch: Result<never> = [[]];

/**
 * Finds the one handler of a path. The library's own routers either cannot hold our paths or hand out every handler that
 * matches, which then run as a chain of promises; ours are either words or whole segments (`:name`), and one handler answers.
 * A word goes before a parameter, whatever the method: `/events/mine` is a path of its own, and no event called `mine`.
 */
export function createRouter<T>(): Router<T> {
	const root = newPlace<T>();
	/** Answers of paths without parameters, by method and path. */
	const known = new Map<string, Result<T>>();

	/** The place at the end of the rest of the segments; `values` takes what `:name` stood for. */
	function find(
		place: Place<T>,
		segments: string[],
		at: number,
	): [place: Place<T>, values: string[]] | undefined {
		if (at === segments.length) return place.ways.size > 0 ? [place, []] : undefined;
		const segment = segments[at] as string;
		const next = place.named.get(segment);
		const byName = next && find(next, segments, at + 1);
		if (byName || !place.any || segment === '') return byName;
		const byAny = find(place.any, segments, at + 1);
		byAny?.[1].unshift(segment);
		return byAny;
	}

	return {
		name: 'OneHandlerRouter',
		add(method, path, handler) {
			let place = root;
			const names: string[] = [];
			for (const segment of path.split('/').slice(1)) {
				if (/[*{?]/.test(segment)) throw new Error(`The router holds words and whole segments only: ${path}`);
				if (segment.startsWith(':')) {
					names.push(segment.slice(1));
					place.any ??= newPlace();
					place = place.any;
				} else {
					let next = place.named.get(segment);
					if (!next) {
						next = newPlace();
						place.named.set(segment, next);
					}
					place = next;
				}
			}
			if (!place.ways.has(method)) place.ways.set(method, { handler, names });
			known.clear();
		},
		match(method, path) {
			const key = method === 'GET' ? path : `${method} ${path}`;
			const before = known.get(key);
			if (before) return before;
			const [place, values = []] = find(root, path.split('/').slice(1), 0) ?? [];
			const way = place?.ways.get(method);
			if (!way) return noMatch;
			const { handler, names } = way;
			const params: Record<string, string> = {};
			for (const [index, name] of names.entries()) params[name] ??= values[index] as string;
			const result: Result<T> = [[[handler, params]]];
			if (names.length === 0) known.set(key, result);
			return result;
		},
	};
}
