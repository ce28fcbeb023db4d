import { runConcurrentCalls } from '#server/jobs/concurrent-calls.ts';
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

/** Sends what is due to connections, some calls side by side. */
export function createDeliveryPoller(options: Omit<OutboundOptions, 'privateNetworks'> = {}): Poller {
	return {
		name: 'integrations.deliver',
		idleMs: 250,
		unawaited: true,
		async run(services, signal) {
			if (!(await hasDue(services))) return 0;
			return runConcurrentCalls({ atOnce, signal }, async (busy, places) => {
				const claimed = await dropWithheld(services, await claimDue(services, busy, places));
				// As they are known now: whoever was erased while a message waited is not in it.
				const guests = await readGuestData(
					services,
					claimed.filter((one) => one.guests === 'included'),
				);
				return callsOf(claimed).map((deliveries) => {
					const [{ id, connectionId }] = deliveries;
					return {
						...{ owner: connectionId, rows: deliveries.length },
						run: () =>
							deliver(services, deliveries, guests.get(id), { ...options, signal }).catch((error) =>
								services.log.error({ error, connectionId }, 'integrations.not-settled'),
							),
					};
				});
			});
		},
	};
}

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
