import type { AccessResolvers } from '../http/handler.ts';
import { accountsModule } from './accounts/module.ts';
import { adminModule } from './admin/module.ts';
import { analyticsModule } from './analytics/module.ts';
import { attendeesModule } from './attendees/module.ts';
import { checkInModule } from './check-in/module.ts';
import { codesModule } from './codes/module.ts';
import { contentModule } from './content/module.ts';
import { developerModule } from './developer/module.ts';
import { documentsModule } from './documents/module.ts';
import { doorSalesModule } from './door-sales/module.ts';
import { embedsModule } from './embeds/module.ts';
import { errorLogModule } from './error-log/module.ts';
import { eventsModule } from './events/module.ts';
import { createFacts } from './facts.ts';
import { feedbackModule } from './feedback/module.ts';
import { fundraisersModule } from './fundraisers/module.ts';
import { giftCardsModule } from './gift-cards/module.ts';
import { groupsModule } from './groups/module.ts';
import { integrationsModule } from './integrations/module.ts';
import { ledgerModule } from './ledger/module.ts';
import { mailingListsModule } from './mailing-lists/module.ts';
import { messagesModule } from './messages/module.ts';
import type { Module } from './module.ts';
import { notificationsModule } from './notifications/module.ts';
import { ordersModule } from './orders/module.ts';
import { organisersModule } from './organisers/module.ts';
import { paymentsModule } from './payments/module.ts';
import { questionsModule } from './questions/module.ts';
import { reportsModule } from './reports/module.ts';
import { seriesModule } from './series/module.ts';
import { settingsModule } from './settings/module.ts';
import { staffModule } from './staff/module.ts';
import { statusModule } from './status/module.ts';
import { subscriptionsModule } from './subscriptions/module.ts';
import { supportModule } from './support/module.ts';
import { templatesModule } from './templates/module.ts';
import { ticketsModule } from './tickets/module.ts';
import { waitlistModule } from './waitlist/module.ts';
import { withdrawalsModule } from './withdrawals/module.ts';

/** All modules, left to right (docs/architecture.md): a module may import only modules before it. */
export const modules: Module[] = [
	accountsModule,
	settingsModule,
	ledgerModule,
	paymentsModule,
	documentsModule,
	subscriptionsModule,
	contentModule,
	eventsModule,
	seriesModule,
	templatesModule,
	organisersModule,
	giftCardsModule,
	codesModule,
	ticketsModule,
	waitlistModule,
	groupsModule,
	questionsModule,
	staffModule,
	ordersModule,
	embedsModule,
	fundraisersModule,
	withdrawalsModule,
	checkInModule,
	doorSalesModule,
	attendeesModule,
	feedbackModule,
	supportModule,
	notificationsModule,
	messagesModule,
	integrationsModule,
	mailingListsModule,
	developerModule,
	analyticsModule,
	reportsModule,
	errorLogModule,
	statusModule,
	adminModule,
];

export const routes = modules.flatMap((module) => module.routes ?? []);
export const pollers = modules.flatMap((module) => module.pollers ?? []);
export const scheduledJobs = modules.flatMap((module) => module.jobs ?? []);
export const versionedPages = modules.flatMap((module) => module.pages ?? []);
export const invariantChecks = modules.flatMap((module) => module.checks ?? []);
/** Parts of events, in the order in which they are made. */
export const eventParts = modules.flatMap((module) => module.eventParts ?? []);
export const startupNotices = modules.flatMap((module) => module.notices ?? []);

/** The hub of facts with the listeners of all modules. */
export const createModuleFacts = () =>
	createFacts(
		modules.flatMap((module) => module.listeners ?? []),
		modules.flatMap((module) => module.personalData ?? []),
	);

/** How the HTTP kernel resolves callers and objects, put together from the modules. */
export const accessResolvers = Object.assign(
	{},
	...modules.map((module) => module.access ?? {}),
) as AccessResolvers;
