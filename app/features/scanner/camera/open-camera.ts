import {
	type CameraProblem,
	cameraMessage,
	cameraProblem,
} from '#app/features/scanner/camera/camera-errors.ts';
import type { CameraConstraint } from '#app/features/scanner/scan-config.ts';

/** A camera that did not start, or went away. The message is the specification's. */
export class CameraError extends Error {
	override name = 'CameraError';
	readonly problem: CameraProblem;

	constructor(problem: CameraProblem, cause?: unknown) {
		super(cameraMessage(problem), { cause });
		this.problem = problem;
	}
}

/** What every camera is requested with: enough for a small code, little enough for a slow phone. */
export const RESOLUTION = { width: { ideal: 1280 }, height: { ideal: 720 } } as const;

/** A camera that another program is just letting go of gets this long. */
const BUSY_RETRY_MS = 600;

/**
 * Opens a camera. Some browsers refuse harmless wishes, so a wish is repeated without the resolution and at last
 * without any condition; a camera that was requested exactly is opened or refused.
 * @throws CameraError; when `signal` is aborted meanwhile, the stream is let go and the signal's reason is thrown
 */
export async function openCamera(camera: CameraConstraint, signal: AbortSignal): Promise<MediaStream> {
	if (!window.isSecureContext) throw new CameraError('insecure');
	if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('unsupported');
	const attempts: MediaStreamConstraints['video'][] = [{ ...camera, ...RESOLUTION }, { ...camera }];
	if (isWish(camera)) attempts.push(true);
	let last: unknown;
	for (const video of attempts) {
		try {
			return await openOnce(video, signal);
		} catch (error) {
			last = error;
			if (signal.aborted || !isTooDemanding(error)) break;
		}
	}
	signal.throwIfAborted();
	throw new CameraError(cameraProblem(nameOf(last), true), last);
}

/** Stops every track, so that the camera's light goes out. */
export function releaseStream(stream: MediaStream): void {
	for (const track of stream.getTracks()) track.stop();
}

async function openOnce(video: MediaStreamConstraints['video'], signal: AbortSignal): Promise<MediaStream> {
	const ask = () => navigator.mediaDevices.getUserMedia({ audio: false, video });
	let stream: MediaStream;
	try {
		stream = await ask();
	} catch (error) {
		if (cameraProblem(nameOf(error), true) !== 'busy' || signal.aborted) throw error;
		await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
		stream = await ask();
	}
	if (signal.aborted) {
		releaseStream(stream);
		signal.throwIfAborted();
	}
	return stream;
}

function isWish(camera: CameraConstraint): boolean {
	return typeof Object.values(camera)[0] === 'string';
}

function isTooDemanding(error: unknown): boolean {
	return nameOf(error) === 'OverconstrainedError';
}

function nameOf(error: unknown): string {
	return error instanceof Error || error instanceof DOMException ? error.name : 'Error';
}
