import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/analytics.ts';
import * as figures from '#shared/contracts/figures.ts';
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
import { leadTimeOf } from './figures/lead-time.ts';
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

/** What of the figures a member sees: of the events that they reach, or of one of them. */
async function reach(services: Services, scope: OrganisationScope, event?: string): Promise<FigureScope> {
	const { organisationId, eventIds } = scope;
	const maySeeMoney = memberCan(rightsOf(scope), 'money.view');
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
	const of = await reach(services, scope, other);
	return { scope: of, range: await alignedRange(services, of.organisationId, range, { event, other }) };
}

/** `18:15` of a minute of the day. */
const clockOf = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

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
	handle(figures.getLeadTime, async ({ query, scope }, services) => {
		const { startsOn, data } = await readEventDays(services, { ...scope, maySeeMoney: false });
		const read = leadTimeOf(startsOn, data);
		if (query.format !== 'csv') return read;
		return instead(
			figureFile(
				'lead-time',
				['Days before, from', 'Days before, to', 'Registrations'],
				read.groups.map(({ from, to, registrations }) => [from, to ?? '', registrations]),
			),
		);
	}),
	handle(figures.getRegistrationHours, async ({ query, scope }, services) => {
		const data = await readRegistrationHours(services, scope);
		if (query.format !== 'csv') return { data };
		return instead(
			figureFile(
				'registration-hours',
				['Weekday (1 = Monday)', 'Hour', 'Registrations'],
				data.map(({ weekday, hour, registrations }) => [weekday, hour, registrations]),
			),
		);
	}),
	handle(figures.getCheckInTimes, async ({ query, scope }, services) => {
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
		const of = await reach(services, scope, query.event);
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
	handle(figures.listTrackingLinks, async ({ query, scope }, services) =>
		listTrackingLinks(services, await reach(services, scope, query.event), query),
	),
	handle(figures.createTrackingLink, ({ body, scope, caller }, services) =>
		createTrackingLink(services, { ...scope, userId: caller.userId }, body),
	),
	handle(figures.endTrackingLink, async ({ params, scope }, services) => {
		await endTrackingLink(services, scope, params.link);
		return undefined;
	}),
];
