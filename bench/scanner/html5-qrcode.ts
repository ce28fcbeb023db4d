import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Picture } from '#app/features/scanner/engine/picture.ts';
import { cameraFlags, chromiumPath } from '#e2e/support/fake-camera.ts';

/** The library's own file API in a browser page, as a web page would use it. */
interface Html5QrcodeWindow {
	Html5Qrcode: new (id: string) => { scanFile(file: File, isShown: boolean): Promise<string> };
}

/** Reads all pictures with html5-qrcode's file scan in Chromium. @returns its text for each, or null */
export function readWithHtml5Qrcode(pictures: readonly Picture[]): Promise<(string | null)[]> {
	return inPage(async (page) => {
		const texts: (string | null)[] = [];
		for (const picture of pictures) texts.push(await page.evaluate(scan, await pngOf(picture)));
		return texts;
	});
}

/** Median and p95 of one picture's scan in milliseconds; opening the file is part of it. */
export function timeHtml5Qrcode(picture: Picture, rounds: number): Promise<string> {
	return inPage(async (page) => {
		const times = await page.evaluate(scanOften, { base64: await pngOf(picture), rounds });
		times.sort((a, b) => a - b);
		return `${times[Math.floor(rounds / 2)]!.toFixed(1)} / ${times[Math.floor(rounds * 0.95)]!.toFixed(1)}`;
	});
}

async function pngOf({ data, width, height }: Picture): Promise<string> {
	const png = await sharp(data, { raw: { width, height, channels: 4 } })
		.png()
		.toBuffer();
	return png.toString('base64');
}

async function inPage<T>(act: (page: Page) => Promise<T>): Promise<T> {
	const script = await readFile(new URL(import.meta.resolve('html5-qrcode/html5-qrcode.min.js')));
	const server = createServer((request, response) => {
		if (request.url === '/html5-qrcode.min.js') response.end(script);
		else {
			response.setHeader('Content-Type', 'text/html');
			response.end('<!doctype html><div id="reader"></div><script src="/html5-qrcode.min.js"></script>');
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const executablePath = chromiumPath();
	const browser = await chromium.launch({
		...(executablePath && { executablePath }),
		args: cameraFlags({ kind: 'none' }),
	});
	try {
		const page = await browser.newPage();
		await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
		return await act(page);
	} finally {
		await browser.close();
		server.closeAllConnections();
		server.close();
	}
}

/** Runs in the page. */
async function scan(base64: string): Promise<string | null> {
	const { Html5Qrcode } = window as unknown as Html5QrcodeWindow;
	const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	const file = new File([bytes], 'picture.png', { type: 'image/png' });
	return new Html5Qrcode('reader').scanFile(file, false).catch(() => null);
}

/** Runs in the page. */
async function scanOften({ base64, rounds }: { base64: string; rounds: number }): Promise<number[]> {
	const { Html5Qrcode } = window as unknown as Html5QrcodeWindow;
	const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	const file = new File([bytes], 'picture.png', { type: 'image/png' });
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const began = performance.now();
		await new Html5Qrcode('reader').scanFile(file, false).catch(() => null);
		times.push(performance.now() - began);
	}
	return times;
}
