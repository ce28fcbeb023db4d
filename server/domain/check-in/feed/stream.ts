import type { Services } from '#server/services.ts';
import { readSharedStats, type StatsOf } from '../figures/stats.ts';
import { guardLine } from './line-guard.ts';
import { type Audience, checkInFeed } from './live-feed.ts';

const heartbeatMs = 20_000;
/** Figures follow the first change by so much, and then take all that came meanwhile. An organiser's page reads more with each. */
const statsDelayMs: Record<Audience, number> = {
	...{ door: 250, nameless: 250 },
	...{ organiser: 1_000, 'nameless organiser': 1_000 },
};

/**
 * Server-sent events of an event's door: `check-in` and `undo` with the guest, `stats` with the figures, `ended` as the last word to
 * who may no longer listen. Sends a comment every 20 s so that proxies leave the connection open, and ends with the reader.
 * @param options.readAudience called with each heartbeat, and each second where `endsAtOnce`: a revoked link or ended session ends its
 *   stream, and one whose abilities changed has to open it anew.
 */
export async function streamDoor(
	services: Services,
	options: {
		of: StatsOf;
		audience: Audience;
		signal: AbortSignal;
		/** As what the caller may listen now; null: not at all any more. */
		readAudience: () => Promise<Audience | null>;
		endsAtOnce?: boolean;
	},
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
				if (news.byteLength > 0) write(news);
				newsAtMs = performance.now();
				statsTimer ??= setTimeout(() => void sendStats(newsAtMs), statsDelayMs[options.audience]);
			};
			const unsubscribe = await checkInFeed(services).subscribe(options.of, options.audience, onNews);
			const isAllowed = async () => {
				const audience = await options.readAudience();
				if (audience !== null && audience !== options.audience) end();
				return audience !== null;
			};
			const heartbeat = setInterval(() => {
				write(encoder.encode(': still here\n\n'));
				void isAllowed().then(
					(isStill) => {
						if (!isStill) dismiss();
					},
					() => {},
				);
			}, heartbeatMs);
			heartbeat.unref();
			const dismiss = () => {
				write(encoder.encode('event: ended\ndata: {}\n\n'));
				end();
			};
			const release = options.endsAtOnce ? guardLine({ isAllowed, end: dismiss }) : () => {};
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
