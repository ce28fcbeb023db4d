import { data } from 'react-router';
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
		call: (...input) => client.call(...input).catch(throwAsPage),
		send: (...input) => client.send(...input).catch(throwAsPage),
	};
}

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

function throwAsPage(error: unknown): never {
	if (!(error instanceof AppError)) throw error;
	const { code, message, userMessage, status } = error;
	throw data({ code, message, userMessage }, { status });
}
