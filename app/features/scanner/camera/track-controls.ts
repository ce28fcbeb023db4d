import { ScanError } from '#app/features/scanner/scan-error.ts';
import { RESOLUTION } from './open-camera.ts';

/** Capabilities of image capture; not in the DOM library's types. */
interface ImageCapabilities extends MediaTrackCapabilities {
	torch?: boolean | boolean[];
	zoom?: { min: number; max: number; step: number };
	focusMode?: string[];
}

interface ImageSettings extends MediaTrackSettings {
	torch?: boolean;
	zoom?: number;
}

export interface ZoomRange {
	min: number;
	max: number;
	step: number;
}

/** What a camera should be set to, as far as it was ever set. */
export interface CameraSettings {
	torch?: boolean;
	zoom?: number;
}

/** Rear cameras of many phones cannot focus near; seen from further away at twice the size, a code is sharp. */
const DEFAULT_ZOOM = 2;

/**
 * Torch, zoom and focus of a camera track, where its capabilities name them. Constraints replace each other, so
 * what is wanted is stored here and always applied as a whole.
 */
export class TrackControls {
	readonly #track: MediaStreamTrack;
	readonly #capabilities: ImageCapabilities;
	readonly #wanted: CameraSettings = {};

	constructor(track: MediaStreamTrack) {
		this.#track = track;
		this.#capabilities = track.getCapabilities?.() ?? {};
	}

	get hasTorch(): boolean {
		const { torch } = this.#capabilities;
		return Array.isArray(torch) ? torch.includes(true) : torch === true;
	}

	get isTorchOn(): boolean {
		return (this.#track.getSettings() as ImageSettings).torch === true;
	}

	/** null where the camera cannot zoom. */
	get zoomRange(): ZoomRange | null {
		const { zoom } = this.#capabilities;
		return zoom && zoom.max > zoom.min ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1 } : null;
	}

	get zoom(): number | null {
		return this.zoomRange ? ((this.#track.getSettings() as ImageSettings).zoom ?? this.zoomRange.min) : null;
	}

	/** The settings requested of this camera, for the camera that replaces it. */
	get wish(): CameraSettings {
		return { ...this.#wanted };
	}

	get isFrontCamera(): boolean {
		return this.#track.getSettings().facingMode === 'user';
	}

	/** Continuous focus, the torch as it was, and the zoom as it was or twice the size on a camera that does not face the user. */
	async prepare(wish: CameraSettings): Promise<void> {
		const range = this.zoomRange;
		if (range && !this.isFrontCamera) this.#wanted.zoom = clip(wish.zoom ?? DEFAULT_ZOOM, range);
		if (wish.torch && this.hasTorch) this.#wanted.torch = true;
		// A track that refuses goes on as it is.
		await this.#apply().catch(() => {});
	}

	/** @throws ScanError when the torch does not follow */
	async setTorch(isOn: boolean): Promise<void> {
		this.#wanted.torch = isOn;
		try {
			await this.#apply();
		} catch {
			// The settings below say so.
		}
		if (this.isTorchOn === isOn) return;
		this.#wanted.torch = !isOn;
		throw new ScanError(isOn ? 'Failed to turn on torch' : 'Failed to turn off torch');
	}

	async setZoom(zoom: number): Promise<void> {
		const range = this.zoomRange;
		if (!range) return;
		this.#wanted.zoom = clip(zoom, range);
		await this.#apply();
	}

	async #apply(): Promise<void> {
		const advanced: object[] = [];
		if (this.#capabilities.focusMode?.includes('continuous')) advanced.push({ focusMode: 'continuous' });
		if (this.#wanted.zoom !== undefined) advanced.push({ zoom: this.#wanted.zoom });
		if (this.#wanted.torch !== undefined) advanced.push({ torch: this.#wanted.torch });
		if (advanced.length > 0) await this.#track.applyConstraints({ ...RESOLUTION, advanced });
	}
}

function clip(value: number, { min, max }: ZoomRange): number {
	return Math.min(max, Math.max(min, value));
}
