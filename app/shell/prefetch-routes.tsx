import { useEffect } from 'react';

interface RouteFiles {
	parentId?: string;
	path?: string;
	module: string;
	imports?: string[];
}
type Routes = Record<string, RouteFiles | undefined>;

/** Somebody is about to follow a link. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const;
const prefetched = new Set<string>();

/** The table of routes that every page has loaded. */
const table = () =>
	(window as unknown as { __reactRouterManifest?: { routes: Routes } }).__reactRouterManifest?.routes ?? {};

function chainOf(route: RouteFiles | undefined, routes: Routes): RouteFiles[] {
	return route ? [...chainOf(routes[route.parentId ?? ''], routes), route] : [];
}

/** The files of the screen at a path and of the layouts around it; the screen whose path names most of it is meant. */
function filesOf(pathname: string): string[] {
	const segments = pathname.split('/').filter(Boolean);
	const routes = table();
	let best: { chain: RouteFiles[]; named: number } | undefined;
	for (const route of Object.values(routes)) {
		const chain = chainOf(route, routes);
		const pattern = chain.flatMap(({ path }) => (path ? path.split('/') : []));
		if (pattern.length !== segments.length || pattern.includes('*')) continue;
		if (!pattern.every((part, index) => part.startsWith(':') || part === segments[index])) continue;
		const named = pattern.filter((part) => !part.startsWith(':')).length * 10 + chain.length;
		if (!best || named > best.named) best = { chain, named };
	}
	return best?.chain.flatMap(({ module, imports = [] }) => [module, ...imports]) ?? [];
}

function prefetch({ target }: Event): void {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
	if (!navigator.onLine || !link || link.origin !== location.origin || link.target) return;
	if (link.hasAttribute('download') || link.pathname === location.pathname) return;
	for (const file of filesOf(link.pathname)) {
		if (prefetched.has(file)) continue;
		prefetched.add(file);
		fetch(file).catch(() => prefetched.delete(file));
	}
}

/**
 * Fetches the files of a screen into the browser's cache while a hand is on the way to its link. Not by import or
 * `modulepreload`: what fails there fails later as well, and then the router reloads the page (docs/decisions/022-light-public-pages.md).
 */
export function PrefetchRoutes() {
	useEffect(() => {
		for (const sign of SIGNS) document.addEventListener(sign, prefetch, { passive: true });
		return () => {
			for (const sign of SIGNS) document.removeEventListener(sign, prefetch);
		};
	}, []);
	return null;
}
