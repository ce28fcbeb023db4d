import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { checkScanTypes, type ScanType, STAFF_SCAN } from '#app/features/scanner/scan-config.ts';
import type { ScanFormat } from '#app/features/scanner/scan-formats.ts';
import { keepAwake } from '#app/lib/keep-awake.ts';
import { listenForKeyReader } from './aids/key-reader.ts';
import { ScanSignals } from './aids/signals.ts';
import { type ControllerOptions, ScannerController, type ScannerSnapshot } from './scanner-controller.ts';

export interface UseScannerOptions
	extends Pick<
		ControllerOptions,
		'onCode' | 'onStateChange' | 'onCameraError' | 'idleAfterMs' | 'repeatAfterMs'
	> {
	/** Attempts a second; the staff scanner's 10 by default. */
	fps?: number;
	/** Side of the drawn box in CSS pixels; 250 by default, less where the view is smaller. */
	box?: number;
	/** QR codes alone by default: every other format costs time on each frame. */
	formats?: readonly ScanFormat[];
	/** Ways of scanning that are offered; camera and image files by default. */
	scanTypes?: readonly ScanType[];
	/** True while a verdict is shown: the picture goes on, nothing is read. */
	isPaused?: boolean;
}

/** The scanner and what is known of it; give it to `<Scanner>`, which shows it. */
export interface ScannerHandle {
	controller: ScannerController;
	snapshot: ScannerSnapshot;
	box: number;
	scanTypes: readonly ScanType[];
}

const TICKETS: readonly ScanFormat[] = ['QR_CODE'];

/**
 * A scanner for a screen. Start it from a tap with `controller.start()`; it stops by itself when `<Scanner>` leaves
 * the page.
 */
export function useScanner(options: UseScannerOptions): ScannerHandle {
	const { fps = STAFF_SCAN.fps, box = STAFF_SCAN.box, formats = TICKETS, isPaused = false } = options;
	const settings: ControllerOptions = {
		...options,
		fps,
		aspectRatio: STAFF_SCAN.aspectRatio,
		formatsToSupport: formats,
		// A guide that is larger than a small screen is drawn smaller, not refused.
		qrbox: (width, height) => ({ width: Math.min(box, width), height: Math.min(box, height) }),
	};
	const [controller] = useState(() => new ScannerController(settings));
	const snapshot = useSyncExternalStore(
		controller.subscribe,
		controller.getSnapshot,
		controller.getServerSnapshot,
	);
	useLayoutEffect(() => {
		controller.options = settings;
	});
	useEffect(() => controller.setPaused(isPaused), [controller, isPaused]);
	const [scanTypes] = useState(() => checkScanTypes(options.scanTypes));
	return useMemo(() => ({ controller, snapshot, box, scanTypes }), [controller, snapshot, box, scanTypes]);
}

/** Tones and vibration; `unlock` belongs into the handler of the tap that starts the scanner. */
export function useScanSignals() {
	const [signals] = useState(() => new ScanSignals());
	const [isMuted, setMuted] = useState(false);
	useEffect(() => {
		setMuted(signals.isMuted);
		return () => signals.dispose();
	}, [signals]);
	return {
		isMuted,
		setMuted: (next: boolean) => {
			signals.setMuted(next);
			setMuted(next);
		},
		unlock: () => signals.unlock(),
		give: signals.give.bind(signals),
	};
}

/** Hears hardware readers that act as keyboards, anywhere on the page. */
export function useKeyReader(onCode: (text: string) => void, isEnabled = true): void {
	const [latest] = useState(() => ({ onCode }));
	useLayoutEffect(() => {
		latest.onCode = onCode;
	});
	useEffect(() => {
		if (!isEnabled) return;
		return listenForKeyReader((text) => latest.onCode(text));
	}, [latest, isEnabled]);
}

/** Keeps the screen on while active. */
export function useKeepAwake(isActive: boolean): void {
	useEffect(() => (isActive ? keepAwake() : undefined), [isActive]);
}
