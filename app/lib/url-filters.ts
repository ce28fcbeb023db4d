import { useSearchParams } from 'react-router';

/**
 * Filters of a list, held in the address, so that a narrowed list can be shared and the back button is right. What is as in
 * `initial` is left out of it.
 * @param isKnown whether a filter can have a value; others in the address are passed over
 */
export function useUrlFilters<F extends object>(
	initial: F,
	isKnown: (name: string, value: string) => boolean = () => true,
): [F, (change: Partial<F>) => void] {
	const [search, setSearch] = useSearchParams();
	const inAddress = Object.keys(initial).flatMap((name) => {
		const value = search.get(name);
		return value !== null && isKnown(name, value) ? [[name, value]] : [];
	});
	const filters = { ...initial, ...Object.fromEntries(inAddress) } as F;
	return [
		filters,
		(change) => {
			const next = Object.entries({ ...filters, ...change }).filter(
				([name, value]) => value !== initial[name as keyof F],
			);
			setSearch(new URLSearchParams(next as [string, string][]), { replace: true, preventScrollReset: true });
		},
	];
}
