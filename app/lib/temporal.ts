/**
 * Loads the Temporal polyfill where the browser has none, and nothing elsewhere. Await it in the `clientLoader` of a page
 * that computes wall times (editing dates); pages that only show times use Intl and need it not.
 */
export async function ensureTemporal(): Promise<void> {
	if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
