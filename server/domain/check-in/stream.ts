import type { Services } from '../../services.ts';
import { checkInFeed, type FeedItem } from './feed.ts';
import { readDoorStats, type StatsOf } from './stats.ts';

const heartbeatMs = 20_000;
/** Figures follow the first change by so much, and then take all that came meanwhile. */
const statsDelayMs = 250;

/**
 * Server-sent events of an event's door: `check-in` and `undo` with the guest, `stats` with the figures. Sends a comment every
 * 20 s so that proxies keep the line open, and ends with the reader.
 * @param options.isAllowed asked with each heartbeat: a revoked link or ended session ends its stream.
 */
export async function streamDoor(
	services: Services,
	options: { of: StatsOf; signal: AbortSignal; isAllowed: () => Promise<boolean> },
): Promise<Response> {
	const encoder = new TextEncoder();
	let end = () => {};
	const body = new ReadableStream<Uint8Array>({
		async start(controller) {
			let isOpen = true;
			let statsTimer: NodeJS.Timeout | undefined;
			const write = (text: string) => {
				if (isOpen) controller.enqueue(encoder.encode(text));
			};
			const send = (name: string, data: unknown) =>
				write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
			const sendStats = async () => {
				statsTimer = undefined;
				try {
					send('stats', await readDoorStats(services, options.of));
				} catch (error) {
					services.log.warn({ error }, 'check-in.stream-stats-failed');
				}
			};
			const onItem = (item: FeedItem) => {
				if (item.kind === 'stats') {
					statsTimer ??= setTimeout(() => void sendStats(), statsDelayMs);
					return;
				}
				const { kind, ...what } = item;
				send(kind, what);
			};
			const unsubscribe = await checkInFeed(services).subscribe(options.of.eventId, onItem);
			const heartbeat = setInterval(() => {
				write(': still here\n\n');
				options.isAllowed().then(
					(isAllowed) => {
						if (!isAllowed) end();
					},
					() => {},
				);
			}, heartbeatMs);
			heartbeat.unref();
			end = () => {
				if (!isOpen) return;
				isOpen = false;
				clearInterval(heartbeat);
				clearTimeout(statsTimer);
				unsubscribe();
				try {
					controller.close();
				} catch {
					// The reader closed it first.
				}
			};
			if (options.signal.aborted) return end();
			options.signal.addEventListener('abort', () => end(), { once: true });
			write('retry: 2000\n\n');
			await sendStats();
		},
		cancel: () => end(),
	});
	return new Response(body, {
		headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
	});
}
