import { and, eq } from 'drizzle-orm';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import type { Tx } from '../../../db/client.ts';
import { oidcSignIns, userIdentities, users } from '../../../db/tables/accounts.ts';
import {
	beginOidc,
	completeOidc,
	OidcError,
	type OidcPerson,
	type OidcSettings,
} from '../../../platform/oidc.ts';
import type { Services } from '../../../services.ts';
import { throwEverybodyOut } from '../claim.ts';
import { admit, type From, type SignInAnswer } from '../commands/sign-in.ts';
import { insertAccount } from '../insert-account.ts';
import { lockScopeOf } from '../prove-password.ts';
import { findUserByEmail, getUser } from '../queries.ts';
import { announceSecurityChange } from '../security-changes.ts';
import { hashToken, newToken } from '../tokens.ts';

const lifetimeMs = 10 * 60_000;
const callbackUrl = (services: Services) => `${services.config.appUrl}/auth/callback`;

function settingsOf({ config }: Services): OidcSettings {
	if (!config.oidc) throw notFound('A sign-in provider');
	return config.oidc;
}

/**
 * Begins a sign-in at the provider. What it is checked by stays here; the browser keeps a key of its own, so that nobody can
 * have somebody else's browser end a sign-in of theirs.
 */
export async function beginProviderSignIn(
	services: Services,
	options: { isRemembered: boolean },
): Promise<{ url: string; browserKey: string }> {
	const { url, state, nonce, codeVerifier } = await beginOidc(
		settingsOf(services),
		callbackUrl(services),
	).catch(refuse);
	const browserKey = newToken();
	const now = services.clock.now();
	await services.database.db.insert(oidcSignIns).values({
		stateHash: hashToken(state),
		browserHash: hashToken(browserKey),
		nonce,
		codeVerifier,
		isRemembered: options.isRemembered,
		expiresAt: new Date(now.getTime() + lifetimeMs),
		createdAt: now,
	});
	return { url, browserKey };
}

/** Ends it with what the provider sent the browser back with. Works once. */
export async function completeProviderSignIn(
	services: Services,
	input: { query: string; browserKey: string },
	from: From,
): Promise<SignInAnswer> {
	const settings = settingsOf(services);
	const back = new URL(callbackUrl(services));
	back.search = input.query;
	const state = back.searchParams.get('state') ?? '';
	const [begun] = await services.database.db
		.delete(oidcSignIns)
		.where(
			and(
				eq(oidcSignIns.stateHash, hashToken(state)),
				eq(oidcSignIns.browserHash, hashToken(input.browserKey)),
			),
		)
		.returning();
	if (!begun || begun.expiresAt <= services.clock.now()) throw notChecked();
	const person = await completeOidc(settings, back, { ...begun, state }).catch(refuse);
	const userId = await services.database.transaction((tx) => resolvePerson(tx, services, person));
	const user = await getUser(services.database.db, userId);
	const scope = await lockScopeOf(services, { email: user.email, user }, from.address);
	return admit(services, user, { isRemembered: begun.isRemembered }, from, scope);
}

/**
 * The account of a person at the provider: the one that is tied to them, else the one of their confirmed address, else a new one. An
 * account whose address nobody ever confirmed becomes theirs, and whoever made it is out (account pre-hijacking).
 */
async function resolvePerson(tx: Tx, services: Services, person: OidcPerson): Promise<string> {
	const now = services.clock.now();
	const { issuer, subject, email } = person;
	const [tied] = await tx
		.update(userIdentities)
		.set({ lastUsedAt: now })
		.where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
		.returning({ userId: userIdentities.userId });
	if (tied) {
		const { disabledAt } = await getUser(tx, tied.userId);
		if (disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
		return tied.userId;
	}
	if (!email || !person.isEmailVerified) {
		throw ruleViolation(
			'address-not-verified',
			say`Your provider has not confirmed your email address. Confirm it there, or sign in with a password.`,
		);
	}
	const known = await findUserByEmail(tx, email);
	if (known?.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	const userId = known?.id ?? (await makeAccount(tx, services, person, email));
	if (known && !known.emailVerifiedAt) {
		await throwEverybodyOut(tx, known, now);
		await tx
			.update(users)
			.set({ passwordHash: null, emailVerifiedAt: now, updatedAt: now })
			.where(eq(users.id, known.id));
	}
	const linked = await tx
		.insert(userIdentities)
		.values({ issuer, subject, userId, email, lastUsedAt: now, createdAt: now })
		.onConflictDoNothing()
		.returning({ userId: userIdentities.userId });
	if (linked.length === 0) {
		throw ruleViolation(
			'other-identity',
			say`The account with your address is tied to somebody else at this provider. Sign in with its password.`,
		);
	}
	if (known?.emailVerifiedAt) await announceSecurityChange(tx, services, userId, 'provider-linked');
	return userId;
}

async function makeAccount(tx: Tx, services: Services, person: OidcPerson, email: string): Promise<string> {
	const { firstName, lastName } = person;
	const made = await insertAccount(
		tx,
		{ email, passwordHash: null, firstName, lastName, isVerified: true },
		services.clock.now(),
	);
	// Somebody signed up with this very address between the two looks.
	if (!made) throw new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 1 });
	return made.userId;
}

/** Nothing is told of what did not hold; 400, since the caller's own session has nothing to do with it. */
function notChecked(cause?: unknown): AppError {
	const message = say`This sign-in could not be checked. Please start again.`;
	return new AppError('AUTH_TOKEN_INVALID', { status: 400, message, userMessage: message, cause });
}

function refuse(error: unknown): never {
	if (!(error instanceof OidcError)) throw error;
	if (error.kind === 'denied') {
		const message = say`The provider did not sign you in.`;
		throw new AppError('RESOURCE_ACCESS_DENIED', { message, userMessage: message, cause: error });
	}
	if (error.kind === 'invalid') throw notChecked(error);
	const message = say`The sign-in provider does not answer. Please try again in a minute.`;
	throw new AppError('SERVICE_UNAVAILABLE', {
		message,
		userMessage: message,
		retryAfterSeconds: 60,
		cause: error,
	});
}
