import { ConfigError } from '../platform/config.ts';
import { StopError } from '../platform/stop-error.ts';

/** Services that run until the process receives a signal to stop. */
export interface Running {
	stop(): Promise<void>;
}

/** After this the process ends in any case; service managers kill at 30 to 90 seconds. */
const stopTimeoutMs = 20_000;

/** The one line for what the operator can mend; a fault of ours with its trace. */
export function reportFailure(error: unknown): void {
	const isExplained = error instanceof StopError || error instanceof ConfigError;
	process.stderr.write(isExplained ? `Foyer cannot start. ${error.message}\n` : `${failureText(error)}\n`);
}

function failureText(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Start, then stop in order at SIGTERM and SIGINT; a second signal ends the process at once. */
export async function runProcess(start: (stopping: AbortSignal) => Promise<Running>): Promise<void> {
	const stopping = new AbortController();
	let running: Running | null = null;
	let isEnding = false;

	const end = async (exitCode: number) => {
		if (isEnding) process.exit(1);
		isEnding = true;
		stopping.abort();
		setTimeout(() => process.exit(1), stopTimeoutMs).unref();
		try {
			await running?.stop();
			// While starting, the start itself sees the signal and cleans up.
			if (running) process.exit(exitCode);
		} catch (error) {
			reportFailure(error);
			process.exit(1);
		}
	};
	// A terminal that goes away, or a reader of our output, is no reason to stop serving.
	for (const output of [process.stdout, process.stderr]) {
		output.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
		});
	}
	process.on('SIGTERM', () => end(0));
	process.on('SIGINT', () => end(0));
	// Nobody knows in which state a fault that nothing caught leaves us: end in order, and let the service manager start anew.
	process.on('uncaughtException', (error) => {
		process.stderr.write(`${failureText(error)}\n`);
		end(1);
	});

	try {
		running = await start(stopping.signal);
	} catch (error) {
		if (!stopping.signal.aborted) reportFailure(error);
		process.exit(stopping.signal.aborted ? 0 : 1);
	}
	if (stopping.signal.aborted) {
		await running.stop();
		process.exit(0);
	}
}
