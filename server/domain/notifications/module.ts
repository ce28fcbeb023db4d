import type { Module } from '../module.ts';
import { accountListeners } from './account-listeners.ts';
import { bouncePoller } from './bounces/poller.ts';
import { notificationChecks } from './checks.ts';
import { followerListeners, followerNewsPoller } from './follower-mails.ts';
import { giftCardListeners } from './gift-card-listeners.ts';
import { giftListeners } from './gift-listeners.ts';
import { groupListeners } from './group-listeners.ts';
import { notificationJobs } from './jobs.ts';
import { mailClockPoller, mailPoller } from './mail-poller.ts';
import { noticeListeners } from './notices/listeners.ts';
import { orderListeners } from './order-listeners.ts';
import { conflictListener } from './organiser-mails.ts';
import { paymentDetailsListener } from './payment-details-listener.ts';
import { mailData, personalDataListeners } from './personal-data.ts';
import { planListeners } from './plan-listeners.ts';
import { notificationRoutes } from './routes.ts';
import { seriesOrderListeners } from './series-order-listeners.ts';
import { feedbackListeners, supportListeners } from './support-listeners.ts';
import { supporterListeners } from './supporter-listeners.ts';
import { staffListeners, teamListeners } from './team-listeners.ts';
import { twoFactorListeners } from './two-factor-mails.ts';
import { fundraiserUpdatePoller } from './update-mails.ts';
import { waitlistListeners } from './waitlist-listeners.ts';
import { withdrawalListeners } from './withdrawal-listeners.ts';

/** Mails that the product owes to people, and their outbox. */
export const notificationsModule: Module = {
	name: 'notifications',
	routes: notificationRoutes,
	listeners: [
		...accountListeners,
		...orderListeners,
		...seriesOrderListeners,
		...waitlistListeners,
		...groupListeners,
		...staffListeners,
		...feedbackListeners,
		...personalDataListeners,
		...supportListeners,
		...planListeners,
		paymentDetailsListener,
		...teamListeners,
		...twoFactorListeners,
		...followerListeners,
		...giftListeners,
		...giftCardListeners,
		...withdrawalListeners,
		...supporterListeners,
		conflictListener,
		...noticeListeners,
	],
	pollers: [mailPoller, mailClockPoller, bouncePoller, followerNewsPoller, fundraiserUpdatePoller],
	jobs: notificationJobs,
	checks: notificationChecks,
	personalData: mailData,
};
