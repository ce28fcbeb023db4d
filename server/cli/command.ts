import type { OpenDatabase } from '../db/open.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../services.ts';

/** One option of a command, `--name` with a value or as a switch. */
export interface OptionSpec {
	type: 'text' | 'switch';
	summary: string;
	isRequired?: boolean;
	/** The placeholder of the value in the help: `--email ADDRESS`. */
	placeholder?: string;
}

type ValueOf<S extends OptionSpec> = S['type'] extends 'switch'
	? boolean
	: S['isRequired'] extends true
		? string
		: string | undefined;

/** What a command gets to work with. The database is opened when first requested and closed when the command ends. */
export interface CommandInput<O extends Record<string, OptionSpec> = Record<string, OptionSpec>> {
	/** The words after the command, as many as its `parameters`. */
	parameters: string[];
	options: { [K in keyof O]: ValueOf<O[K]> };
	config: Config;
	/** The result, on standard output. */
	print(line: string): void;
	/** What goes on, on standard error. */
	note(line: string): void;
	/** Everything a command of a module needs; the database is migrated. */
	services(options?: { isReading?: boolean }): Promise<Services>;
	/**
	 * Only the database as it is. With `isExclusive` a running Foyer on it is refused; with `isReading` it may be a replica, which spares
	 * the primary.
	 */
	database(options?: { isExclusive?: boolean; isReading?: boolean }): Promise<OpenDatabase>;
}

/** A command of `npm run -s foyer -- <name>`. */
export interface Command<O extends Record<string, OptionSpec> = Record<string, OptionSpec>> {
	/** One or two words: `backup`, `user create`. */
	name: string;
	summary: string;
	/** Names of required words after the command, in capitals: `FILE`. */
	parameters?: string[];
	options?: O;
	/** The exit status is 0 unless another one is returned. A StopError or AppError is printed as one line, with status 1. */
	// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
	run(input: CommandInput<O>): Promise<number | void>;
}

/** Declares a command with the types of its options. */
export function command<const O extends Record<string, OptionSpec> = Record<never, never>>(
	definition: Command<O>,
): Command {
	return definition as unknown as Command;
}
