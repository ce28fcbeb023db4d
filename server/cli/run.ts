import { AppError } from '#shared/errors/app-error.ts';
import { databaseErrorCode, isDatabaseDown } from '../db/errors.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { type Config, ConfigError, loadConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { StopError } from '../platform/stop-error.ts';
import { createServices } from '../start/services.ts';
import type { Command, CommandInput } from './command.ts';
import { commandHelp, overview, type ParsedCommand, parseCommandLine, UsageError } from './parse.ts';

export interface CommandLineIo {
	print(line: string): void;
	note(line: string): void;
}

/**
 * Run one command line.
 * @returns the exit status: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runCommandLine(
	commands: readonly Command[],
	words: string[],
	io: CommandLineIo,
	configure: () => Config = loadConfig,
): Promise<number> {
	let parsed: ParsedCommand | null;
	try {
		parsed = parseCommandLine(commands, words);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		io.note(`${error.message}\n\n${error.command ? commandHelp(error.command) : overview(commands)}`);
		return 2;
	}
	if (parsed === null) {
		io.print(overview(commands));
		return 0;
	}
	if (parsed.wantsHelp) {
		io.print(commandHelp(parsed.command));
		return 0;
	}
	try {
		return await runCommand(parsed, io, configure());
	} catch (error) {
		io.note(failureText(error));
		return 1;
	}
}

async function runCommand(
	{ command, parameters, options }: ParsedCommand,
	io: CommandLineIo,
	config: Config,
): Promise<number> {
	const log = createLog({
		level: config.logLevel === 'info' ? 'warn' : config.logLevel,
		format: 'human',
		destination: { write: (line: string) => io.note(line.trimEnd()) },
	});
	let opened: OpenDatabase | undefined;
	const database = async ({ isExclusive = false, isReading = false } = {}) => {
		opened ??= await openDatabase({
			config,
			log,
			kind: 'command',
			label: command.name,
			isExclusive,
			isReading,
			onWait: ({ label }) => io.note(`Waiting for the command "${label}" to end …`),
		});
		return opened;
	};
	const input: CommandInput = {
		parameters,
		options: options as CommandInput['options'],
		config,
		...io,
		database,
		async services(how) {
			const { database: open } = await database(how);
			await migrateDatabase(open.address);
			return createServices(config, log, open);
		},
	};
	try {
		return (await command.run(input)) ?? 0;
	} finally {
		await opened?.close();
	}
}

/** One line for what somebody can mend, a trace for a fault of ours. */
function failureText(error: unknown): string {
	if (error instanceof StopError || error instanceof ConfigError) return error.message;
	if (error instanceof AppError) {
		const fields = error.details.map(({ field, message }) => `${field}: ${message}`);
		return [error.message, ...fields].join(' ');
	}
	if (isDatabaseDown(error)) {
		return `The database went away (${databaseErrorCode(error) ?? 'no answer'}). See that it runs and has space, then try again.`;
	}
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
