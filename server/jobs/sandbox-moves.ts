import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimedMove, claimMove, goOn, isQuiet, renewMove } from '../domain/developer/sandbox/steps.ts';
import type { Poller } from '../domain/module.ts';
import { pollers, scheduledJobs } from '../domain/modules.ts';
import { keepMails } from '../domain/notifications/mail-poller.ts';
import type { Services } from '../services.ts';
import { factPoller } from './fact-poller.ts';
import { leaseSeconds, withLease } from './lease.ts';

const awaited = [...pollers.filter(({ unawaited }) => !unawaited), factPoller];
const jobs = scheduledJobs.filter(({ dueInSandboxes }) => dueInSandboxes);
/** Work leads to more work: an order that ends makes an email. */
const mostRounds = 10;
/** How often another worker with work in progress is checked. */
const pauseMs = 50;
/** A claim of a worker that was killed ends before. What is not done by then goes on beside the steps. */
const mostPauses = ((leaseSeconds + 5) * 1_000) / pauseMs;

/** Does what is due of a sandbox, and of others, once. @returns how much was settled */
async function doRound(services: Services, sandboxId: string, signal: AbortSignal): Promise<number> {
	let settled = 0;
	for (const poller of awaited) {
		if (signal.aborted) return settled;
		settled += await poller.run(services, signal);
	}
	return settled + (await keepMails(services, sandboxId, signal));
}

/**
 * Makes a move to its end: before each step everything is done that is due by then. Nothing waits between steps, unless other workers
 * have something of the sandbox in hand.
 */
async function makeMove(services: Services, claimed: ClaimedMove, signal: AbortSignal): Promise<void> {
	const { sandboxId } = claimed;
	let pauses = 0;
	async function doWhatIsDue(): Promise<void> {
		for (const job of jobs) await job.run(services);
		for (let rounds = 1; !signal.aborted; rounds += 1) {
			const settled = await doRound(services, sandboxId, signal);
			if (signal.aborted || (await isQuiet(services, sandboxId))) return;
			if (settled > 0 && rounds % mostRounds > 0) continue;
			if (pauses >= mostPauses) return;
			pauses += 1;
			await sleep(pauseMs, undefined, { signal }).catch(() => {});
		}
	}
	let move: ClaimedMove | null = claimed;
	while (move) {
		await doWhatIsDue();
		move = signal.aborted ? null : await goOn(services, move);
	}
}

/**
 * Makes the moves of the clocks of sandboxes, step by step: first everything that is due is done, then time moves on to the next instant at
 * which something is. A month so passes in a sandbox in about a second, and nothing in it is passed over.
 */
export const sandboxMovePoller: Poller = {
	name: 'developer.move-sandboxes',
	idleMs: 250,
	async run(services, signal) {
		const move = await claimMove(services);
		if (!move) return 0;
		await withLease(
			services.log,
			() => renewMove(services, move),
			() => makeMove(services, move, signal),
		);
		return 1;
	},
};
