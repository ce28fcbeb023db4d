import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { Services } from '../services.ts';

/** A page for whoever knows its address. It is cached for that address alone, and for as long as its version stays the same. */
export interface VersionedPage {
	/** The group is the secret of the address. */
	path: RegExp;
	/** Parameters of its query that it reads. */
	query: readonly string[];
	/** Differs after every change of what the page shows; null: nothing is cached at this address. */
	findVersion(services: Services, secret: string): Promise<string | null>;
}

/** What a page says about itself for the cache: `export const handle` of its route; see app/lib/public-page.ts. */
interface PageHandle {
	query?: readonly string[];
}

/**
 * Says which parameters of its query a page reads. Only pages that declare them are cached, and only these parameters distinguish one cached
 * page from another.
 * @returns undefined for a page that declares nothing
 */
export function createQueryRules({
	routes,
}: Pick<ServerBuild, 'routes'>): (path: string) => readonly string[] | undefined {
	const childrenOf = (parentId: string | undefined): RouteObject[] =>
		Object.values(routes).flatMap((route) => {
			if (!route || route.parentId !== parentId) return [];
			const { id, path, index, module } = route;
			const shared = { id, path, handle: module.handle as PageHandle | undefined };
			return [index ? { ...shared, index } : { ...shared, children: childrenOf(id) }];
		});
	const tree = childrenOf(undefined);
	return (path) => {
		const isData = path.endsWith('.data');
		const page = isData ? path.slice(0, -'.data'.length).replace(/^\/_root$|\/_$/, '/') : path;
		const handle: PageHandle | undefined = matchRoutes(tree, page)?.at(-1)?.route.handle;
		// Which routes' data is requested, when a page is reached inside the application.
		return isData && handle?.query ? [...handle.query, '_routes'] : handle?.query;
	};
}

/** The named parameters of a query (`?a=1&b=2` or nothing), in one order; everything else is left out. */
export function keepParameters(query: string, names: readonly string[]): string {
	if (query.length < 2 || names.length === 0) return '';
	const declared = [...new URLSearchParams(query)].filter(([name]) => names.includes(name));
	return declared.length > 0
		? `?${new URLSearchParams(declared.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))}`
		: '';
}
