import { data } from 'react-router';
import type { AnyEndpoint, ResultOf } from '#shared/contracts/endpoint.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { pickLocale } from './i18n.ts';
import { apiContext, type LoadContext } from './server-context.ts';

/**
 * The client for loaders of public pages: calls the API inside this process, as a guest. What the API refuses becomes the
 * page's own status, so that an unknown event is a not-found page with 404.
 */
export function serverApi(args: LoadArgs): ApiClient {
	const client = serverClient(args);
	return {
		call: (...input) => client.call(...input).catch((error) => throwAsPage(error)),
		send: (...input) => client.send(...input).catch((error) => throwAsPage(error)),
	};
}

/** The same for a page behind a signed link, which is right or nothing: every refusal of it is a page that does not exist. */
export function linkApi(args: LoadArgs): Pick<ApiClient, 'call'> {
	const client = serverClient(args);
	return {
		call: (...input) =>
			client
				.call(...input)
				.catch((error: unknown) =>
					throwAsPage(error, (status) => (status < 500 && status !== 429 ? 404 : status)),
				),
	};
}

/** The loader of a page behind a signed link: reads what the link is for. @param token the parameter of the path that holds it */
export const linkLoader =
	<E extends AnyEndpoint>(endpoint: E, token: string) =>
	({ context, request, params }: LoadArgs & { params: Record<string, string | undefined> }) => {
		// The types of an endpoint’s input and response are known at the call of this function; inside it stays open.
		const call = linkApi({ context, request }).call as unknown as (
			endpoint: E,
			input: object,
		) => Promise<ResultOf<E>>;
		return call(endpoint, { params: { [token]: params[token] } });
	};

interface LoadArgs {
	context: LoadContext;
	request: Request;
}

/** The same, throwing what the API refuses as an AppError: for actions, which show a refusal beside what was typed. */
export function serverClient({ context, request }: LoadArgs): ApiClient {
	const fetchApi = context.get(apiContext);
	if (!fetchApi) throw new Error('The server did not hand the API to the page.');
	return createApiClient({
		fetch: fetchApi,
		origin: () => new URL(request.url).origin,
		tokens: null,
		language: () => pickLocale(request),
	});
}

function throwAsPage(error: unknown, statusOf = (status: number) => status): never {
	if (!(error instanceof AppError)) throw error;
	const { code, message, userMessage, status } = error;
	throw data({ code, message, userMessage }, { status: statusOf(status) });
}
