import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { insertAccount } from '../insert-account.ts';
import { hashPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { requestVerification } from '../request-verification.ts';

export interface CreateUserInput {
	email: string;
	password: string;
	firstName?: string;
	lastName?: string;
	organisationName?: string;
	isAdmin?: boolean;
	/** Not verified: the verification mail is sent, as after signing up. */
	isVerified?: boolean;
	isDemo?: boolean;
}

/** Makes an account as the operator wishes it; the password is held to the same rules, but for the demo's known ones. */
export async function createUser(
	services: Services,
	input: CreateUserInput,
): Promise<{ userId: string; organisationId: string }> {
	const person = { ...input, firstName: input.firstName ?? '', lastName: input.lastName ?? '' };
	if (!input.isDemo)
		refuseCommonPassword(input.password, { ...person, productName: services.config.productName });
	const passwordHash = await hashPassword(input.password);
	return services.database.transaction(async (tx) => {
		const made = await insertAccount(tx, { ...person, passwordHash }, services.clock.now());
		if (!made) {
			throw new AppError('RESOURCE_ALREADY_EXISTS', {
				message: `There is an account with the address ${input.email} already.`,
			});
		}
		if (!input.isVerified && !input.isDemo) {
			await requestVerification(tx, services, { ...made, email: input.email });
		}
		return made;
	});
}
