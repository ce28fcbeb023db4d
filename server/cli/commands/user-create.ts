import { createUser } from '#server/domain/accounts/commands/create-user.ts';
import { validate } from '#server/http/validate.ts';
import { register } from '#shared/contracts/accounts.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { PASSWORD_LENGTH } from '#shared/rules/passwords.ts';
import { command } from '../command.ts';

export const userCreateCommand = command({
	name: 'user create',
	summary: 'Create an account and its organisation.',
	options: {
		email: {
			type: 'text',
			isRequired: true,
			placeholder: 'ADDRESS',
			summary: 'Email address to log in with.',
		},
		password: {
			type: 'text',
			isRequired: true,
			placeholder: 'PASSWORD',
			summary: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`,
		},
		'first-name': { type: 'text', placeholder: 'NAME', summary: 'First name.' },
		'last-name': { type: 'text', placeholder: 'NAME', summary: 'Last name.' },
		admin: { type: 'switch', summary: 'Make the account an administrator of the installation.' },
		verified: {
			type: 'switch',
			summary: 'Mark the email address as verified, so that the account can publish.',
		},
	},
	async run({ options, services, print }) {
		const input = validate(register.body!, {
			email: options.email,
			password: options.password,
			firstName: options['first-name'] ?? '',
			lastName: options['last-name'] ?? '',
		}) as BodyOf<typeof register>;
		const { userId } = await createUser(await services(), {
			...input,
			isAdmin: options.admin === true,
			isVerified: options.verified === true,
		});
		const kind = options.admin ? 'administrator' : 'account';
		const next = options.verified
			? ''
			: ' The address is confirmed by the link in the mail that was just made.';
		print(`Created the ${kind} ${input.email} (${userId}).${next}`);
	},
});
