import {
	AuthorizationResponseError,
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	ClientSecretBasic,
	type Configuration,
	calculatePKCECodeChallenge,
	discovery,
	fetchUserInfo,
	None,
	randomNonce,
	randomPKCECodeVerifier,
	randomState,
} from 'openid-client';

/** An OpenID Connect provider, as the operator names it. */
export interface OidcSettings {
	issuer: string;
	clientId: string;
	clientSecret: string | undefined;
	/** The label of the button. */
	name: string;
}

/** What one sign-in is checked by when the browser comes back. */
export interface OidcChecks {
	state: string;
	nonce: string;
	codeVerifier: string;
}

/** Who the provider says that somebody is. */
export interface OidcPerson {
	issuer: string;
	subject: string;
	email: string | null;
	isEmailVerified: boolean;
	firstName: string;
	lastName: string;
}

/**
 * Why a sign-in at the provider did not come to its end: the person or the provider said no, what came back does not hold, or the
 * provider does not answer.
 */
export class OidcError extends Error {
	override readonly name = 'OidcError';
	readonly kind: 'denied' | 'invalid' | 'unavailable';
	constructor(kind: OidcError['kind'], cause: unknown) {
		super(`OpenID Connect sign-in: ${kind}`, { cause });
		this.kind = kind;
	}
}

const found = new Map<string, Promise<Configuration>>();

/** The provider's own description of itself, read once; a failed reading is tried again at the next sign-in. */
async function discover(settings: OidcSettings): Promise<Configuration> {
	const key = JSON.stringify(settings);
	let reading = found.get(key);
	if (!reading) {
		const { issuer, clientId, clientSecret } = settings;
		// Plain http is for a provider on this machine (config-schema.ts).
		const isLoopback = new URL(issuer).protocol === 'http:';
		reading = discovery(
			new URL(issuer),
			clientId,
			undefined,
			clientSecret ? ClientSecretBasic(clientSecret) : None(),
			{ timeout: 10, ...(isLoopback && { execute: [allowInsecureRequests] }) },
		);
		found.set(key, reading);
		reading.catch(() => found.delete(key));
	}
	try {
		return await reading;
	} catch (error) {
		throw new OidcError('unavailable', error);
	}
}

/** Begins a sign-in: authorization code with PKCE, state and nonce. */
export async function beginOidc(
	settings: OidcSettings,
	redirectUri: string,
): Promise<OidcChecks & { url: string }> {
	const configuration = await discover(settings);
	const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
	const url = buildAuthorizationUrl(configuration, {
		redirect_uri: redirectUri,
		scope: 'openid email profile',
		state: checks.state,
		nonce: checks.nonce,
		code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
		code_challenge_method: 'S256',
	});
	return { ...checks, url: url.href };
}

/** Checks what the browser came back with, and returns who it is. @throws OidcError */
export async function completeOidc(
	settings: OidcSettings,
	callbackUrl: URL,
	checks: OidcChecks,
): Promise<OidcPerson> {
	const configuration = await discover(settings);
	try {
		const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
			expectedState: checks.state,
			expectedNonce: checks.nonce,
			pkceCodeVerifier: checks.codeVerifier,
			idTokenExpected: true,
		});
		const claims = tokens.claims();
		if (!claims) throw new OidcError('invalid', new Error('There is no ID token.'));
		const more =
			typeof claims.email === 'string' || !configuration.serverMetadata().userinfo_endpoint
				? {}
				: await fetchUserInfo(configuration, tokens.access_token, claims.sub);
		return toPerson({ ...more, ...claims });
	} catch (error) {
		throw toOidcError(error);
	}
}

function toPerson(claims: Record<string, unknown> & { iss: string; sub: string }): OidcPerson {
	const text = (value: unknown) =>
		typeof value === 'string' ? value.replace(/\p{C}/gu, '').trim().slice(0, 100) : '';
	const email = typeof claims.email === 'string' && claims.email.length <= 254 ? claims.email : null;
	return {
		issuer: claims.iss,
		subject: claims.sub,
		email,
		// Some providers say it as a text; a provider that says nothing has confirmed nothing.
		isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
		firstName: text(claims.given_name) || text(claims.name),
		lastName: text(claims.family_name),
	};
}

function toOidcError(error: unknown): OidcError {
	if (error instanceof OidcError) return error;
	if (error instanceof AuthorizationResponseError) {
		const isOurs = error.error === 'access_denied' || error.error.endsWith('_required');
		return new OidcError(isOurs ? 'denied' : 'invalid', error);
	}
	const { name, code } = error as { name?: string; code?: string };
	const isDown = name === 'TimeoutError' || name === 'AbortError' || code === 'OAUTH_TIMEOUT';
	const isNetwork = error instanceof TypeError && /fetch failed/.test(error.message);
	return new OidcError(isDown || isNetwork ? 'unavailable' : 'invalid', error);
}
