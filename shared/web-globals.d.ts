/**
 * The globals that browsers and Node share and that shared/ uses. Everything else of either side is unknown here; where a file
 * of shared/ is checked as part of app/ or server/, the types of that side hold instead.
 */
declare class URLSearchParams {
	constructor(init?: string | Record<string, string>);
	[Symbol.iterator](): IterableIterator<[string, string]>;
	get(name: string): string | null;
	toString(): string;
}

declare class URL {
	static canParse(url: string, base?: string): boolean;
	constructor(url: string, base?: string);
	readonly protocol: string;
	readonly origin: string;
	readonly host: string;
	readonly pathname: string;
	readonly search: string;
	readonly hash: string;
}

declare const crypto: {
	getRandomValues<T extends ArrayBufferView>(array: T): T;
	randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
	subtle: { digest(algorithm: 'SHA-256', data: ArrayBufferView): Promise<ArrayBuffer> };
};

declare class TextEncoder {
	encode(text: string): Uint8Array<ArrayBuffer>;
}

declare function atob(text: string): string;
declare function btoa(text: string): string;

/** Named by the result of endpoints whose output is not JSON, never read. */
interface Response {
	readonly status: number;
}

/** What a scanner is given a picture as. */
declare class File {
	readonly name: string;
}
