/** The part of saxen that is used here; it ships no types. */
declare module 'saxen' {
	type Decode = (text: string) => string;
	interface Hooks {
		/** `attributes` is false for what is not well formed. */
		openTag: (name: string, attributes: () => Record<string, string> | false, decode: Decode) => void;
		closeTag: (name: string) => void;
		text: (text: string, decode: Decode) => void;
		cdata: (text: string) => void;
		/** `<!DOCTYPE …>` and other declarations. */
		attention: () => void;
		/** Not fatal to the parser, such as an attribute without quotes. */
		warn: (error: Error) => void;
	}
	export class Parser {
		on<K extends keyof Hooks>(name: K, hook: Hooks[K]): this;
		/** @throws what is not well formed, and what a hook throws */
		parse(xml: string): void;
	}
}
