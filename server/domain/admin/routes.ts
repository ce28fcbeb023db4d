import { hasDemo } from '#server/demo/load-demo.ts';
import { removeDemo } from '#server/demo/remove-demo.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/admin.ts';
import * as organisations from '#shared/contracts/admin-organisations.ts';
import * as payments from '#shared/contracts/admin-payments.ts';
import * as people from '#shared/contracts/admin-people.ts';
import { getPaymentsStop } from '../payments/payments-stop.ts';
import { listAuditEntries } from './audit.ts';
import { featureEvent, listAdminEvents, moderateEvent, restoreEvent } from './moderation.ts';
import {
	getOrganisation,
	listOrganisations,
	lockOrganisation,
	setVerified,
	unlockOrganisation,
} from './organisations.ts';
import { getOverview } from './overview.ts';
import { setPaymentsStop } from './payments-stop.ts';
import {
	endSessionsOf,
	listUsers,
	lockUser,
	makeLink,
	setAdmin,
	setDisabled,
	unlockUser,
	verifyUser,
} from './people.ts';
import { checkSystem, sendTestMail } from './system.ts';
import { stopViewing, viewAs } from './view-as.ts';

export const adminRoutes: Route[] = [
	handle(contracts.getDemo, async (_input, services) => ({ isLoaded: await hasDemo(services) })),
	handle(contracts.removeDemo, async (_input, services) => {
		await removeDemo(services);
		return { isLoaded: false };
	}),
	handle(contracts.getOverview, ({ query }, services) =>
		getOverview(services, query.since ? new Date(query.since) : undefined),
	),
	handle(contracts.listAuditEntries, ({ query }, services) => listAuditEntries(services, query)),

	handle(people.listUsers, ({ query }, services) => listUsers(services, query)),
	handle(people.viewAs, ({ params, caller }, services) => viewAs(services, params.user, caller)),
	handle(people.stopViewing, async ({ params, caller }, services) => {
		await stopViewing(services, params.user, caller.userId);
		return undefined;
	}),
	handle(people.verifyUser, ({ params }, services) => verifyUser(services, params.user)),
	handle(people.makeVerificationLink, ({ params }, services) =>
		makeLink(services, params.user, 'verify_email'),
	),
	handle(people.makeResetLink, ({ params }, services) => makeLink(services, params.user, 'reset_password')),
	handle(people.lockUser, ({ params, body, caller }, services) =>
		lockUser(services, params.user, body.reason, caller.userId),
	),
	handle(people.unlockUser, ({ params }, services) => unlockUser(services, params.user)),
	handle(people.disableUser, ({ params, caller }, services) =>
		setDisabled(services, params.user, true, caller.userId),
	),
	handle(people.enableUser, ({ params, caller }, services) =>
		setDisabled(services, params.user, false, caller.userId),
	),
	handle(people.makeAdmin, ({ params, caller }, services) =>
		setAdmin(services, params.user, true, caller.userId),
	),
	handle(people.removeAdmin, ({ params, caller }, services) =>
		setAdmin(services, params.user, false, caller.userId),
	),
	handle(people.endSessions, ({ params }, services) => endSessionsOf(services, params.user)),
	handle(organisations.listOrganisations, ({ query }, services) => listOrganisations(services, query)),
	handle(organisations.getOrganisation, ({ params }, services) =>
		getOrganisation(services, params.organiser),
	),
	handle(organisations.verifyOrganisation, ({ params }, services) =>
		setVerified(services, params.organiser, true),
	),
	handle(organisations.unverifyOrganisation, ({ params }, services) =>
		setVerified(services, params.organiser, false),
	),
	handle(organisations.lockOrganisation, ({ params, body }, services) =>
		lockOrganisation(services, params.organiser, body.reason),
	),
	handle(organisations.unlockOrganisation, ({ params }, services) =>
		unlockOrganisation(services, params.organiser),
	),
	handle(payments.getPaymentsStop, ({ params }, services) =>
		getPaymentsStop(services.database.db, params.organiser),
	),
	handle(payments.setPaymentsStop, ({ params, body }, services) =>
		setPaymentsStop(services, params.organiser, body),
	),
	handle(people.listAdminEvents, ({ query }, services) => listAdminEvents(services, query)),
	handle(people.featureEvent, ({ params }, services) => featureEvent(services, params.listing, true)),
	handle(people.unfeatureEvent, ({ params }, services) => featureEvent(services, params.listing, false)),
	handle(people.moderateEvent, ({ params, body }, services) => moderateEvent(services, params.listing, body)),
	handle(people.restoreEvent, ({ params }, services) => restoreEvent(services, params.listing)),
	handle(people.checkSystem, (_input, services) => checkSystem(services)),
	handle(people.sendTestMail, ({ caller }, services) => sendTestMail(services, caller.email)),
];
