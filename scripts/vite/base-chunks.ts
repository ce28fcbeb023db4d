interface ModuleGraph {
	getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** The two files that every page loads first; both are entries of their own. */
const STARTS = ['app/entry.client.tsx', 'app/root.tsx'];

/**
 * Gathers what every page loads anyway into two files: `vendor` (React, the router, Lingui), which changes with
 * dependencies only, and `shell`. Left to itself the bundler makes some thirty small files of it, which compress worse and
 * are each a request.
 */
export function baseChunks(root: string) {
	let base: Set<string> | undefined;
	const starts = STARTS.map((start) => `${root}/${start}`);

	function reachable(graph: ModuleGraph): Set<string> {
		const found = new Set<string>();
		const queue = [...starts, `${root}/app/root.tsx?__react-router-build-client-route`];
		for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
			if (found.has(id)) continue;
			found.add(id);
			queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
		}
		return found;
	}

	const isBase = (id: string, graph: ModuleGraph) => {
		base ??= reachable(graph);
		return base.has(id) && !starts.some((start) => id.startsWith(start));
	};
	const isOurs = (id: string) => !id.includes('/node_modules/') && !id.startsWith('\0');
	return [
		{
			priority: 2,
			name: (id: string, graph: ModuleGraph) => (isBase(id, graph) && !isOurs(id) ? 'vendor' : null),
		},
		{
			priority: 1,
			name: (id: string, graph: ModuleGraph) => (isBase(id, graph) && isOurs(id) ? 'shell' : null),
		},
	];
}
