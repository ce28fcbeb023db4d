/** One thing that can be done: a mutation, or the same to a draft in the browser. */
interface Doing<V, R> {
	isPending: boolean;
	mutate(what: V, options?: { onError?: (error: unknown) => void }): void;
	mutateAsync(what: V): Promise<R>;
}

/** What a mutation is to those who only want it done. */
export type Did<T> = T extends { mutateAsync: (what: infer V, ...rest: never[]) => Promise<infer R> }
	? Doing<V, R>
	: never;

/** Something that is done at once, with nobody to ask. */
export const atOnce = <V, R>(work: (what: V) => R): Doing<V, R> => ({
	isPending: false,
	mutate: work,
	mutateAsync: async (what) => work(what),
});
