import { createUser } from '#server/domain/accounts/commands/create-user.ts';
import { validate } from '#server/http/validate.ts';
import { register } from '#shared/contracts/accounts.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { command } from '../command.ts';

export const userCreateCommand = command({
	name: 'user create',
	summary: 'Make an account with an organisation of its own.',
	options: {
		email: { type: 'text', isRequired: true, placeholder: 'ADDRESS', summary: 'Address to sign in with.' },
		password: { type: 'text', isRequired: true, placeholder: 'PASSWORD', summary: '8 to 128 characters.' },
		'first-name': { type: 'text', placeholder: 'NAME', summary: 'First name.' },
		'last-name': { type: 'text', placeholder: 'NAME', summary: 'Last name.' },
		admin: { type: 'switch', summary: 'Looks after the whole installation.' },
		verified: { type: 'switch', summary: 'The address needs no confirmation; may publish at once.' },
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
		print(`Made the ${kind} ${input.email} (${userId}).${next}`);
	},
});
