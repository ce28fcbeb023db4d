import type { CameraProblem } from '#app/features/scanner/camera/camera-errors.ts';
import { type ScanOptions, STAFF_SCAN } from '#app/features/scanner/scan-config.ts';
import { ScanError } from '#app/features/scanner/scan-error.ts';
import type { ScannedSymbol } from '#app/features/scanner/scan-formats.ts';
import type { ScanState } from '#app/features/scanner/scan-states.ts';
import { type CameraDevice, listCameras } from './camera/devices.ts';
import { CameraError } from './camera/open-camera.ts';
import type { ZoomRange } from './camera/track-controls.ts';
import { Hints, type ScanHint } from './hints.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { type OnCode, ScannerCore } from './scanner-core.ts';

export interface ControllerOptions extends ScanOptions {
	onCode: OnCode;
	onStateChange?(state: ScanState): void;
	/** The camera did not start or went away; the message is the specification's. */
	onCameraError?(error: CameraError): void;
	/** Without a code for so long, the camera goes off until somebody taps. 0 leaves it on. */
	idleAfterMs?: number;
	repeatAfterMs?: number;
}

/** Everything that a screen shows of the scanner. */
export interface ScannerSnapshot {
	state: ScanState;
	isStarting: boolean;
	problem: CameraProblem | null;
	cameras: readonly CameraDevice[];
	cameraId: string | null;
	isFrontCamera: boolean;
	hasTorch: boolean;
	isTorchOn: boolean;
	zoomRange: ZoomRange | null;
	zoom: number | null;
	hint: ScanHint | null;
	/** The camera is off because nobody scanned for a while; `wake` turns it on. */
	isAsleep: boolean;
	/** The engine cannot be loaded or fails; it is tried again and again. */
	hasEngineFault: boolean;
}

const AT_REST: ScannerSnapshot = {
	state: 'not-started',
	isStarting: false,
	problem: null,
	cameras: [],
	cameraId: null,
	isFrontCamera: false,
	hasTorch: false,
	isTorchOn: false,
	zoomRange: null,
	zoom: null,
	hint: null,
	isAsleep: false,
	hasEngineFault: false,
};

const DEFAULT_IDLE_AFTER_MS = 120_000;

/**
 * The scanner as a screen uses it: what is requested is reached in the end, however calls follow each other. Start
 * and stop may be called at any time and any number of times; the core's refusals are for those who skip this class.
 */
export class ScannerController {
	options: ControllerOptions;
	#snapshot = AT_REST;
	readonly #listeners = new Set<() => void>();
	#core: ScannerCore | null = null;
	#isWanted = false;
	#isPauseWanted = false;
	#settling: Promise<void> | null = null;
	#hints = new Hints();
	#lastUseAt = 0;
	#attached = new AbortController();

