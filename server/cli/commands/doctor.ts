import { databaseErrorCode } from '#server/db/errors.ts';
import { command } from '../command.ts';
import { checkBuild, checkDataDirectory, checkDisk, checkNode } from '../doctor/machine.ts';
import { type Finding, findingLine } from '../doctor/report.ts';
import { checkAppUrl, checkDatabase, checkMailServer } from '../doctor/services.ts';

export const doctorCommand = command({
	name: 'doctor',
	summary: 'Check the configuration and the services of an instance, and print what to fix.',
	async run({ config, database, print }) {
		const findings: Finding[] = [];
		const report = (...found: Finding[]) => {
			findings.push(...found);
			for (const finding of found) print(findingLine(finding));
		};
		report(checkNode(), checkBuild(), await checkDataDirectory(config), await checkDisk(config));
		try {
			report(...(await checkDatabase(await database())));
		} catch (error) {
			const code = databaseErrorCode(error);
			const text = `${(error as Error).message}${code && !(error as Error).message.includes(code) ? ` (${code})` : ''}`;
			report({ name: 'Database', state: 'fail', text });
		}
		report(...(await checkAppUrl(config)), await checkMailServer(config));
		const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
		print(`\n${count('ok')} ok, ${count('warn')} to check, ${count('fail')} to fix.`);
		return count('fail') > 0 ? 1 : 0;
	},
});
