import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { encodeTicketCode } from '../shared/rules/ticket-code.ts';
import {
	blankFrame,
	type CameraKind,
	cameraFlags,
	chromiumPath,
	type Frame,
	hold,
	qrFrame,
	writeY4m,
} from './support/fake-camera.ts';
import { serveHarness } from './support/harness.ts';

/** The scanning component alone, in a real browser with a camera that plays a file. */

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((n) =>
	encodeTicketCode(new Uint8Array(16).fill(n * 40 + 3)),
) as [string, string, string];
const blank = blankFrame();

/** Put into every page before its own scripts: keeps tracks, counts what goes to workers, marks when a code appears. */
function instrument() {
	const probe = {
		tracks: [] as MediaStreamTrack[],
		decodes: 0,
		tones: 0,
		locks: 0,
		appearedAt: [] as number[],
	};
	Object.assign(window, { probe });
	const media = navigator.mediaDevices;
	const original = media.getUserMedia.bind(media);
	media.getUserMedia = async (constraints) => {
		await new Promise((resolve) => setTimeout(resolve, Number(sessionStorage.getItem('slowCamera') ?? 0)));
		const stream = await original(constraints);
		probe.tracks.push(...stream.getTracks());
		return stream;
	};
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer?: unknown) {
		probe.decodes++;
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

type Probe = {
	tracks: MediaStreamTrack[];
	decodes: number;
	tones: number;
	locks: number;
	appearedAt: number[];
};
declare const probe: Probe;

let harness: Awaited<ReturnType<typeof serveHarness>>;
let folder: string;
test.beforeAll(async () => {
	harness = await serveHarness('scanner');
	folder = await mkdtemp(join(tmpdir(), 'foyer-scanner-'));
});
test.afterAll(async () => {
	await harness.close();
	await rm(folder, { recursive: true });
});

let browser: Browser | null = null;
test.afterEach(async () => {
	await browser?.close();
	browser = null;
});

async function openWith(camera: CameraKind, query = ''): Promise<Page> {
	browser = await chromium.launch({ executablePath: chromiumPath(), args: cameraFlags(camera) });
	const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
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
}

/** Errors and violations of the content policy so far. */
const faultsOf = (page: Page) => (page as Page & { faults: string[] }).faults;

async function openFile(frames: Frame[], query = ''): Promise<Page> {
	const path = join(folder, `${test.info().testId}.y4m`);
	await writeY4m(path, frames);
	return openWith({ kind: 'file', path }, query);
}

const start = (page: Page) => page.getByRole('button', { name: 'Start Scanning' }).click();
const stop = (page: Page) => page.getByRole('button', { name: 'Stop Scanner' }).click();
const stateOf = (page: Page) => page.locator('[data-scan-state]').getAttribute('data-scan-state');
const codesOf = (page: Page) =>
	page.evaluate(() => window.log.filter(({ what }) => what === 'code').map(({ text }) => text));
const liveTracks = (page: Page) =>
	page.evaluate(() => probe.tracks.filter(({ readyState }) => readyState === 'live').length);

test('reads a ticket within 500 ms of its appearance, without ever holding up the page', async () => {
	const page = await openFile([...hold(blank, 1.5), ...hold(qrFrame(FIRST), 1.5)], '?repeat=500');
	await page.evaluate(() => {
		const tasks: number[] = [];
		Object.assign(window, { tasks });
		new PerformanceObserver((list) =>
			tasks.push(...list.getEntries().map(({ duration }) => duration)),
		).observe({
			type: 'longtask',
		});
	});
	await start(page);
	await expect.poll(() => codesOf(page), { timeout: 15_000 }).toEqual([FIRST, FIRST, FIRST]);
	const delays = await page.evaluate(() => {
		const codes = window.log.filter(({ what }) => what === 'code');
		return codes.map(({ atMs }) => {
			const shown = probe.appearedAt.filter((appearedAt) => appearedAt <= atMs + 60).at(-1);
			return atMs - (shown ?? Number.NEGATIVE_INFINITY);
		});
	});
	const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
	console.log(
		`first reads after ${delays.map(Math.round).join(', ')} ms; longest task ${Math.round(longest)} ms`,
	);
	expect(Math.min(...delays)).toBeLessThan(500);
	expect(delays.toSorted((a, b) => a - b)[1]).toBeLessThan(500);
	expect(longest).toBeLessThan(250);
	expect(faultsOf(page)).toEqual([]);
});

test('a queue of guests: every ticket once, in order', async () => {
	const queue = [FIRST, SECOND, THIRD].flatMap((code) => [...hold(qrFrame(code), 1), ...hold(blank, 0.5)]);
	const page = await openFile(queue, '?repeat=60000');
	await start(page);
	await expect.poll(async () => (await codesOf(page)).length, { timeout: 15_000 }).toBe(3);
	await page.waitForTimeout(3_000);
	const codes = await codesOf(page);
	expect(codes.toSorted()).toEqual([FIRST, SECOND, THIRD].toSorted());
	const at = codes.indexOf(FIRST);
	expect([...codes.slice(at), ...codes.slice(0, at)]).toEqual([FIRST, SECOND, THIRD]);
});

test('of two codes the one in the box is read', async () => {
	const both = qrFrame(SECOND, {
		symbolPx: 100,
		at: { x: 90, y: 90 },
		over: qrFrame(FIRST, { symbolPx: 125, at: { x: 330, y: 250 } }),
	});
	const page = await openFile(hold(both, 1));
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await page.waitForTimeout(600);
	expect(await codesOf(page)).toEqual([FIRST]);
});

test('a small ticket, 50 pixels wide in a frame of 720 lines, is read', async () => {
	const page = await openFile(hold(qrFrame(FIRST, { width: 1280, height: 720, symbolPx: 50 }), 0.5));
	await start(page);
	await expect.poll(() => codesOf(page), { timeout: 10_000 }).toEqual([FIRST]);
});

test('the core without React: refusals are thrown at once, a stopped video is read 200 ms after it plays', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1));
	const result = await page.evaluate(async () => {
		const video = document.createElement('video');
		video.style.cssText = 'width: 300px; height: 300px';
		document.body.append(video);
		const core = new window.ScannerCore({ video, repeatAfterMs: 0 });
		const codes: number[] = [];
		const rear = { facingMode: 'environment' };
		const begin = (camera: unknown = rear) =>
			core.start(camera, { fps: 20 }, () => codes.push(performance.now()));
		const refusals: string[] = [];
		const attempt = (act: () => unknown) => {
			try {
				act();
				refusals.push('none');
			} catch (error) {
				refusals.push(String(error));
			}
		};
		attempt(() => core.pause());
		attempt(() => core.stop());
		attempt(() => begin({ facingMode: 'left' }));
		const starting = begin();
		attempt(() => begin());
		await starting;
		attempt(() => begin());
		attempt(() => core.resume());
		attempt(() => core.scanFile(new File([], 'a.png')));
		while (codes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
		core.pause(true);
		const isStopped = video.paused;
		const [asked, before] = [performance.now(), codes.length];
		const resumed = core.resume();
		const stateMeanwhile = core.state;
		await resumed;
		const waitedMs = performance.now() - asked;
		while (codes.length === before) await new Promise((resolve) => setTimeout(resolve, 20));
		await core.stop();
		attempt(() => core.controls);
		core.dispose();
		attempt(() => begin());
		return { refusals, isStopped, stateMeanwhile, waitedMs };
	});
	expect(result.refusals).toEqual([
		'Cannot pause, scanner is not scanning.',
		'Cannot stop, scanner is not running or paused.',
		"config has invalid 'facingMode' value = 'left'",
		'Cannot transition to a new state, already under transition',
		'Cannot clear while scan is ongoing, close it first.',
		'Cannot resume, scanner is not paused.',
		'Cannot start file scan - ongoing camera scan',
		'Scanning is not in running state, call this API only when QR code scanning using camera is in running state.',
		'Transition from unknown is not allowed',
	]);
	expect(result).toMatchObject({ isStopped: true, stateMeanwhile: 'paused' });
	expect(result.waitedMs).toBeGreaterThanOrEqual(199);
});

