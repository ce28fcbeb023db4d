import { useLingui } from '@lingui/react/macro';
import type { FigureCounts } from '#shared/contracts/figures.ts';

export type Metric = keyof FigureCounts | 'conversion' | 'net' | 'noShows';

/** What each figure is called, and what exactly is counted; shown on every tile and chart. */
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
		noShows: {
			label: t`No-shows`,
			definition: t`Valid tickets of past events whose guest wasn’t checked in. Only events where at least one guest was checked in.`,
		},
	};
}
