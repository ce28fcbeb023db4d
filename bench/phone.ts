import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { clientDirectory, listRouteFiles } from '../scripts/route-files.ts';
import { createListedEvent } from './support/listed-event.ts';
import { figure } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const visits = 5;
/** Fetched when it is needed: it weighs more than all that the product is built with, and nothing else uses it. */
const lighthouse = 'lighthouse@13.5.0';
const run = promisify(execFile);

interface Visit {
	lcp: number;
	blocking: number;
	shift: number;
	script: number;
	scores: number[];
}

/** The event page on a mid phone, as Lighthouse simulates one: slow 4G, a processor four times slower. */
export const bench: Bench = {
	run: ({ say }) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const path = await createListedEvent(stage);
			const url = `http://localhost:${product.port}${path}`;
			await fetch(url);
			const seen: Visit[] = [];
			for (let visit = 1; visit <= visits; visit += 1) {
				const one = await visitWithLighthouse(url);
				seen.push(one);
				say(`visit ${visit}: LCP ${Math.round(one.lcp)} ms, blocking ${Math.round(one.blocking)} ms`);
			}
			const values = (name: 'lcp' | 'blocking' | 'shift' | 'script') => seen.map((one) => one[name]);
			return [
				{
					...row(
						'Event page on a mid phone: largest contentful paint',
						figure(values('lcp'), 'ms'),
						1_500,
						1_000,
					),
					ifUnmet:
						'not taken apart yet. Lighthouse reckons a slow network (150 ms a round, 1.6 Mbit/s), on which all script of the page takes 0.6 s beside style, fonts and cover, and counts what is asked for before the first view. Asking for the script only after it is the next thing to try.',
				},
				row('Event page on a mid phone: blocking time', figure(values('blocking'), 'ms'), 100, 0),
				row('Event page: all script of a first visit, brotli', figure(values('script'), 'kB'), 130, 100),
				{ what: 'Event page on a mid phone: layout shift', subject: figure(values('shift'), '') },
				...categories.map((name, index) => ({
					what: `Event page, Lighthouse mobile: ${name}`,
					subject: figure(
						seen.map((one) => one.scores[index] ?? 0),
						'of 100',
					),
				})),
				...(await scriptPerRoute()),
			];
		}),
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

function row(what: string, subject: BenchRow['subject'], reach: number, excellent: number): BenchRow {
	return {
		what,
		subject,
		bars: { on: 'subject', must: 'atMost', reach, excellent },
		note: 'Lighthouse 13.5, mobile, median of five first visits.',
	};
}

async function visitWithLighthouse(url: string): Promise<Visit> {
	const directory = await mkdtemp(join(tmpdir(), 'foyer-lighthouse-'));
	const report = join(directory, 'report.json');
	const flags = ['--headless=new', ...quietFlags].join(' ');
	try {
		await run(
			'npm',
			[
				...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet', '--output=json'],
				...[
					`--output-path=${report}`,
					`--chrome-flags=${flags}`,
					`--only-categories=${categories.join(',')}`,
				],
			],
			{ cwd: directory, env: { ...process.env, CHROME_PATH: chromiumPath() ?? chromium.executablePath() } },
		);
		const { audits, categories: judged } = JSON.parse(await readFile(report, 'utf8'));
		const requests = audits['network-requests'].details.items as {
			resourceType: string;
			transferSize: number;
		}[];
		const script = requests.filter(({ resourceType }) => resourceType === 'Script');
		return {
			lcp: audits['largest-contentful-paint'].numericValue,
			blocking: audits['total-blocking-time'].numericValue,
			shift: audits['cumulative-layout-shift'].numericValue,
			script: script.reduce((bytes, { transferSize }) => bytes + transferSize, 0) / 1_000,
			scores: categories.map((name) => Math.round(judged[name].score * 100)),
		};
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** The weight of each route's script for browsers without brotli: first visits, layouts included. */
async function scriptPerRoute(): Promise<BenchRow[]> {
	const rows: BenchRow[] = [];
	for (const [route, files] of await listRouteFiles()) {
		let bytes = 0;
		for (const file of files) {
			if (file.endsWith('.js')) bytes += gzipSync(await readFile(join(clientDirectory, file))).byteLength;
		}
		rows.push({ what: `Script of ${route}, gzip`, subject: { value: bytes / 1_000, unit: 'kB' } });
	}
	return rows.sort((one, other) => one.subject.value - other.subject.value);
}
