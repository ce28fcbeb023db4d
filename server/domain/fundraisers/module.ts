import type { Module } from '../module.ts';
import { fundraiserChecks } from './checks.ts';
import { giftAidRoutes } from './gift-aid/routes.ts';
import { fundraiserJobs } from './jobs.ts';
import { fundraiserListeners } from './listeners.ts';
import { monthlyListeners } from './monthly/listeners.ts';
import { monthlyRoutes } from './monthly/routes.ts';
import { donationData, erasureListeners } from './personal-data.ts';
import { fundraiserRoutes } from './routes.ts';
import { findPageByToken } from './supporters/page-record.ts';
import { pictureListeners } from './supporters/picture.ts';
import { supporterRoutes } from './supporters/routes.ts';
import { yearReceiptListeners } from './year-receipts.ts';

/** Fundraisers: what an event raises beside its tickets, from whom, and what they said. */
export const fundraisersModule: Module = {
	name: 'fundraisers',
	routes: [...fundraiserRoutes, ...supporterRoutes, ...monthlyRoutes, ...giftAidRoutes],
	access: { findSupporterPage: findPageByToken },
	jobs: fundraiserJobs,
	listeners: [
		...fundraiserListeners,
		...monthlyListeners,
		...erasureListeners,
		...pictureListeners,
		...yearReceiptListeners,
	],
	personalData: donationData,
	checks: fundraiserChecks,
};
