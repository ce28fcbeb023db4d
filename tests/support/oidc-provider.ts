import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';

export interface ProviderPerson {
	sub: string;
	email?: string;
	email_verified?: boolean;
	given_name?: string;
	family_name?: string;
}

export interface TestProvider {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Goes where a browser would be sent and signs in as somebody, or refuses; returns the query that comes back. */
	visit(url: string, person: ProviderPerson | 'refuses'): Promise<string>;
	close(): Promise<void>;
}

/** A certified OpenID Connect provider on a free port of this machine; it insists on PKCE. */
export async function startOidcProvider(redirectUri: string): Promise<TestProvider> {
	const people = new Map<string, ProviderPerson>();
	const server: Server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	const issuer = `http://127.0.0.1:${port}`;
	const clientId = 'foyer';
	const clientSecret = 'a secret of the client, and long enough';
	const provider = new Provider(issuer, {
		clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
		ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
		cookies: { keys: ['only for tests'] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		claims: {
			openid: ['sub'],
			email: ['email', 'email_verified'],
			profile: ['given_name', 'family_name'],
		},
		interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
		findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
		async loadExistingGrant(ctx) {
			const grant = new ctx.oidc.provider.Grant({
				clientId,
				accountId: ctx.oidc.session?.accountId as string,
			});
			grant.addOIDCScope('openid email profile');
			await grant.save();
			return grant;
		},
	});
	const callback = provider.callback();
	server.on('request', async (request, response) => {
		const url = new URL(request.url ?? '/', issuer);
		if (!url.pathname.startsWith('/interaction/')) return callback(request, response);
		const accountId = request.headers['x-person'] as string | undefined;
		await provider.interactionFinished(
			request,
			response,
			accountId
				? { login: { accountId } }
				: { error: 'access_denied', error_description: 'The person said no.' },
		);
	});

	return {
		issuer,
		clientId,
		clientSecret,
		async visit(url, person) {
			const cookies = new Map<string, string>();
			if (person !== 'refuses') people.set(person.sub, person);
			let next = url;
			for (let hop = 0; hop < 10; hop++) {
				const response = await fetch(next, {
					redirect: 'manual',
					headers: {
						cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
						...(person !== 'refuses' && { 'x-person': person.sub }),
					},
				});
				for (const line of response.headers.getSetCookie()) {
					const [pair = ''] = line.split(';');
					const at = pair.indexOf('=');
					cookies.set(pair.slice(0, at), pair.slice(at + 1));
				}
				const location = response.headers.get('location');
				if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
				next = new URL(location, next).href;
				if (next.startsWith(redirectUri)) return new URL(next).search;
			}
			throw new Error('The provider did not send the browser back.');
		},
		close: () => {
			server.closeAllConnections();
			return new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
