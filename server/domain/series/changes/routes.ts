import { authorOf } from '#server/domain/events/changes/author.ts';
import { pageOf } from '#server/http/cursor.ts';
import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as seriesChanges from '#shared/contracts/series-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { presentSeries } from '../present.ts';
import { seriesOf } from '../routes.ts';
import { announceSeriesNow } from './announce.ts';
import { cancelSeries } from './cancel-series.ts';
import { changeDates, previewDates } from './change-dates.ts';
import { getChange, listChangeRows } from './change-record.ts';
import { presentOutcome } from './plan.ts';
import { undoSeriesChange } from './undo-series-change.ts';

export const seriesChangeRoutes: Route[] = [
	handle(seriesChanges.changeDates, async ({ params, query, body, scope, context, caller }, services) => {
		const series = seriesOf(scope, params);
		if ((body.changes.tickets || body.changes.changeSets) && !memberCan(rightsOf(scope), 'tickets.edit'))
			throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
		const how = { ...series, input: body, ifMatch: context.ifMatch, by: authorOf(caller) };
		const isPreview = query.preview !== undefined && query.preview !== 'false';
		const { outcomes, plan, changeId } = await (isPreview ? previewDates : changeDates)(services, how);
		const now = await presentSeries(services, series);
		return {
			...plan,
			series: now,
			version: now.version,
			dates: outcomes.map((outcome) => presentOutcome(outcome, context.translate)),
			isRefused: outcomes.some(({ refusal }) => refusal !== null),
			change: isPreview || changeId === null ? null : await getChange(services, series, changeId),
		};
	}),
	handle(seriesChanges.listSeriesChanges, async ({ params, query, scope }, services) =>
		pageOf(
			await listChangeRows(services, seriesOf(scope, params), { ...query, limit: query.limit + 1 }),
			query.limit,
			(change) => change,
			({ id }) => [id],
		),
	),
	handle(seriesChanges.undoSeriesChange, async ({ params, scope, caller }, services) => {
		const series = seriesOf(scope, params);
		const undoneBy = await undoSeriesChange(services, {
			...series,
			changeId: params.change,
			by: authorOf(caller),
			mayEditTickets: memberCan(rightsOf(scope), 'tickets.edit'),
			mayPublish: memberCan(rightsOf(scope), 'events.publish'),
		});
		return {
			series: await presentSeries(services, series),
			change: undoneBy === null ? null : await getChange(services, series, undoneBy),
		};
	}),
	handle(seriesChanges.notifySeriesNow, async ({ params, scope }, services) => {
		const series = seriesOf(scope, params);
		await announceSeriesNow(services, series, params.change);
		return getChange(services, series, params.change);
	}),
	handle(seriesChanges.cancelSeries, async ({ params, body, scope, caller }, services) => {
		const series = seriesOf(scope, params);
		const changeId = await cancelSeries(services, {
			...series,
			message: body?.message ?? '',
			by: authorOf(caller),
		});
		return {
			series: await presentSeries(services, series),
			change: changeId === null ? null : await getChange(services, series, changeId),
		};
	}),
];
