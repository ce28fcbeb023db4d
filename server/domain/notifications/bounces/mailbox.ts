import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';

/** A message as the mailbox holds it. */
export interface StoredMessage {
	/** When it came, by the mail server. */
	receivedAt: Date | null;
	/** At most `longestRead` bytes. */
	source: Uint8Array;
}

/** Of one message; what follows is left out. The report of a bounce stands before the message that it returns. */
const longestRead = 1024 * 1024;
/** Messages of one round, and of them in memory at a time. */
const mostOfRound = 100;
const mostAtOnce = 10;
/** A round takes no longer, whatever the server does. */
const longestRoundMs = 50_000;

const goodbyeMs = 1_000;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** The connection to a server that sends more than was requested is closed. */
const sizes = {
	maxLineLength: 16 * 1024 * 1024,
	maxLiteralSize: 2 * longestRead,
	maxResponseSize: 20 * 1024 * 1024,
	maxResponseTokens: 200_000,
};

/** Options of the library for `imaps://user:password@host/Folder`; `imap://` must change to TLS, but on the machine itself. */
function optionsOf(address: string) {
	const url = new URL(address);
	const secure = url.protocol === 'imaps:';
	const host = url.hostname.replace(/^\[|\]$/g, '');
	const isThisMachine = host === 'localhost' || host === '::1' || host.startsWith('127.');
	return {
		host,
		port: url.port ? Number(url.port) : secure ? 993 : 143,
		secure,
		...(!secure && { doSTARTTLS: !isThisMachine }),
		...(!isIP(host) && { servername: host }),
		auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
	};
}

const folderOf = (address: string) => decodeURIComponent(new URL(address).pathname.slice(1)) || 'INBOX';

/**
 * Hands unseen messages over, oldest first, and marks them as seen once they were taken. What was handed over but not marked, since the
 * connection broke, comes again in the next round.
 * @param take takes some messages; when it throws, the round ends and they come again
 * @returns how many were taken, and whether more wait
 * @throws when the server cannot be reached, refuses the password, hangs or breaks off
 */
export async function readMailbox(
	address: string,
	take: (messages: StoredMessage[]) => Promise<void>,
	{ signal, longestMs = longestRoundMs }: { signal?: AbortSignal; longestMs?: number } = {},
): Promise<{ count: number; hasMore: boolean }> {
	// Loaded where bounces are read alone.
	const { ImapFlow: Client } = await import('imapflow');
	const client = new Client({
		...optionsOf(address),
		...timeouts,
		...sizes,
		logger: false,
		disableAutoIdle: true,
		disableCompression: true,
		clientInfo: { name: 'Foyer' },
	});
	const ended = Promise.withResolvers<never>();
	ended.promise.catch(() => {});
	client.on('error', (error) => ended.reject(error));
	client.on('close', () => ended.reject(new Error('The mail server closed the connection.')));
	const timer = setTimeout(
		() => ended.reject(new Error(`The mail server took longer than ${Math.round(longestMs / 1_000)} s.`)),
		longestMs,
	);
	const stop = () => ended.reject(new Error('The server is stopping.'));
	signal?.addEventListener('abort', stop, { once: true });
	if (signal?.aborted) stop();
	try {
		const round = await Promise.race([readRound(client, folderOf(address), take), ended.promise]);
		// All is done: a server that does not say goodbye is not waited for.
		await Promise.race([client.logout().catch(() => {}), sleep(goodbyeMs, undefined, { ref: false })]);
		return round;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', stop);
		client.close();
	}
}

async function readRound(
	client: ImapFlow,
	folder: string,
	take: (messages: StoredMessage[]) => Promise<void>,
) {
	await client.connect();
	await client.mailboxOpen(folder);
	const found = await client.search({ seen: false }, { uid: true });
	const unseen = Array.isArray(found) ? found : [];
	const round = unseen.slice(0, mostOfRound);
	for (let at = 0; at < round.length; at += mostAtOnce) {
		const uids = round.slice(at, at + mostAtOnce).join(',');
		const messages = await client.fetchAll(
			uids,
			{ uid: true, internalDate: true, source: { maxLength: longestRead } },
			{ uid: true },
		);
		await take(
			messages.map(({ internalDate, source }) => ({
				receivedAt: internalDate ? new Date(internalDate) : null,
				source: source ?? new Uint8Array(),
			})),
		);
		await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true });
	}
	return { count: round.length, hasMore: unseen.length > round.length };
}
