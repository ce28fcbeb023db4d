import { budgets, isOfFramework, sizeOf } from '../scripts/route-files.ts';
import { type Visit, visitWithLighthouse } from './support/lighthouse.ts';
import { createListedEvent } from './support/listed-event.ts';
import { figure } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const visits = 5;
const phoneScriptUnmet =
	'the build’s check, which counts the files that the route names, has 29.98; the worker that writes dates and numbers, which no route names, comes to it.';

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
			const ours = await Promise.all(
				seen.map(async ({ scripts }) => {
					const sizes = await Promise.all(scripts.filter((file) => !isOfFramework(file)).map(sizeOf));
					return sizes.reduce((bytes, size) => bytes + size, 0) / 1_000;
				}),
			);
			const values = (name: 'lcp' | 'blocking' | 'shift') => seen.map((one) => one[name]);
			return [
				{
					...row(
						'Event page on a mid phone: largest contentful paint',
						figure(values('lcp'), 'ms'),
						1_500,
						1_000,
					),
					ifUnmet:
						'Lighthouse reckons a slow network (150 ms a round, 1.6 Mbit/s): three rounds until the document is there, then style, cover and two fonts, 60 kB, each on a connection of its own. Script comes after it (docs/decisions/022-light-public-pages.md). What is left to take away are the fonts, and then titles would change their face before the eyes of the reader.',
				},
				row('Event page on a mid phone: blocking time', figure(values('blocking'), 'ms'), 100, 0),
				{
					...row(
						'Event page: script of ours of a first visit, brotli',
						figure(ours, 'kB'),
						budgets.event / 1_000,
						20,
					),
					ifUnmet: phoneScriptUnmet,
				},
				{ what: 'Event page on a mid phone: layout shift', subject: figure(values('shift'), '') },
			];
		}),
};

function row(what: string, subject: BenchRow['subject'], reach: number, excellent: number): BenchRow {
	return {
		what,
		subject,
		bars: { on: 'subject', must: 'atMost', reach, excellent },
		note: 'Lighthouse 13.5, mobile, median of five first visits.',
	};
}
