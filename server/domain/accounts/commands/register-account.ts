import type { Services } from '#server/services.ts';
import { constantTimeResponse } from '../constant-time-response.ts';
import { insertAccount } from '../insert-account.ts';
import { mayAskForMail } from '../mail-tokens.ts';
import { hashPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { findUserByEmail } from '../queries.ts';
import { publishLink, requestVerification } from '../request-verification.ts';
import { refuseClosedSignUp } from '../sign-up-setting.ts';

export interface RegisterInput {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
	organisationName?: string | undefined;
}

/**
 * Creates an account with its organisation and sends the verification email. If the email already has an account, nothing changes, its
 * owner gets an email that offers a password reset, and the response is the same.
 */
export async function registerAccount(services: Services, input: RegisterInput): Promise<void> {
	await refuseClosedSignUp(services.database.db);
	refuseCommonPassword(input.password, { ...input, productName: services.config.productName });
	await constantTimeResponse(async () => {
		const passwordHash = await hashPassword(input.password);
		await services.database.transaction(async (tx) => {
			const made = await insertAccount(tx, { ...input, passwordHash }, services.clock.now());
			if (made) {
				await requestVerification(tx, services, { ...made, email: input.email });
				return;
			}
			const owner = await findUserByEmail(tx, input.email);
			if (!owner || owner.disabledAt || !(await mayAskForMail(tx, services, owner.id))) return;
			const account = { userId: owner.id, organisationId: null, email: owner.email };
			const name = 'accounts.register-repeated';
			await publishLink(tx, services, account, { purpose: 'reset_password', name });
		});
	});
}
