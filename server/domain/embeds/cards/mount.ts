import type { Context, Hono } from 'hono';
import { errorResponse } from '#server/http/errors.ts';
import { createRequestLimits } from '#server/http/limits.ts';
import { clientAddress, newRequestId, pathOf } from '#server/http/request.ts';
import type { Services } from '#server/services.ts';
import { answerEventCard, answerOrganiserCard } from './cards.ts';
import { answerOembed, openHeaders } from './oembed.ts';

/** A name or an address, with a port or without. URLs take more in a host: `;` and `'` too. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Puts oEmbed and the cards that other sites frame on the server. */
export function mountEmbedCards(app: Hono, services: Services): void {
	const { rateLimits, trustProxy, isAppUrlSet, appUrl } = services.config;
	const limits = rateLimits.isOn ? createRequestLimits(rateLimits, () => performance.now()) : undefined;
	/** Without APP_URL this installation is where it was requested, as far as that is the address of a host: it stands in a content policy. */
	const baseOf = (c: Context) => {
		const { host, origin } = new URL(c.req.url);
		return isAppUrlSet || !plainHost.test(host) ? appUrl : origin;
	};
	/** What was made with a Host header is for whoever sent it: caches between them and others may not distinguish hosts. */
	const makePrivate = (response: Response): Response => {
		const cacheControl = response.headers.get('Cache-Control') ?? '';
		if (!isAppUrlSet) response.headers.set('Cache-Control', cacheControl.replace('public', 'private'));
		return response;
	};

	const mount = (path: string, answer: (c: Context, base: string) => Promise<Response>) => {
		app.get(path, async (c) => {
			try {
				limits?.takeForNetwork({}, 'read', clientAddress(c, trustProxy));
				return makePrivate(await answer(c, baseOf(c)));
			} catch (error) {
				const request = { requestId: newRequestId(), method: c.req.method, path: pathOf(c.req.url) };
				return errorResponse(error, request, services, { ...openHeaders, 'Cache-Control': 'no-store' });
			}
		});
	};
	mount('/oembed', (c, base) =>
		answerOembed(services, c.req.raw, { base, origins: isAppUrlSet ? [base] : [base, appUrl] }),
	);
	mount('/embed/organisers/:slug', (c, base) =>
		answerOrganiserCard(services, c.req.raw, { name: c.req.param('slug') ?? '', base }),
	);
	mount('/embed/:event', (c, base) =>
		answerEventCard(services, c.req.raw, { name: c.req.param('event') ?? '', base }),
	);
}
