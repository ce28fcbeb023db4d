import { runConcurrentCalls } from '#server/jobs/concurrent-calls.ts';
import type { Services } from '#server/services.ts';
import type { Poller } from '../module.ts';
import { type Claimed, claimDue, type FollowerNow, hasDue, readFollowers } from './claim.ts';
import { holdBack, type KnownPlans } from './may-send.ts';
import { sendOne } from './send-one.ts';
import { type Reach, realReach } from './services/adapters.ts';
import { settleAborted, settleFailure, settleKnown } from './settle.ts';

/** Calls of one process under way. */
const atOnce = 16;

/** Sends what is due to mailing lists, some calls side by side. */
export function createMailingListPoller(reach: Reach = realReach): Poller {
	return {
		name: 'mailing-lists.send',
		idleMs: 500,
		unawaited: true,
		async run(services, signal) {
			if (!(await hasDue(services))) return 0;
			const known: KnownPlans = new Map();
			return runConcurrentCalls({ atOnce, signal }, async (busy, places) => {
				const claimed = await holdBack(services, await claimDue(services, busy, places), known);
				const followers = claimed.length > 0 ? await readFollowers(services, claimed) : [];
				return claimed.map((one, index) => ({
					...{ owner: one.mailingListId, rows: 1 },
					run: () =>
						seeTo(services, one, followers[index] ?? null, reach, signal).catch((error) =>
							services.log.error({ error, mailingListId: one.mailingListId }, 'mailing-lists.not-settled'),
						),
				}));
			});
		},
	};
}

async function seeTo(
	services: Services,
	claimed: Claimed,
	follower: FollowerNow | null,
	reach: Reach,
	signal: AbortSignal,
): Promise<void> {
	const outcome = await sendOne(services, claimed, follower, reach, signal);
	const isErased = follower === null;
	switch (outcome.kind) {
		case 'added':
			return settleKnown(services, claimed, {
				...{ state: 'added', remoteId: outcome.remoteId, problem: null, isCalled: true, isErased },
			});
		case 'removed': {
			const { remoteId, isCalled } = outcome;
			return settleKnown(services, claimed, {
				state: 'removed',
				remoteId,
				problem: null,
				isCalled,
				isErased,
			});
		}
		case 'aborted':
			return settleAborted(services, claimed);
		default:
			return settleFailure(services, claimed, outcome);
	}
}
