import { expect, test } from 'vitest';
import { type Manifest, readManifest, slimManifest } from './route-files.ts';

const entry = { module: '/assets/entry.js', imports: ['/assets/vendor.js'], css: [] };
const built = {
	entry,
	url: '/assets/manifest-1.js',
	version: '1',
	routes: {
		root: { id: 'root', hasLoader: true, hasAction: false, ...entry, module: '/assets/root.js' },
		events: {
			id: 'events',
			parentId: 'root',
			hasAction: false,
			module: '/assets/events.js',
			imports: ['/assets/vendor.js', '/assets/kit.js', '/assets/icons.js'],
			css: ['/assets/events.css'],
		},
	},
} as Manifest;

test('the shorter table says the same, but for flags that are not set and files that all pages load', () => {
	const script = slimManifest(built);
	expect(readManifest(script)).toEqual({
		...built,
		routes: {
			root: { id: 'root', hasLoader: true, module: '/assets/root.js', imports: [], css: [] },
			events: {
				id: 'events',
				parentId: 'root',
				module: '/assets/events.js',
				imports: ['/assets/kit.js', '/assets/icons.js'],
				css: ['/assets/events.css'],
			},
		},
	});
	expect(readManifest(slimManifest(readManifest(script)))).toEqual(readManifest(script));
});