test('paused, nothing is decoded; resumed, it is', async () => {
	const page = await openFile([...hold(qrFrame(FIRST), 0.5), ...hold(qrFrame(SECOND), 0.5)], '?repeat=0');
	await start(page);
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(0);
	await page.getByRole('button', { name: 'Pause' }).click();
	expect(await stateOf(page)).toBe('paused');
	const before = await page.evaluate(() => ({ decodes: probe.decodes, codes: window.log.length }));
	await page.waitForTimeout(1_500);
	const after = await page.evaluate(() => ({ decodes: probe.decodes, codes: window.log.length }));
	expect(after.codes).toBe(before.codes);
	expect(after.decodes - before.decodes).toBeLessThanOrEqual(1);
	await page.getByRole('button', { name: 'Resume' }).click();
	expect(await stateOf(page)).toBe('scanning');
	await expect.poll(() => page.evaluate(() => window.log.length)).toBeGreaterThan(after.codes + 1);
});

test('a code that stays in sight during a pause is not read again after it', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=1000');
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await page.getByRole('button', { name: 'Pause' }).click();
	await page.waitForTimeout(1_500);
	await page.getByRole('button', { name: 'Resume' }).click();
	await page.waitForTimeout(1_500);
	expect(await codesOf(page)).toEqual([FIRST]);
	await page.evaluate(() => window.controller.forgetCodes());
	await expect.poll(() => codesOf(page)).toEqual([FIRST, FIRST]);
});

