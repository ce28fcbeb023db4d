interface StoredKey {
	orderId: string;
	requestHash: string | null;
}

/**
 * Keys that this process has lately seen made into orders. A repetition of one of them is answered without disturbing a batch
 * with it; one that is forgotten is found by the database's unique index.
 */
export function recentKeys(maxEntries = 20_000): {
	get(key: string): StoredKey | undefined;
	set(key: string, kept: StoredKey): void;
} {
	let young = new Map<string, StoredKey>();
	let old = new Map<string, StoredKey>();
	return {
		get: (key) => young.get(key) ?? old.get(key),
		set(key, stored) {
			young.set(key, stored);
			if (young.size < maxEntries / 2) return;
			old = young;
			young = new Map();
		},
	};
}
