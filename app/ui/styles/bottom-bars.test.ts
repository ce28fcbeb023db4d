import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * A toast never lies over a bar at the lower edge of the window: every element that stays there carries the mark that lifts the toaster,
 * and every value of the mark has its rule.
 */
const app = join(import.meta.dirname, '../..');
const styles = readFileSync(join(import.meta.dirname, 'components.css'), 'utf8');

/** Classes that hold an element at the lower edge, of whatever width of the window. */
const holds = /(?:^|\s)(?:[\w-]+:)*(?:sticky|fixed)(?=\s|$)/;
const below = /(?:^|\s)(?:[\w-]+:)*(?:bottom|end-block)-[\w./[\]()-]+/;
const isBar = (classes: string) => holds.test(classes) && below.test(classes);

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read with care
type Node = any;

/** For each element or set of properties with such classes, the value of its mark. */
function barsOf(file: string, source: string): (string | undefined)[] {
	const found: (string | undefined)[] = [];
	const classesIn = (node: Node): string[] => {
		if (typeof node !== 'object' || node === null) return [];
		if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
		if (node.type === 'TemplateElement') return [node.value.cooked];
		return Object.entries(node).flatMap(([key, child]) => (key === 'parent' ? [] : classesIn(child)));
	};
	function visit(node: Node): void {
		if (typeof node !== 'object' || node === null) return;
		const pairs: [string, Node][] | undefined =
			node.type === 'JSXOpeningElement'
				? node.attributes.map((one: Node) => [one.name?.name, one.value])
				: node.type === 'ObjectExpression'
					? node.properties.map((one: Node) => [one.key?.name ?? one.key?.value, one.value])
					: undefined;
		const classes = pairs?.find(([name]) => name === 'className')?.[1];
		if (pairs && classesIn(classes).some(isBar)) {
			const mark = pairs.find(([name]) => name === 'data-bottom-bar')?.[1];
			found.push(mark?.value);
		} else if ((node.type === 'Literal' || node.type === 'TemplateElement') && !isKnown.has(node)) {
			const text = typeof node.value === 'string' ? node.value : node.value?.cooked;
			// Classes in a constant: whoever uses it could forget the mark.
			if (typeof text === 'string' && isBar(text)) found.push(undefined);
		}
		if (pairs && classesIn(classes).some(isBar)) remember(classes);
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
	}
	const isKnown = new Set<Node>();
	const remember = (node: Node): void => {
		if (typeof node !== 'object' || node === null) return;
		isKnown.add(node);
		for (const [key, child] of Object.entries(node)) if (key !== 'parent') remember(child);
	};
	visit(parseSync(file, source).program);
	return found;
}

const bars = globSync('**/*.tsx', { cwd: app }).flatMap((file) =>
	barsOf(file, readFileSync(join(app, file), 'utf8')).map((mark) => ({ file, mark })),
);

test('every bar at the lower edge carries the mark', () => {
	expect(bars.filter(({ mark }) => mark === undefined)).toEqual([]);
	expect(new Set(bars.map(({ file }) => file.split('/').at(-1)))).toEqual(
		new Set([
			'changes-bar.tsx',
			'content-editor.tsx',
			'door-ready.tsx',
			'held-changes.tsx',
			'register-bar.tsx',
			'sale-notice.tsx',
			'scan-card.tsx',
			'section-bars.tsx',
			'series-calendar.tsx',
			'sold-step.tsx',
		]),
	);
});

test.each([...new Set(bars.map(({ mark }) => mark))])('the toaster stands above a bar that is %s', (mark) => {
	const rules = styles.match(
		new RegExp(
			`body:has\\(\\[data-bottom-bar="${mark}"\\]\\)\\s+:is\\([^)]*\\.toaster[^)]*\\)\\s*\\{[^}]*\\}`,
			'g',
		),
	);
	expect(rules).toHaveLength(1);
	expect(rules?.[0]).toMatch(/--bottom-bar: [\d.]+rem;/);
});

test('the toaster leaves the room of the bar in both directions of writing', () => {
	const toaster = styles.slice(styles.indexOf('.toaster {'), styles.indexOf('.toast {'));
	expect(toaster.match(/calc\(1\.5rem \+ var\(--bottom-bar\)\)/g)).toHaveLength(2);
});

test.each([
	['an element', '<p className="sticky bottom-4" />', [undefined]],
	['for some widths', '<p className="md:sticky md:bottom-4" />', [undefined]],
	['fixed', '<p className={clsx("fixed inset-x-0 bottom-0", x)} />', [undefined]],
	['a constant', 'const KEY = "sticky bottom-3"', [undefined]],
	['with the mark', '<p data-bottom-bar="low" className="sticky bottom-4" />', ['low']],
	['at the upper edge', '<p className="sticky top-4" />', []],
	['in the flow', '<p className="absolute bottom-0" />', []],
])('the search: %s', (_, source, marks) => {
	expect(barsOf('x.tsx', source)).toEqual(marks);
});
