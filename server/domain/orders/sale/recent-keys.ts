interface KeptKey {
	orderId: string;
	requestHash: string | null;
}

/**
 * Keys that this process has lately seen made into orders. A repetition of one of them is answered without disturbing a batch
 * with it; one that is forgotten is found by the database's unique index.
 */
export function recentKeys(maxKept = 20_000): {
	get(key: string): KeptKey | undefined;
	set(key: string, kept: KeptKey): void;
} {
	let young = new Map<string, KeptKey>();
	let old = new Map<string, KeptKey>();
	return {
		get: (key) => young.get(key) ?? old.get(key),
		set(key, kept) {
			young.set(key, kept);
			if (young.size < maxKept / 2) return;
			old = young;
			young = new Map();
		},
	};
}
