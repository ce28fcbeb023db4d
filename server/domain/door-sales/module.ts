import type { Route } from '#server/http/handler.ts';
import type { Module } from '../module.ts';
import { doorSaleChecks } from './checks.ts';
import { doorSalesPart } from './event-part.ts';
import { allotmentListeners, allotmentPoller } from './jobs.ts';
import { organiserRoutes } from './organiser-routes.ts';
import { doorSaleData, doorSaleErasureListeners } from './personal-data.ts';
import { sellingRoutes } from './selling-routes.ts';

const doorSaleRoutes: Route[] = [...sellingRoutes, ...organiserRoutes];

/** Selling at the door: sales and payments there, cash drawers, tickets that are reserved for devices without a network. */
export const doorSalesModule: Module = {
	name: 'door-sales',
	routes: doorSaleRoutes,
	listeners: [...allotmentListeners, ...doorSaleErasureListeners],
	pollers: [allotmentPoller],
	checks: doorSaleChecks,
	eventParts: [doorSalesPart],
	personalData: doorSaleData,
};
