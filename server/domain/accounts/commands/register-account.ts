import type { Services } from '#server/services.ts';
import { constantTimeResponse } from '../constant-time-response.ts';
import { insertAccount } from '../insert-account.ts';
import { issueMailToken, mayAskForMail } from '../mail-tokens.ts';
import { hashPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { findUserByEmail } from '../queries.ts';
import { refuseClosedSignUp } from '../sign-up-setting.ts';

export interface RegisterInput {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
	organisationName?: string | undefined;
}

/**
 * Signs a person up: account, organisation, verification email. When the address has an account already, nothing is
 * changed, its owner gets a mail that says so and offers a new password, and the caller cannot tell the difference.
 */
export async function registerAccount(services: Services, input: RegisterInput): Promise<void> {
	await refuseClosedSignUp(services.database.db);
	refuseCommonPassword(input.password, { ...input, productName: services.config.productName });
	await constantTimeResponse(async () => {
		const passwordHash = await hashPassword(input.password);
		await services.database.transaction(async (tx) => {
			const made = await insertAccount(tx, { ...input, passwordHash }, services.clock.now());
			if (made) {
				const mailTokenId = await issueMailToken(tx, services, {
					userId: made.userId,
					purpose: 'verify_email',
					email: input.email,
				});
				await services.facts.publish(
					tx,
					{
						name: 'accounts.verification-requested',
						organisationId: made.organisationId,
						eventId: null,
						payload: { userId: made.userId, mailTokenId },
					},
					services,
				);
				return;
			}
			const owner = await findUserByEmail(tx, input.email);
			if (!owner || owner.disabledAt || !(await mayAskForMail(tx, services, owner.id))) return;
			const mailTokenId = await issueMailToken(tx, services, {
				userId: owner.id,
				purpose: 'reset_password',
				email: owner.email,
			});
			await services.facts.publish(
				tx,
				{
					name: 'accounts.register-repeated',
					organisationId: null,
					eventId: null,
					payload: { userId: owner.id, mailTokenId },
				},
				services,
			);
		});
	});
}
