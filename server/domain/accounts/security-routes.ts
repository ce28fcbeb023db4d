import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/auth.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { VERIFY_LINK_HOURS } from '#shared/rules/periods.ts';
import { endEmailChanges, requestEmailChange } from './commands/change-email.ts';
import { changePassword } from './commands/change-password.ts';
import { confirmSignIn } from './commands/confirm-sign-in.ts';
import { completeSignIn } from './commands/sign-in.ts';
import {
	makeRecoveryCodes,
	setUpTwoFactor,
	turnOffTwoFactor,
	turnOnTwoFactor,
} from './commands/two-factor.ts';
import { unlinkProvider } from './commands/unlink-provider.ts';
import { beginProviderLink, completeProviderLink } from './oidc/link-provider.ts';
import { beginProviderSignIn, completeProviderSignIn } from './oidc/provider-sign-in.ts';
import { presentSession, presentSignIn } from './present.ts';
import { getAccountSecurity } from './security.ts';
import { endOtherSessions, endOwnSession, listSessions, refuseStale } from './sessions.ts';
import { isSignUpOpen, updateSignUpSetting } from './sign-up-setting.ts';

const emailChangeTexts = {
	requested: message`Open the link in each email we sent. The links work for ${VERIFY_LINK_HOURS} hours.`,
	changed: message`Your email has changed. Log in with it from now on.`,
};

/** How people sign in, and where they are signed in. What changes an account wants a fresh sign-in. */
export const securityRoutes: Route[] = [
	handle(contract.completeSignIn, async ({ body, context }, services) =>
		presentSession(await completeSignIn(services, body, context)),
	),
	handle(contract.confirmSignIn, async ({ caller, body, context }, services) =>
		presentSession(await confirmSignIn(services, caller, body, context)),
	),
	handle(contract.getSecurity, ({ caller }, services) => getAccountSecurity(services, caller.userId)),
	handle(contract.setUpTwoFactor, ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		return setUpTwoFactor(services, caller.userId);
	}),
	handle(contract.turnOnTwoFactor, async ({ caller, body }, services) => {
		refuseStale(caller, services.clock.now());
		const { recoveryCodes, ...session } = await turnOnTwoFactor(services, caller, body.code);
		return { ...presentSession(session), recoveryCodes };
	}),
	handle(contract.turnOffTwoFactor, async ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		await turnOffTwoFactor(services, caller.userId);
		return undefined;
	}),
	handle(contract.makeRecoveryCodes, async ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		return { recoveryCodes: await makeRecoveryCodes(services, caller.userId) };
	}),
	handle(contract.changePassword, async ({ caller, body, context }, services) => {
		// With a password the current one is required anyway; without one the sign-in itself must be fresh.
		if (body.currentPassword === '') refuseStale(caller, services.clock.now());
		return presentSession(await changePassword(services, caller, body, context));
	}),
	handle(contract.changeEmail, async ({ caller, body, context }, services) => {
		refuseStale(caller, services.clock.now());
		const outcome = await requestEmailChange(services, caller.userId, body.email);
		return { message: context.translate(emailChangeTexts[outcome]) };
	}),
	handle(contract.withdrawEmailChange, async ({ caller }, services) => {
		await endEmailChanges(services.database.db, caller.userId, services.clock.now());
		return undefined;
	}),
	handle(contract.beginProviderLink, ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		return beginProviderLink(services, caller.userId);
	}),
	handle(contract.completeProviderLink, async ({ caller, body }, services) => {
		await completeProviderLink(services, caller.userId, body);
		return undefined;
	}),
	handle(contract.unlinkProvider, async ({ caller }, services) => {
		refuseStale(caller, services.clock.now());
		await unlinkProvider(services, caller.userId);
		return undefined;
	}),
	handle(contract.listSessions, async ({ caller }, services) => {
		const rows = await listSessions(services.database.db, caller.userId, services.clock.now());
		return {
			data: rows.map(({ createdAt, lastSeenAt, expiresAt, ...row }) => ({
				...row,
				isCurrent: row.id === caller.sessionId,
				createdAt: createdAt.toISOString(),
				lastSeenAt: lastSeenAt.toISOString(),
				expiresAt: expiresAt.toISOString(),
			})),
		};
	}),
	handle(contract.endSession, async ({ caller, params }, services) => {
		await endOwnSession(
			services.database.db,
			{ userId: caller.userId, sessionId: params.session },
			services.clock.now(),
		);
		return undefined;
	}),
	handle(contract.endOtherSessions, async ({ caller }, services) => {
		const { db } = services.database;
		await endOtherSessions(db, caller.userId, caller.sessionId, services.clock.now());
		return undefined;
	}),
	handle(contract.getSignInOptions, async (_, services) => ({
		provider: services.config.oidc ? { name: services.config.oidc.name } : null,
		isSignUpOpen: await isSignUpOpen(services.database.db),
	})),
	handle(contract.getSignUpSetting, async (_, services) => ({
		isOpen: await isSignUpOpen(services.database.db),
	})),
	handle(contract.updateSignUpSetting, ({ body }, services) => updateSignUpSetting(services, body.isOpen)),
	handle(contract.beginProviderSignIn, ({ body }, services) =>
		beginProviderSignIn(services, { isRemembered: body.rememberMe }),
	),
	handle(contract.completeProviderSignIn, async ({ body, context }, services) =>
		presentSignIn(await completeProviderSignIn(services, body, context)),
	),
];
