import { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import type { Crash } from './crash-tap.ts';
import { redactText, redactValue } from './redact.ts';

/** Structured log: `log.info({ orderId }, 'order.confirmed')`. Secrets are taken out before anything is written. */
export type Log = Logger;

export interface LogOptions {
	level: Config['logLevel'];
	/** `json` is one object a line for machines, `human` a short line for a terminal. */
	format: 'json' | 'human';
	/** Standard output unless a test collects the lines. */
	destination?: DestinationStream;
	/** Hears of every line of level error, after secrets are taken out. */
	onError?: (crash: Crash) => void;
}

const ERROR_LEVEL = 50;

export function createLog(options: LogOptions): Log {
	const output = options.destination ?? process.stdout;
	const log = pino(
		{
			level: options.level,
			base: options.format === 'json' ? { pid: process.pid } : {},
			timestamp: pino.stdTimeFunctions.isoTime,
			errorKey: 'error',
			messageKey: 'message',
			formatters: {
				level: (label) => ({ level: label }),
			},
			serializers: { error: (error) => error },
			hooks: {
				// Before pino sees them: it would take the message of an error as the message of the line.
				logMethod(args, method, level) {
					const clean = cleanArguments(args);
					method.apply(this, clean as typeof args);
					if (level >= ERROR_LEVEL) options.onError?.(crashOf(clean));
				},
			},
		},
		options.format === 'json' ? output : humanStream(output),
	);
	// Children inherit this method, so the fields of grandchildren are clean as well.
	const makeChild = log.child;
	log.child = function (this: Log, fields: object, childOptions?: never) {
		return makeChild.call(this, redactValue(fields) as object, childOptions);
	} as typeof log.child;
	return log;
}

function cleanArguments([first, ...rest]: unknown[]): unknown[] {
	const texts = rest.map((arg) => (typeof arg === 'string' ? redactText(arg) : redactValue(arg)));
	if (typeof first === 'string') return [redactText(first), ...texts];
	const fields = first instanceof Error ? { error: first } : first;
	return [redactValue(fields), ...texts];
}

function crashOf([first, second]: unknown[]): Crash {
	const fields = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
	return { event: String(typeof first === 'string' ? first : (second ?? '')), fields };
}

/** The log of this process: JSON, except on a terminal and in development. */
export function createProcessLog(
	config: Pick<Config, 'logLevel' | 'mode'>,
	onError?: LogOptions['onError'],
): Log {
	const isHuman = config.mode === 'development' || process.stdout.isTTY === true;
	return createLog({
		level: config.logLevel,
		format: isHuman ? 'human' : 'json',
		...(onError && { onError }),
	});
}

/** A log that writes nothing. */
export function createSilentLog(): Log {
	return pino({ level: 'silent' });
}

function humanStream(output: DestinationStream): Writable {
	return new Writable({
		decodeStrings: false,
		write(line, _encoding, done) {
			output.write(toHumanLine(String(line)));
			done();
		},
	});
}

/** `12:30:01 warn  job.failed queue=mails attempt=3`; control characters stay escaped, so no value can forge a line. */
function toHumanLine(line: string): string {
	const { time, level, message, error, ...fields } = JSON.parse(line) as Record<string, unknown>;
	const pairs = Object.entries(fields).map(([key, value]) => {
		const text = typeof value === 'string' && /^[^\s"\p{Cc}]+$/u.test(value) ? value : JSON.stringify(value);
		return ` ${key}=${text}`;
	});
	const text = String(message ?? '').replace(/\p{Cc}/gu, (char) => JSON.stringify(char).slice(1, -1));
	const stack = error ? `\n${errorLines(error as Record<string, unknown>)}` : '';
	return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${text}${pairs.join('')}${stack}\n`;
}

function errorLines(error: Record<string, unknown>): string {
	const own = String(error.stack ?? error.message).replace(/^/gm, '  ');
	const cause = error.cause as Record<string, unknown> | undefined;
	return cause?.message ? `${own}\n  caused by: ${String(cause.message)}` : own;
}
