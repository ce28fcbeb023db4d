/** One server-sent event. */
export interface StreamEvent {
	/** Its name; `message` when the server gave none. */
	type: string;
	data: string;
	id: string;
}

export type StreamState = 'connecting' | 'open' | 'waiting';

export interface EventStreamOptions {
	/** Path and query of the stream. */
	path: string;
	/** Bearer token, read at each connection; EventSource cannot send one, which is why this reads the stream itself. */
	token?: () => string | null;
	onEvent(event: StreamEvent): void;
	onState?(state: StreamState): void;
	/** The server refuses permanently (401, 403, 404, 410): nothing more will come. */
	onRefused?(status: number): void;
	fetch?: typeof fetch;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The server sends a comment at least every 20 s; after this silence the connection is dead. */
const SILENCE_MS = 45_000;

/** Keeps a stream open until the returned function is called: reconnects with growing pauses, at once when back online. */
export function openEventStream(options: EventStreamOptions): () => void {
	const stop = new AbortController();
	void keepOpen(options, stop.signal);
	return () => stop.abort();
}

async function keepOpen(options: EventStreamOptions, stopped: AbortSignal): Promise<void> {
	const memory = { lastId: '', pauseMs: FIRST_WAIT_MS };
	for (let failures = 0; !stopped.aborted; failures += 1) {
		options.onState?.('connecting');
		const outcome = await readOnce(options, memory, stopped);
		if (stopped.aborted) return;
		if (outcome.refused) return options.onRefused?.(outcome.refused);
		if (outcome.wasOpen) failures = 0;
		options.onState?.('waiting');
		const pause = Math.min(memory.pauseMs * 2 ** failures, LONGEST_WAIT_MS);
		await pauseOrOnline(pause * (0.5 + Math.random() / 2), stopped);
	}
}

async function readOnce(
	options: EventStreamOptions,
	memory: { lastId: string; pauseMs: number },
	stopped: AbortSignal,
): Promise<{ wasOpen: boolean; refused?: number }> {
	const silence = new AbortController();
	let timer = setTimeout(() => silence.abort(), SILENCE_MS);
	let wasOpen = false;
	try {
		const token = options.token?.();
		const response = await (options.fetch ?? fetch)(options.path, {
			headers: {
				accept: 'text/event-stream',
				...(memory.lastId ? { 'last-event-id': memory.lastId } : {}),
				...(token ? { authorization: `Bearer ${token}` } : {}),
			},
			cache: 'no-store',
			signal: AbortSignal.any([stopped, silence.signal]),
		});
		if ([401, 403, 404, 410].includes(response.status)) return { wasOpen, refused: response.status };
		if (!response.ok || !response.body) return { wasOpen };
		wasOpen = true;
		options.onState?.('open');
		const parse = createEventParser({
			onEvent: options.onEvent,
			onId: (id) => {
				memory.lastId = id;
			},
			onRetry: (ms) => {
				memory.pauseMs = ms;
			},
		});
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return { wasOpen };
			clearTimeout(timer);
			timer = setTimeout(() => silence.abort(), SILENCE_MS);
			parse(value);
		}
	} catch {
		return { wasOpen };
	} finally {
		clearTimeout(timer);
	}
}

interface ParserTargets {
	onEvent(event: StreamEvent): void;
	onId(id: string): void;
	onRetry(ms: number): void;
}

/** Reads the format of the HTML standard, section "Server-sent events", from pieces cut anywhere. */
export function createEventParser({ onEvent, onId, onRetry }: ParserTargets): (piece: string) => void {
	let rest = '';
	let type = '';
	let data: string[] = [];
	let id = '';

	function line(text: string) {
		if (text === '') {
			if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), id });
			type = '';
			data = [];
			return;
		}
		const colon = text.indexOf(':');
		if (colon === 0) return;
		const name = colon < 0 ? text : text.slice(0, colon);
		const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
		if (name === 'event') type = value;
		else if (name === 'data') data.push(value);
		else if (name === 'id' && !value.includes('\0')) {
			id = value;
			onId(value);
		} else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
	}

	return (piece) => {
		rest += piece;
		// A CR at the very end may be the first half of CRLF: it waits for the next piece.
		const lines = rest.split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? '';
		for (const text of lines) line(text);
	};
}

function pauseOrOnline(ms: number, stopped: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			globalThis.removeEventListener?.('online', done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		globalThis.addEventListener?.('online', done);
		stopped.addEventListener('abort', done, { once: true });
	});
}
