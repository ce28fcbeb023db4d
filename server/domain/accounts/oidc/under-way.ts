import { and, eq, isNull } from 'drizzle-orm';
import { oidcSignIns } from '#server/db/tables/accounts.ts';
import {
	beginOidc,
	completeOidc,
	OidcError,
	type OidcPerson,
	type OidcSettings,
} from '#server/platform/oidc.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { hashToken, newToken } from '../tokens.ts';

const lifetimeMs = 10 * 60_000;
const callbackUrl = (services: Services) => `${services.config.appUrl}/auth/callback`;

function settingsOf({ config }: Services): OidcSettings {
	if (!config.oidc) throw notFound('A sign-in provider');
	return config.oidc;
}

/** Why a provider flow was started: to log in, or to connect the provider to the account of the signed-in user. */
export interface Purpose {
	isRemembered: boolean;
	/** Whose account it is tied to; null for a sign-in. */
	userId: string | null;
}

/**
 * Starts a provider flow. The values to verify stay on the server; the browser has a key of its own, so that a flow can only be
 * completed in the browser that started it.
 */
export async function beginAtProvider(
	services: Services,
	purpose: Purpose,
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
		...purpose,
		expiresAt: new Date(now.getTime() + lifetimeMs),
		createdAt: now,
	});
	return { url, browserKey };
}

/**
 * Completes a provider flow and returns the identity, for the purpose it was started for only. Works once.
 * @throws AUTH_TOKEN_INVALID, RESOURCE_ACCESS_DENIED, SERVICE_UNAVAILABLE
 */
export async function comeBack(
	services: Services,
	input: { query: string; browserKey: string },
	userId: string | null,
): Promise<{ person: OidcPerson; isRemembered: boolean }> {
	const settings = settingsOf(services);
	const back = new URL(callbackUrl(services));
	back.search = input.query;
	const state = back.searchParams.get('state') ?? '';
	// Outside of the unit of work: a refusal must not bring it back.
	const [begun] = await services.database
		.outside()
		.db.delete(oidcSignIns)
		.where(
			and(
				eq(oidcSignIns.stateHash, hashToken(state)),
				eq(oidcSignIns.browserHash, hashToken(input.browserKey)),
				userId === null ? isNull(oidcSignIns.userId) : eq(oidcSignIns.userId, userId),
			),
		)
		.returning();
	if (!begun || begun.expiresAt <= services.clock.now()) throw notChecked();
	const person = await completeOidc(settings, back, { ...begun, state }).catch(refuse);
	return { person, isRemembered: begun.isRemembered };
}

/** The response does not say what did not hold; 400, since the caller's own session has nothing to do with it. */
function notChecked(cause?: unknown): AppError {
	return new AppError('AUTH_TOKEN_INVALID', {
		status: 400,
		userMessage: message`This login couldn’t be verified. Try again.`,
		cause,
	});
}

function refuse(error: unknown): never {
	if (!(error instanceof OidcError)) throw error;
	if (error.kind === 'denied') {
		throw new AppError('RESOURCE_ACCESS_DENIED', {
			userMessage: message`The provider didn’t log you in.`,
			cause: error,
		});
	}
	if (error.kind === 'invalid') throw notChecked(error);
	throw new AppError('SERVICE_UNAVAILABLE', {
		userMessage: message`The login provider isn’t responding. Try again in a minute.`,
		retryAfterSeconds: 60,
		cause: error,
	});
}
