import type { CameraConstraint } from '#app/features/scanner/scan-config.ts';
import { CameraError, openCamera, releaseStream } from './open-camera.ts';
import { type CameraSettings, TrackControls } from './track-controls.ts';
import { type StreamLoss, watchStream } from './watchdog.ts';

/** A camera that opened but has shown no picture after so long counts as unusable. */
const FIRST_FRAME_LIMIT_MS = 8_000;

/** An open camera playing in a video element. */
export class LiveCamera {
	readonly controls: TrackControls;
	/** Empty in browsers that do not say. */
	readonly deviceId: string;
	readonly #stream: MediaStream;
	readonly #video: HTMLVideoElement;
	#unwatch = () => {};

	private constructor(stream: MediaStream, video: HTMLVideoElement) {
		this.#stream = stream;
		this.#video = video;
		const track = stream.getVideoTracks()[0]!;
		this.controls = new TrackControls(track);
		this.deviceId = track.getSettings().deviceId ?? '';
	}

	/**
	 * Opens a camera and waits for its first picture.
	 * @param wish zoom and torch as they were, if any
	 * @throws CameraError, or the signal's reason
	 */
	static async open(
		video: HTMLVideoElement,
		camera: CameraConstraint,
		wish: CameraSettings,
		signal: AbortSignal,
	): Promise<LiveCamera> {
		const stream = await openCamera(camera, signal);
		const live = new LiveCamera(stream, video);
		try {
			await live.controls.prepare(wish);
			await showFirstFrame(video, stream, signal);
			return live;
		} catch (error) {
			live.release();
			signal.throwIfAborted();
			throw error instanceof CameraError ? error : new CameraError('other', error);
		}
	}

	/** Reports once when the stream is lost. */
	watch(isIdle: () => boolean, onLost: (loss: StreamLoss) => void): void {
		this.#unwatch();
		this.#unwatch = watchStream(this.#video, this.#stream.getVideoTracks()[0]!, isIdle, onLost);
	}

	release(): void {
		this.#unwatch();
		releaseStream(this.#stream);
		if (this.#video.srcObject === this.#stream) this.#video.srcObject = null;
	}
}

/** `muted` and `playsInline` are what lets a phone play without a further tap, inside the page. */
async function showFirstFrame(
	video: HTMLVideoElement,
	stream: MediaStream,
	signal: AbortSignal,
): Promise<void> {
	video.muted = true;
	video.playsInline = true;
	video.srcObject = stream;
	await Promise.all([video.play(), firstFrame(video, signal)]);
}

function firstFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const over = new AbortController();
		const fail = (reason: unknown) => {
			over.abort();
			reject(new CameraError('busy', reason));
		};
		const timer = setTimeout(() => fail('no picture'), FIRST_FRAME_LIMIT_MS);
		const succeed = () => {
			clearTimeout(timer);
			over.abort();
			resolve();
		};
		if (signal.aborted) fail(signal.reason);
		else if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) succeed();
		video.addEventListener('loadeddata', succeed, { signal: over.signal });
		signal.addEventListener('abort', () => fail(signal.reason), { signal: over.signal });
	});
}
