import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/series.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { localDayOf, wallTimeOf } from '#shared/rules/event-times.ts';
import { keyOrder, readKey, timesByHand } from '#shared/rules/series/date-times.ts';
import { makeSeriesOf } from './commands/make-series.ts';
import { findSeriesByName } from './find-series.ts';
import { listAllDates, listDates } from './list-dates.ts';
import type { NewDate } from './make-dates.ts';
import { countMissingDays } from './missing-days.ts';
import { planSeries } from './plan-dates.ts';
import { presentSeries } from './present.ts';
import type { SegmentRule } from './rule.ts';

/** The series that a call names, in the organisation that its access was checked for. */
export const seriesOf = (scope: OrganisationScope, params: { series: string }) => ({
	organisationId: scope.organisationId,
	seriesId: params.series.toLowerCase(),
});

/** Days that the rule passes over, up to its end or the last of the dates. */
function countMissing({ rule, fromKey, untilOn }: SegmentRule, lastKey: string | undefined): number {
	const { day } = readKey(fromKey);
	const last = untilOn ?? (lastKey ? readKey(lastKey).day : day);
	return rule === '' || last < day ? 0 : countMissingDays(rule, day, last);
}

const byKey = (a: NewDate, b: NewDate) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1);

export const seriesRoutes: Route[] = [
	handle(contracts.previewDates, ({ body }, services) => {
		const { timeZone, lengthMinutes, startsAtLocal } = body;
		const today = localDayOf(services.clock.now(), timeZone);
		const { segment, dates, skipped, isOpen } = planSeries(body.repeat, { startsAtLocal }, today);
		const skips = new Set(skipped);
		const all: NewDate[] = [...dates, ...skipped.map((key) => ({ key }))];
		const of = { startTimes: segment.startTimes, lengthMinutes, timeZone };
		return {
			dates: all.sort(byKey).map(({ key, startsAtLocal: own }) => {
				const times = timesByHand(key, of, own);
				return {
					key,
					startsAt: times.startsAt.toISOString(),
					endsAt: times.endsAt.toISOString(),
					startsAtLocal: wallTimeOf(times.startsAt, timeZone),
					endsAtLocal: wallTimeOf(times.endsAt, timeZone),
					clock: times.clock,
					isSkipped: skips.has(key),
				};
			}),
			missing: countMissing(segment, dates.at(-1)?.key),
			isOpen,
		};
	}),
	handle(contracts.makeSeries, async ({ body, scope, caller }, services) => {
		const { organisationId, eventId } = scope;
		const seriesId = await makeSeriesOf(services, {
			organisationId,
			eventId,
			...body,
			userId: caller.userId,
		});
		const series = { organisationId, seriesId };
		return {
			series: await presentSeries(services, series),
			dates: await listAllDates(services, series, rightsOf(scope)),
		};
	}),
	handle(contracts.getSeries, ({ params, scope }, services) =>
		presentSeries(services, seriesOf(scope, params)),
	),
	handle(contracts.listDates, async ({ params, query, context }, services) => {
		const found = await findSeriesByName(services, params.series);
		if (!found) throw notFound('Series');
		const membership = context.caller?.memberships.find(
			({ organisationId, eventIds }) => organisationId === found.organisationId && !eventIds,
		);
		return listDates(services, found, membership ? rightsOf(membership) : null, query);
	}),
];
