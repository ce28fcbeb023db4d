import type { Plugin } from 'vite';

const MAKER = /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const DRAWING = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** The attributes that every drawing of the set shares, as lucide's own component writes them. */
const COMPONENT = `import { createElement } from 'react';
export default ({ node }) => ({ size = 24, strokeWidth = 2, absoluteStrokeWidth, ...rest }) =>
	createElement('svg', {
		xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
		stroke: 'currentColor', strokeWidth: absoluteStrokeWidth ? (strokeWidth * 24) / size : strokeWidth,
		strokeLinecap: 'round', strokeLinejoin: 'round', ...rest,
	}, ...node.map(([tag, attributes]) => createElement(tag, attributes)));
`;

/**
 * Icons as drawings only. The library's component reads a context, merges class names and keeps names, aliases and keys of
 * every line; app/ui/icon.tsx, the one place that shows icons, needs none of it. On the server too, so that both write the
 * same (`ssr.noExternal` in vite.config.ts).
 */
export function leanIcons(): Plugin {
	return {
		name: 'lean-icons',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: [MAKER, DRAWING] },
			handler(code, id) {
				return { code: MAKER.test(id) ? COMPONENT : lightenIcon(code), map: null, moduleSideEffects: false };
			},
		},
	};
}

/** A drawing's file without name, aliases and keys. */
export function lightenIcon(code: string): string {
	return code
		.replace(/^\s*(?:name: "[^"]*"|size: \d+|aliases: \[[^\]]*\]),?\n/gm, '')
		.replaceAll(/,\s*key: "[^"]*"/g, '')
		.replace(/^__iconData\.node;\n/m, '')
		.replace('= createLucideIcon(', '= /* @__PURE__ */ createLucideIcon(');
}
