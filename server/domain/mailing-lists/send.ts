import { setTimeout as sleep } from 'node:timers/promises';
import { createPace, lowPriority } from '#server/platform/load-shedding.ts';
import type { Services } from '#server/services.ts';
import type { Poller } from '../module.ts';
import { type Busy, type Claimed, claimDue, type FollowerNow, hasDue, readFollowers } from './claim.ts';
import { holdBack, type KnownPlans } from './may-send.ts';
import { type Reach, realReach } from './reach.ts';
import { sendOne } from './send-one.ts';
import { settleAborted, settleFailure, settleKnown } from './settle.ts';

/** Calls of one process under way. */
const atOnce = 16;
/** While calls are under way, so often it is looked whether more is due. */
const lookMs = 100;
/** After the end of a call, so long it is waited for more of them, so that one claim fills the places of several. */
const gatherMs = 5;

/**
 * Sends what is due to mailing lists, some calls side by side. New ones begin while slow ones are under way, so a service that does not
 * answer holds up no list but its own. Requests to this process go first.
 */
export function createMailingListPoller(reach: Reach = realReach): Poller {
	return {
		name: 'mailing-lists.send',
		idleMs: 500,
		async run(services, signal) {
			if (!(await hasDue(services))) return 0;
			const pace = createPace(signal, lowPriority);
			const under: Set<Promise<void>> = new Set();
			const busy = new Map<string, Busy>();
			const known: KnownPlans = new Map();
			let settled = 0;
			const begin = (claimed: Claimed, follower: FollowerNow | null) => {
				const { organisationId, mailingListId } = claimed;
				const list = busy.get(mailingListId) ?? { organisationId, mailingListId, calls: 0 };
				list.calls += 1;
				busy.set(mailingListId, list);
				const call = seeTo(services, claimed, follower, reach, signal)
					.catch((error) => services.log.error({ error, mailingListId }, 'mailing-lists.not-settled'))
					.finally(() => {
						settled += 1;
						under.delete(call);
						list.calls -= 1;
						if (list.calls === 0) busy.delete(mailingListId);
					});
				under.add(call);
			};
			do {
				await pace();
				const places = atOnce - under.size;
				const claimed = places > 0 ? await claimDue(services, [...busy.values()], places) : [];
				const allowed = await holdBack(services, claimed, known);
				const followers = allowed.length > 0 ? await readFollowers(services, allowed) : [];
				for (const [index, one] of allowed.entries()) begin(one, followers[index] ?? null);
				await Promise.race([...under, pause(lookMs, signal)]);
				if (under.size > 0) await pause(gatherMs, signal);
			} while (under.size > 0 && !signal.aborted);
			await Promise.all(under);
			return settled;
		},
	};
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

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
				...{ state: 'added', remoteId: outcome.remoteId, problem: null, isAsked: true, isErased },
			});
		case 'removed': {
			const { remoteId, isAsked } = outcome;
			return settleKnown(services, claimed, { state: 'removed', remoteId, problem: null, isAsked, isErased });
		}
		case 'aborted':
			return settleAborted(services, claimed);
		default:
			return settleFailure(services, claimed, outcome);
	}
}
