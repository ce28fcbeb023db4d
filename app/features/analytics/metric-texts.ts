import { useLingui } from '@lingui/react/macro';
import type { FigureCounts, FunnelStep } from '#shared/contracts/figures.ts';
import { FEWEST_COMPARED } from './pace.ts';

export type Metric =
	| keyof FigureCounts
	| FunnelStep
	| 'conversion'
	| 'net'
	| 'noShows'
	| 'leadTime'
	| 'forecast'
	| 'hours'
	| 'hoursOfAll'
	| 'checkInTimes'
	| 'arrivals';

/** Labels and definitions of the figures; shown on every tile and chart. */
export function useMetricTexts(): Record<Metric, { label: string; definition: string }> {
	const { t } = useLingui();
	return {
		views: {
			label: t`Views`,
			definition: t`Views of your event pages. A minimum: bots and visitors who opt out aren’t counted.`,
		},
		visitors: {
			label: t`Visitors`,
			definition: t`Different visitors each day, without cookies. Someone who comes on two days, or to two events, counts twice.`,
		},
		forms: {
			label: t`Started registering`,
			definition: t`Visitors who started to fill in the registration form. A minimum, like views.`,
		},
		registrations: {
			label: t`Registrations`,
			definition: t`Orders, by the day they were confirmed in the event’s time zone. One can include several tickets.`,
		},
		unpaid: {
			label: t`Not paid`,
			definition: t`Orders with a price that expired or were cancelled before they were paid, by the day they were made.`,
		},
		placed: {
			label: t`Orders placed`,
			definition: t`Orders that were paid or cost nothing, and those that expired or were cancelled before they were paid. Orders still waiting for payment aren’t counted yet.`,
		},
		paid: {
			label: t`Paid`,
			definition: t`Registrations: orders that were paid in full or cost nothing.`,
		},
		tickets: {
			label: t`Tickets`,
			definition: t`Tickets of these registrations, without those cancelled since.`,
		},
		cancelled: {
			label: t`Cancelled`,
			definition: t`Tickets of these registrations that were cancelled since.`,
		},
		attended: {
			label: t`Attended`,
			definition: t`Valid tickets of these registrations whose guest was checked in, on any day.`,
		},
		checkedIn: {
			label: t`Checked in`,
			definition: t`Guests checked in for the first time in this period.`,
		},
		conversion: {
			label: t`Conversion`,
			definition: t`Registrations divided by visitors of the same days. Shown from 20 visitors.`,
		},
		net: {
			label: t`Net revenue`,
			definition: t`Sales minus refunds, tax and fees, from your books. Currencies are never added together.`,
		},
		leadTime: {
			label: t`Lead time`,
			definition: t`Whole days from the confirmation of each registration to the day the event starts.`,
		},
		forecast: {
			label: t`Forecast`,
			definition: t`Forecast: tickets so far divided by the share of their tickets that the compared events had sold as many days before their start. The range is from the quartiles of these shares. Needs ${FEWEST_COMPARED} past events that had sold tickets by then.`,
		},
		hours: {
			label: t`When people register`,
			definition: t`Registrations by the weekday and hour they were confirmed, in the event’s time zone.`,
		},
		hoursOfAll: {
			label: t`When people register`,
			definition: t`Registrations of these days by the weekday and hour they were confirmed, in the time zone of each event.`,
		},
		arrivals: {
			label: t`Arrivals around the start`,
			definition: t`Guests of events that began on these days, by the quarter of an hour before or after the start in which they were first checked in, added up over all events. Events with many guests count for more. Cancelled tickets aren’t counted.`,
		},
		checkInTimes: {
			label: t`Arrivals`,
			definition: t`Guests by the quarter of an hour they were first checked in, in the event’s time zone. Cancelled tickets aren’t counted.`,
		},
		noShows: {
			label: t`No-shows`,
			definition: t`Valid tickets of past events whose guest wasn’t checked in. Only events where at least one guest was checked in.`,
		},
	};
}
