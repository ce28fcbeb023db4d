import { expect } from '@playwright/test';
import { hold, qrFrame } from './support/fake-camera.ts';
import {
	blank,
	codesOf,
	FIRST,
	faultsOf,
	liveTracks,
	start,
	stateOf,
	stop,
	test,
	untilPlayed,
} from './support/scanner-page.ts';

/** The scanning component and its camera: opened, lost, let go of, refused, chosen, lit. */

test('the camera is released by stop, by leaving, and while the page is hidden', async ({ openFile }) => {
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

test('start and stop in any hurry end where the last call wanted', async ({ openFile }) => {
	const page = await openFile(hold(blank, 1));
	await page.evaluate(() => sessionStorage.setItem('slowCamera', '400'));
	await start(page);
	await stop(page);
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBe(1);
	await expect.poll(() => liveTracks(page)).toBe(0);
	expect(await stateOf(page)).toBe('not-started');

	await page.evaluate(() => {
		for (let i = 0; i < 4; i++) {
			void window.controller.start();
			void window.controller.stop();
		}
		void window.controller.start();
		void window.controller.start();
	});
	await expect.poll(() => stateOf(page)).toBe('scanning');
	expect(await liveTracks(page)).toBe(1);

	await stop(page);
	await start(page);
	const opened = await page.evaluate(() => probe.tracks.length);
	await page.getByRole('button', { name: 'Leave' }).click();
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBe(opened + 1);
	await expect.poll(() => liveTracks(page)).toBe(0);
	expect(faultsOf(page)).toEqual([]);
});

test('a page hidden and shown while the camera opens again ends up with one camera', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	await page.evaluate(async () => {
		sessionStorage.setItem('slowCamera', '300');
		const show = (isShown: boolean) => {
			Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isShown });
			document.dispatchEvent(new Event('visibilitychange'));
		};
		for (const isShown of [false, true, false, true, false, true]) {
			show(isShown);
			await new Promise((resolve) => setTimeout(resolve, 60));
		}
	});
	await expect.poll(() => page.evaluate(() => probe.opening)).toBe(0);
	expect(await liveTracks(page)).toBe(1);
	const before = (await codesOf(page)).length;
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(before);
	await stop(page);
	await expect.poll(() => liveTracks(page)).toBe(0);
});

test('a camera that ends is opened again', async ({ openFile }) => {
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

test('a camera that freezes without a word is opened again', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=0');
	await start(page);
	await expect.poll(() => stateOf(page)).toBe('scanning');
	// A camera counts as frozen once it has shown that it was not.
	await untilPlayed(page, 40);
	// A stopped track shows its last frame for ever and fires nothing.
	await page.evaluate(() => probe.tracks.at(-1)!.stop());
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBe(2);
	const before = (await codesOf(page)).length;
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(before);
});

test('nobody there: the camera rests, and a tap wakes it', async ({ openFile }) => {
	const page = await openFile(hold(blank, 1), '?idle=800');
	await start(page);
	const wake = page.getByRole('button', { name: 'Tap to continue' });
	await expect(wake).toBeVisible();
	expect(await liveTracks(page)).toBe(0);
	await wake.click();
	// It may rest again before anything here sees it open.
	await expect.poll(() => page.evaluate(() => probe.tracks.length)).toBeGreaterThan(1);
});

test('permission denied', async ({ openWith }) => {
	const page = await openWith({ kind: 'denied' });
	await start(page);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Camera permission denied. Please allow camera access and refresh.');
	await expect(alert).toContainText(
		'Camera access required. Please allow camera permissions and refresh the page.',
	);
	expect(await stateOf(page)).toBe('not-started');
});

test('no camera', async ({ openWith }) => {
	const page = await openWith({ kind: 'none' });
	await start(page);
	await expect(page.getByRole('alert')).toContainText('No camera found on this device.');
	expect(await page.evaluate(() => window.log.at(-1)?.text)).toBe('missing: No camera found on this device.');
});

test('a camera in use elsewhere, and an insecure page', async ({ openWith }) => {
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
	await expect(alert).toContainText('The camera only works on secure (https) pages.');
});

test('several cameras: chosen, remembered, and forgotten when gone', async ({ openWith }) => {
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

test('torch and zoom where the camera has them', async ({ openWith }) => {
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
		prototype.getCapabilities = () =>
			({ torch: true, zoom: { min: 1, max: 5, step: 0.5 }, focusMode: ['manual', 'continuous'] }) as never;
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
	const torch = page.getByRole('button', { name: 'Flashlight', exact: true });
	await torch.click();
	await expect(torch).toHaveAttribute('aria-pressed', 'true');
	expect(await page.evaluate(() => probe.tracks[0]?.getSettings() as { zoom?: number })).toMatchObject({
		zoom: 3.5,
		focusMode: 'continuous',
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

	// What is pressed while it comes back counts.
	await page.evaluate(() => {
		sessionStorage.setItem('slowCamera', '1000');
		const track = probe.tracks.at(-1)!;
		track.stop();
		track.dispatchEvent(new Event('ended'));
	});
	await torch.click();
	await expect(torch).toHaveAttribute('aria-pressed', 'false');
	await expect
		.poll(() => page.evaluate(() => probe.tracks[2]?.getSettings()))
		.toMatchObject({ torch: false, zoom: 3.5 });

	await page.evaluate(() => {
		MediaStreamTrack.prototype.applyConstraints = () => Promise.reject(new Error('no'));
	});
	await torch.click();
	await expect(page.getByText('Couldn’t turn on the flashlight.')).toBeVisible();
});

test('wrong arguments are refused before a camera is asked for', async ({ openFile }) => {
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
