import { checkFile, checkScan, SCAN_DEFAULTS, type ScanOptions } from '#app/features/scanner/scan-config.ts';
import { ScanError } from '#app/features/scanner/scan-error.ts';
import { SCAN_FORMATS, type ScanFormat, type ScannedSymbol } from '#app/features/scanner/scan-formats.ts';
import { type ScanState, ScanStates } from '#app/features/scanner/scan-states.ts';
import type { CameraError } from './camera/open-camera.ts';
import type { CameraSettings, TrackControls } from './camera/track-controls.ts';
import { CodeGate, nearest } from './engine/code-gate.ts';
import { FILE_PASSES } from './engine/decode-passes.ts';
import { Decoder } from './engine/decoder.ts';
import { takeFile } from './engine/frames.ts';
import { ScanSession, type SessionHost } from './scan-session.ts';

/** Called once for each code that comes into sight. */
export type OnCode = (text: string, format: ScanFormat, symbol: ScannedSymbol) => void;

export interface CoreOptions {
	/** The element that shows the camera; its size on the page is the view. */
	video: HTMLVideoElement;
	decoder?: Decoder;
	/** A code is delivered again only after it has been out of sight for so long. */
	repeatAfterMs?: number;
	onState?(state: ScanState): void;
	/** The camera went away while scanning and could not be opened again; scanning has ended. */
	onCameraLost?(error: CameraError): void;
	/** The camera shows a picture again after it was lost or let go of: `controls` are new. */
	onCameraBack?(): void;
	/** After every frame: its brightness, 0 to 255, and whether it held a code. */
	onFrame?(frame: { luminance: number; hasCode: boolean }): void;
	/** The engine failed; scanning goes on and tries again. */
	onDecodeFault?(error: unknown): void;
}

const DEFAULT_REPEAT_AFTER_MS = 3_000;

/**
 * The scanning component without any framework: a camera in a video element, decoded at a steady pace, with the
 * states and refusals of the specification. Refusals are thrown at once, camera faults reject.
 */
export class ScannerCore {
	readonly #options: CoreOptions;
	readonly #states = new ScanStates();
	readonly #decoder: Decoder;
	readonly #gate: CodeGate;
	#session: ScanSession | null = null;
	#isVideoStopped = false;

	constructor(options: CoreOptions) {
		this.#options = options;
		this.#decoder = options.decoder ?? new Decoder();
		this.#gate = new CodeGate({ repeatAfterMs: options.repeatAfterMs ?? DEFAULT_REPEAT_AFTER_MS });
	}

	get state(): ScanState {
		return this.#states.state;
	}

	/** Id of the camera in use, where the browser says it. */
	get cameraId(): string | null {
		return this.#session?.camera?.deviceId || null;
	}

	/**
	 * Torch and zoom of the camera; null while it is off because nobody sees it.
	 * @throws ScanError when not scanning
	 */
	get controls(): TrackControls | null {
		this.#states.assertRunning();
		return this.#session?.camera?.controls ?? null;
	}

