import { expect } from '@playwright/test';
import { hold, qrFrame } from './support/fake-camera.ts';
import {
	blank,
	codesOf,
	FIRST,
	faultsOf,
	SECOND,
	start,
	stateOf,
	THIRD,
	test,
	untilDecoded,
	untilPlayed,
	untilShown,
} from './support/scanner-page.ts';

/** What the scanning component reads, when, and what it leaves alone. */

test('reads a ticket from the first frames that show it, in a worker', async ({ openFile }) => {
	const page = await openFile([...hold(blank, 1), ...hold(qrFrame(FIRST), 1)], '?repeat=500');
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST, FIRST, FIRST]);
	const frames = await page.evaluate(() => {
		const codes = window.log.filter(({ what }) => what === 'code');
		const decodesBetween = (fromMs: number, toMs: number) =>
			probe.decodedAt.filter((atMs) => atMs >= fromMs && atMs <= toMs).length;
		return codes.map(({ atMs }) => {
			const shown = probe.appearedAt.filter((appearedAt) => appearedAt <= atMs + 60).at(-1);
			return decodesBetween(shown ?? Number.NEGATIVE_INFINITY, atMs);
		});
	});
	// Ten frames a second are handed to the worker: half a second where the machine keeps up.
	expect(Math.min(...frames)).toBeLessThanOrEqual(5);
	expect(frames.toSorted((a, b) => a - b)[1]).toBeLessThanOrEqual(5);
	expect(faultsOf(page)).toEqual([]);
});

test('a queue of guests: every ticket once, in order', async ({ openFile }) => {
	const queue = [FIRST, SECOND, THIRD].flatMap((code) => [...hold(qrFrame(code), 1), ...hold(blank, 0.5)]);
	const page = await openFile(queue, '?repeat=60000');
	await start(page);
	await expect.poll(async () => (await codesOf(page)).length).toBe(3);
	// The file plays again from its beginning.
	await untilShown(page, 3);
	const codes = await codesOf(page);
	expect(codes.toSorted()).toEqual([FIRST, SECOND, THIRD].toSorted());
	const at = codes.indexOf(FIRST);
	expect([...codes.slice(at), ...codes.slice(0, at)]).toEqual([FIRST, SECOND, THIRD]);
});

test('of two codes the one in the box is read', async ({ openFile }) => {
	const both = qrFrame(SECOND, {
		symbolPx: 100,
		at: { x: 90, y: 90 },
		over: qrFrame(FIRST, { symbolPx: 125, at: { x: 330, y: 250 } }),
	});
	const page = await openFile(hold(both, 1));
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await untilDecoded(page, 5);
	expect(await codesOf(page)).toEqual([FIRST]);
});

test('a small ticket, 50 pixels wide in a frame of 720 lines, is read', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST, { width: 1280, height: 720, symbolPx: 50 }), 0.5));
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
});

test('the core without React: refusals are thrown at once, a stopped video is read 200 ms after it plays', async ({
	openFile,
}) => {
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

test('paused, nothing is decoded; resumed, it is', async ({ openFile }) => {
	const page = await openFile([...hold(qrFrame(FIRST), 0.5), ...hold(qrFrame(SECOND), 0.5)], '?repeat=0');
	await start(page);
	await expect.poll(async () => (await codesOf(page)).length).toBeGreaterThan(0);
	await page.getByRole('button', { name: 'Pause' }).click();
	expect(await stateOf(page)).toBe('paused');
	const before = await page.evaluate(() => ({ decodes: probe.decodedAt.length, codes: window.log.length }));
	await untilPlayed(page, 30);
	const after = await page.evaluate(() => ({ decodes: probe.decodedAt.length, codes: window.log.length }));
	expect(after.codes).toBe(before.codes);
	expect(after.decodes - before.decodes).toBeLessThanOrEqual(1);
	await page.getByRole('button', { name: 'Resume' }).click();
	expect(await stateOf(page)).toBe('scanning');
	await expect.poll(() => page.evaluate(() => window.log.length)).toBeGreaterThan(after.codes + 1);
});

test('a code that stays in sight during a pause is not read again after it', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST), 1), '?repeat=1000');
	await start(page);
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await page.getByRole('button', { name: 'Pause' }).click();
	// More than a second, after which a code that is not in sight may be read again.
	await untilPlayed(page, 30);
	await page.getByRole('button', { name: 'Resume' }).click();
	await untilDecoded(page, 5);
	expect(await codesOf(page)).toEqual([FIRST]);
	await page.evaluate(() => window.controller.forgetCodes());
	await expect.poll(() => codesOf(page)).toEqual([FIRST, FIRST]);
});

test('without the engine: said so, tried again, and read when it is there', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST), 1));
	await page.context().route('**/*.wasm', (route) => route.abort());
	await page.reload();
	await start(page);
	await expect(page.getByRole('alert')).toContainText('Couldn’t load the scanner.');
	await page.context().unroute('**/*.wasm');
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await expect(page.getByRole('alert')).toBeHidden();
});
