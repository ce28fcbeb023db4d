import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import routes from '../app/routes.ts';
import { sitePages } from '../e2e/support/site-pages.ts';

/** The walk through all pages (e2e/pages.spec.ts) leaves none out, and every journey fails on an error of a page. */
interface Node {
	id?: string;
	path?: string;
	index?: boolean;
	file: string;
	children?: Node[];
}

const tree = routes as unknown as Node[];

/** Routes with a screen, as "path file"; the styleguide is no part of the product, a manifest no screen. */
function screens(nodes: Node[], above = ''): string[] {
	return nodes.flatMap((node) => {
		const path = node.path ? `${above}/${node.path}` : above;
		if (node.children) return screens(node.children, path);
		return node.file.endsWith('.tsx') && !node.file.startsWith('routes/dev/')
			? [`${path || '/'} ${node.file}`]
			: [];
	});
}

/** The route that answers an address, in the same words. */
function screenAt(address: string): string {
	const [pathname = '/'] = address.replaceAll(/\{\w+\}/g, 'something').split('?');
	const chain = (matchRoutes(tree as never, pathname) ?? []).map(({ route }) => route as unknown as Node);
	const path = chain.map((node) => (node.path ? `/${node.path}` : '')).join('');
	return `${path || '/'} ${chain.at(-1)?.file}`;
}

test('every route is walked', () => {
	const walked = new Set(sitePages.map(({ path }) => screenAt(path)));
	const all = screens(tree);
	expect(all.length).toBeGreaterThan(60);
	expect(all.filter((route) => !walked.has(route))).toEqual([]);
});

test('every screen is walked in the short form too', () => {
	const fileOf = (route: string) => route.split(' ').at(-1);
	const walked = new Set(
		sitePages.filter(({ isAgain }) => !isAgain).map(({ path }) => fileOf(screenAt(path))),
	);
	expect(screens(tree).filter((route) => !walked.has(fileOf(route)))).toEqual([]);
});

test('journeys of the product fail on errors of its pages', () => {
	const folder = join(import.meta.dirname, '../e2e');
	/** No page of the product in them: the styleguide, the scanner and the card forms on their own. `operations` opens no browser. */
	const others = /^(card-fields|components|operations|scanner-component-\w+|stripe-card-form)\.spec\.ts$/;
	const unguarded = readdirSync(folder).filter((file) => {
		if (!file.endsWith('.spec.ts') || others.test(file)) return false;
		const source = readFileSync(join(folder, file), 'utf8');
		const launches = source.match(/chromium\.launch\(/g)?.length ?? 0;
		const watched = source.match(/faults\.watch\(/g)?.length ?? 0;
		return (
			!/import \{[^}]*\btest\b[^}]*\} from '\.\/support\/(test|foreign-site)\.ts'/.test(source) ||
			watched < launches
		);
	});
	expect(unguarded).toEqual([]);
});
