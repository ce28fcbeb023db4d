import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/analytics.ts';
import * as home from '#shared/contracts/dashboard.ts';
import * as times from '#shared/contracts/figure-times.ts';
import * as figures from '#shared/contracts/figures.ts';
import * as links from '#shared/contracts/tracking-links.ts';
import { fieldError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { getWholeEvent } from '../events/queries.ts';
import { getAudience } from './audience.ts';
import { recordPageView } from './commands/record-page-view.ts';
import { createTrackingLink, endTrackingLink, listTrackingLinks } from './commands/tracking-links.ts';
import { getDashboard } from './dashboard/dashboard.ts';
import { daysFile, figureFile, sourcesFile } from './figures/figure-files.ts';
import { readFunnel } from './figures/funnel.ts';
import { leadsOf, leadTimeOf } from './figures/lead-time.ts';
import {
	alignedRange,
	checkRange,
	comparedRange,
	type FigureScope,
	type Range,
	readEventDays,
	readFigures,
	readNoShows,
	readSources,
} from './figures/read-figures.ts';
import { readCheckInTimes, readRegistrationHours } from './figures/read-times.ts';
import { readArrivals, readHoursOfAll, readLeadTimes } from './figures/read-times-of-all.ts';
import { readDatesOf } from './figures/series-dates.ts';

/** The scope of the figures that a member sees: the events that they reach, of one of them, or of those of a series. */
async function reach(
	services: Services,
	scope: OrganisationScope,
	{ event, series }: { event?: string | undefined; series?: string | undefined },
): Promise<FigureScope> {
	const { organisationId, eventIds } = scope;
	const maySeeMoney = memberCan(rightsOf(scope), 'money.view');
	if (event === undefined && series !== undefined)
		return { organisationId, eventIds: await readDatesOf(services, scope, series), maySeeMoney };
	if (event === undefined) return { organisationId, eventIds, maySeeMoney };
	if (eventIds && !eventIds.includes(event)) throw notFound('Event');
	const { id } = await getWholeEvent(services, { organisationId, eventId: event });
	return { organisationId, eventIds: [id], maySeeMoney };
}

/** The other event that figures are compared with, and its days that were as far from its start. */
async function otherEvent(
	services: Services,
	scope: OrganisationScope,
	range: Range,
	{ event, with: other }: { event?: string | undefined; with?: string | undefined },
): Promise<{ scope: FigureScope; range: Range }> {
	if (event === undefined || other === undefined)
		throw fieldError('with', message`Choose two events to compare.`);
	const of = await reach(services, scope, { event: other });
	return { scope: of, range: await alignedRange(services, of.organisationId, range, { event, other }) };
}

/** `18:15` of a minute of the day. */
const clockOf = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The file that `format=csv` asks for, in place of the answer. */
const instead = (file: Response) => file as never;

const leadTimeFile = (name: string, { groups }: times.LeadTime) =>
	instead(
		figureFile(
			name,
			['Days before, from', 'Days before, to', 'Registrations'],
			groups.map(({ from, to, registrations }) => [from, to ?? '', registrations]),
		),
	);

const hoursFile = (
	name: string,
	hours: readonly { weekday: number; hour: number; registrations: number }[],
) =>
	instead(
		figureFile(
			name,
			['Weekday (1 = Monday)', 'Hour', 'Registrations'],
			hours.map(({ weekday, hour, registrations }) => [weekday, hour, registrations]),
		),
	);

const nameOf = (kind: string, { from, to }: { from: string; to: string }) => `${kind}-${from}-${to}`;

export const analyticsRoutes: Route[] = [
	handle(contract.trackPageView, async ({ body, context }, services) => {
		await recordPageView(services, body, context);
		return undefined;
	}),
	handle(contract.getAudience, ({ query, scope }, services) =>
		getAudience(services, scope, Number(query.days)),
	),
	handle(home.getDashboard, ({ query, scope }, services) =>
		getDashboard(services, scope, rightsOf(scope), {
			days: Number(query.days),
			today: query.today ?? services.clock.now().toISOString().slice(0, 10),
		}),
	),
	handle(figures.getFigures, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query);
		const other = query.compare === 'event' ? await otherEvent(services, scope, range, query) : null;
		const compared = other ? other.range : comparedRange(range, query.compare);
		const read = await readFigures(services, of, range, compared, other?.scope);
		return query.format === 'csv' ? instead(daysFile(nameOf('figures', range), read.current.days)) : read;
	}),
	handle(figures.getEventDays, async ({ query, scope }, services) => {
		const maySeeMoney = memberCan(rightsOf(scope), 'money.view');
		const read = await readEventDays(services, { ...scope, maySeeMoney });
		return query.format === 'csv' ? instead(daysFile('event-days', read.data)) : read;
	}),
	handle(times.getLeadTime, async ({ query, scope }, services) => {
		const { startsOn, data } = await readEventDays(services, { ...scope, maySeeMoney: false });
		const read = leadTimeOf(leadsOf(startsOn, data));
		return query.format === 'csv' ? leadTimeFile('lead-time', read) : read;
	}),
	handle(times.getRegistrationHours, async ({ query, scope }, services) => {
		const data = await readRegistrationHours(services, scope);
		return query.format === 'csv' ? hoursFile('registration-hours', data) : { data };
	}),
	handle(times.getLeadTimes, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const read = await readLeadTimes(services, await reach(services, scope, query), range);
		return query.format === 'csv' ? leadTimeFile(nameOf('lead-time', range), read) : read;
	}),
	handle(times.getHours, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const read = await readHoursOfAll(services, await reach(services, scope, query), range);
		return query.format === 'csv' ? hoursFile(nameOf('registration-hours', range), read.data) : read;
	}),
	handle(times.getArrivals, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const read = await readArrivals(services, await reach(services, scope, query), range);
		if (query.format !== 'csv') return read;
		return instead(
			figureFile(
				nameOf('arrivals', range),
				['Minutes from the start', 'Checked in'],
				read.data.map(({ minute, checkedIn }) => [minute, checkedIn]),
			),
		);
	}),
	handle(times.getCheckInTimes, async ({ query, scope }, services) => {
		const data = await readCheckInTimes(services, scope);
		if (query.format !== 'csv') return { data };
		return instead(
			figureFile(
				'check-in-times',
				['Day', 'From', 'Checked in'],
				data.map(({ day, minute, checkedIn }) => [day, clockOf(minute), checkedIn]),
			),
		);
	}),
	handle(figures.getFunnel, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query);
		const read = await readFunnel(services, of, range);
		if (query.format === 'csv')
			return instead(
				figureFile(
					nameOf('funnel', range),
					['Step', 'Count'],
					[
						...read.data.map(({ step, count }): [string, number] => [step, count]),
						...read.beside.map(({ source, registrations }): [string, number] => [source, registrations]),
					],
				),
			);
		return read;
	}),
	handle(figures.getSources, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query);
		const read = await readSources(services, of, range, query.by);
		return query.format === 'csv'
			? instead(sourcesFile(nameOf(`by-${query.by}`, range), query.by, read.data))
			: read;
	}),
	handle(figures.getNoShows, async ({ query, scope }, services) => {
		const range = checkRange(services, query);
		const of = await reach(services, scope, query);
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
	handle(links.listTrackingLinks, async ({ query, scope }, services) =>
		listTrackingLinks(services, await reach(services, scope, query), query),
	),
	handle(links.createTrackingLink, ({ body, scope, caller }, services) =>
		createTrackingLink(services, { ...scope, userId: caller.userId }, body),
	),
	handle(links.endTrackingLink, async ({ params, scope }, services) => {
		await endTrackingLink(services, scope, params.link);
		return undefined;
	}),
];