test('the camera is released by stop, by leaving, and while the page is hidden', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	expect(await liveTracks(page)).toBe(1);
	await stop(page);
	await expect.poll(() => stateOf(page)).toBe('not-started');
	expect(await liveTracks(page)).toBe(0);

	await start(page);
	await expect.poll(() => liveTracks(page)).toBe(1);
	const hide = (isHidden: boolean) =>
		page.evaluate((value) => {
			Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
			document.dispatchEvent(new Event('visibilitychange'));
		}, isHidden);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	await hide(true);
	expect(await liveTracks(page)).toBe(0);
	expect(await stateOf(page)).toBe('scanning');
	await hide(false);
	await expect.poll(() => liveTracks(page)).toBe(1);
	const before = (await codesOf(page)).length;
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(before);

	await page.getByRole('button', { name: 'Leave' }).click();
	expect(await liveTracks(page)).toBe(0);
	await page.getByRole('button', { name: 'Come back' }).click();
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	expect(await liveTracks(page)).toBe(1);
	expect(faultsOf(page)).toEqual([]);
});

test('start and stop in any hurry end where the last call wanted', async () => {
	const page = await openFile(hold(blank, 1));
	await page.evaluate(() => sessionStorage.setItem('slowCamera', '400'));
	await start(page);
	await stop(page);
	await page.waitForTimeout(1_500);
	expect(await stateOf(page)).toBe('not-started');
	expect(await liveTracks(page)).toBe(0);

	await page.evaluate(() => {
		for (let i = 0; i < 4; i++) {
			void window.controller.start();
			void window.controller.stop();
		}
		void window.controller.start();
		void window.controller.start();
	});
	await expect.poll(() => stateOf(page), { timeout: 10_000 }).toBe('scanning');
	expect(await liveTracks(page)).toBe(1);

	await stop(page);
	await start(page);
	await page.getByRole('button', { name: 'Leave' }).click();
	await page.waitForTimeout(1_500);
	expect(await liveTracks(page)).toBe(0);
	expect(faultsOf(page)).toEqual([]);
});

test('a camera that ends is opened again', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	await page.evaluate(() => {
		const track = probe.tracks.at(-1)!;
		track.stop();
		track.dispatchEvent(new Event('ended'));
	});
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBe(2);
	await expect.poll(() => liveTracks(page)).toBe(1);
	const before = (await codesOf(page)).length;
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(before);
});

test('a camera that freezes without a word is opened again', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	await page.waitForTimeout(1_200);
	// A stopped track shows its last frame for ever and fires nothing.
	await page.evaluate(() => probe.tracks.at(-1)!.stop());
	await expect.poll(() => page.evaluate(() => probe.tracks.length), { timeout: 8_000 }).toBe(2);
	const before = (await codesOf(page)).length;
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(before);
});

test('nobody there: the camera rests, and a tap wakes it', async () => {
	const page = await openFile(hold(blank, 1), '?idle=800');
	await start(page);
	const wake = page.getByRole('button', { name: 'Tap to continue' });
	await expect(wake).toBeVisible();
	expect(await liveTracks(page)).toBe(0);
	await wake.click();
	await expect.poll(() => liveTracks(page)).toBe(1);
	await expect(wake).toBeHidden();
});

