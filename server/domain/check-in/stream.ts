import type { Services } from '../../services.ts';
import { checkInFeed } from './feed.ts';
import { guardLine } from './line-guard.ts';
import { readSharedStats, type StatsOf } from './stats.ts';

const heartbeatMs = 20_000;
/** Figures follow the first change by so much, and then take all that came meanwhile. */
const statsDelayMs = 250;

/**
 * Server-sent events of an event's door: `check-in` and `undo` with the guest, `stats` with the figures, `ended` as the last word to
 * who may no longer listen. Sends a comment every 20 s so that proxies keep the line open, and ends with the reader.
 * @param options.isAllowed asked with each heartbeat, and each second where `endsAtOnce`: a revoked link or ended session ends its stream.
 */
export async function streamDoor(
	services: Services,
	options: { of: StatsOf; signal: AbortSignal; isAllowed: () => Promise<boolean>; endsAtOnce?: boolean },
): Promise<Response> {
	const encoder = new TextEncoder();
	let end = () => {};
	const body = new ReadableStream<Uint8Array>({
		async start(controller) {
			let isOpen = true;
			let statsTimer: NodeJS.Timeout | undefined;
			const write = (bytes: Uint8Array) => {
				if (isOpen) controller.enqueue(bytes);
			};
			const sendStats = async (sinceMs: number) => {
				statsTimer = undefined;
				try {
					const stats = await readSharedStats(services, options.of, sinceMs);
					write(encoder.encode(`event: stats\ndata: ${JSON.stringify(stats)}\n\n`));
				} catch (error) {
					services.log.warn({ error }, 'check-in.stream-stats-failed');
				}
			};
			let newsAtMs = 0;
			const onNews = (news: Uint8Array) => {
				write(news);
				newsAtMs = performance.now();
				statsTimer ??= setTimeout(() => void sendStats(newsAtMs), statsDelayMs);
			};
			const unsubscribe = await checkInFeed(services).subscribe(options.of.eventId, onNews);
			const heartbeat = setInterval(() => {
				write(encoder.encode(': still here\n\n'));
				options.isAllowed().then(
					(isAllowed) => {
						if (!isAllowed) dismiss();
					},
					() => {},
				);
			}, heartbeatMs);
			heartbeat.unref();
			const dismiss = () => {
				write(encoder.encode('event: ended\ndata: {}\n\n'));
				end();
			};
			const release = options.endsAtOnce
				? guardLine({ isAllowed: options.isAllowed, end: dismiss })
				: () => {};
			end = () => {
				if (!isOpen) return;
				isOpen = false;
				clearInterval(heartbeat);
				clearTimeout(statsTimer);
				release();
				unsubscribe();
				try {
					controller.close();
				} catch {
					// The reader closed it first.
				}
			};
			if (options.signal.aborted) return end();
			options.signal.addEventListener('abort', () => end(), { once: true });
			write(encoder.encode('retry: 2000\n\n'));
			await sendStats(performance.now());
		},
		cancel: () => end(),
	});
	return new Response(body, {
		headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
	});
}
