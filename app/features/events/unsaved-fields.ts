import { UNSAVED_PREFIX } from '#app/lib/user-query.ts';

/**
 * What was typed into a draft and did not reach the server yet: fields by name, stored on this device until they are saved. A browser
 * that forbids storage stores nothing, and nothing breaks.
 */
type Fields = Record<string, unknown>;
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (event: string) => UNSAVED_PREFIX + event;
/** Never written down in the browser. */
const secrets = new Set(['password']);

export function readUnsaved(event: string, storage: Store = localStorage): Fields {
	try {
		const stored: unknown = JSON.parse(storage.getItem(keyOf(event)) ?? '{}');
		return typeof stored === 'object' && stored !== null ? (stored as Fields) : {};
	} catch {
		return {};
	}
}

/**
 * Stores fields that are not saved.
 * @param known names that were stored before, and are not any more unless they are among the fields
 */
export function noteUnsaved(
	event: string,
	fields: Fields,
	known: readonly string[] = [],
	storage: Store = localStorage,
): void {
	const before = readUnsaved(event, storage);
	const others = Object.entries(before).filter(([name]) => !known.includes(name));
	const all = { ...Object.fromEntries(others), ...fields };
	const left = Object.entries(all).filter(([name]) => !secrets.has(name));
	try {
		if (left.length === 0) storage.removeItem(keyOf(event));
		else storage.setItem(keyOf(event), JSON.stringify(Object.fromEntries(left)));
	} catch {
		// Then the page alone holds it.
	}
}
