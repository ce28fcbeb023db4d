import { type Section, useSection } from '#app/lib/use-section.ts';
import type { Saved } from './api.ts';

/** A section of the settings: the fields `names` of what is saved. */
export function useSettingsSection<T extends { version: number }, K extends keyof T>(
	{ data, save, reload }: Saved<T, Partial<Pick<T, K>>>,
	names: readonly K[],
): Section<Pick<T, K>> {
	return useSection({
		saved: Object.fromEntries(names.map((name) => [name, data[name]])) as unknown as Pick<T, K>,
		version: data.version,
		reload,
		async write(touched, _all, version) {
			await save(touched, version);
			return undefined;
		},
	});
}
