/*
 * The code of an event, until the browser's tab is closed: it is still there after a sign-in, or when the visitor comes back from another
 * page by a link without it.
 */

const keyOf = (event: string) => `foyer.code.${event}`;

/** @returns null where there is none, or the browser keeps nothing */
export function readCode(event: string): string | null {
	try {
		return sessionStorage.getItem(keyOf(event));
	} catch {
		return null;
	}
}

/** @param code null: there is none any more */
export function rememberCode(event: string, code: string | null): void {
	try {
		if (code === null) sessionStorage.removeItem(keyOf(event));
		else sessionStorage.setItem(keyOf(event), code);
	} catch {
		// The address has it too.
	}
}
