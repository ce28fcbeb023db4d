const escapes: Record<string, string> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
};

/**
 * JSON that can stand inside a script element whatever its texts say: the marks of HTML and the two line ends that only
 * JavaScript knows are written as escapes, which every JSON reader turns back.
 */
export function jsonForScript(data: object | string): string {
	return JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character] as string);
}
