import * as contract from '#shared/contracts/accounts.ts';
import * as settings from '#shared/contracts/settings.ts';
import { handle, type Route } from '../../http/handler.ts';
import { makeFirstAdministrator } from './commands/make-first-administrator.ts';
import { getProfile, updateProfile, uploadPhoto } from './commands/profile.ts';
import { registerAccount } from './commands/register-account.ts';
import { requestPasswordReset, resetPassword } from './commands/reset-password.ts';
import { signIn } from './commands/sign-in.ts';
import { updateOrganisation } from './commands/update-organisation.ts';
import { resendVerification, verifyEmail } from './commands/verify-email.ts';
import { presentSession, presentSignIn } from './present.ts';
import { getCurrentUser } from './queries.ts';
import { endAllSessions, endSession } from './sessions.ts';

/** What people read after asking for a mail, true also where no mail server is set. */
const mailNote = (canSend: boolean, sent: string) =>
	canSend
		? sent
		: 'No mail server is set here yet, so the mail waits in the outbox. Please ask the administrator for the link.';

const verifyTexts = {
	verified: 'Your email address is confirmed.',
	waiting: 'Confirmed here. The address changes as soon as the other mailbox has confirmed as well.',
	changed: 'Your email address has changed. Please sign in with the new one.',
};

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
		presentSignIn(await signIn(services, body, context)),
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
		const outcome = await verifyEmail(services, body.token);
		return { message: verifyTexts[outcome], outcome };
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
	handle(settings.getProfile, ({ caller }, services) => getProfile(services, caller.userId)),
	handle(settings.updateProfile, ({ caller, body, context }, services) =>
		updateProfile(services, { userId: caller.userId, ifMatch: context.ifMatch, change: body }),
	),
	handle(settings.uploadPhoto, ({ caller, file, context }, services) =>
		uploadPhoto(services, { userId: caller.userId, ifMatch: context.ifMatch, bytes: file.bytes }),
	),
	handle(settings.removePhoto, ({ caller, context }, services) =>
		updateProfile(services, {
			userId: caller.userId,
			ifMatch: context.ifMatch,
			change: { profileImageFile: null },
		}),
	),
];
