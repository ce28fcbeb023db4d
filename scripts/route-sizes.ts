import { listRouteWeights } from './route-files.ts';

/**
 * Prints the script that each route makes a browser load on a first visit, brotli-compressed, from the built manifest: all of it, and
 * what is ours beside the framework as published. Fails when a route is above its budget, as e2e/weight.spec.ts does.
 */
const rows = await listRouteWeights();
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
for (const { route, script, ours, budget } of rows)
	console.log(`${kilobytes(script)}, ours ${kilobytes(ours)} of ${budget / 1000}  ${route}`);
const tooHeavy = rows.filter(({ ours, budget }) => ours > budget);
if (tooHeavy.length > 0) {
	console.error(`Above the budget: ${tooHeavy.map(({ route }) => route).join(', ')}`);
	process.exit(1);
}
