import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ServerProcess } from './server-process.ts';

export interface Buyable {
	eventId: string;
	ticketTypeId: string;
}

/** One try to register, as a browser sends it. */
export const tryOrder = (
	server: ServerProcess,
	event: Buyable,
	key: string,
	more: { quantity?: number; hold?: boolean; name?: string } = {},
): Promise<Answer> =>
	server.call(
		'POST',
		`/api/events/${event.eventId}/orders`,
		{
			buyer: { name: more.name ?? 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: more.quantity ?? 1 }],
			...(more.hold && { hold: true }),
		},
		{ 'Idempotency-Key': key },
	);

/**
 * The same, and again with the same key when the machine was so busy that the product sent the buyer away after seconds of waiting in
 * its queue. A 503 that comes sooner, or for another reason, is returned as it is.
 */
export async function buy(...[server, event, key, more]: Parameters<typeof tryOrder>): Promise<Answer> {
	for (;;) {
		const answer = await tryOrder(server, event, key, more);
		if (!isQueueTooLong(answer)) return answer;
		await sleep(200);
	}
}

/** How long the product keeps an order waiting before it says that too many came at once. */
const queueLimitMs = 2_400;

/** A machine so busy that the product sent the buyer away after seconds of waiting in its queue. */
export const isQueueTooLong = ({ status, body, tookMs }: Answer): boolean =>
	status === 503 && body?.code === 'SERVER_OVERLOADED' && tookMs >= queueLimitMs;

/** The least that a call waits for a lock or a connection before it says that the database does not respond. */
const lockLimitMs = 1_400;

/** A machine so busy that a lock or a connection was not had in time. What is said sooner is a fault. */
export const isDatabaseBusy = ({ status, body, tookMs }: Answer): boolean =>
	status === 503 && body?.code === 'SERVICE_UNAVAILABLE' && tookMs >= lockLimitMs;

/** What a try came to, in one word: the order's status, the rule that stood against it, or the status. */
export function toldBy(answer: Answer): string {
	if (answer.status === 201) return answer.body.status;
	return answer.body?.metadata?.rule ?? String(answer.status);
}

/** An answer after which a browser tries again with the same key: none at all, or a 503 that says when. */
export function isPassing(answer: Answer): boolean {
	return answer.status === 0 || (answer.status === 503 && Number(answer.headers['retry-after']) > 0);
}

export interface Settled {
	answer: Answer;
	tries: number;
	/** Every answer on the way. */
	seen: Answer[];
}

/**
 * Repeats a call until it is settled, as a patient browser does: after a broken connection or a 503. Anything else is an answer.
 * @param call gets the number of the try, from 0
 */
export async function settle(
	call: (attempt: number) => Promise<Answer>,
	{ pauseMs = 60, tries = 400 }: { pauseMs?: number; tries?: number } = {},
): Promise<Settled> {
	const seen: Answer[] = [];
	for (let attempt = 0; attempt < tries; attempt += 1) {
		const answer = await call(attempt);
		seen.push(answer);
		if (!isPassing(answer)) return { answer, tries: attempt + 1, seen };
		await sleep(pauseMs);
	}
	throw new Error(`Not settled after ${tries} tries; the last answer was ${seen.at(-1)?.status}.`);
}

/** One scan at a door, as the scanner sends it. */
export const scan = (
	server: ServerProcess,
	door: { token: string; device: string },
	ticketCode: string,
	nonce: string,
): Promise<Answer> =>
	server.call('POST', `/api/staff-access/checkin/${door.token}`, {
		guestQrData: ticketCode,
		nonce,
		device: door.device,
	});
