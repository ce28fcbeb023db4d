import type { Plugin } from 'vite';
import { leaveOut, shortenMessages } from './leave-out.ts';

interface Change {
	/** Its path inside the library. */
	file: string;
	/** What it says in the pinned release of React Router, and what it says in this app. */
	facts?: Record<string, string>;
	/** Functions that are never called, or whose work this app does not want. */
	unused?: string[];
}

/** React's error screen for when even the app's own cannot be shown; without the stack that the router's prints. */
const LAST_SCREEN = `React$1.createElement(BoundaryShell, { title: "Application Error!", isOutsideRemixApp }, React$1.createElement("h1", null, "Application Error"))`;

const CHANGES: Change[] = [
	// The whole route table travels with the page (`routeDiscovery: initial`).
	{
		file: 'dom/ssr/fog-of-war.js',
		facts: { 'if (!isFogOfWarEnabled(routeDiscovery, ssr)': 'if (!false' },
	},
	{
		file: 'dom/ssr/components.js',
		facts: {
			'enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr)': 'enableFogOfWar = false',
			// Links carry no `prefetch` (docs/decisions/022-light-public-pages.md).
			'if (prefetch === "viewport")': 'if (false)',
			'if (maybePrefetch)': 'if (false)',
			'if (prefetch !== "intent")': 'if (true)',
		},
		unused: ['PrefetchPageLinks', 'PrefetchPageLinksImpl'],
	},
	{
		file: 'router/router.js',
		facts: {
			'init.instrumentations': 'undefined',
			'init.patchRoutesOnNavigation': 'undefined',
			'future.unstable_routePatternMatching': 'false',
		},
		// The shell scrolls by itself (app/shell/use-arrival.ts); routes are replaced in development only.
		unused: [
			'_internalSetRoutes',
			'discoverRoutes',
			'enableScrollRestoration',
			'getSavedScrollPosition',
			'patchRoutes',
			'saveScrollPosition',
		],
	},
	{
		file: 'dom-export/hydrated-router.js',
		facts: { 'router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;': '' },
	},
	{ file: 'dom/ssr/routes.js', unused: ['wrapShouldRevalidateForHdr'] },
	{
		file: 'dom/ssr/errorBoundaries.js',
		facts: {
			'let { nonce } = useFrameworkContext();\n\tconsole.error(error);': `console.error(error);\n\treturn ${LAST_SCREEN};`,
		},
	},
	// Warnings for developers.
	{ file: 'router/history.js', unused: ['warning'] },
	{ file: 'hooks.js', unused: ['warningOnce', 'DefaultErrorComponent', 'RSCErrorHandler'] },
];

const folder = /react-router\/dist\/production\/lib\/(.+\.js)$/;
/** Names for developer tools keep alive what nobody uses. */
const displayName = /^\w+\.displayName = "[^"]*";$/gm;
const component = /= React\$1\.(forwardRef|createContext|memo)\(/g;

/**
 * Tells the bundler what this app never uses of React Router, so that it leaves that code out of every page. A release that
 * is written otherwise fails the build: then look whether the facts still hold, or take the plugin away; nothing else
 * depends on it.
 */
export function leanRouter(): Plugin {
	return {
		name: 'lean-router',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: {
			filter: { id: folder },
			handler(code, id) {
				return { code: state(code, folder.exec(id)![1]!), map: null };
			},
		},
	};
}

/** Writes what this app knows into a file of the router. */
export function state(code: string, file: string): string {
	const { facts = {}, unused = [] } = CHANGES.find((change) => change.file === file) ?? {};
	let text = code;
	for (const [was, is] of Object.entries(facts)) {
		if (!text.includes(was))
			throw new Error(`${file} no longer reads "${was}". See scripts/vite/lean-router.ts.`);
		text = text.replaceAll(was, is);
	}
	text = text.replace(displayName, '').replace(component, '= /* @__PURE__ */ React$$1.$1(');
	return shortenMessages(unused.length > 0 ? leaveOut(text, unused, file) : text, file);
}
