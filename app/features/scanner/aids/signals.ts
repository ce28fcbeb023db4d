import { readPreferences, savePreferences } from '../preferences.ts';

/** What a verdict sounds and feels like: let in, already in, not let in. */
export type Signal = 'success' | 'duplicate' | 'error';

interface Tone {
	/** Hertz. */
	pitch: number;
	startMs: number;
	lengthMs: number;
	wave: OscillatorType;
}

/** Distinguished by melody, not by pitch alone: rising, level, falling and rough. */
const TONES: Record<Signal, Tone[]> = {
	success: [
		{ pitch: 880, startMs: 0, lengthMs: 90, wave: 'sine' },
		{ pitch: 1318, startMs: 90, lengthMs: 160, wave: 'sine' },
	],
	duplicate: [
		{ pitch: 587, startMs: 0, lengthMs: 120, wave: 'triangle' },
		{ pitch: 587, startMs: 180, lengthMs: 120, wave: 'triangle' },
	],
	error: [
		{ pitch: 233, startMs: 0, lengthMs: 180, wave: 'sawtooth' },
		{ pitch: 165, startMs: 200, lengthMs: 320, wave: 'sawtooth' },
	],
};

/** Milliseconds on, off, on …: one, two, three pulses. */
const VIBRATIONS: Record<Signal, number[]> = {
	success: [80],
	duplicate: [120, 80, 120],
	error: [250, 90, 250, 90, 250],
};

const VOLUME = 0.35;
const FADE_S = 0.012;

/** Tones and vibration of the door. Browsers give sound only after a tap: `unlock` belongs into its handler. */
export class ScanSignals {
	#audio: AudioContext | null = null;
	#isMuted: boolean | null = null;

	get isMuted(): boolean {
		this.#isMuted ??= readPreferences().isMuted;
		return this.#isMuted;
	}

	/** Remembered on this device. Vibration is not sound and stays. */
	setMuted(isMuted: boolean): void {
		this.#isMuted = isMuted;
		savePreferences({ isMuted });
	}

	/** Call from a tap. A browser without sound stays silent. */
	unlock(): void {
		try {
			this.#audio ??= new AudioContext();
			void this.#audio.resume().catch(() => {});
		} catch {
			this.#audio = null;
		}
	}

	give(signal: Signal): void {
		navigator.vibrate?.(VIBRATIONS[signal]);
		if (this.isMuted || !this.#audio) return;
		// Interrupted by a call or the lock screen.
		if (this.#audio.state !== 'running') void this.#audio.resume().catch(() => {});
		for (const tone of TONES[signal]) play(this.#audio, tone);
	}

	dispose(): void {
		void this.#audio?.close().catch(() => {});
		this.#audio = null;
	}
}

function play(audio: AudioContext, { pitch, startMs, lengthMs, wave }: Tone): void {
	const start = audio.currentTime + startMs / 1000;
	const end = start + lengthMs / 1000;
	const gain = audio.createGain();
	gain.gain.setValueAtTime(0, start);
	gain.gain.linearRampToValueAtTime(VOLUME, start + FADE_S);
	gain.gain.setValueAtTime(VOLUME, end - FADE_S);
	gain.gain.linearRampToValueAtTime(0, end);
	const oscillator = audio.createOscillator();
	oscillator.type = wave;
	oscillator.frequency.value = pitch;
	oscillator.connect(gain).connect(audio.destination);
	oscillator.start(start);
	oscillator.stop(end);
}