	constructor(options: ControllerOptions) {
		this.options = options;
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getSnapshot = (): ScannerSnapshot => this.#snapshot;

	/** What the server renders. */
	readonly getServerSnapshot = (): ScannerSnapshot => AT_REST;

	/** Takes a video element for the camera's picture. @returns the way to let it go, and the camera with it */
	readonly attach = (video: HTMLVideoElement): (() => void) => {
		const core = new ScannerCore({
			video,
			repeatAfterMs: this.options.repeatAfterMs,
			onState: (state) => {
				this.#change({ state });
				this.options.onStateChange?.(state);
			},
			onCameraBack: () => this.#readControls(),
			onFrame: (frame) => this.#onFrame(frame),
			onDecodeFault: () => this.#change({ hasEngineFault: true }),
			onCameraLost: (error) => this.#onCameraError(error),
		});
		this.#core = core;
		this.#attached = new AbortController();
		const { signal } = this.#attached;
		const refresh = () => void this.#refreshCameras();
		navigator.mediaDevices?.addEventListener?.('devicechange', refresh, { signal });
		document.addEventListener('visibilitychange', () => this.#use(), { signal });
		core.warmUp();
		return () => {
			this.#attached.abort();
			this.#isWanted = false;
			core.dispose();
			if (this.#core === core) this.#core = null;
			this.#change(AT_REST);
		};
	};

	/** Call from a tap. Resolves when the camera runs or has failed to; failures are in the snapshot. */
	start(): Promise<void> {
		this.#isWanted = true;
		this.#change({ problem: null });
		return this.#settle();
	}

	stop(): Promise<void> {
		this.#isWanted = false;
		return this.#settle();
	}

	/** Leaves frames alone (while a verdict is shown), or reads them again. */
	setPaused(isPaused: boolean): void {
		this.#isPauseWanted = isPaused;
		this.#applyPause();
	}

	/** Another camera, now and the next time. */
	async chooseCamera(id: string): Promise<void> {
		savePreferences({ cameraId: id });
		this.#change({ cameraId: id });
		if (!this.#isWanted) return;
		await this.stop();
		await this.start();
	}

	/** @throws ScanError when the torch does not follow */
	async setTorch(isOn: boolean): Promise<void> {
		try {
			await (await this.#core?.controlsWhenOpen())?.setTorch(isOn);
		} finally {
			this.#readControls();
		}
	}

	async setZoom(zoom: number): Promise<void> {
		savePreferences({ zoom });
		await (await this.#core?.controlsWhenOpen())?.setZoom(zoom);
		this.#readControls();
	}

	/** Reads an image file; only while the camera is off. @throws ScanError, the text of which is for people */
	async scanFile(file: unknown): Promise<ScannedSymbol> {
		if (!this.#core) throw new Error('The scanner is not on the page');
		return await this.#core.scanFile(file, this.options.formatsToSupport);
	}

	/** The code in sight may be read again at once. */
	forgetCodes(): void {
		this.#core?.forgetCodes();
	}

	/** Somebody is there: the camera goes on again. */
	wake(): void {
		this.#use();
		void this.#core?.wake();
	}

	#settle(): Promise<void> {
		this.#settling ??= this.#reach().finally(() => {
			this.#settling = null;
			this.#change({ isStarting: false });
		});
		this.#change({ isStarting: this.#isWanted && this.#core?.state === 'not-started' });
		return this.#settling;
	}

	async #reach(): Promise<void> {
		for (let core = this.#core; core; core = this.#core) {
			if (this.#isWanted === (core.state !== 'not-started')) return;
			try {
				if (this.#isWanted) await this.#begin(core);
				else await this.#end(core);
			} catch (error) {
				// Taken off the page in the middle of a start.
				if (core !== this.#core) return;
				this.#isWanted = false;
				// A wrong setting is the screen's fault, not the camera's.
				if (error instanceof ScanError) throw error;
				this.#onCameraError(error);
			}
		}
	}

	async #begin(core: ScannerCore): Promise<void> {
		const { cameraId, zoom } = readPreferences();
		const onCode: OnCode = (...code) => {
			this.#use();
			this.options.onCode(...code);
		};
		const begin = (camera: unknown) => core.start(camera, this.options, onCode, { zoom: zoom ?? undefined });
		this.#hints = new Hints();
		try {
			await begin(cameraId ?? { facingMode: STAFF_SCAN.facingMode });
		} catch (error) {
			const isGone = cameraId !== null && error instanceof CameraError && error.problem === 'missing';
			if (!isGone) throw error;
			savePreferences({ cameraId: null });
			await begin({ facingMode: STAFF_SCAN.facingMode });
		}
		this.#use();
		this.#applyPause();
		this.#readControls();
		await this.#refreshCameras();
	}

	async #end(core: ScannerCore): Promise<void> {
		await core.stop();
		this.#change({ hint: null, isTorchOn: false, isAsleep: false, hasEngineFault: false });
	}

	#applyPause(): void {
		const core = this.#core;
		if (core?.state === 'scanning' && this.#isPauseWanted) core.pause();
		else if (core?.state === 'paused' && !this.#isPauseWanted) void core.resume();
		this.#use();
	}

	#onFrame(frame: { luminance: number; hasCode: boolean }): void {
		const now = performance.now();
		const { hasTorch, isTorchOn } = this.#snapshot;
		const hint = this.#hints.next(frame, { canLight: hasTorch && !isTorchOn, nowMs: now });
		this.#change({ hint, hasEngineFault: false });
		if (frame.hasCode) this.#use();
		const idleAfterMs = this.options.idleAfterMs ?? DEFAULT_IDLE_AFTER_MS;
		if (idleAfterMs > 0 && now - this.#lastUseAt > idleAfterMs) {
			this.#core?.suspend();
			this.#change({ isAsleep: true, hint: null });
		}
	}

	#use(): void {
		this.#lastUseAt = performance.now();
		this.#change({ isAsleep: false });
	}

	#onCameraError(error: unknown): void {
		this.#isWanted = false;
		const known = error instanceof CameraError ? error : new CameraError('other', error);
		this.#change({ problem: known.problem, hint: null, isAsleep: false });
		this.options.onCameraError?.(known);
	}

	async #refreshCameras(): Promise<void> {
		const cameras = await listCameras().catch(() => []);
		if (!this.#attached.signal.aborted) this.#change({ cameras });
	}

	#readControls(): void {
		const core = this.#core;
		if (!core || core.state === 'not-started') return;
		const { controls, cameraId } = core;
		if (!controls) return;
		if (cameraId) savePreferences({ cameraId });
		this.#change({
			cameraId,
			isFrontCamera: controls.isFrontCamera,
			hasTorch: controls.hasTorch,
			isTorchOn: controls.isTorchOn,
			zoomRange: controls.zoomRange,
			zoom: controls.zoom,
		});
	}

	#change(change: Partial<ScannerSnapshot>): void {
		const keys = Object.keys(change) as (keyof ScannerSnapshot)[];
		if (keys.every((key) => Object.is(this.#snapshot[key], change[key]))) return;
		this.#snapshot = { ...this.#snapshot, ...change };
		for (const listener of this.#listeners) listener();
	}
}