test('nothing for axe to find: off, on, refused; every control by keyboard', async () => {
	const path = join(folder, 'axe.y4m');
	await writeY4m(path, hold(qrFrame(FIRST), 1));
	const page = await openWith({ kind: 'file', path });
	const findings = async () => {
		const { violations } = await new AxeBuilder({ page }).include('main').analyze();
		return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
	};
	expect(await findings()).toEqual([]);
	await page.getByRole('button', { name: 'Start Scanning' }).focus();
	await page.keyboard.press('Enter');
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await expect(page.getByText('Scanning. Hold a code in front of the camera.')).toBeAttached();
	expect(await findings()).toEqual([]);
});

test('permission denied', async () => {
	const page = await openWith({ kind: 'denied' });
	await start(page);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Camera permission denied. Please allow camera access and refresh.');
	await expect(alert).toContainText(
		'Camera access required. Please allow camera permissions and refresh the page.',
	);
	expect(await stateOf(page)).toBe('not-started');
});

test('no camera', async () => {
	const page = await openWith({ kind: 'none' });
	await start(page);
	await expect(page.getByRole('alert')).toContainText('No camera found on this device.');
	expect(await page.evaluate(() => window.log.at(-1)?.text)).toBe('missing: No camera found on this device.');
});

test('a camera in use elsewhere, and an insecure page', async () => {
	const page = await openWith({ kind: 'devices', count: 1 });
	await page.evaluate(() => {
		navigator.mediaDevices.getUserMedia = () =>
			Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
	});
	await start(page);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Unable to access camera. Please check permissions.');
	await expect(alert).toContainText('Another app may be using the camera.');
	await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
	await start(page);
	await expect(alert).toContainText('begin with https');
});

test('several cameras: chosen, remembered, and forgotten when gone', async () => {
	const page = await openWith({ kind: 'devices', count: 3 });
	await start(page);
	const picker = page.getByRole('combobox', { name: 'Camera' });
	await expect(picker.locator('option')).toHaveCount(3);
	await picker.selectOption({ index: 2 });
	const chosen = await picker.inputValue();
	const used = () => page.evaluate(() => probe.tracks.at(-1)?.getSettings().deviceId);
	await expect.poll(used).toBe(chosen);
	expect(await liveTracks(page)).toBe(1);
	await page.reload();
	await start(page);
	await expect.poll(used).toBe(chosen);
	await page.evaluate(() => localStorage.setItem('scanner', JSON.stringify({ cameraId: 'unplugged' })));
	await page.reload();
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
});

test('torch and zoom where the camera has them', async () => {
	const page = await openWith({ kind: 'devices', count: 1 });
	await page.evaluate(() => {
		const all = new Map<MediaStreamTrack, { torch: boolean; zoom: number }>();
		const settingsOf = (track: MediaStreamTrack) => {
			const settings = all.get(track) ?? { torch: false, zoom: 1 };
			all.set(track, settings);
			return settings;
		};
		const prototype = MediaStreamTrack.prototype;
		const before = prototype.getSettings;
		prototype.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 5, step: 0.5 } }) as never;
		prototype.getSettings = function () {
			return { ...before.call(this), ...settingsOf(this) };
		};
		prototype.applyConstraints = async function (constraints) {
			for (const set of constraints?.advanced ?? []) Object.assign(settingsOf(this), set);
		};
	});
	await start(page);
	const zoom = page.getByRole('slider', { name: 'Zoom' });
	await expect(zoom).toHaveValue('2');
	await zoom.fill('3.5');
	await expect(zoom).toHaveValue('3.5');
	const torch = page.getByRole('button', { name: 'Light', exact: true });
	await torch.click();
	await expect(torch).toHaveAttribute('aria-pressed', 'true');
	expect(await page.evaluate(() => probe.tracks[0]?.getSettings() as { zoom?: number })).toMatchObject({
		zoom: 3.5,
	});
	// A camera that comes back after it was lost is set as it was.
	await page.evaluate(() => {
		const track = probe.tracks.at(-1)!;
		track.stop();
		track.dispatchEvent(new Event('ended'));
	});
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBe(2);
	await expect
		.poll(() => page.evaluate(() => probe.tracks[1]?.getSettings()))
		.toMatchObject({ torch: true, zoom: 3.5 });
	await expect.poll(() => liveTracks(page)).toBe(1);

	await page.evaluate(() => {
		MediaStreamTrack.prototype.applyConstraints = () => Promise.reject(new Error('no'));
	});
	await torch.click();
	await expect(page.getByText('The light does not turn off.')).toBeVisible();
});

