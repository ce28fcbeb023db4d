import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { encode } from 'uqr';
import { TICKET_QR } from '#shared/rules/ticket-code.ts';
import { quietFlags } from './chromium.ts';

/** A camera for Chromium that plays a file: frames are written by hand, no video tool is needed. */

export interface FrameSize {
	width: number;
	height: number;
}

/** One frame: the brightness of each pixel, row by row. Colour stays neutral. */
export interface Frame extends FrameSize {
	luma: Uint8Array;
}

export const VGA: FrameSize = { width: 640, height: 480 };

/** A frame of one grey: a camera that sees no code. */
export function blankFrame(grey = 120, size: FrameSize = VGA): Frame {
	return { ...size, luma: new Uint8Array(size.width * size.height).fill(grey) };
}

export interface QrFrameOptions extends Partial<FrameSize> {
	/** Width of the symbol without its quiet zone, rounded down to whole pixels a module. */
	symbolPx?: number;
	/** Centre of the symbol; the middle of the frame unless told. */
	at?: { x: number; y: number };
	/** Drawn over this frame instead of a grey one, so that several codes share one. */
	over?: Frame;
}

/** A frame with a code as tickets have it, on white paper with its quiet zone. */
export function qrFrame(text: string, options: QrFrameOptions = {}): Frame {
	const size = { width: options.width ?? VGA.width, height: options.height ?? VGA.height };
	const frame = options.over ?? blankFrame(120, size);
	const modules = encode(text, {
		ecc: TICKET_QR.ecc,
		border: TICKET_QR.quietZoneModules,
		boostEcc: false,
	}).data;
	const bare = modules.length - 2 * TICKET_QR.quietZoneModules;
	const scale = Math.max(1, Math.floor((options.symbolPx ?? 240) / bare));
	const at = options.at ?? { x: frame.width / 2, y: frame.height / 2 };
	const left = Math.round(at.x - (modules.length * scale) / 2);
	const top = Math.round(at.y - (modules.length * scale) / 2);
	const luma = frame.luma.slice();
	for (let y = 0; y < modules.length * scale; y++) {
		for (let x = 0; x < modules.length * scale; x++) {
			const [column, row] = [left + x, top + y];
			if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) continue;
			const isDark = modules[Math.floor(y / scale)]![Math.floor(x / scale)]!;
			luma[row * frame.width + column] = isDark ? 16 : 235;
		}
	}
	return { width: frame.width, height: frame.height, luma };
}

/** The same frame for a while: `hold(frame, 1)` is a second of it. */
export function hold(frame: Frame, seconds: number, fps = 20): Frame[] {
	return Array.from({ length: Math.round(seconds * fps) }, () => frame);
}

/** Writes frames of one size as an uncompressed video. Chromium plays it from the start, again and again. */
export async function writeY4m(path: string, frames: readonly Frame[], fps = 20): Promise<void> {
	const { width, height } = frames[0]!;
	const chroma = Buffer.alloc((width * height) / 2, 128);
	const file = await open(path, 'w');
	try {
		await file.write(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420jpeg\n`);
		for (const { luma } of frames) {
			await file.write('FRAME\n');
			await file.write(luma);
			await file.write(chroma);
		}
	} finally {
		await file.close();
	}
}

/** What the browser answers when a page asks for a camera. */
export type CameraKind =
	| { kind: 'file'; path: string }
	| { kind: 'devices'; count: number }
	| { kind: 'denied' }
	| { kind: 'none' };

/** Chromium's flags for a kind of camera; the path of a file must be absolute. */
export function cameraFlags(camera: CameraKind): string[] {
	const device = '--use-fake-device-for-media-stream';
	const grant = '--use-fake-ui-for-media-stream';
	switch (camera.kind) {
		case 'file':
			return [...quietFlags, device, grant, `--use-file-for-fake-video-capture=${camera.path}`];
		case 'devices':
			return [...quietFlags, `${device}=device-count=${camera.count}`, grant];
		case 'denied':
			return [...quietFlags, device, `${grant}=deny`];
		case 'none':
			return [...quietFlags, grant];
	}
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser whose camera plays the file at this absolute path. */
export function launchWithVideo(path: string): Promise<Browser> {
	const executablePath = chromiumPath();
	return chromium.launch({
		...(executablePath && { executablePath }),
		args: cameraFlags({ kind: 'file', path }),
	});
}

/** The installed browser, or undefined for Playwright's own. `CHROMIUM_PATH` names another one. */
export function chromiumPath(): string | undefined {
	return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
}

/**
 * Chromium without the window, tabs and menus that a headless one draws all the same: journeys took 28 % less time in it. Absent, they
 * run in the whole browser, as those with a camera always do.
 */
export function shellPath(): string | undefined {
	return (
		process.env.CHROMIUM_PATH ??
		['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ??
		chromiumPath()
	);
}
