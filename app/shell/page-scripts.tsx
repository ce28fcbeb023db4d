import { createContext, use } from 'react';
import { type EntryContext, Scripts } from 'react-router';
import { jsonForScript } from '#app/lib/json-text.ts';
import { deferScript, type PageScript } from './defer-script.ts';

/** Of a page whose script comes after paint: what its loaders gave, as text of the document. Null for all others, and in the browser. */
export const DeferredHandoff = createContext<{ html: string; nonce: string } | null>(null);

/**
 * React Router's script of the page. Where it comes after paint the server writes only what React Router hands to its script; the
 * same two elements are then found by the browser's `Scripts`.
 */
export function PageScripts() {
	const handoff = use(DeferredHandoff);
	if (!import.meta.env.SSR || handoff === null) return <Scripts />;
	const { html, nonce } = handoff;
	return (
		<>
			<script nonce={nonce} dangerouslySetInnerHTML={{ __html: html }} />
			<script nonce={nonce} type="module" async />
		</>
	);
}

/** What React Router's `Scripts` writes for its script in the browser: the data of the loaders, and the stream of what comes later. */
export function handoffOf({ serverHandoffString, renderMeta }: EntryContext): string {
	// Otherwise the router takes it that the page has no script, and leaves the data out.
	if (renderMeta) renderMeta.didRenderScripts = true;
	const context = 'window.__reactRouterContext';
	return [
		`${context} = ${serverHandoffString};`,
		`${context}.stream = new ReadableStream({start(controller){${context}.streamController = controller;}})`,
		'.pipeThrough(new TextEncoderStream());',
	].join('');
}

/** For the head of a page: fetches its script after paint. */
export function deferredScript(context: EntryContext, nonce: string): string {
	const { manifest, staticHandlerContext } = context;
	const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]!);
	const { entry } = manifest;
	const files = routes.map((route) => [
		...[route.clientActionModule, route.clientLoaderModule, route.clientMiddlewareModule],
		...[route.hydrateFallbackModule, route.module],
	]);
	const plan: PageScript = {
		imports: [...new Set([...entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
		manifest: manifest.url,
		routes: routes.map(({ id }, index) => [id, files[index]!.filter((file) => file !== undefined)]),
		entry: entry.module,
	};
	return `<script nonce="${nonce}">(${deferScript})(${jsonForScript(plan)},(file)=>import(file))</script>`;
}
