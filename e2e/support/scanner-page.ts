// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures one needs
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type Browser,
	type BrowserContext,
	test as base,
	chromium,
	expect,
	type Page,
} from '@playwright/test';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import {
	blankFrame,
	type CameraKind,
	cameraFlags,
	chromiumPath,
	type Frame,
	writeY4m,
} from './fake-camera.ts';
import { serveHarness } from './harness.ts';

/** The scanning component alone, in a real browser with a camera that plays a file. */

export const [FIRST, SECOND, THIRD] = [1, 2, 3].map((n) =>
	encodeTicketCode(new Uint8Array(16).fill(n * 40 + 3)),
) as [string, string, string];
export const blank = blankFrame();

/** Put into every page before its own scripts: keeps tracks, counts what goes to workers, marks when a code appears. */
export function instrument() {
	const probe = {
		tracks: [] as MediaStreamTrack[],
		decodedAt: [] as number[],
		opening: 0,
		tones: 0,
		locks: 0,
		appearedAt: [] as number[],
	};
	Object.assign(window, { probe });
	const media = navigator.mediaDevices;
	const original = media.getUserMedia.bind(media);
	media.getUserMedia = async (constraints) => {
		probe.opening++;
		try {
			await new Promise((resolve) => setTimeout(resolve, Number(sessionStorage.getItem('slowCamera') ?? 0)));
			const stream = await original(constraints);
			probe.tracks.push(...stream.getTracks());
			return stream;
		} finally {
			probe.opening--;
		}
	};
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer?: unknown) {
		probe.decodedAt.push(performance.now());
		return post.call(this, message, transfer as StructuredSerializeOptions);
	} as typeof post;
	const startTone = OscillatorNode.prototype.start;
	OscillatorNode.prototype.start = function (when?: number) {
		probe.tones++;
		return startTone.call(this, when);
	};
	const request = navigator.wakeLock.request.bind(navigator.wakeLock);
	navigator.wakeLock.request = (type) => {
		probe.locks++;
		return request(type);
	};
	// White paper in the middle of the frame, black modules around it: a code is in sight.
	const canvas = new OffscreenCanvas(32, 24);
	const context = canvas.getContext('2d', { willReadFrequently: true })!;
	let wasThere = false;
	const look = () => {
		const video = document.querySelector('video');
		if (video && video.readyState >= 2) {
			context.drawImage(video, 0, 0, 32, 24);
			const { data } = context.getImageData(8, 6, 16, 12);
			const values = [...data].filter((_, i) => i % 4 === 0);
			const isThere = Math.max(...values) - Math.min(...values) > 60;
			if (isThere && !wasThere) probe.appearedAt.push(performance.now());
			wasThere = isThere;
		}
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}

export interface Probe {
	tracks: MediaStreamTrack[];
	/** When frames were handed to the worker. */
	decodedAt: number[];
	/** Cameras that were asked for and are not there yet. */
	opening: number;
	tones: number;
	locks: number;
	appearedAt: number[];
}

declare global {
	/** Put into the page by `instrument`. */
	var probe: Probe;
}

interface Fixtures {
	/** A page with the component and this camera; errors and broken content policies are kept for `faultsOf`. */
	openWith(camera: CameraKind, query?: string): Promise<Page>;
	/** The same with a camera that plays these frames. */
	openFile(frames: Frame[], query?: string): Promise<Page>;
}

/** Browsers that stay open for another test with their camera; one that nobody watches plays nothing. */
const mostBrowsers = 3;

/** Starts a browser with a camera, or hands out the one that has it. */
type BrowserOf = (camera: CameraKind) => Promise<Browser>;

export const test = base.extend<Fixtures, { harness: { url: string }; videos: string; browserOf: BrowserOf }>(
	{
		// Built once for all files of a run.
		harness: [
			async ({}, use) => {
				const harness = await serveHarness('scanner');
				await use(harness);
				await harness.close();
			},
			{ scope: 'worker', timeout: 120_000 },
		],

		videos: [
			async ({}, use) => {
				const folder = await mkdtemp(join(tmpdir(), 'foyer-scanner-'));
				await use(folder);
				await rm(folder, { recursive: true });
			},
			{ scope: 'worker' },
		],

		browserOf: [
			async ({}, use) => {
				const browsers = new Map<string, Browser>();
				await use(async (camera) => {
					const args = cameraFlags(camera);
					const key = args.join(' ');
					const browser =
						browsers.get(key) ?? (await chromium.launch({ executablePath: chromiumPath(), args }));
					// The one that was used last stands last.
					browsers.delete(key);
					browsers.set(key, browser);
					const [oldest] = browsers;
					if (oldest && browsers.size > mostBrowsers) {
						browsers.delete(oldest[0]);
						await oldest[1].close();
					}
					return browser;
				});
				for (const browser of browsers.values()) await browser.close();
			},
			{ scope: 'worker' },
		],

		openWith: async ({ harness, browserOf }, use) => {
			const contexts: BrowserContext[] = [];
			await use(async (camera, query = '') => {
				const browser = await browserOf(camera);
				const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
				contexts.push(context);
				const page = await context.newPage();
				const faults: string[] = [];
				page.on('pageerror', (error) => faults.push(String(error)));
				page.on('console', (message) => {
					if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
				});
				Object.assign(page, { faults });
				await page.addInitScript(instrument);
				await page.goto(harness.url + query);
				await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
				return page;
			});
			for (const context of contexts) await context.close();
		},

		openFile: async ({ openWith, videos }, use) => {
			await use(async (frames, query = '') => {
				const shown = createHash('sha256');
				for (const { luma } of frames) shown.update(luma);
				const path = join(videos, `${shown.digest('hex')}.y4m`);
				if (!existsSync(path)) await writeY4m(path, frames);
				return openWith({ kind: 'file', path }, query);
			});
		},
	},
);

/** Errors and violations of the content policy so far. */
export const faultsOf = (page: Page) => (page as Page & { faults: string[] }).faults;
export const start = (page: Page) => page.getByRole('button', { name: 'Start Scanning' }).click();
export const stop = (page: Page) => page.getByRole('button', { name: 'Stop Scanner' }).click();
export const stateOf = (page: Page) => page.locator('[data-scan-state]').getAttribute('data-scan-state');
export const codesOf = (page: Page) =>
	page.evaluate(() => window.log.filter(({ what }) => what === 'code').map(({ text }) => text));
export const liveTracks = (page: Page) =>
	page.evaluate(() => probe.tracks.filter(({ readyState }) => readyState === 'live').length);

/** Until so many more frames were handed to the decoder. */
export async function untilDecoded(page: Page, count: number): Promise<void> {
	const before = await page.evaluate(() => probe.decodedAt.length);
	await page.waitForFunction((least) => probe.decodedAt.length >= least, before + count);
}

/** Until the camera has played so many more frames, whether or not anything reads them. */
export async function untilPlayed(page: Page, count: number): Promise<void> {
	const played = () => document.querySelector('video')!.getVideoPlaybackQuality().totalVideoFrames;
	const before = await page.evaluate(played);
	await page.waitForFunction(
		(least) => document.querySelector('video')!.getVideoPlaybackQuality().totalVideoFrames >= least,
		before + count,
	);
}

/** Until the camera has shown so many more codes, whether or not anything reads them. */
export async function untilShown(page: Page, count: number): Promise<void> {
	const before = await page.evaluate(() => probe.appearedAt.length);
	await page.waitForFunction((least) => probe.appearedAt.length >= least, before + count);
}
