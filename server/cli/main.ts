import { commands } from './commands.ts';
import { runCommandLine } from './run.ts';

// Whoever reads us may stop early: `foyer doctor | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
});

process.exitCode = await runCommandLine(commands, process.argv.slice(2), {
	print: (line) => process.stdout.write(`${line}\n`),
	note: (line) => process.stderr.write(`${line}\n`),
});
