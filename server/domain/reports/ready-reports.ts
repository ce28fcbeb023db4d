import type { ReportQuery } from '#shared/contracts/reports.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { ReportChart } from '#shared/rules/report-query.ts';

export interface ReadyMade {
	key: string;
	name: TranslatableMessage;
	description: TranslatableMessage;
	query: ReportQuery;
	chart: ReportChart;
}

const query = (dataset: ReportQuery['dataset'], rest: Partial<ReportQuery>): ReportQuery => ({
	...{ dataset, columns: [], filters: [], groups: [], measures: [], order: [], timeZone: 'UTC' },
	...rest,
});
const is = (column: string, ...values: (string | boolean)[]) => ({ column, is: 'is' as const, values });

/** Reports that are there from the first day. Each opens as a query that can be changed and saved. */
export const readyReports: readonly ReadyMade[] = [
	{
		key: 'door-list',
		name: message`Door list`,
		description: message`Guests with a valid ticket, by name. Print it as a backup for check-in.`,
		query: query('attendees', {
			columns: ['event', 'name', 'ticketType', 'orderCode', 'checkedInAt'],
			filters: [is('status', 'active')],
			order: [
				{ by: 'event', descending: false },
				{ by: 'name', descending: false },
			],
		}),
		chart: 'none',
	},
	{
		key: 'registrations',
		name: message`Registrations by day`,
		description: message`Tickets and orders of each day.`,
		query: query('orders', {
			// The same as in Analytics: orders by the day they were confirmed, also those that were cancelled since.
			filters: [{ column: 'confirmedAt', is: 'not_empty', values: [] }],
			groups: ['confirmedAt.day'],
			measures: ['orders', 'places'],
		}),
		chart: 'line',
	},
	{
		key: 'diet',
		name: message`Diet and other choices`,
		description: message`How often each choice of your questions was chosen.`,
		query: query('answers', {
			filters: [{ column: 'choice', is: 'not_empty', values: [] }],
			groups: ['event', 'question', 'choice'],
			measures: ['answers'],
			order: [
				{ by: 'event', descending: false },
				{ by: 'question', descending: false },
			],
		}),
		chart: 'none',
	},
	{
		key: 'answers',
		name: message`All answers`,
		description: message`What guests answered, one row for each answer.`,
		query: query('answers', {
			columns: ['event', 'guest', 'orderCode', 'question', 'answer', 'answeredAt'],
		}),
		chart: 'none',
	},
	{
		key: 'badges',
		name: message`Badges`,
		description: message`Names and ticket types for printing badges.`,
		query: query('attendees', {
			columns: ['event', 'name', 'ticketType', 'notes'],
			filters: [is('status', 'active')],
			order: [
				{ by: 'event', descending: false },
				{ by: 'name', descending: false },
			],
		}),
		chart: 'none',
	},
	{
		key: 'accounting',
		name: message`Accounting by day`,
		description: message`Money received, refunded and kept, by day and payment method.`,
		query: query('payments', {
			filters: [is('state', 'succeeded')],
			groups: ['settledAt.day', 'method', 'currency'],
			measures: ['payments', 'received', 'refunded', 'kept', 'fees'],
		}),
		chart: 'line',
	},
	{
		key: 'tax',
		name: message`Tax by event`,
		description: message`Totals of confirmed orders with their tax. The tax report by rate is under Money.`,
		query: query('orders', {
			filters: [is('orderStatus', 'confirmed')],
			groups: ['event', 'currency'],
			measures: ['orders', 'total', 'tax'],
		}),
		chart: 'none',
	},
	{
		key: 'donors',
		name: message`Donors`,
		description: message`Donors and amounts, latest first.`,
		query: query('gifts', {
			columns: ['createdAt', 'event', 'donorName', 'donorEmail', 'amount', 'refunded', 'currency', 'message'],
			order: [{ by: 'createdAt', descending: true }],
		}),
		chart: 'none',
	},
	{
		key: 'payouts',
		name: message`Payouts`,
		description: message`What was paid out to your bank account, the latest first.`,
		query: query('payouts', {
			columns: ['madeAt', 'arrivesAt', 'state', 'amount', 'currency', 'reference'],
			order: [{ by: 'madeAt', descending: true }],
		}),
		chart: 'none',
	},
	{
		key: 'code-use',
		name: message`Code use`,
		description: message`How often each code was used and what it saved, those used most first.`,
		query: query('codes', {
			columns: ['event', 'code', 'label', 'kind', 'used', 'uses', 'saved', 'currency'],
			order: [{ by: 'used', descending: true }],
		}),
		chart: 'none',
	},
	{
		key: 'attended',
		name: message`Attended`,
		description: message`Checked-in guests with their check-in time.`,
		query: query('attendees', {
			columns: ['event', 'name', 'ticketType', 'checkedInAt'],
			filters: [is('status', 'active'), is('checkedIn', true)],
			order: [
				{ by: 'event', descending: false },
				{ by: 'checkedInAt', descending: false },
			],
		}),
		chart: 'none',
	},
	{
		key: 'no-shows',
		name: message`No-shows`,
		description: message`Active tickets of past events whose guests did not come, by event and ticket type.`,
		query: query('attendees', {
			filters: [is('status', 'active'), is('eventIsOver', true)],
			groups: ['event', 'ticketType'],
			measures: ['activeTickets', 'checkedIn', 'checkInRate', 'noShows'],
			order: [{ by: 'noShows', descending: true }],
		}),
		chart: 'bar',
	},
	{
		key: 'capacity',
		name: message`Capacity`,
		description: message`Tickets sold of each event, and how full it is.`,
		query: query('events', {
			filters: [is('status', 'published')],
			groups: ['event'],
			measures: ['sold', 'capacity', 'occupancy'],
		}),
		chart: 'bar',
	},
	{
		key: 'sources',
		name: message`Sources of visitors`,
		description: message`Where the visitors of your event pages came from in the last 30 days.`,
		query: query('page_views', {
			filters: [{ column: 'day', is: 'last_days', values: [30] }],
			groups: ['source'],
			measures: ['views', 'visitors'],
		}),
		chart: 'bar',
	},
	{
		key: 'rush',
		name: message`Busiest check-in hours`,
		description: message`Check-ins by hour.`,
		query: query('check_ins', { groups: ['event', 'occurredAt.hour'], measures: ['accepted', 'refused'] }),
		chart: 'none',
	},
];
