import { ScanError } from './scan-error.ts';

/** What the scanning component is doing. */
export type ScanState = 'not-started' | 'scanning' | 'paused';

/** The numbers by which the refusals name the states; 0 is a component that has been taken down. */
const STATE_NUMBER = { unknown: 0, 'not-started': 1, scanning: 2, paused: 3 } as const;

type AnyState = keyof typeof STATE_NUMBER;

/** A start or a stop that takes time. Until it is executed or cancelled, every other change is refused. */
export interface ScanTransaction {
	/** The camera is running (or gone): enter the new state. */
	execute(): void;
	/** The camera did not start: stay in the old state. */
	cancel(): void;
}

/**
 * The state machine of the scanning component: not started → scanning ⇄ paused, and back to not started.
 * Not started → paused is forbidden. Every refusal is a `ScanError` with the specification's text and leaves
 * the state as it was.
 */
export class ScanStates {
	#state: AnyState = 'not-started';
	#open: object | null = null;

	/** The present state; a component that was taken down counts as not started. */
	get state(): ScanState {
		return this.#state === 'unknown' ? 'not-started' : this.#state;
	}

	/** Whether a start or stop is under way. */
	get isInTransition(): boolean {
		return this.#open !== null;
	}

	/** Whether the camera is in use, paused or not. */
	get isScanning(): boolean {
		return this.#state === 'scanning' || this.#state === 'paused';
	}

	/** Opens the way from not started to scanning. Execute it when the camera runs, cancel it when it does not. */
	beginStart(): ScanTransaction {
		this.assertCanClear();
		return this.#begin('scanning');
	}

	/** Opens the way back to not started. */
	beginStop(): ScanTransaction {
		if (!this.isScanning) throw new ScanError('Cannot stop, scanner is not running or paused.');
		return this.#begin('not-started');
	}

	/** Scanning → paused, at once. */
	pause(): void {
		if (this.#state !== 'scanning') throw new ScanError('Cannot pause, scanner is not scanning.');
		this.#enter('paused');
	}

	/** Paused → scanning, at once. */
	resume(): void {
		if (this.#state !== 'paused') throw new ScanError('Cannot resume, scanner is not paused.');
		this.#enter('scanning');
	}

	/** Any direct change of state, with the general refusals. */
	transition(to: ScanState): void {
		this.#enter(to);
	}

	/** Files are read only when the camera is not in use; the state does not change meanwhile. */
	assertCanScanFile(): void {
		if (this.#state !== 'not-started') throw new ScanError('Cannot start file scan - ongoing camera scan');
	}

	/** The host element may be emptied only when the camera is not in use. */
	assertCanClear(): void {
		if (this.isScanning) throw new ScanError('Cannot clear while scan is ongoing, close it first.');
	}

	/** For calls that need the running camera: torch, zoom, capabilities. */
	assertRunning(): void {
		if (this.isScanning) return;
		throw new ScanError(
			'Scanning is not in running state, call this API only when QR code scanning using camera is in running state.',
		);
	}

	/** Taken down: nothing leads on from here. */
	close(): void {
		this.#open = null;
		this.#state = 'unknown';
	}

	#begin(to: ScanState): ScanTransaction {
		this.#assertAllowed(to);
		const token = {};
		this.#open = token;
		const finish = (verb: string) => {
			if (this.#open !== token) throw new ScanError(`Transaction is already cancelled, cannot ${verb}().`);
			this.#open = null;
		};
		return {
			execute: () => {
				finish('execute');
				this.#enter(to);
			},
			cancel: () => finish('cancel'),
		};
	}

	#enter(to: ScanState): void {
		this.#assertAllowed(to);
		this.#state = to;
	}

	#assertAllowed(to: ScanState): void {
		if (this.#open) throw new ScanError('Cannot transition to a new state, already under transition');
		if (this.#state === 'unknown') throw new ScanError('Transition from unknown is not allowed');
		if (this.#state === 'not-started' && to === 'paused') {
			throw new ScanError(`Cannot transition from ${STATE_NUMBER[this.#state]} to ${STATE_NUMBER[to]}`);
		}
	}
}
