import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { createListedEvent } from './support/listed-event.ts';
import { figure } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const visits = 5;
/** Lighthouse's own mobile conditions, applied to the real browser instead of simulated: slow 4G, a processor four times slower. */
const network = {
	offline: false,
	latency: 150,
	downloadThroughput: (1_638.4 * 1024) / 8,
	uploadThroughput: (675 * 1024) / 8,
};
const processorSlowdown = 4;
/** Blocking time counts what is over this in each task. */
const longTaskMs = 50;

interface Visit {
	lcp: number;
	blocking: number;
	script: number;
	shift: number;
}

/** The event page on a mid phone: first visits with an empty cache, in conditions as Lighthouse sets them for mobile. */
export const bench: Bench = {
	run: ({ say }) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const path = await createListedEvent(stage);
			const url = `http://localhost:${product.port}${path}`;
			await fetch(url);
			const executablePath = chromiumPath();
			const browser = await chromium.launch({
				args: quietFlags,
				...(executablePath && { executablePath }),
			});
			try {
				const seen: Visit[] = [];
				for (let visit = 0; visit <= visits; visit += 1) {
					const one = await measure(browser, url);
					// The first opens the browser's own files.
					if (visit > 0) seen.push(one);
					say(`visit ${visit}: LCP ${Math.round(one.lcp)} ms, blocking ${Math.round(one.blocking)} ms`);
				}
				const values = (name: keyof Visit) => seen.map((one) => one[name]);
				const note =
					'First visit with an empty cache in Chromium, 390 px wide, with Lighthouse’s mobile conditions applied to the browser (150 ms round trip, 1.6 Mbit/s, processor 4 times slower than this machine’s) instead of simulated.';
				return [
					row(
						'Event page on a mid phone: largest contentful paint',
						figure(values('lcp'), 'ms'),
						1_500,
						1_000,
						note,
					),
					row('Event page on a mid phone: blocking time', figure(values('blocking'), 'ms'), 100, 0),
					row(
						'Event page: all script of a first visit, brotli',
						figure(
							values('script').map((bytes) => bytes / 1_000),
							'kB',
						),
						130,
						100,
					),
					{ what: 'Event page on a mid phone: layout shift', subject: figure(values('shift'), '') },
					...scriptPerRoute(),
				];
			} finally {
				await browser.close();
			}
		}),
};

function row(
	what: string,
	subject: BenchRow['subject'],
	reach: number,
	excellent: number,
	note?: string,
): BenchRow {
	return {
		what,
		subject,
		bars: { on: 'subject', must: 'atMost', reach, excellent },
		...(note === undefined ? {} : { note }),
	};
}

async function measure(browser: Browser, url: string): Promise<Visit> {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
	});
	try {
		const page = await context.newPage();
		const client = await context.newCDPSession(page);
		await client.send('Network.enable');
		await client.send('Network.emulateNetworkConditions', network);
		await client.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
		await page.addInitScript(() => {
			const seen = { lcp: 0, tasks: [] as [number, number][], shift: 0 };
			Object.assign(window, { seen });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) seen.lcp = entry.startTime;
			}).observe({ type: 'largest-contentful-paint', buffered: true });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) seen.tasks.push([entry.startTime, entry.duration]);
			}).observe({ type: 'longtask', buffered: true });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) seen.shift += (entry as never as { value: number }).value;
			}).observe({ type: 'layout-shift', buffered: true });
		});
		await page.goto(url, { waitUntil: 'load' });
		await page.waitForLoadState('networkidle');
		await page.waitForTimeout(1_500);
		const result = await page.evaluate(() => {
			const { seen } = window as never as { seen: { lcp: number; tasks: [number, number][]; shift: number } };
			const [paint] = performance.getEntriesByName('first-contentful-paint');
			const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
			const script = files
				.filter(({ name }) => /\.js$/.test(new URL(name).pathname))
				.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
			return { ...seen, firstPaint: paint?.startTime ?? 0, script };
		});
		const blocking = result.tasks
			.filter(([startMs, tookMs]) => startMs + tookMs > result.firstPaint)
			.reduce((sum, [, tookMs]) => sum + Math.max(0, tookMs - longTaskMs), 0);
		return { lcp: result.lcp, blocking, script: result.script, shift: result.shift };
	} finally {
		await context.close();
	}
}

/** The weight of the built files, as browsers without brotli get them. */
function scriptPerRoute(): BenchRow[] {
	const directory = join(import.meta.dirname, '../build/client/assets');
	const sizes = readdirSync(directory)
		.filter((name) => name.endsWith('.js'))
		.map((name) => ({
			name,
			bytes: sizeOf(join(directory, `${name}.gz`)) ?? sizeOf(join(directory, name)) ?? 0,
		}));
	const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
	return [
		{
			what: `All script of the product, ${sizes.length} files, gzip`,
			subject: { value: total / 1_000, unit: 'kB' },
		},
	];
}

function sizeOf(path: string): number | undefined {
	try {
		return readFileSync(path).byteLength;
	} catch {
		return undefined;
	}
}
