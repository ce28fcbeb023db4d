/** A fault of ours, as it was logged: fields are already free of secrets. */
export interface Crash {
	/** Name of the log line: `http.request-failed`. */
	event: string;
	fields: Record<string, unknown>;
}

type Receiver = (crash: Crash) => void;

const mostWaiting = 50;

/**
 * Takes what is logged as an error to the error log. The log is there before the database, so what happens first waits; a
 * flood is cut, since a fault that comes a thousand times is still one fault.
 */
export interface CrashTap {
	take: Receiver;
	/** Hands over what waited and everything that comes. */
	connect(receiver: Receiver): void;
}

export function createCrashTap(): CrashTap {
	let receiver: Receiver | undefined;
	let waiting: Crash[] = [];
	return {
		take(crash) {
			if (receiver) receiver(crash);
			else if (waiting.length < mostWaiting) waiting.push(crash);
		},
		connect(next) {
			receiver = next;
			for (const crash of waiting) next(crash);
			waiting = [];
		},
	};
}
