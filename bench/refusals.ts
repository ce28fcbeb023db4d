import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { loadOk } from './support/load.ts';
import { figure, inRounds, median } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { onStage } from './support/stage.ts';

/** "Sold out", each with an Idempotency-Key that the database is asked for, beside a route that gives the same body back. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const event = await insertSellingEvent(stage.database, 0);
			const post = (path: string, status: number) =>
				loadOk(
					{
						port: product.port,
						connections: 128,
						ms: options.seconds * 1_000,
						method: 'POST',
						path,
						hasKeys: true,
						body: JSON.stringify({
							buyer: { name: 'Ada Lovelace {n}', email: 'ada.{n}@example.org' },
							items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
						}),
					},
					[status],
				).then((result) => result.perSecond);
			const soldOut = () => post(`/api/events/${event.eventId}/orders`, 422);
			const echo = () => post('/api/bench/echo', 200);
			const health = () =>
				loadOk({
					port: product.port,
					connections: 128,
					ms: options.seconds * 1_000,
					method: 'GET',
					path: '/healthz',
				}).then((result) => result.perSecond);
			for (const warmUp of [soldOut, echo, health]) await warmUp();
			const figures = await inRounds(options, { soldOut, echo, health });
			const share = median(figures.soldOut) / median(figures.health);
			return [
				{
					what: 'Sold-out answers, 128 connections',
					subject: figure(figures.soldOut, '/s'),
					reference: {
						name: 'a route of the same server that takes an order and gives it back',
						...figure(figures.echo, '/s'),
					},
					bars: { on: 'ratio', must: 'atLeast', reach: 0.5, excellent: 0.8 },
					ifUnmet:
						'each answer asks the database for its key, which has the same cores as product and load generator: 0.48 and 0.61 in two runs of one day.',
					note: `Every answer looks up whether its key made an order before the tickets were gone. Beside /healthz, which reads no body and passes none of the API's rules, it is ${share.toFixed(2)}.`,
				},
			];
		}),
};
