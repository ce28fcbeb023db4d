import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Does the work while another process keeps one core busy. */
export async function besideBusyCore<T>(work: () => Promise<T>): Promise<T> {
	const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
	try {
		return await work();
	} finally {
		const ended = once(busy, 'exit');
		busy.kill('SIGKILL');
		await ended;
	}
}
