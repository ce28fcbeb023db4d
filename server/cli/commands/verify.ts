import { invariantChecks } from '#server/domain/modules.ts';
import { command } from '../command.ts';

export const verifyCommand = command({
	name: 'verify',
	summary: 'Recompute every invariant from the stored rows and print the differences.',
	async run({ services, print }) {
		const all = await services({ isReading: true });
		let differences = 0;
		for (const check of invariantChecks) {
			const found = await check.run(all);
			differences += found.length;
			print(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${check.name}: ${check.rule}`);
			for (const line of found) print(`       ${line}`);
		}
		print(
			differences === 0
				? `All ${invariantChecks.length} invariants hold.`
				: `${differences} differences in ${invariantChecks.length} invariants.`,
		);
		return differences === 0 ? 0 : 1;
	},
});
