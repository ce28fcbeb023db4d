/** Caches the last values that were made, and makes each once for all that wait. */
export class LruCache<T> {
	private readonly entries = new Map<string, Promise<T>>();
	private readonly most: number;
	constructor(most: number) {
		this.most = most;
	}

	get(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.entries.get(key);
		if (known) {
			// Used again: the last to be thrown away.
			this.entries.delete(key);
			this.entries.set(key, known);
			return known;
		}
		const made = make();
		this.entries.set(key, made);
		made.catch(() => this.entries.delete(key));
		if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value as string);
		return made;
	}
}
