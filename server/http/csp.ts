import { hash } from 'node:crypto';

/**
 * Takes the nonce out of a rendered document and names the inline scripts that carried it by their hashes. A nonce in a page that
 * many readers are given could be read by one and used against another; a hash allows these scripts and no other. Whatever else
 * the document holds did not know the nonce, so it gets no hash.
 * @param nonce a random text that was made for this render
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
	const hashes = new Set<string>();
	for (const [, attributes = '', source = ''] of html.matchAll(
		/<script\b([^>]{0,2000})>([\s\S]*?)<\/script>/g,
	)) {
		if (source !== '' && attributes.includes(` nonce="${nonce}"`))
			hashes.add(`'sha256-${hash('sha256', source, 'base64')}'`);
	}
	return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] };
}

/** The two style elements that react-aria makes, by their hashes: of pressable things, and of dialogs in WebKit. */
export const ariaStyleHashes = [
	"'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
	"'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
];

/**
 * The content security policy of every HTML answer. Why each line is as it is stands in
 * docs/decisions/022-light-public-pages.md.
 */
export function contentSecurityPolicy(options: {
	scriptHashes: string[];
	dev: boolean;
	/** Whether the document has the provider's card form. */
	hasStripe?: boolean;
}): string | null {
	// Vite's development client needs eval, inline styles and a socket; browser tests run on the production build.
	if (options.dev) return null;
	const directives: Record<string, string> = {
		'default-src': "'self'",
		'script-src': ["'self'", ...options.scriptHashes, "'wasm-unsafe-eval'"].join(' '),
		'style-src-elem': ["'self'", ...ariaStyleHashes].join(' '),
		'style-src-attr': "'unsafe-inline'",
		'img-src': "'self' data: blob:",
		'media-src': "'self' blob:",
		'font-src': "'self'",
		'connect-src': "'self'",
		'worker-src': "'self'",
		'manifest-src': "'self'",
		'object-src': "'none'",
		'base-uri': "'none'",
		'form-action': "'self'",
		'frame-ancestors': "'none'",
		'require-trusted-types-for': "'script'",
		'trusted-types': 'default foyer-html',
	};
	if (options.hasStripe) allowStripe(directives);
	return Object.entries(directives)
		.map(([name, value]) => `${name} ${value}`)
		.join('; ');
}

/**
 * The hosts of docs.stripe.com/security/guide#content-security-policy. The address of the script passes the default policy of Trusted Types
 * (app/shell/head-script.ts).
 */
function allowStripe(directives: Record<string, string>): void {
	const hosts = 'https://js.stripe.com https://*.js.stripe.com';
	directives['script-src'] += ` ${hosts}`;
	directives['connect-src'] += ' https://api.stripe.com';
	directives['frame-src'] = `'self' ${hosts} https://hooks.stripe.com`;
	directives['img-src'] += ' https://*.stripe.com';
}

/**
 * The policy of a card that any site may frame (server/domain/embeds/cards): one style and one script by their hashes, pictures of
 * this installation, and nothing else. All other documents keep `frame-ancestors 'none'`.
 * @param options `style`, `script`: sources as `'sha256-…'`; `origin`: of this installation, since `'self'` names none in a sandbox
 */
export function cardPolicy(options: { style: string; script: string; origin: string }): string {
	return [
		"default-src 'none'",
		`script-src ${options.script}`,
		`style-src ${options.style}`,
		`img-src 'self' ${options.origin}`,
		"base-uri 'none'",
		"form-action 'none'",
		'frame-ancestors *',
		"require-trusted-types-for 'script'",
	].join('; ');
}
