import { expect, test } from 'vitest';
import { fetchScriptAfterPaint, isWholeWithoutScript } from './first-script.ts';

/** As React Router writes a page. */
const page = (script: string) =>
	[
		'<!DOCTYPE html><html><head><meta charSet="utf-8"/>',
		'<link rel="modulepreload" href="/assets/manifest-1.js" nonce="n"/>',
		'<link rel="modulepreload" href="/assets/vendor-2.js" nonce="n"/>',
		'<link nonce="n" rel="manifest" href="/manifest.webmanifest"/>',
		'<link rel="stylesheet" href="/assets/app.css"/></head><body><h1>Words</h1>',
		'<script nonce="n">window.__reactRouterContext = {};</script>',
		`<script nonce="n" type="module" async="">${script}</script><!--$--><p>after</p></body></html>`,
	].join('');

const SCRIPT = `import "/assets/manifest-1.js";
import * as route0_main from "/assets/root-3.js";
import * as route1_clientLoader from "/assets/event-4.js";
const route0 = {...route0_main};
  
  window.__reactRouterRouteModules = {"root":route0,"e":route1_clientLoader};

import("/assets/entry-5.js");`;

test('the script of a page stands in its head as what to fetch later, and nothing else changes', () => {
	const html = fetchScriptAfterPaint(page(SCRIPT), 'n');
	expect(html).toContain(
		'(["/assets/manifest-1.js","/assets/vendor-2.js","/manifest.webmanifest"],async function(){',
	);
	expect(html).toContain(
		'await import("/assets/manifest-1.js");var [route0_main,route1_clientLoader]=await Promise.all([import("/assets/root-3.js"),import("/assets/event-4.js")]);const route0 = {...route0_main};window.__reactRouterRouteModules = {"root":route0,"e":route1_clientLoader};import("/assets/entry-5.js");}',
	);
	expect(html.replace(/<script nonce="n">\(function[\s\S]*?<\/script>/, '')).toBe(
		page('').replaceAll(/<link [^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, ''),
	);
});

test('a page whose script reads otherwise stays as it is', () => {
	for (const script of ['', 'start();', `${SCRIPT}\nimport { other } from "/assets/x.js";`]) {
		expect(fetchScriptAfterPaint(page(script), 'n')).toBe(page(script));
	}
	expect(fetchScriptAfterPaint(page(SCRIPT), 'another')).toBe(page(SCRIPT));
});

test('what is a spinner before its script keeps it in front', () => {
	expect(isWholeWithoutScript(['root', 'routes/public/event'])).toBe(true);
	expect(isWholeWithoutScript(['root', 'shell/with-queries', 'signup'])).toBe(true);
	expect(isWholeWithoutScript(['root', 'shell/route-guard', 'routes/organiser/dashboard'])).toBe(false);
	expect(isWholeWithoutScript(['root', 'shell/with-queries', 'staff-scanner'])).toBe(false);
});
