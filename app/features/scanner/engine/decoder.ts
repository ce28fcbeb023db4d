import { ScanError } from '#app/features/scanner/scan-error.ts';
import type { ScanFormat } from '#app/features/scanner/scan-formats.ts';
import type { DecodePass } from './decode-passes.ts';
import type { DecodeReply, DecodeRequest, WorkerMessage, WorkerReady } from './messages.ts';
import type { Picture } from './picture.ts';

/** The engine could not be loaded. */
export const LIBRARY_NOT_FOUND = 'Scanning library not found. Check your connection and try again.';

/** A worker that has not answered for so long hangs and is replaced. */
const ANSWER_LIMIT_MS = 10_000;

interface Waiting {
	resolve(reply: DecodeReply): void;
	reject(error: Error): void;
	timer: ReturnType<typeof setTimeout>;
}

interface Running {
	worker: Worker;
	ready: Promise<WorkerReady>;
	accept(ready: WorkerReady): void;
	refuse(error: Error): void;
	waiting: Map<number, Waiting>;
}

/**
 * The decoding worker seen from the page. It is started when first needed, reused, and replaced when it breaks.
 */
export class Decoder {
	readonly #create: () => Worker;
	#running: Running | null = null;
	#nextId = 1;

	constructor(create: () => Worker = createWorker) {
		this.#create = create;
	}

	/** Loads worker and engine, so that the first frame does not wait for them. Faults show when decoding. */
	warmUp(): void {
		this.#start().ready.catch(() => {});
	}

	/** What the worker can do, once it is loaded. */
	ready(): Promise<WorkerReady> {
		return this.#start().ready;
	}

	/**
	 * Looks at an image in the given ways until one reads something. A bitmap is given away.
	 * @throws ScanError when the engine cannot be loaded or breaks; the next call starts afresh.
	 */
	async decode(
		image: ImageBitmap | Picture,
		passes: readonly DecodePass[],
		formats: readonly ScanFormat[],
	): Promise<DecodeReply> {
		const running = this.#start();
		await running.ready;
		const request: DecodeRequest = { id: this.#nextId++, image, passes, formats };
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => this.#break(running, 'no answer'), ANSWER_LIMIT_MS);
			running.waiting.set(request.id, { resolve, reject, timer });
			running.worker.postMessage(request, [isBitmap(image) ? image : image.data.buffer]);
		});
	}

	dispose(): void {
		if (this.#running) this.#break(this.#running, 'disposed');
	}

	#start(): Running {
		if (this.#running) return this.#running;
		const worker = this.#create();
		const running: Running = { worker, waiting: new Map(), ...promised<WorkerReady>() };
		running.ready.catch(() => {});
		this.#running = running;
		worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
			if (data.kind === 'ready') running.accept(data);
			else if (data.kind === 'decoded') this.#take(running, data.id)?.resolve(data);
			// An engine that has failed once is not to be trusted with another picture.
			else this.#break(running, data.message);
		};
		worker.onerror = (event) => this.#break(running, event.message);
		return running;
	}

	#take(running: Running, id: number): Waiting | undefined {
		const waiting = running.waiting.get(id);
		clearTimeout(waiting?.timer);
		running.waiting.delete(id);
		return waiting;
	}

	#break(running: Running, message: string): void {
		running.worker.terminate();
		running.refuse(new ScanError(LIBRARY_NOT_FOUND));
		if (this.#running === running) this.#running = null;
		for (const id of [...running.waiting.keys()]) {
			this.#take(running, id)?.reject(new ScanError(`QR code parse error, error = ${message}`));
		}
	}
}

/** A promise and its ends. (Promise.withResolvers is younger than some of the phones at doors.) */
function promised<T>(): { ready: Promise<T>; accept(value: T): void; refuse(error: Error): void } {
	let accept!: (value: T) => void;
	let refuse!: (error: Error) => void;
	const ready = new Promise<T>((resolve, reject) => {
		[accept, refuse] = [resolve, reject];
	});
	return { ready, accept, refuse };
}

function createWorker(): Worker {
	return new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module', name: 'scanner' });
}

function isBitmap(image: ImageBitmap | Picture): image is ImageBitmap {
	return 'close' in image;
}
