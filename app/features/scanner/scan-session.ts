import type { CheckedScan } from '#app/features/scanner/scan-config.ts';
import { LiveCamera } from './camera/live-camera.ts';
import { CameraError } from './camera/open-camera.ts';
import type { CameraSettings } from './camera/track-controls.ts';
import { boxInFrame, type CodeGate } from './engine/code-gate.ts';
import type { FoundSymbol } from './engine/decode.ts';
import { DecodePassRotation } from './engine/decode-passes.ts';
import type { Decoder } from './engine/decoder.ts';
import { takeFrame } from './engine/frames.ts';

/** What a session needs from the scanner that runs it. */
export interface SessionHost {
	video: HTMLVideoElement;
	decoder: Decoder;
	gate: CodeGate;
	/** False while paused: frames are left alone. */
	isReading(): boolean;
	/** True while no new frames are expected, the video being stopped. */
	isStill(): boolean;
	/** The camera shows a picture, for the first time or again. */
	onOpened(): void;
	onCode(code: FoundSymbol): void;
	onFrame(frame: { luminance: number; hasCode: boolean }): void;
	onDecodeFault(error: unknown): void;
	/** The camera could not be opened again. */
	onLost(error: CameraError): void;
}

/** Pauses before the tries to get a lost camera back. */
const REOPEN_DELAYS_MS = [0, 1_000, 3_000];
/** After the engine failed. */
const FAULT_PAUSE_MS = 1_000;
/** Share of the time between frames that decoding may take before looks are spread over frames. */
const PASS_BUDGET = 0.8;

/**
 * From the start of a scan to its end: the camera, restarted when it stops and released while the page is hidden, and the loop that
 * decodes one frame at a time at a steady pace.
 */
export class ScanSession {
	readonly #host: SessionHost;
	readonly #scan: CheckedScan;
	#wish: CameraSettings;
	readonly #ending = new AbortController();
	#camera: LiveCamera | null = null;
	#isSuspended = false;
	#reopening: Promise<void> | null = null;
	#isLost = false;

	constructor(host: SessionHost, scan: CheckedScan, wish: CameraSettings) {
		this.#host = host;
		this.#scan = scan;
		this.#wish = wish;
	}

	/** null while the camera is off. */
	get camera(): LiveCamera | null {
		return this.#camera;
	}

	/** The camera, waited for while it is being opened again; null while it is off. */
	async cameraWhenOpen(): Promise<LiveCamera | null> {
		await this.#reopening;
		return this.#camera;
	}

	get hasEnded(): boolean {
		return this.#ending.signal.aborted;
	}

	get isSuspended(): boolean {
		return this.#isSuspended;
	}

	/** @throws CameraError, or the reason of the end */
	async open(): Promise<void> {
		const { video } = this.#host;
		this.#camera = await LiveCamera.open(video, this.#scan.camera, this.#wish, this.#ending.signal);
		this.#camera.watch(
			() => this.#host.isStill(),
			() => void this.#recover(),
		);
		this.#host.onOpened();
	}

	/** Begins to read, once the camera is open. */
	follow(): void {
		const { signal } = this.#ending;
		const onVisibility = () => (document.hidden ? this.suspend() : void this.wake());
		document.addEventListener('visibilitychange', onVisibility, { signal });
		window.addEventListener('pagehide', () => this.suspend(), { signal });
		window.addEventListener('pageshow', () => void this.wake(), { signal });
		if (document.hidden) this.suspend();
		void this.#loop();
	}

	/** Takes the camera's light off without ending: page hidden, nobody there. */
	suspend(): void {
		this.#isSuspended = true;
		this.#release();
	}

	/** Undoes `suspend`. */
	async wake(): Promise<void> {
		if (!this.#isSuspended) return;
		this.#isSuspended = false;
		await this.#reopen();
	}

	end(): void {
		this.#ending.abort();
		this.#release();
	}

	#release(): void {
		if (this.#camera) this.#wish = this.#camera.controls.wish;
		this.#camera?.release();
		this.#camera = null;
	}

	async #loop(): Promise<void> {
		const everyMs = 1000 / this.#scan.fps;
		const rotation = new DecodePassRotation(everyMs * PASS_BUDGET, await this.#hasNative());
		while (!this.hasEnded) {
			const began = performance.now();
			let pauseMs = everyMs;
			if (this.#host.isReading() && this.#camera) {
				try {
					await this.#decodeFrame(rotation);
				} catch (error) {
					if (!this.hasEnded) this.#host.onDecodeFault(error);
					pauseMs = FAULT_PAUSE_MS;
				}
			}
			await sleep(Math.max(4, pauseMs - (performance.now() - began)));
		}
	}

	async #hasNative(): Promise<boolean> {
		const ready = await this.#host.decoder.ready().catch(() => null);
		return this.#scan.formats.some((format) => ready?.nativeFormats.includes(format));
	}

	async #decodeFrame(rotation: DecodePassRotation): Promise<void> {
		const { video, decoder, gate } = this.#host;
		const { takesBitmaps } = await decoder.ready();
		const image = await takeFrame(video, takesBitmaps);
		if (!image) return;
		const frame = { width: image.width, height: image.height };
		const passes = rotation.next();
		const { symbols, pass, luminance, tookMs } = await decoder.decode(image, passes, this.#scan.formats);
		if (!pass) rotation.took(tookMs, passes.length);
		// Paused, stopped or left while the worker was looking: too late.
		if (this.hasEnded || !this.#host.isReading()) return;
		this.#host.onFrame({ luminance, hasCode: symbols.length > 0 });
		const view = { width: video.clientWidth, height: video.clientHeight };
		const code = gate.pass(symbols, boxInFrame(this.#scan.box, view, frame), performance.now());
		if (code) this.#host.onCode(code);
	}

	/** The stream was lost: the same camera again. */
	async #recover(): Promise<void> {
		this.#release();
		await this.#reopen();
	}

	/** One at a time: a page that is hidden and shown while a camera opens must not end up with two. */
	#reopen(): Promise<void> {
		this.#reopening ??= this.#tryToOpen().finally(() => {
			this.#reopening = null;
			// Woken while the last try was letting its camera go.
			if (!this.hasEnded && !this.#isSuspended && !this.#camera && !this.#isLost) void this.#reopen();
		});
		return this.#reopening;
	}

	async #tryToOpen(): Promise<void> {
		let last: unknown;
		for (const delay of REOPEN_DELAYS_MS) {
			await sleep(delay);
			if (this.hasEnded || this.#isSuspended || this.#camera) return;
			try {
				await this.open();
				if (this.#isSuspended) this.#release();
				return;
			} catch (error) {
				last = error;
			}
		}
		if (this.hasEnded || this.#isSuspended) return;
		this.#isLost = true;
		this.#host.onLost(last instanceof CameraError ? last : new CameraError('other', last));
	}
}

function sleep(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
