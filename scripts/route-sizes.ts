import { listRouteWeights } from './route-files.ts';

/**
 * Prints the script that each route makes a browser load on a first visit, brotli-compressed, from the built
 * manifest. `--budget KB` fails when a route is above it; e2e/weight.spec.ts holds all of them under 130.
 */
const budgetAt = process.argv.indexOf('--budget');
const budget = budgetAt > 0 ? Number(process.argv[budgetAt + 1]) * 1000 : Number.POSITIVE_INFINITY;
const rows = await listRouteWeights();
for (const { route, script } of rows) console.log(`${(script / 1000).toFixed(1).padStart(7)} kB  ${route}`);
const tooHeavy = rows.filter(({ script }) => script > budget);
if (tooHeavy.length > 0) {
	console.error(`Above the budget of ${budget / 1000} kB: ${tooHeavy.map(({ route }) => route).join(', ')}`);
	process.exit(1);
}