	/**
	 * Torch and zoom of the camera, waited for while it is being opened again; null while it is off.
	 * @throws ScanError when not scanning
	 */
	async controlsWhenOpen(): Promise<TrackControls | null> {
		this.#states.assertRunning();
		return (await this.#session?.cameraWhenOpen())?.controls ?? null;
	}

	/** Loads the engine before it is needed. */
	warmUp(): void {
		this.#decoder.warmUp();
	}

	/**
	 * Opens the camera and scans until `stop`. Call it from a tap.
	 * @param camera a device id, or an object with exactly one of `facingMode` and `deviceId`
	 * @param wish remembered zoom, where the camera has one
	 * @throws ScanError at once, for arguments and states, before any camera is opened
	 * @returns rejects with a CameraError when the camera does not start; the scanner can be started again then
	 */
	start(camera: unknown, options: ScanOptions, onCode: OnCode, wish: CameraSettings = {}): Promise<void> {
		const { clientWidth: width, clientHeight: height } = this.#options.video;
		this.#states.assertCanClear();
		const scan = checkScan(camera, options, onCode, { width, height });
		const transaction = this.#states.beginStart();
		const session = new ScanSession(this.#hostFor(onCode), scan, wish);
		this.#session = session;
		this.#isVideoStopped = false;
		return session.open().then(
			() => {
				transaction.execute();
				session.follow();
				this.#notify();
			},
			(error) => {
				if (this.#session === session) this.#session = null;
				if (!session.hasEnded) transaction.cancel();
				throw error;
			},
		);
	}

	/**
	 * Lets the camera go.
	 * @throws ScanError at once when not scanning
	 */
	stop(): Promise<void> {
		const transaction = this.#states.beginStop();
		this.#endSession();
		transaction.execute();
		this.#notify();
		return Promise.resolve();
	}

	/** Goes on showing (or not), but reads nothing. */
	pause(isVideoStopped = false): void {
		this.#states.pause();
		this.#isVideoStopped = isVideoStopped;
		if (isVideoStopped) this.#options.video.pause();
		this.#notify();
	}

	/** Reads again: at once, or 200 ms after a stopped video plays, so that its old frame is not read. */
	resume(): Promise<void> {
		if (this.state === 'paused' && this.#isVideoStopped) return this.#playAgain();
		this.#states.resume();
		this.#gate.refresh(performance.now());
		this.#notify();
		return Promise.resolve();
	}

	/**
	 * Reads a code from an image file, trying every look.
	 * @throws ScanError at once when the camera is in use or there is no file
	 * @returns rejects with a ScanError when nothing is found
	 */
	scanFile(file: unknown, formats: readonly ScanFormat[] = SCAN_FORMATS): Promise<ScannedSymbol> {
		this.#states.assertCanScanFile();
		checkFile(file);
		return this.#readFile(file, formats);
	}

	/** The next sight of any code counts as its first. */
	forgetCodes(): void {
		this.#gate.forget();
	}

	/** Takes the camera's light off without leaving the state, as when nobody is there. */
	suspend(): void {
		this.#session?.suspend();
	}

	/** Undoes `suspend`. */
	async wake(): Promise<void> {
		await this.#session?.wake();
	}

	/** Ends everything, at any time, also in the middle of a start. */
	dispose(): void {
		this.#endSession();
		this.#states.close();
		this.#decoder.dispose();
	}

	#hostFor(onCode: OnCode): SessionHost {
		return {
			video: this.#options.video,
			decoder: this.#decoder,
			gate: this.#gate,
			isReading: () => this.state === 'scanning',
			isStill: () => this.state === 'paused' && this.#isVideoStopped,
			onOpened: () => this.#options.onCameraBack?.(),
			onCode: (symbol) => onCode(symbol.text, symbol.format, symbol),
			onFrame: (frame) => this.#options.onFrame?.(frame),
			onDecodeFault: (error) => this.#options.onDecodeFault?.(error),
			onLost: (error) => {
				void this.stop();
				this.#options.onCameraLost?.(error);
			},
		};
	}

	#endSession(): void {
		this.#session?.end();
		this.#session = null;
	}

	async #playAgain(): Promise<void> {
		const { video } = this.#options;
		const session = this.#session;
		const playing = new Promise((resolve) => video.addEventListener('playing', resolve, { once: true }));
		// While the camera is off, for nobody sees it, there is no old frame to fear.
		if (session?.camera) await Promise.all([video.play(), playing]);
		await new Promise((resolve) => setTimeout(resolve, SCAN_DEFAULTS.resumeDelayMs));
		if (this.#session !== session || this.state !== 'paused' || !this.#isVideoStopped) return;
		this.#isVideoStopped = false;
		await this.resume();
	}

	async #readFile(file: File, formats: readonly ScanFormat[]): Promise<ScannedSymbol> {
		const { takesBitmaps } = await this.#decoder.ready();
		const image = await takeFile(file, takesBitmaps).catch(() => null);
		if (!image) throw new ScanError('No barcode or QR code detected.');
		const whole = { x: 0, y: 0, width: image.width, height: image.height };
		const reply = await this.#decoder.decode(image, FILE_PASSES, formats);
		const symbol = nearest(reply.symbols, whole);
		if (!symbol) throw new ScanError('No barcode or QR code detected.');
		return symbol;
	}

	#notify(): void {
		this.#options.onState?.(this.state);
	}
}
