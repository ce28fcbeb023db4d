import { MAX_CONSOLE_LINES, redactLogLine } from '#shared/rules/feedback.ts';

export interface BufferedLine {
	level: 'log' | 'info' | 'warn' | 'error';
	at: string;
	text: string;
}

type ConsoleLike = Record<BufferedLine['level'], (...values: unknown[]) => void>;

const LEVELS = ['log', 'info', 'warn', 'error'] as const;
let lines: BufferedLine[] = [];
let isStarted = false;

function textOf(value: unknown): string {
	if (value instanceof Error) return value.stack ?? String(value);
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value).slice(0, 500);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

function buffer(level: BufferedLine['level'], values: readonly unknown[]) {
	const text = redactLogLine(values.map(textOf).join(' '));
	if (text.trim() === '') return;
	lines = [...lines.slice(1 - MAX_CONSOLE_LINES), { level, at: new Date().toISOString(), text }];
}

/**
 * Buffers the last lines of the console, for a report whose author agrees to send them. They stay in this page, secrets are out
 * of them before they are buffered, and the console shows everything as before.
 */
export function startConsoleBuffer(
	target: ConsoleLike = console,
	events: Pick<EventTarget, 'addEventListener'> = window,
): void {
	if (isStarted) return;
	isStarted = true;
	for (const level of LEVELS) {
		const original = target[level].bind(target);
		target[level] = (...values) => {
			buffer(level, values);
			original(...values);
		};
	}
	events.addEventListener('error', (event) =>
		buffer('error', [(event as ErrorEvent).error ?? (event as ErrorEvent).message]),
	);
	events.addEventListener('unhandledrejection', (event) =>
		buffer('error', [(event as PromiseRejectionEvent).reason]),
	);
}

export function bufferedLines(): readonly BufferedLine[] {
	return lines;
}
