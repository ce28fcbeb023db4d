import type { Module } from '../module.ts';
import { fundraiserChecks } from './checks.ts';
import { fundraiserListeners } from './listeners.ts';
import { monthlyListeners } from './monthly/listeners.ts';
import { monthlyRoutes } from './monthly/routes.ts';
import { donationData, erasureListener } from './personal-data.ts';
import { fundraiserRoutes } from './routes.ts';

/** Fundraisers: what an event raises beside its tickets, from whom, and what they said. */
export const fundraisersModule: Module = {
	name: 'fundraisers',
	routes: [...fundraiserRoutes, ...monthlyRoutes],
	listeners: [...fundraiserListeners, ...monthlyListeners, erasureListener],
	personalData: donationData,
	checks: fundraiserChecks,
};
