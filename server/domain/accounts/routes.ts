import * as contract from '#shared/contracts/accounts.ts';
import { handle, type Route } from '../../http/handler.ts';
import { makeFirstAdministrator } from './commands/make-first-administrator.ts';
import { registerAccount } from './commands/register-account.ts';
import { requestPasswordReset, resetPassword } from './commands/reset-password.ts';
import { signIn } from './commands/sign-in.ts';
import { updateOrganisation } from './commands/update-organisation.ts';
import { resendVerification, verifyEmail } from './commands/verify-email.ts';
import { getCurrentUser } from './queries.ts';
import { endAllSessions, endSession } from './sessions.ts';

const presentSession = (session: { token: string; expiresAt: Date }) => ({
	token: session.token,
	expiresAt: session.expiresAt.toISOString(),
});

/** What people read after asking for a mail, true also where no mail server is set. */
const mailNote = (canSend: boolean, sent: string) =>
	canSend
		? sent
		: 'No mail server is set here yet, so the mail waits in the outbox. Please ask the administrator for the link.';

export const accountRoutes: Route[] = [
	handle(contract.register, async ({ body }, services) => {
		await registerAccount(services, body);
		return {
			message: mailNote(
				services.mailer.canSend,
				'Almost done. We sent a mail to this address: please open it and follow the link.',
			),
		};
	}),
	handle(contract.login, async ({ body, context }, services) =>
		presentSession(await signIn(services, body, context)),
	),
	handle(contract.getUser, ({ caller }, services) => getCurrentUser(services.database.db, caller.userId)),
	handle(contract.logout, async ({ caller }, services) => {
		await endSession(services.database.db, caller.sessionId, services.clock.now());
		return { message: 'You are signed out.' };
	}),
	handle(contract.endAllSessions, async ({ caller }, services) => {
		await endAllSessions(services.database.db, caller.userId, services.clock.now());
		return undefined;
	}),
	handle(contract.verifyEmail, async ({ body }, services) => {
		await verifyEmail(services, body.token);
		return { message: 'Your email address is confirmed.' };
	}),
	handle(contract.resendVerification, async ({ caller }, services) => {
		const isSent = await resendVerification(services, caller.userId);
		return {
			message: isSent
				? mailNote(services.mailer.canSend, 'We sent the mail again. Links from earlier mails have ended.')
				: 'Your email address is confirmed already.',
		};
	}),
	handle(contract.forgotPassword, async ({ body }, services) => {
		await requestPasswordReset(services, body.email);
		return {
			message: mailNote(
				services.mailer.canSend,
				'If this address has an account, a mail with a link is on its way. It works for 30 minutes.',
			),
		};
	}),
	handle(contract.resetPassword, async ({ body, context }, services) => {
		await resetPassword(services, body, context);
		return { message: 'Your new password is set. Please sign in with it.' };
	}),
	handle(contract.makeFirstAdministrator, async ({ body, context }, services) =>
		presentSession(await makeFirstAdministrator(services, body, context)),
	),
	handle(contract.updateOrganisation, ({ scope, body }, services) =>
		updateOrganisation(services, { organisationId: scope.organisationId, name: body.name }),
	),
];
