import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { I18nProvider } from '@lingui/react';
import { renderToPipeableStream } from 'react-dom/server';
import {
	type EntryContext,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router';
import { DocumentTexts } from '#app/lib/document-texts.ts';
import { FormatLocale } from '#app/lib/format.ts';
import { createI18n, locales, pickFormatLocale, pickLocale } from '#app/lib/i18n.ts';
import { DocumentHead } from '#app/lib/json-ld.tsx';
import { documentTextsContext, faultContext, nonceContext } from '#app/lib/server-context.ts';
import { firstViewScript } from '#app/shell/first-view.ts';
import { headScript } from '#app/shell/head-script.ts';
import { DeferredHandoff, deferredScript, handoffOf } from '#app/shell/page-scripts.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { isWholeWithoutScript } from '#shared/rules/routes.ts';

export {
	apiContext,
	documentTextsContext,
	faultContext,
	nonceContext,
	siteContext,
} from '#app/lib/server-context.ts';

/** The language and region that a request is answered in; pages are cached by it. */
export function localeOf(request: Request): string {
	return pickFormatLocale(request);
}

/** A loader failed: refusals are answers, the rest is a fault for the server's log. */
export function handleError(error: unknown, { request, context }: HandleErrorArguments): void {
	const isRefusal = (error instanceof AppError || isRouteErrorResponse(error)) && error.status < 500;
	if (!isRefusal && !request.signal.aborted) context.get(faultContext)(error);
}

interface HandleErrorArguments {
	request: Request;
	context: RouterContextProvider;
}

/** Pages are rendered whole, then sent: a whole page can be cached, compressed once and given an ETag. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = loadContext.get(nonceContext) || undefined;
	const i18n = await createI18n(pickLocale(request));
	headers.set('Content-Type', 'text/html; charset=utf-8');
	headers.set('Content-Language', i18n.locale);
	headers.append('Vary', locales.length > 1 ? 'Accept-Language, Cookie' : 'Accept-Language');

	const path = routerContext.staticHandlerContext.matches.flatMap(({ route }) => route.path || []).join('/');
	const isDeferred = nonce !== undefined && isWholeWithoutScript(`/${path}`);
	let fault: unknown;
	const ofPage = new Set<string>();
	const html = await new Promise<string>((resolve, reject) => {
		const { pipe } = renderToPipeableStream(
			<I18nProvider i18n={i18n}>
				<DocumentHead value={ofPage}>
					<DocumentTexts value={loadContext.get(documentTextsContext)}>
						<FormatLocale value={pickFormatLocale(request)}>
							<DeferredHandoff value={isDeferred ? { html: handoffOf(routerContext), nonce } : null}>
								<ServerRouter context={routerContext} url={request.url} nonce={nonce} />
							</DeferredHandoff>
						</FormatLocale>
					</DocumentTexts>
				</DocumentHead>
			</I18nProvider>,
			{
				nonce,
				progressiveChunkSize: Number.POSITIVE_INFINITY,
				onAllReady() {
					const body = new PassThrough();
					text(body).then(resolve, reject);
					pipe(body);
				},
				onShellError: reject,
				onError(error) {
					fault = error;
				},
			},
		);
	});
	if (fault) loadContext.get(faultContext)(fault);
	// Put in here, unknown to React, so that nothing in the browser ever has to make this script again.
	const scripts =
		headScript(nonce) + firstViewScript(nonce) + (isDeferred ? deferredScript(routerContext, nonce) : '');
	const page = html
		.replace('<head>', () => `<head>${scripts}`)
		.replace('</head>', () => `${[...ofPage].join('')}</head>`);
	// With its body for HEAD too: the rendered page may be cached for GET requests, and the server leaves the body out.
	return new Response(page, { status: fault ? 500 : status, headers });
}
