import { parseArgs } from 'node:util';
import type { Command, OptionSpec } from './command.ts';

/** The command line is wrong; printed as one line before the help. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	readonly command: Command | undefined;

	constructor(message: string, command?: Command) {
		super(message);
		this.command = command;
	}
}

export interface ParsedCommand {
	command: Command;
	parameters: string[];
	options: Record<string, string | boolean | undefined>;
	wantsHelp: boolean;
}

/**
 * Find the command that the words name and read its options.
 * @returns null when only help is wanted
 * @throws UsageError
 */
export function parseCommandLine(commands: readonly Command[], words: string[]): ParsedCommand | null {
	if (words.length === 0 || ['help', '--help', '-h'].includes(words[0]!)) return null;
	const command = findCommand(commands, words);
	const rest = words.slice(command.name.split(' ').length);
	const { values, positionals } = readOptions(command, rest);
	const wantsHelp = values.help === true;
	const parameters = command.parameters ?? [];
	if (!wantsHelp) {
		const missing = parameters[positionals.length];
		if (missing) throw new UsageError(`${missing} is missing.`, command);
		if (positionals.length > parameters.length) {
			throw new UsageError(`"${positionals[parameters.length]}" is too much.`, command);
		}
		for (const [name, spec] of Object.entries(command.options ?? {})) {
			if (spec.isRequired && !values[name]) throw new UsageError(`--${name} is missing.`, command);
		}
	}
	return { command, parameters: positionals, options: values, wantsHelp };
}

function findCommand(commands: readonly Command[], words: string[]): Command {
	const found = commands
		.filter(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
		.toSorted((a, b) => b.name.length - a.name.length)[0];
	if (found) return found;
	const family = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
	const hint = family.length > 0 ? ` Did you mean ${family.join(' or ')}?` : '';
	const named = words.slice(0, family.length > 0 ? 2 : 1).join(' ');
	throw new UsageError(`There is no command "${named}".${hint}`);
}

function readOptions(command: Command, words: string[]) {
	const options: Record<string, { type: 'string' | 'boolean' }> = { help: { type: 'boolean' } };
	for (const [name, spec] of Object.entries(command.options ?? {})) {
		options[name] = { type: spec.type === 'switch' ? 'boolean' : 'string' };
	}
	try {
		const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true, strict: true });
		return { values: values as Record<string, string | boolean | undefined>, positionals };
	} catch (error) {
		throw new UsageError(firstSentence((error as Error).message), command);
	}
}

/** Node explains at length how to pass what looks like an option. */
function firstSentence(message: string): string {
	const [first = ''] = message.split(/\. |\n/);
	return `${first.replace(/\.$/, '')}.`;
}

/** The help of one command. */
export function commandHelp(command: Command): string {
	const rows = Object.entries(command.options ?? {}).map(([name, spec]) => [
		optionText(name, spec),
		spec.summary,
	]);
	const usage = [`npm run -s foyer -- ${command.name}`, ...(command.parameters ?? [])];
	const options = Object.entries(command.options ?? {}).map(([name, spec]) =>
		spec.isRequired ? optionText(name, spec) : `[${optionText(name, spec)}]`,
	);
	const table = rows.length > 0 ? `\n\n${alignRows(rows as [string, string][])}` : '';
	return `${command.summary}\n\nUsage: ${[...usage, ...options].join(' ')}${table}`;
}

/** The help over all commands. */
export function overview(commands: readonly Command[]): string {
	const rows = commands.map(({ name, parameters = [], summary }): [string, string] => [
		[name, ...parameters].join(' '),
		summary,
	]);
	return `Usage: npm run -s foyer -- COMMAND\n\n${alignRows(rows)}\n\nOptions of a command: npm run -s foyer -- COMMAND --help`;
}

function optionText(name: string, spec: OptionSpec): string {
	return spec.type === 'switch' ? `--${name}` : `--${name} ${spec.placeholder ?? 'TEXT'}`;
}

function alignRows(rows: [string, string][]): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
