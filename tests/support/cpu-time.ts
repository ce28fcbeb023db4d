/**
 * Processor time of this process that work takes, in ms. Unlike the time on the clock it does not grow when the machine does much
 * else, so a test may compare it with a limit.
 */
export function cpuMs(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
