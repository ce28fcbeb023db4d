import type { DatasetId } from '#shared/rules/report-query.ts';
import { answers } from './answers.ts';
import { attendees } from './attendees.ts';
import { cashDrawers } from './cash-drawers.ts';
import { checkIns } from './check-ins.ts';
import { codes } from './codes.ts';
import type { ReportDataset } from './dataset.ts';
import { doorSales } from './door-sales.ts';
import { events } from './events.ts';
import { giftCards } from './gift-cards.ts';
import { gifts } from './gifts.ts';
import { groups } from './groups.ts';
import { orders } from './orders.ts';
import { pageViews } from './page-views.ts';
import { payments } from './payments.ts';
import { payouts } from './payouts.ts';
import { resale } from './resale.ts';
import { ticketTypes } from './ticket-types.ts';
import { waitlist } from './waitlist.ts';
import { withdrawals } from './withdrawals.ts';

/** All datasets, in the order in which they are offered. */
export const datasets: Readonly<Record<DatasetId, ReportDataset>> = {
	attendees,
	orders,
	answers,
	check_ins: checkIns,
	payments,
	payouts,
	door_sales: doorSales,
	cash_drawers: cashDrawers,
	gifts,
	gift_cards: giftCards,
	withdrawals,
	page_views: pageViews,
	ticket_types: ticketTypes,
	codes,
	waitlist,
	resale,
	groups,
	events,
};
