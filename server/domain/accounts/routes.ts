import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contract from '#shared/contracts/accounts.ts';
import * as settings from '#shared/contracts/settings.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { RESET_LINK_MINUTES } from '#shared/rules/periods.ts';
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

/** What people read after asking for an email. */
const emailNote = (services: Services, sent: TranslatableMessage) =>
	services.mailer.canSend
		? sent
		: message`Email isn’t set up on this site. Contact the site administrator for a link.`;

const verifyTexts = {
	verified: message`Your email is verified.`,
	waiting: message`One down, one to go. Now open the link we sent to your other address.`,
	changed: message`Your email has changed. Log in with the new one.`,
};

export const accountRoutes: Route[] = [
	handle(contract.register, async ({ body, context }, services) => {
		await registerAccount(services, body);
		// Without a mail server nothing is sent, and nothing waits for it. Whoever has an account reads it as what to do next.
		const note = services.mailer.canSend
			? message`We sent you an email. Open the link in it to verify your email.`
			: message`You can log in now. If this email had an account before, use its password.`;
		return { message: context.translate(note) };
	}),
	handle(contract.login, async ({ body, context }, services) =>
		presentSignIn(await signIn(services, body, context)),
	),
	handle(contract.getUser, ({ caller }, services) =>
		getCurrentUser(services.database.db, caller.userId, services.clock.now()),
	),
	handle(contract.logout, async ({ caller, context }, services) => {
		await endSession(services.database.db, caller.sessionId, services.clock.now());
		// Not "storage": a door's queue stands there.
		const body = { message: context.translate(message`You’re logged out.`) };
		return Response.json(body, { headers: { 'Clear-Site-Data': '"cache"' } }) as never;
	}),
	handle(contract.endAllSessions, async ({ caller }, services) => {
		await endAllSessions(services.database.db, caller.userId, services.clock.now());
		return undefined;
	}),
	handle(contract.verifyEmail, async ({ body, context }, services) => {
		const { outcome, session, draftToPublish } = await verifyEmail(services, body.token, {
			userAgent: context.userAgent,
		});
		return {
			message: context.translate(verifyTexts[outcome]),
			outcome,
			session: session && presentSession(session),
			draftToPublish,
		};
	}),
	handle(contract.resendVerification, async ({ caller, context }, services) => {
		const isSent = await resendVerification(services, caller.userId);
		const note = isSent
			? emailNote(services, message`We sent a new link. Earlier links no longer work.`)
			: message`Your email is already verified.`;
		return { message: context.translate(note) };
	}),
	handle(contract.forgotPassword, async ({ body, context }, services) => {
		await requestPasswordReset(services, body.email);
		const note = emailNote(
			services,
			message`If this email has an account, a reset link is on its way. It works for ${RESET_LINK_MINUTES} minutes.`,
		);
		return { message: context.translate(note) };
	}),
	handle(contract.resetPassword, async ({ body, context }, services) => {
		await resetPassword(services, body, context);
		return { message: context.translate(message`Your new password is set. Log in with it.`) };
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
