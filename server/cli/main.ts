import { commands } from './commands.ts';
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine(commands, process.argv.slice(2), {
	print: (line) => process.stdout.write(`${line}\n`),
	note: (line) => process.stderr.write(`${line}\n`),
});
