/** What somebody typed into a form while what they had typed before was being saved: it is not saved yet, and stays. */
export function typedSince<V extends object>(now: V, sent: V): V {
	const names = Object.keys(now) as (keyof V)[];
	return Object.fromEntries(
		names.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]]),
	) as V;
}
