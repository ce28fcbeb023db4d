import type { Module } from '../module.ts';
import { doorSaleRoutes } from './routes.ts';

/** Selling at the door: sales and payments there, cash drawers, tickets that are set aside for devices without a network. */
export const doorSalesModule: Module = {
	name: 'door-sales',
	routes: doorSaleRoutes,
};
