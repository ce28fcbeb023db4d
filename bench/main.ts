import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run bench [-- seconds rounds]`: every benchmark in turn, each on a database of its own, each printing ratios against a
 * reference measured in the same run. The scanner's has a command of its own, since it needs a browser's worth of pictures.
 */
const benches = ['registration.ts'];

for (const bench of benches) {
	const { status } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, bench), ...process.argv.slice(2)],
		{
			stdio: 'inherit',
		},
	);
	if (status !== 0) process.exit(status ?? 1);
}
