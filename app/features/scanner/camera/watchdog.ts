/** A camera that shows no new frame for so long is opened again. */
const FROZEN_AFTER_MS = 2_000;
const CHECK_EVERY_MS = 500;

/** Why the camera has to be opened again. */
export type StreamLoss = 'ended' | 'muted' | 'frozen';

/**
 * Watches a playing camera: a track that ends, stays muted, or shows no new frame is reported once.
 * @param isIdle true while no new frames are expected (the video was stopped on purpose)
 * @returns a function that ends the watch
 */
export function watchStream(
	video: HTMLVideoElement,
	track: MediaStreamTrack,
	isIdle: () => boolean,
	onLost: (loss: StreamLoss) => void,
): () => void {
	const frames = countFrames(video);
	let lastProgressAt = performance.now();
	let lastCount = frames.count();
	let hasProgressed = false;
	let isDone = false;

	const finish = (loss?: StreamLoss) => {
		if (isDone) return;
		isDone = true;
		clearInterval(timer);
		frames.stop();
		track.removeEventListener('ended', onEnded);
		if (loss) onLost(loss);
	};
	const onEnded = () => finish('ended');
	const timer = setInterval(() => {
		// It may have ended before it was watched.
		if (track.readyState === 'ended') return finish('ended');
		const now = performance.now();
		const count = frames.count();
		if (count !== lastCount || isIdle() || document.hidden) {
			hasProgressed ||= count !== lastCount;
			lastCount = count;
			lastProgressAt = now;
			return;
		}
		// Interrupted by a call or another program: the element is paused, and playing again may be enough.
		if (video.paused) video.play().catch(() => {});
		// A browser that never counts a frame says nothing about the camera.
		const isFrozen = hasProgressed && now - lastProgressAt > FROZEN_AFTER_MS;
		if (isFrozen) finish(track.muted ? 'muted' : 'frozen');
	}, CHECK_EVERY_MS);
	track.addEventListener('ended', onEnded);
	return () => finish();
}

/** A number that changes with every frame shown, by whichever way the browser reports frames. */
function countFrames(video: HTMLVideoElement): { count(): number; stop(): void } {
	let shown = 0;
	let handle = 0;
	const onFrame = () => {
		shown++;
		handle = video.requestVideoFrameCallback(onFrame);
	};
	const hasCallback = 'requestVideoFrameCallback' in video;
	if (hasCallback) handle = video.requestVideoFrameCallback(onFrame);
	return {
		count: () => shown + (video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0),
		stop: () => {
			if (hasCallback) video.cancelVideoFrameCallback(handle);
		},
	};
}
