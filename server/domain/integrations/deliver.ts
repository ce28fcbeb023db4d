import { setTimeout as sleep } from 'node:timers/promises';
import { createPace, lowPriority } from '#server/platform/load-shedding.ts';
import { type OutboundOptions, type OutboundResult, sendOutbound } from '#server/platform/outbound.ts';
import type { Services } from '#server/services.ts';
import type { GuestData } from '#shared/rules/webhook-guests.ts';
import type { Poller } from '../module.ts';
import { type Claimed, claimDue, dropWithheld, giveBack, hasDue } from './claim.ts';
import { readGuestData } from './guest-data.ts';
import { chatBody, chatLine, webhookBody, webhookId } from './message-body.ts';
import { signWebhook, unsealText } from './secrets.ts';
import { settle } from './settle.ts';

/** Calls of one process under way. */
const atOnce = 32;
/** While calls are under way, so often it is looked whether more is due. */
const lookMs = 100;
/** After the end of a call, so long it is waited for more of them, so that one claim fills the places of several. */
const gatherMs = 5;

/**
 * Sends what is due to connections, some calls side by side. New ones begin while slow ones are under way, so a receiver that does
 * not answer holds up nobody but itself. Requests to this process go first.
 */
export function createDeliveryPoller(options: Omit<OutboundOptions, 'privateNetworks'> = {}): Poller {
	return {
		name: 'integrations.deliver',
		idleMs: 250,
		async run(services, signal) {
			if (!(await hasDue(services))) return 0;
			const pace = createPace(signal, lowPriority);
			const under: Set<Promise<void>> = new Set();
			const busy = new Map<string, number>();
			let settled = 0;
			const begin = (deliveries: readonly [Claimed, ...Claimed[]], guests: GuestData | undefined) => {
				const { connectionId } = deliveries[0];
				busy.set(connectionId, (busy.get(connectionId) ?? 0) + 1);
				const call = deliver(services, deliveries, guests, { ...options, signal })
					.catch((error) => services.log.error({ error, connectionId }, 'integrations.not-settled'))
					.finally(() => {
						settled += deliveries.length;
						under.delete(call);
						const left = (busy.get(connectionId) ?? 1) - 1;
						if (left === 0) busy.delete(connectionId);
						else busy.set(connectionId, left);
					});
				under.add(call);
			};
			do {
				await pace();
				const free = atOnce - under.size;
				const claimed = free > 0 ? await dropWithheld(services, await claimDue(services, busy, free)) : [];
				// As they are known now: whoever was erased while a message waited is not in it.
				const guests = await readGuestData(
					services,
					claimed.filter((one) => one.guests === 'included'),
				);
				for (const call of callsOf(claimed)) begin(call, guests.get(call[0].id));
				await Promise.race([...under, pause(lookMs, signal)]);
				if (under.size > 0) await pause(gatherMs, signal);
			} while (under.size > 0 && !signal.aborted);
			await Promise.all(under);
			return settled;
		},
	};
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

/** A call for each delivery of a webhook, and one for all lines of a chat. */
function callsOf(claimed: readonly Claimed[]): [Claimed, ...Claimed[]][] {
	const chats = Map.groupBy(
		claimed.filter(({ kind }) => kind !== 'webhook'),
		({ connectionId }) => connectionId,
	);
	const single = claimed.filter(({ kind }) => kind === 'webhook').map((one): [Claimed] => [one]);
	return [...single, ...([...chats.values()] as [Claimed, ...Claimed[]][])];
}

async function deliver(
	services: Services,
	deliveries: readonly [Claimed, ...Claimed[]],
	guests: GuestData | undefined,
	options: OutboundOptions & { signal: AbortSignal },
): Promise<void> {
	const startedAt = services.clock.now();
	const request = toRequest(services, deliveries, guests, startedAt);
	const { signal, ...limits } = options;
	const result: OutboundResult = request
		? await sendOutbound(
				{ ...request, signal },
				{ ...limits, privateNetworks: services.config.privateTargets },
			)
		: notSent;
	if (result.error === 'aborted') await giveBack(services, deliveries);
	else await settle(services, deliveries, result, startedAt);
}

/** SECRET_KEY is another than the one that the address was sealed under. */
const notSent: OutboundResult = {
	...{ status: null, error: 'address', address: null, durationMs: 0, bytes: 0, retryAfterSeconds: null },
};

function toRequest(
	services: Services,
	deliveries: readonly [Claimed, ...Claimed[]],
	guests: GuestData | undefined,
	now: Date,
) {
	const [first] = deliveries;
	const { kind, connectionId, message } = first;
	const url = unsealText(services, connectionId, first.sealedTarget);
	if (url === null) return null;
	const headers = { 'content-type': 'application/json', 'user-agent': 'Foyer-Webhooks/1' };
	if (kind !== 'webhook') {
		const lines = deliveries
			.toSorted((a, b) => a.message.sequence - b.message.sequence)
			.map((one) => chatLine(one.message));
		return { url, headers, body: chatBody(kind, lines) };
	}
	const secret = unsealText(services, connectionId, first.sealedSecret);
	if (secret === null) return null;
	const isOldGood = first.oldSecretUntil !== null && first.oldSecretUntil > now;
	const old = isOldGood ? unsealText(services, connectionId, first.sealedOldSecret) : null;
	const body = webhookBody(message, first.detail, guests);
	const id = webhookId(message.id);
	const timestamp = Math.floor(now.getTime() / 1_000);
	return {
		url,
		body,
		headers: {
			...headers,
			'webhook-id': id,
			'webhook-timestamp': String(timestamp),
			'webhook-signature': signWebhook(old ? [secret, old] : [secret], { id, timestamp, body }),
		},
	};
}
