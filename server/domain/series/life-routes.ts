import { authorOf } from '#server/domain/events/changes/author.ts';
import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/series.ts';
import { addDate } from './commands/add-date.ts';
import { dissolveSeries } from './commands/dissolve-series.ts';
import { extendSeries, stopSeries } from './commands/extend-series.ts';
import { publishSeries } from './commands/publish-series.ts';
import { removeDate } from './commands/remove-date.ts';
import { updateSeries } from './commands/update-series.ts';
import { getDate } from './list-dates.ts';
import { presentSeries } from './present.ts';
import { seriesOf } from './routes.ts';

/** Facts of a series as a whole, and of its set of dates. */
export const lifeRoutes: Route[] = [
	handle(contracts.updateSeries, async ({ params, scope, body, context }, services) => {
		const series = seriesOf(scope, params);
		await updateSeries(services, series, { changes: body, ifMatch: context.ifMatch });
		return presentSeries(services, series);
	}),
	handle(contracts.publishSeries, async ({ params, scope, caller }, services) => {
		const series = seriesOf(scope, params);
		await publishSeries(services, series, caller, authorOf(caller));
		return presentSeries(services, series);
	}),
	handle(contracts.stopSeries, async ({ params, scope }, services) => {
		const series = seriesOf(scope, params);
		await stopSeries(services, series);
		return presentSeries(services, series);
	}),
	handle(contracts.extendSeries, async ({ params, scope }, services) => {
		const series = seriesOf(scope, params);
		await extendSeries(services, series);
		return presentSeries(services, series);
	}),
	handle(contracts.addDate, async ({ params, scope, body, caller }, services) => {
		const series = seriesOf(scope, params);
		const eventId = await addDate(services, series, { ...body, userId: caller.userId });
		return getDate(services, series, eventId, rightsOf(scope));
	}),
	handle(contracts.removeDate, async ({ params, scope }, services) => {
		const series = seriesOf(scope, params);
		await removeDate(services, series, params.event);
		return presentSeries(services, series);
	}),
	handle(contracts.dissolveSeries, async ({ params, scope, body }, services) => ({
		events: await dissolveSeries(services, seriesOf(scope, params), body?.keep ?? 'all'),
	})),
];
