import { expect, test } from 'vitest';
import { sharedChunks } from './shared-chunks.ts';

const icons = '/p/node_modules/lucide-react/dist/esm/icons';
const barrel = '/p/node_modules/lucide-react/dist/esm/lucide-react.mjs';
const modules: Record<string, { imports: string[]; code?: string }> = {
	'/p/app/entry.client.tsx': { imports: ['/p/node_modules/react-dom/client.js'] },
	'/p/node_modules/react-dom/client.js': { imports: ['/p/node_modules/react/index.js'] },
	'/p/app/root.tsx?__react-router-build-client-route': { imports: ['/p/app/root.tsx'] },
	'/p/app/root.tsx': { imports: ['/p/app/shell/chrome.tsx'] },
	'/p/app/shell/chrome.tsx': {
		imports: ['/p/node_modules/react/index.js', '/p/node_modules/clsx/dist/clsx.mjs', barrel],
		code: 'import { Menu, X as Close } from "lucide-react";',
	},
	'/p/app/routes/public/event.tsx': {
		imports: [
			'/p/app/ui/stepper.tsx',
			'/p/app/features/orders/box.tsx',
			'/p/app/features/orders/components/email-field.tsx',
			'/p/app/features/events/when.tsx',
			'/p/app/features/events/json-ld.ts',
			'/p/app/features/content/box.tsx',
			'/p/shared/errors/app-error.ts',
			barrel,
		],
		code: "import { Plus } from 'lucide-react';",
	},
	'/p/app/features/events/json-ld.ts': { imports: ['/p/shared/rules/quote.ts'] },
	[barrel]: {
		imports: [`${icons}/menu.mjs`, `${icons}/x.mjs`, `${icons}/plus.mjs`, `${icons}/rocket.mjs`],
		code: `export { default as LucideMenu, default as Menu } from './icons/menu.mjs';
export { default as X } from './icons/x.mjs';
export { default as Plus } from './icons/plus.mjs';
export { default as Rocket } from './icons/rocket.mjs';`,
	},
};
const graph = {
	getModuleInfo: (id: string) => ({
		importedIds: modules[id]?.imports ?? [],
		code: modules[id]?.code ?? null,
	}),
};
const chunkOf = (id: string) => {
	for (const group of sharedChunks('/p').toSorted((a, b) => b.priority - a.priority)) {
		const name = group.name(id, graph);
		if (name) return name;
	}
	return null;
};

test.each([
	['/p/node_modules/react/index.js', 'framework'],
	['/p/node_modules/react-dom/client.js', 'framework'],
	['/p/app/shell/chrome.tsx', 'shell'],
	['/p/node_modules/clsx/dist/clsx.mjs', 'shell'],
	[`${icons}/menu.mjs`, 'shell'],
	[`${icons}/x.mjs`, 'shell'],
	['/p/app/ui/stepper.tsx', 'kit'],
	[`${icons}/plus.mjs`, 'kit'],
	[`${icons}/rocket.mjs`, 'icons'],
	['/p/app/root.tsx', null],
	['/p/app/entry.client.tsx', null],
	['/p/app/routes/public/event.tsx', null],
	['/p/app/features/orders/box.tsx', 'registration'],
	['/p/app/features/orders/components/email-field.tsx', null],
	['/p/app/features/orders/dialog.tsx', null],
	['/p/app/features/events/when.tsx', 'event-facts'],
	['/p/app/features/content/box.tsx', null],
	['/p/shared/rules/quote.ts', null],
	['/p/shared/errors/app-error.ts', 'kit'],
	['/p/shared/errors/catalogue.ts', 'errors'],
	['/p/shared/rules/pricing/money.ts', 'amounts'],
	['/p/app/ui/date-field.tsx', null],
])('%s: %s', (id, chunk) => {
	expect(chunkOf(id)).toBe(chunk);
});
