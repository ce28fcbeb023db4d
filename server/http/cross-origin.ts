import type { Method } from '#shared/contracts/endpoint.ts';

/** Headers of every response of an endpoint with `isOpenToSites`, refusals included. No credentials: nothing is answered to anyone in particular. */
export const openToSites = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Idempotent-Replayed',
	'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Seconds for which browsers remember a preflight; they take less where they have a maximum of their own. */
const rememberedSeconds = 86_400;

/**
 * Answers a preflight of a path, as far as it has endpoints that are open to other origins. `Authorization` is never among the headers
 * that may be sent. A browser sends a POST whether or not its method is named in the answer, so a preflight for a method that is not
 * open is not answered at all.
 * @param open methods of the path that are open to other origins
 * @returns undefined where the preflight is refused as a method that the path does not have
 */
export function answerPreflight(request: Request, open: readonly Method[]): Response | undefined {
	const wanted = request.headers.get('access-control-request-method');
	if (open.length === 0 || !(wanted === null || open.some((method) => method === wanted))) return undefined;
	return new Response(null, {
		status: 204,
		headers: {
			...openToSites,
			'Access-Control-Allow-Methods': open.join(', '),
			'Access-Control-Allow-Headers': 'content-type, idempotency-key',
			'Access-Control-Max-Age': String(rememberedSeconds),
			'Cache-Control': 'no-store',
			'X-Content-Type-Options': 'nosniff',
		},
	});
}
