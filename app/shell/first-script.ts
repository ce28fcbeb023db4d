/**
 * When a page's script is fetched. Every public page is whole without it: links lead, forms are sent. So the script does not
 * stand in the way of what is seen first. A few lines in the head fetch it once the page is painted and its pictures are
 * there, or at once when somebody touches the page or is signed in, and keep what is done meanwhile (app/shell/hydration.ts).
 * Why stands in docs/decisions/022-light-public-pages.md.
 */

/** Pages that show nothing, or do nothing, before their script runs. */
const NEEDS_SCRIPT = new Set([
	'shell/route-guard',
	'routes/staff/scan',
	'staff-scanner',
	'routes/staff/staff-access',
	'routes/account/auth-callback',
	'routes/account/verify-email',
	'routes/account/reset-password',
	'routes/account/first-administrator',
	'routes/account/unsubscribe',
	'routes/public/feedback-report',
]);

/** Whether a page of these routes can be read and used before its script. */
export function isWholeWithoutScript(routeIds: readonly string[]): boolean {
	return !routeIds.some((id) => NEEDS_SCRIPT.has(id));
}

/** A page whose pictures never arrive gets its script after this, counted from its head. */
const LATEST_MS = 4_000;

/** The frame with the pictures is on the screen only some time after it was asked for. */
const REST_MS = 100;

/**
 * `f`: files to fetch. `r`: runs them. What is held: a pressed button, a field that was filled in, a form that only script can
 * send; `foyerEarly` ends the holding, when React listens by itself,
 * and tells what was kept (app/shell/hydration.ts).
 */
const LOADER = `(function(f,r){var d=document,w=window,on,h=[],
go=function(){if(on)return;on=1;
f.forEach(function(u){var l=d.createElement('link');l.rel=/js$/.test(u)?'modulepreload':'manifest';l.href=u;d.head.append(l)});
var go2=function(){r().catch(function(e){on=0;throw e})};
if(d.readyState==='loading')d.addEventListener('DOMContentLoaded',go2);else go2()},
keep=function(e){var t=e.target,y=e.type;
if(y==='click'){t=t.closest('button[type=button]:not([popovertarget],[commandfor],[aria-disabled=true])')}
else if(y==='submit'){if(t.querySelector('[type=submit]'))return;e.preventDefault()}
if(!t||h.some(function(x){return x[0]===y&&x[1]===t}))return;
if(y==='click')t.dataset.held='';
h.push([y,t])},
all=function(how){['click','input','submit'].forEach(function(y){w[how](y,keep,true)})},
rest=function(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(go,${REST_MS})})})},
soon=function(){var p=w.PerformanceObserver,y='largest-contentful-paint';
if(!p||!(p.supportedEntryTypes||[]).includes(y))return rest();
new p(function(l,o){o.disconnect();rest()}).observe({type:y,buffered:true})};
w.foyerEarly=function(){all('removeEventListener');return h.map(function(x){var t=x[1];return{kind:x[0],target:t,value:t.value,isChecked:t.checked}})};all('addEventListener');
['pointerdown','keydown'].forEach(function(y){w.addEventListener(y,go,{capture:true,passive:true})});
if(d.documentElement.dataset.session)go();else{w.addEventListener('load',soon);setTimeout(go,${LATEST_MS})}
})`.replaceAll('\n', '');

/** One of the imports at the head of the script that React Router writes into a page. */
const IMPORT = /^\s*import (?:\* as (\w+) from )?("[^"]+");?\s*$/;

/**
 * Takes the script out of a rendered page and puts the lines that fetch it later into its head. React finds the same elements as it
 * rendered, without their text. A page that reads otherwise than expected stays as it is: it works, only later.
 */
export function fetchScriptAfterPaint(html: string, nonce: string): string {
	const opening = `<script nonce="${nonce}" type="module" async="">`;
	const start = html.indexOf(opening);
	const end = html.indexOf('</script>', start);
	if (start === -1 || end === -1) return html;
	const text = html.slice(start + opening.length, end);
	const first: string[] = [];
	const names: string[] = [];
	const modules: string[] = [];
	const rest: string[] = [];
	for (const line of text.split('\n')) {
		const [, name, file] = IMPORT.exec(line) ?? [];
		if (name && file) {
			names.push(name);
			modules.push(`import(${file})`);
		} else if (file) first.push(`import(${file})`);
		else if (line.trim() && line.trim() !== ';') rest.push(line.trim());
	}
	if (modules.length === 0 || rest.some((line) => line.startsWith('import '))) return html;
	const files: string[] = [];
	const link = new RegExp(`<link rel="modulepreload" href="([^"]+)" nonce="${nonce}"/>`, 'g');
	// What makes the page an app on a phone can wait as well.
	const manifest = new RegExp(`<link nonce="${nonce}" rel="manifest" href="([^"]+)"/>`);
	const later = (_: string, file: string) => {
		files.push(file);
		return '';
	};
	const body = `${html.slice(0, start + opening.length)}${html.slice(end)}`
		.replace(link, later)
		.replace(manifest, later);
	const run = `async function(){await ${first.join(';await ')};var [${names}]=await Promise.all([${modules}]);${rest.join('')}}`;
	const loader = `<script nonce="${nonce}">${LOADER}(${JSON.stringify(files)},${run})</script>`;
	return body.replace('<head>', () => `<head>${loader}`);
}
