import { expect, test } from 'vitest';
import { baseChunks } from './base-chunks.ts';

const modules: Record<string, string[]> = {
	'/p/app/entry.client.tsx': ['/p/node_modules/react-dom/client.js'],
	'/p/node_modules/react-dom/client.js': ['/p/node_modules/react/index.js'],
	'/p/app/root.tsx?__react-router-build-client-route': ['/p/app/root.tsx'],
	'/p/app/root.tsx': ['/p/app/shell/chrome.tsx'],
	'/p/app/shell/chrome.tsx': ['/p/node_modules/react/index.js'],
	'/p/app/routes/public/landing.tsx': ['/p/app/features/landing/hero.tsx', '/p/app/shell/chrome.tsx'],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: modules[id] ?? [] }) };
const chunkOf = (id: string) => {
	for (const group of baseChunks('/p')) {
		const name = group.name(id, graph);
		if (name) return name;
	}
	return null;
};

test('what root and entry reach is vendor or shell; entries and what routes alone use stay by themselves', () => {
	expect(chunkOf('/p/node_modules/react/index.js')).toBe('vendor');
	expect(chunkOf('/p/node_modules/react-dom/client.js')).toBe('vendor');
	expect(chunkOf('/p/app/shell/chrome.tsx')).toBe('shell');
	expect(chunkOf('/p/app/root.tsx')).toBeNull();
	expect(chunkOf('/p/app/entry.client.tsx')).toBeNull();
	expect(chunkOf('/p/app/features/landing/hero.tsx')).toBeNull();
});
