import { setDisabled } from '#server/domain/accounts/commands/change-access.ts';
import { issueResetLink } from '#server/domain/accounts/commands/issue-link.ts';
import { findUserByEmail } from '#server/domain/accounts/queries.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { RESET_LINK_MINUTES } from '#shared/rules/periods.ts';
import { command } from '../command.ts';

const email = {
	type: 'text',
	isRequired: true,
	placeholder: 'ADDRESS',
	summary: 'Email address of the account.',
} as const;

async function userOf(services: Services, address: string): Promise<string> {
	const user = await findUserByEmail(services.database.db, address);
	if (!user) throw notFound(`An account with the address ${address}`);
	return user.id;
}

export const userDisableCommand = command({
	name: 'user disable',
	summary: 'Disable an account: end its sessions and block login.',
	options: { email },
	async run({ options, services, print }) {
		const opened = await services();
		await setDisabled(opened, await userOf(opened, options.email), true);
		print(`${options.email} is disabled and signed out.`);
	},
});

export const userEnableCommand = command({
	name: 'user enable',
	summary: 'Enable a disabled account.',
	options: { email },
	async run({ options, services, print }) {
		const opened = await services();
		await setDisabled(opened, await userOf(opened, options.email), false);
		print(`${options.email} can sign in again.`);
	},
});

export const userResetLinkCommand = command({
	name: 'user reset-link',
	summary: `Print a password reset link, for installations without email. It works once, for ${RESET_LINK_MINUTES} minutes.`,
	options: { email },
	async run({ options, services, print }) {
		print(await issueResetLink(await services(), options.email));
	},
});
