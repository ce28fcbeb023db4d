import { createLog, type Log } from '#server/platform/log.ts';

export interface TestLog {
	log: Log;
	/** Everything written so far, one object a line. */
	lines: Record<string, unknown>[];
	/** The same as text, to search it for what must not be there. */
	text(): string;
}

/** A log that keeps its lines, written in the same form as in production. */
export function createTestLog(): TestLog {
	const raw: string[] = [];
	const lines: Record<string, unknown>[] = [];
	const log = createLog({
		level: 'debug',
		format: 'json',
		destination: {
			write(line: string) {
				raw.push(line);
				lines.push(JSON.parse(line));
			},
		},
	});
	return { log, lines, text: () => raw.join('') };
}
