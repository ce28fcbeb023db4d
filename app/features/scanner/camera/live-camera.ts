import type { CameraConstraint } from '#shared/rules/scan-config.ts';
import { CameraError, openCamera, releaseStream } from './open-camera.ts';
import { TrackControls } from './track-controls.ts';
import { type StreamLoss, watchStream } from './watchdog.ts';

/** A camera that opened but has shown no picture after so long counts as unusable. */
const FIRST_FRAME_LIMIT_MS = 8_000;

/** An open camera playing in a video element. */
export class LiveCamera {
	readonly controls: TrackControls;
	/** Empty in browsers that do not tell. */
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
	 * @param zoom remembered zoom, if any
	 * @throws CameraError, or the signal's reason
	 */
	static async open(
		video: HTMLVideoElement,
		camera: CameraConstraint,
		zoom: number | null,
		signal: AbortSignal,
	): Promise<LiveCamera> {
		const stream = await openCamera(camera, signal);
		const live = new LiveCamera(stream, video);
		try {
			await live.controls.prepare(zoom);
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
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const limit = AbortSignal.any([signal, AbortSignal.timeout(FIRST_FRAME_LIMIT_MS)]);
	const fail = () => reject(new CameraError('busy', limit.reason));
	if (limit.aborted) fail();
	else if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
	video.addEventListener('loadeddata', () => resolve(), { once: true, signal: limit });
	limit.addEventListener('abort', fail, { once: true });
	return promise;
}
