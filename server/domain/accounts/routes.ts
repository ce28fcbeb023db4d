import * as contract from '#shared/contracts/accounts.ts';
import * as settings from '#shared/contracts/settings.ts';
import { type Sentence, say } from '#shared/errors/sentence.ts';
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
const mailNote = (canSend: boolean, sent: Sentence) =>
	canSend
		? sent
		: say`No mail server is set here yet, so the mail waits in the outbox. Please ask the administrator for the link.`;

const verifyTexts = {
	verified: say`Your email address is confirmed.`,
	waiting: say`Confirmed here. The address changes as soon as the other mailbox has confirmed as well.`,
	changed: say`Your email address has changed. Please sign in with the new one.`,
};

export const accountRoutes: Route[] = [
	handle(contract.register, async ({ body, context }, services) => {
		await registerAccount(services, body);
		const note = mailNote(
			services.mailer.canSend,
			say`Almost done. We sent a mail to this address: please open it and follow the link.`,
		);
		return { message: context.tell(note) };
	}),
	handle(contract.login, async ({ body, context }, services) =>
		presentSignIn(await signIn(services, body, context)),
	),
	handle(contract.getUser, ({ caller }, services) => getCurrentUser(services.database.db, caller.userId)),
	handle(contract.logout, async ({ caller, context }, services) => {
		await endSession(services.database.db, caller.sessionId, services.clock.now());
		return { message: context.tell(say`You are signed out.`) };
	}),
	handle(contract.endAllSessions, async ({ caller }, services) => {
		await endAllSessions(services.database.db, caller.userId, services.clock.now());
		return undefined;
	}),
	handle(contract.verifyEmail, async ({ body, context }, services) => {
		const outcome = await verifyEmail(services, body.token);
		return { message: context.tell(verifyTexts[outcome]), outcome };
	}),
	handle(contract.resendVerification, async ({ caller, context }, services) => {
		const isSent = await resendVerification(services, caller.userId);
		const note = isSent
			? mailNote(services.mailer.canSend, say`We sent the mail again. Links from earlier mails have ended.`)
			: say`Your email address is confirmed already.`;
		return { message: context.tell(note) };
	}),
	handle(contract.forgotPassword, async ({ body, context }, services) => {
		await requestPasswordReset(services, body.email);
		const note = mailNote(
			services.mailer.canSend,
			say`If this address has an account, a mail with a link is on its way. It works for 30 minutes.`,
		);
		return { message: context.tell(note) };
	}),
	handle(contract.resetPassword, async ({ body, context }, services) => {
		await resetPassword(services, body, context);
		return { message: context.tell(say`Your new password is set. Please sign in with it.`) };
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
