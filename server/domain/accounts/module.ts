import type { Module } from '../module.ts';
import { accountChecks } from './checks.ts';
import { firstAdministratorLink } from './first-administrator.ts';
import { accountJobs } from './jobs.ts';
import { authenticate, findOrganisation } from './queries.ts';
import { accountRoutes } from './routes.ts';
import { securityRoutes } from './security-routes.ts';
import { isSignUpOpen } from './sign-up-setting.ts';
import { noteAct } from './team/activity-log.ts';
import { teamData, teamListeners } from './team/personal-data.ts';
import { teamRoutes } from './team/routes.ts';

/** People, their sessions, their organisations. */
export const accountsModule: Module = {
	name: 'accounts',
	routes: [...accountRoutes, ...securityRoutes, ...teamRoutes],
	jobs: accountJobs,
	checks: accountChecks,
	access: { authenticate, findOrganisation, noteAct },
	personalData: teamData,
	listeners: teamListeners,
	notices: [
		async (services) => {
			const link = await firstAdministratorLink(services);
			return link && `Make the first administrator (works once): ${link}`;
		},
		async ({ mailer, database }) =>
			mailer.canSend || !(await isSignUpOpen(database.db))
				? null
				: 'Email is not set up (SMTP_URL): anyone can sign up and publish at once, with an unverified email. Close sign-up in /admin/operator.',
	],
};
