import { useContext, useMemo } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

interface RouteEntry {
	parentId?: string;
	path?: string;
}

/**
 * Tells whether a screen exists at a path of the route table. Navigation and footer are one list of all targets of the
 * specification; each is shown from the day its screen is there.
 */
export function useRouteExists(): (path: string) => boolean {
	const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes as
		| Record<string, RouteEntry>
		| undefined;
	return useMemo(() => {
		const paths = new Set(Object.values(routes ?? {}).map((route) => pathOf(route, routes ?? {})));
		return (path) => routes === undefined || paths.has(path);
	}, [routes]);
}

function pathOf(route: RouteEntry, routes: Record<string, RouteEntry>): string {
	const parent = route.parentId ? routes[route.parentId] : undefined;
	const above = parent ? pathOf(parent, routes) : '';
	return route.path ? `${above.replace(/\/$/, '')}/${route.path}` : above || '/';
}
