import { expect } from '@playwright/test';
import sharp from 'sharp';
import { axeFindings } from './support/axe.ts';
import { hold, qrFrame } from './support/fake-camera.ts';
import { blank, codesOf, FIRST, SECOND, start, stateOf, test } from './support/scanner-page.ts';

/** Beside the camera: image files, hand-held readers, tones, keyboard, axe. */

test('nothing for axe to find: off, on, refused; every control by keyboard', async ({ openFile }) => {
	const page = await openFile(hold(qrFrame(FIRST), 1));
	const findings = () => axeFindings(page, { inside: 'main' });
	expect(await findings()).toEqual([]);
	await page.getByRole('button', { name: 'Start Scanning' }).focus();
	await page.keyboard.press('Enter');
	await expect.poll(() => codesOf(page)).toEqual([FIRST]);
	await expect(page.getByText('Scanning. Point the camera at a code.')).toBeAttached();
	expect(await findings()).toEqual([]);
});

test('image files: chosen, dropped, pasted, without a code, and refused while the camera is on', async ({
	openFile,
}) => {
	const page = await openFile(hold(blank, 1));
	const { luma, width, height } = qrFrame(SECOND, { symbolPx: 100 });
	const png = await sharp(luma, { raw: { width, height, channels: 1 } })
		.png()
		.toBuffer();
	const file = page.getByLabel('Image with a code');
	await file.setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: png });
	await expect(page.locator('output')).toHaveText(SECOND);

	await page.evaluate((base64) => {
		const data = new DataTransfer();
		const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
		data.items.add(new File(['text'], 'notes.txt', { type: 'text/plain' }));
		data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
		const zone = document.querySelector('[type="file"]')!.parentElement!;
		for (const type of ['dragover', 'drop'])
			zone.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
	}, png.toString('base64'));
	await expect.poll(() => codesOf(page)).toEqual([SECOND, SECOND]);

	const paste = (bytes: Buffer) =>
		page.evaluate((base64) => {
			const data = new DataTransfer();
			const content = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
			data.items.add(new File([content], 'pasted.png', { type: 'image/png' }));
			window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
		}, bytes.toString('base64'));
	await paste(png);
	await expect.poll(() => codesOf(page)).toEqual([SECOND, SECOND, SECOND]);

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

test('a hand-held reader is heard anywhere and leaves no keys in a field', async ({ openFile }) => {
	const page = await openFile(hold(blank, 1));
	const keys = () =>
		page.evaluate(() => window.log.filter(({ what }) => what === 'key').map(({ text }) => text));
	// The reader's own clock: how long this machine takes to hand a key on says nothing about the reader.
	const fire = (code: string, gapMs = 5) =>
		page.evaluate(
			([text, gap]) => {
				const target = document.activeElement ?? document.body;
				const beganMs = performance.now() + 100;
				for (const [index, key] of [...text, 'Enter'].entries()) {
					const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
					Object.defineProperty(event, 'timeStamp', { value: beganMs + index * gap });
					if (target.dispatchEvent(event) && target instanceof HTMLInputElement && key.length === 1) {
						document.execCommand('insertText', false, key);
					}
				}
			},
			[code, gapMs] as const,
		);
	await fire(FIRST);
	expect(await keys()).toEqual([FIRST]);

	const search = page.getByLabel('Search');
	await search.click();
	await page.keyboard.type('Ada');
	await fire(SECOND);
	expect(await keys()).toEqual([FIRST, SECOND]);
	await expect(search).toHaveValue('Ada');

	// A person, however fast, leaves more than 80 ms between keys.
	await fire(' Lovelace', 81);
	expect(await keys()).toHaveLength(2);
	await expect(search).toHaveValue('Ada Lovelace');
});

test('tones after the start tap, none when muted, mute remembered; the screen stays on', async ({
	openFile,
}) => {
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
