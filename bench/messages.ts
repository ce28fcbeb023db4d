import pg from 'pg';
import { previewCounts } from '#server/domain/messages/segments/preview-counts.ts';
import { everyone } from '#shared/rules/messages/segments.ts';
import { makeAudience } from './support/audience.ts';
import { measureOutbox } from './support/message-outbox.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage } from './support/stage.ts';

const guests = 1_000_000;
/** Counts of one round. */
const counts = 5;

/** How long it takes to count the addresses of a million guests, beside the simplest SQL that counts addresses, and to send to ten thousand. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage): Promise<BenchRow[]> => {
			const { organisationId, eventId } = await makeAudience(stage, guests);
			options.say(`${guests} guests`);
			const client = new pg.Client(stage.address);
			await client.connect();
			const place = { organisationId, eventId, seriesId: null };
			const times: number[] = [];
			const msOf = async (work: () => Promise<unknown>) => {
				const startMs = performance.now();
				await work();
				return performance.now() - startMs;
			};
			const perSecond = async (work: () => Promise<unknown>, note: (ms: number) => void = () => {}) => {
				let sum = 0;
				for (let n = 0; n < counts; n += 1) {
					const ms = await msOf(work);
					note(ms);
					sum += ms;
				}
				return (counts * 1_000) / sum;
			};
			const byHand = `SELECT count(DISTINCT lower(email)) FROM attendees
				WHERE organisation_id = $1 AND event_id = $2 AND status = 'active'`;
			try {
				const figures = await inRounds(options, {
					product: () =>
						perSecond(
							() => previewCounts(stage, place, everyone, 'service'),
							(ms) => times.push(ms),
						),
					sql: () => perSecond(() => client.query(byHand, [organisationId, eventId])),
				});
				const sorted = times.toSorted((one, other) => one - other);
				const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
				return [
					{
						what: 'Addresses of a million guests and of their buyers counted for a message',
						subject: figure(figures.product, '/s'),
						reference: {
							name: 'count(DISTINCT lower(email)) of the guests alone',
							...figure(figures.sql, '/s'),
						},
						bars: { on: 'ratio', must: 'atLeast', reach: 0.35, excellent: 0.7 },
						note: 'The count joins half a million orders, which the reference does not, and is hashed by several processes.',
					},
					{
						what: 'The same, 95th percentile',
						subject: { ...figure(times, 'ms'), value: p95 },
						bars: { on: 'subject', must: 'atMost', reach: 1_500, excellent: 750 },
						ifUnmet:
							'its processes need cores of their own: beside other work on both of two cores it takes twice the time of the reference, whatever that is. It takes 1.7 s of one processor: 0.65 to join, 0.3 for lower case, 0.75 to count each once. Buyers counted apart from guests (UNION) took 0.15 s less, and longer in several processes.',
					},
					...(await measureOutbox(stage, organisationId, options)),
				];
			} finally {
				await client.end();
			}
		}),
};
