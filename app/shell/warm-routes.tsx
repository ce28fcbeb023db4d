import { useContext, useEffect } from 'react';
import { matchRoutes, UNSAFE_DataRouterContext } from 'react-router';

interface RouteFiles {
	module: string;
	imports?: string[];
	css?: string[];
}

declare global {
	interface Window {
		__reactRouterManifest?: { routes: Record<string, RouteFiles | undefined> };
	}
}

/** Somebody is about to follow a link. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const;
const warmed = new Set<string>();

/**
 * Fetches the files of a screen into the browser's cache while a hand is on the way to its link. Not by import or
 * `modulepreload`: what fails there fails later as well, and then the router reloads the page (docs/decisions/022-light-public-pages.md).
 */
export function WarmRoutes() {
	const router = useContext(UNSAFE_DataRouterContext)?.router;
	useEffect(() => {
		if (!router) return;
		const warm = ({ target }: Event) => {
			if (!navigator.onLine) return;
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
			if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
			if (warmed.has(link.pathname) || link.pathname === location.pathname) return;
			warmed.add(link.pathname);
			for (const { route } of matchRoutes(router.routes, link.pathname) ?? []) {
				const { module, imports = [] } = window.__reactRouterManifest?.routes[String(route.id)] ?? {};
				for (const file of module ? [module, ...imports] : []) {
					if (warmed.has(file)) continue;
					warmed.add(file);
					fetch(file).catch(() => warmed.delete(file));
				}
			}
		};
		for (const sign of SIGNS) document.addEventListener(sign, warm, { passive: true });
		return () => {
			for (const sign of SIGNS) document.removeEventListener(sign, warm);
		};
	}, [router]);
	return null;
}
