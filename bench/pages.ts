import { besideBusyCore } from './support/busy-core.ts';
import { categories, type Visit, visitWithLighthouse } from './support/lighthouse.ts';
import { createListedEvent } from './support/listed-event.ts';
import { figure, median } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const visits = 3;
/** Beside a busy core single visits differ by up to ten times: what waits for a core is counted as work of the page. */
const visitsBesideBusyCore = 5;
const pagesBesideBusyCore = 2;
const note = 'Lighthouse 13.5, mobile, median of three first visits.';
const events = 8;

/** What Lighthouse says of the pages that strangers open first, on a mid phone. */
export const bench: Bench = {
	run: ({ say }) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const paths: string[] = [];
			for (let made = 0; made < events; made += 1) paths.push(await createListedEvent(stage));
			const rows: BenchRow[] = [];
			const pages = { '/': '/', '/events': '/events', 'an event': paths[0] ?? '', '/login': '/login' };
			const quiet: { path: string; blocking: number }[] = [];
			for (const [name, path] of Object.entries(pages)) {
				const url = `http://localhost:${product.port}${path}`;
				await fetch(url);
				const seen: Visit[] = [];
				for (let visit = 1; visit <= visits; visit += 1) seen.push(await visitWithLighthouse(url));
				say(
					`${name}: ${seen.map(({ scores, lcp }) => `${scores.join(' ')}, LCP ${Math.round(lcp)}`).join('; ')}`,
				);
				rows.push(...rowsOf(name, seen));
				quiet.push({ path, blocking: median(seen.map((visit) => visit.blocking)) });
			}
			const slowest = quiet.toSorted((a, b) => b.blocking - a.blocking).slice(0, pagesBesideBusyCore);
			const blocking: number[] = [];
			await besideBusyCore(async () => {
				for (const { path } of slowest) {
					const seen: number[] = [];
					for (let visit = 1; visit <= visitsBesideBusyCore; visit += 1)
						seen.push((await visitWithLighthouse(`http://localhost:${product.port}${path}`)).blocking);
					blocking.push(figure(seen, 'ms').value);
				}
			});
			say(`beside a busy core: blocking ${blocking.map(Math.round).join(', ')} ms`);
			rows.push({
				what: 'Lighthouse mobile beside a busy core, the two of these pages with the most of it: blocking time',
				subject: { value: Math.max(...blocking), unit: 'ms' },
				bars: { on: 'subject', must: 'atMost', reach: 200, excellent: 100 },
				note: 'Lighthouse 13.5, mobile, the larger median of five first visits; the other process is bound to the first core.',
			});
			return rows;
		}),
};

function rowsOf(name: string, seen: readonly Visit[]): BenchRow[] {
	const scores = (category: number) => seen.map((visit) => visit.scores[category] ?? 0);
	const [performance, ...others] = categories.map((_, index) => figure(scores(index), 'of 100'));
	return [
		{
			what: `Lighthouse mobile, ${name}: performance`,
			subject: performance ?? { value: 0, unit: '' },
			bars: { on: 'subject', must: 'atLeast', reach: 95, excellent: 100 },
			note,
		},
		{
			what: `Lighthouse mobile, ${name}: least of accessibility, best practices, SEO`,
			subject: { value: Math.min(...others.map(({ value }) => value)), unit: 'of 100' },
			bars: { on: 'subject', must: 'atLeast', reach: 100, excellent: 100 },
			note,
		},
		{
			what: `Lighthouse mobile, ${name}: largest contentful paint`,
			subject: figure(
				seen.map(({ lcp }) => lcp),
				'ms',
			),
		},
		{
			what: `Lighthouse mobile, ${name}: layout shift`,
			subject: figure(
				seen.map(({ shift }) => shift),
				'',
			),
			bars: { on: 'subject', must: 'atMost', reach: 0.02, excellent: 0 },
		},
	];
}
