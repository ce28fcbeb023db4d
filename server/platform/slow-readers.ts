import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { forwardedAddress, networksOf } from './network.ts';

export interface ReaderLimits {
	/** Connections of one network (a /24, or a /48 of IPv6); not counted behind a proxy, which holds few of its own. */
	connections: number;
	/** Bytes of responses that one network requested and does not read. */
	unsentBytes: number;
	/** The same of all networks together. */
	unsentBytesInAll: number;
	/** How long a connection may take nothing of an answer. */
	stalledMs: number;
	/** Between two looks at all connections. */
	lookMs: number;
}

/** A door of 500 devices behind one address loads the app at once within these. */
export const readerLimits: ReaderLimits = {
	connections: 4_000,
	unsentBytes: 128_000_000,
	unsentBytesInAll: 384_000_000,
	stalledMs: 60_000,
	lookMs: 500,
};

/** A connection as it was at the last look. */
interface Seen {
	/** The wide network of its peer. */
	network: string;
	/** What is waiting: it changes when the reader takes something. */
	waiting: string;
	/** When it last changed. */
	movedAt: number;
}

/**
 * Keeps those who ask for much and read slowly from filling the memory: an answer stays in it until it is read. Of a network with too
 * many unread bytes the connections that stand still the longest are cut, and then the largest.
 */
export function watchReaders(trustedHops: number, limits: ReaderLimits) {
	const sockets = new Map<Socket, Seen>();
	const connections = new Map<string, number>();

	function networkOf(socket: Socket, { network }: Seen): string {
		if (trustedHops <= 0) return network;
		const forwarded = answerUnderWay(socket)?.req.headers['x-forwarded-for'];
		const address = forwardedAddress(String(forwarded ?? ''), trustedHops);
		return address === undefined ? network : networksOf(address).wide;
	}

	function look(): void {
		const now = performance.now();
		const slow: { socket: Socket; bytes: number; network: string; movedAt: number }[] = [];
		for (const [socket, seen] of sockets) {
			const bytes = unsentBytes(socket);
			if (bytes === 0) continue;
			const waiting = `${bytes} ${queuedBytes(socket)}`;
			if (waiting !== seen.waiting) Object.assign(seen, { waiting, movedAt: now });
			if (now - seen.movedAt > limits.stalledMs) socket.destroy();
			else slow.push({ socket, bytes, network: networkOf(socket, seen), movedAt: seen.movedAt });
		}
		const byNetwork = Map.groupBy(slow, ({ network }) => network);
		for (const group of byNetwork.values()) cutDown(group, limits.unsentBytes);
		cutDown(
			slow.filter(({ socket }) => !socket.destroyed),
			limits.unsentBytesInAll,
		);
	}

	const timer = setInterval(look, limits.lookMs).unref();
	return {
		/** @returns false for a connection too many, which is cut */
		add(socket: Socket): boolean {
			const network = networksOf(socket.remoteAddress ?? '').wide;
			const count = (connections.get(network) ?? 0) + 1;
			if (trustedHops <= 0 && count > limits.connections) {
				socket.destroy();
				return false;
			}
			connections.set(network, count);
			sockets.set(socket, { network, waiting: '', movedAt: 0 });
			socket.once('close', () => {
				sockets.delete(socket);
				const left = (connections.get(network) ?? 1) - 1;
				if (left === 0) connections.delete(network);
				else connections.set(network, left);
			});
			return true;
		},
		sockets: () => sockets.keys(),
		stop: () => clearInterval(timer),
	};
}

function cutDown(group: { socket: Socket; bytes: number; movedAt: number }[], most: number): void {
	let sum = group.reduce((total, { bytes }) => total + bytes, 0);
	if (sum <= most) return;
	for (const { socket, bytes } of group.toSorted((a, b) => a.movedAt - b.movedAt || b.bytes - a.bytes)) {
		if (sum <= most) return;
		socket.destroy();
		sum -= bytes;
	}
}

/** What a connection is being answered, where node:http keeps it. */
export function answerUnderWay(socket: Socket): ServerResponse | null {
	return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

/** Bytes in the memory of this process that wait for the reader; a piece counts until all of it is taken. */
export function unsentBytes(socket: Socket): number {
	return answerUnderWay(socket)?.writableLength ?? socket.writableLength;
}

/** How much of the piece that is being sent is left, where node:net asks for it. */
function queuedBytes(socket: Socket): number {
	const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
	return _handle?.writeQueueSize ?? 0;
}
