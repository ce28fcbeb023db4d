/**
 * The content security policy of every HTML answer. Why each line is as it is stands in
 * docs/decisions/020-content-security-policy.md.
 */
export function contentSecurityPolicy(options: { nonce: string; dev: boolean }): string | null {
	// Vite's development client needs eval, inline styles and a socket; browser tests run on the production build.
	if (options.dev) return null;
	const directives: Record<string, string> = {
		'default-src': "'self'",
		'script-src': `'self' 'nonce-${options.nonce}' 'wasm-unsafe-eval'`,
		'style-src-elem': `'self' 'nonce-${options.nonce}'`,
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
	return Object.entries(directives)
		.map(([name, value]) => `${name} ${value}`)
		.join('; ');
}
