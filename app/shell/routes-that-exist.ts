import { useContext, useMemo } from 'react';
import { matchPath, UNSAFE_FrameworkContext } from 'react-router';

interface RouteEntry {
	parentId?: string;
	path?: string;
}

/** Match every path: neither says that there is a page. */
const CATCH_ALL = new Set(['/:event', '/*']);

/**
 * Tells whether a route of the table serves a path. Navigation and footer are one list of all targets of the specification;
 * each is shown from the day its screen is there.
 */
export function useRouteExists(): (path: string) => boolean {
	const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes as
		| Record<string, RouteEntry>
		| undefined;
	return useMemo(() => {
		const patterns = Object.values(routes ?? {})
			.map((route) => pathOf(route, routes ?? {}))
			.filter((pattern) => !CATCH_ALL.has(pattern));
		return (path) => routes === undefined || patterns.some((pattern) => matchPath(pattern, path));
	}, [routes]);
}

function pathOf(route: RouteEntry, routes: Record<string, RouteEntry>): string {
	const parent = route.parentId ? routes[route.parentId] : undefined;
	const above = parent ? pathOf(parent, routes) : '';
	return route.path ? `${above.replace(/\/$/, '')}/${route.path}` : above || '/';
}
