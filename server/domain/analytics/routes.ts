import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/analytics.ts';
import * as figures from '#shared/contracts/figures.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { getWholeEvent } from '../events/queries.ts';
import { getAudience } from './audience.ts';
import { recordPageView } from './commands/record-page-view.ts';
import { createTrackingLink, endTrackingLink, listTrackingLinks } from './commands/tracking-links.ts';
import { getDashboard } from './dashboard/dashboard.ts';
import { daysFile, figureFile, sourcesFile } from './figures/figure-files.ts';
import {
	checkRange,
	comparedRange,
	type FigureScope,
	readEventDays,
	readFigures,
	readNoShows,
	readSources,
} from './figures/read-figures.ts';

/** What of the figures a member sees: of the events that they reach, or of one of them. */
async function reach(services: Services, scope: OrganisationScope, event?: string): Promise<FigureScope> {
	const { organisationId, eventIds } = scope;
	const maySeeMoney = memberCan(rightsOf(scope), 'money.view');
	if (event === undefined) return { organisationId, eventIds, maySeeMoney };
	if (eventIds && !eventIds.includes(event)) throw notFound('Event');
	const { id } = await getWholeEvent(services, { organisationId, eventId: event });
	return { organisationId, eventIds: [id], maySeeMoney };
}

/** The file that `format=csv` asks for, in place of the answer. */
const instead = (file: Response) => file as never;

const nameOf = (kind: string, { from, to }: { from: string; to: string }) => `${kind}-${from}-${to}`;

export const analyticsRoutes: Route[] = [
	handle(contract.trackPageView, async ({ body, context }, services) => {
		await recordPageView(services, body, context);
		return undefined;
	}),
	handle(contract.getAudience, ({ query, scope }, services) =>
		getAudience(services, scope, Number(query.days)),
	),
	handle(figures.getDashboard, ({ query, scope }, services) =>
		getDashboard(services, scope, rightsOf(scope), {
			days: Number(query.days),
			today: query.today ?? services.clock.now().toISOString().slice(0, 10),
		}),
	),
	handle(figures.getFigures, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query.event);
		const read = await readFigures(services, of, range, comparedRange(range, query.compare));
		return query.format === 'csv' ? instead(daysFile(nameOf('figures', range), read.current.days)) : read;
	}),
	handle(figures.getEventDays, async ({ query, scope }, services) => {
		const maySeeMoney = memberCan(rightsOf(scope), 'money.view');
		const read = await readEventDays(services, { ...scope, maySeeMoney });
		return query.format === 'csv' ? instead(daysFile('event-days', read.data)) : read;
	}),
	handle(figures.getFunnel, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query.event);
		const { madeAt, current } = await readFigures(services, of, range, null);
		const { totals } = current;
		const counts = { ...totals, tickets: totals.tickets - totals.cancelled };
		const data = figures.funnelSteps.map((step) => ({ step, count: counts[step] }));
		if (query.format === 'csv')
			return instead(
				figureFile(
					nameOf('funnel', range),
					['Step', 'Count'],
					data.map(({ step, count }) => [step, count]),
				),
			);
		return { madeAt, data };
	}),
	handle(figures.getSources, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query.event);
		const read = await readSources(services, of, range, query.by);
		return query.format === 'csv'
			? instead(sourcesFile(nameOf(`by-${query.by}`, range), query.by, read.data))
			: read;
	}),
	handle(figures.getNoShows, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query.event);
		const read = await readNoShows(services, of, range);
		if (query.format !== 'csv') return read;
		return instead(
			figureFile(
				nameOf('no-shows', range),
				['Event', 'Starts', 'Tickets', 'Attended', 'No-shows'],
				read.data.map((row) => [row.title, row.startsAt, row.tickets, row.attended, row.noShows]),
			),
		);
	}),
	handle(figures.listTrackingLinks, async ({ query, scope }, services) => ({
		data: await listTrackingLinks(services, await reach(services, scope, query.event)),
	})),
	handle(figures.createTrackingLink, ({ body, scope, caller }, services) =>
		createTrackingLink(services, { ...scope, userId: caller.userId }, body),
	),
	handle(figures.endTrackingLink, async ({ params, scope }, services) => {
		await endTrackingLink(services, scope, params.link);
		return undefined;
	}),
];
