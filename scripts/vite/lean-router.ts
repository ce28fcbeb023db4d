import type { Plugin } from 'vite';

interface Fact {
	file: RegExp;
	/** As it stands in the pinned release of React Router. */
	was: string;
	is: string;
}

/** Settings of React Router that this app never uses, as facts the bundler can drop code by. */
const FACTS: Fact[] = [
	{
		file: /react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/,
		was: 'if (!isFogOfWarEnabled(routeDiscovery, ssr)',
		is: 'if (!false',
	},
	{
		file: /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
		was: 'enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr)',
		is: 'enableFogOfWar = false',
	},
	{
		file: /react-router\/dist\/production\/lib\/router\/router\.js$/,
		was: 'init.instrumentations',
		is: 'undefined',
	},
];

/**
 * The whole route table travels with the page (`routeDiscovery: initial`), and nothing instruments the router in the
 * browser. Told so, the bundler leaves that code out of every page. A release that is written otherwise fails the build:
 * then look whether the facts still hold, or take the plugin away; nothing else depends on it.
 */
export function leanRouter(): Plugin {
	return {
		name: 'lean-router',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: {
			filter: { id: FACTS.map((fact) => fact.file) },
			handler(code, id) {
				return { code: state(code, id), map: null };
			},
		},
	};
}

/** Writes the facts into a file of the router. */
export function state(code: string, id: string): string {
	return FACTS.filter((fact) => fact.file.test(id)).reduce((text, { was, is }) => {
		if (!text.includes(was))
			throw new Error(`${id} no longer reads "${was}". See scripts/vite/lean-router.ts.`);
		return text.replaceAll(was, is);
	}, code);
}
