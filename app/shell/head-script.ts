/**
 * The one inline script of every page, run before anything is painted or loaded:
 * - the chosen theme, so that a dark page never flashes light. It lives in localStorage, not in a cookie: public pages
 *   are the same for everybody and stay cacheable. `theme` absent means: as the system.
 * - a mark that there is a token, so that a signed-in visitor never sees the guest's navigation flash by.
 * - the default Trusted Types policy (docs/decisions/022-light-public-pages.md): React makes script elements through
 *   innerHTML, and workers and scripts are named by URL, the payment provider's too, which only the policy of the
 *   checkout lets load. Nothing but that passes.
 */
import { TOKEN_KEY } from '#app/lib/token-store.ts';
import { THEME_KEY } from './theme.ts';

const SOURCE = `(function(){
try{var d=document.documentElement.dataset,l=localStorage,t=l.getItem('${THEME_KEY}');
if(t==='light'||t==='dark')d.theme=t;
if(sessionStorage.getItem('${TOKEN_KEY}')||l.getItem('${TOKEN_KEY}'))d.session='user'}catch(e){}
if(self.trustedTypes)trustedTypes.createPolicy('default',{
createHTML:function(s){return s==='<script><\\/script>'||!s.trim()?s:null},
createScriptURL:function(s){var o=new URL(s,location.href).origin;return o===location.origin||o==='https://js.stripe.com'?s:null}
})})()`.replaceAll('\n', '');

export function headScript(nonce: string | undefined): string {
	return `<script${nonce ? ` nonce="${nonce}"` : ''}>${SOURCE}</script>`;
}