test('image files: chosen, pasted, without a code, and refused while the camera is on', async () => {
	const page = await openFile(hold(blank, 1));
	const { luma, width, height } = qrFrame(SECOND, { symbolPx: 100 });
	const png = await sharp(luma, { raw: { width, height, channels: 1 } })
		.png()
		.toBuffer();
	const file = page.getByLabel('Image with a code');
	await file.setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: png });
	await expect(page.locator('output')).toHaveText(SECOND);

	const paste = (bytes: Buffer) =>
		page.evaluate((base64) => {
			const data = new DataTransfer();
			const content = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
			data.items.add(new File([content], 'pasted.png', { type: 'image/png' }));
			window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
		}, bytes.toString('base64'));
	await paste(png);
	await expect.poll(() => codesOf(page)).toEqual([SECOND, SECOND]);

	const empty = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#88aa99' } })
		.png()
		.toBuffer();
	await paste(empty);
	await expect(page.getByText('No barcode or QR code detected.')).toBeVisible();
	await paste(Buffer.from('not an image'));
	await expect(page.getByText('No barcode or QR code detected.')).toBeVisible();

	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	await paste(png);
	await expect(page.getByText('Cannot start file scan - ongoing camera scan')).toBeVisible();
});

test('a hand-held reader is heard anywhere and leaves no keys in a field', async () => {
	const page = await openFile(hold(blank, 1));
	const keys = () =>
		page.evaluate(() => window.log.filter(({ what }) => what === 'key').map(({ text }) => text));
	const fire = (code: string) =>
		page.evaluate((text) => {
			const target = document.activeElement ?? document.body;
			for (const key of [...text, 'Enter']) {
				const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
				if (target.dispatchEvent(event) && target instanceof HTMLInputElement && key.length === 1) {
					document.execCommand('insertText', false, key);
				}
			}
		}, code);
	await fire(FIRST);
	expect(await keys()).toEqual([FIRST]);

	const search = page.getByLabel('Search');
	await search.click();
	await page.keyboard.type('Ada', { delay: 120 });
	await page.waitForTimeout(150);
	await fire(SECOND);
	expect(await keys()).toEqual([FIRST, SECOND]);
	await expect(search).toHaveValue('Ada');

	await page.keyboard.type(' Lovelace', { delay: 110 });
	await page.keyboard.press('Enter');
	expect(await keys()).toHaveLength(2);
	await expect(search).toHaveValue('Ada Lovelace');
});

test('tones after the start tap, none when muted, mute remembered; the screen stays on', async () => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => page.evaluate(() => probe.tones)).toBeGreaterThan(1);
	expect(await page.evaluate(() => probe.locks)).toBeGreaterThan(0);
	await page.getByRole('button', { name: 'Mute' }).click();
	const before = await page.evaluate(() => ({ tones: probe.tones, codes: window.log.length }));
	await expect.poll(() => page.evaluate(() => window.log.length)).toBeGreaterThan(before.codes + 2);
	expect(await page.evaluate(() => probe.tones)).toBe(before.tones);
	await page.reload();
	await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
});

test('without the engine: said so, tried again, and read when it is there', async () => {
	const path = join(folder, 'engine.y4m');
	await writeY4m(path, hold(qrFrame(FIRST), 1));
	browser = await chromium.launch({
		executablePath: chromiumPath(),
		args: cameraFlags({ kind: 'file', path }),
	});
	const page = await browser.newPage();
	await page.context().route('**/*.wasm', (route) => route.abort());
	await page.addInitScript(instrument);
	await page.goto(harness.url);
	await start(page);
	await expect(page.getByRole('alert')).toContainText('The scanner could not be loaded.');
	await page.context().unroute('**/*.wasm');
	await expect.poll(() => codesOf(page), { timeout: 10_000 }).toEqual([FIRST]);
	await expect(page.getByRole('alert')).toBeHidden();
});

test('wrong arguments are refused before a camera is asked for', async () => {
	const page = await openFile(hold(blank, 1));
	const refusal = await page.evaluate(async () => {
		window.controller.options.qrbox = 20;
		const text = await window.controller.start().catch((error) => String(error));
		return { text, asked: probe.tracks.length };
	});
	expect(refusal).toEqual({ text: "minimum size of 'config.qrbox' dimension value is 50px.", asked: 0 });
	await page.evaluate(() => {
		window.controller.options.qrbox = 200;
	});
	await page.evaluate(() => window.controller.start());
	await expect.poll(() => stateOf(page)).toBe('scanning');
});
