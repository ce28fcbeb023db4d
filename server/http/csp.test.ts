import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashInlineScripts } from './csp.ts';

const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

test('only inline scripts that carried the nonce are named, and no nonce is left', () => {
	const page = [
		'<script nonce="abc">first()</script>',
		'<link rel="stylesheet" nonce="abc" href="/a.css"/>',
		'<script nonce="abc" type="module" async="">import "/b.js";\nsecond()</script>',
		'<script nonce="abc" src="/c.js"></script>',
		'<p>&lt;script nonce=&quot;abc&quot;&gt;</p>',
		'<script>injected()</script><script nonce="xyz">guessed()</script>',
	].join('');
	const { html, hashes } = hashInlineScripts(page, 'abc');
	expect(hashes).toEqual([sha256('first()'), sha256('import "/b.js";\nsecond()')]);
	expect(html).not.toContain('nonce="abc"');
	const policy = contentSecurityPolicy({ scriptHashes: hashes, dev: false });
	expect(policy).toContain(`script-src 'self' ${hashes.join(' ')} 'wasm-unsafe-eval';`);
	expect(policy).not.toContain('nonce');
});

test.each(['interactions/usePress', 'overlays/usePreventScroll'])(
	'the style that %s of react-aria makes passes',
	(file) => {
		const source = readFileSync(`node_modules/react-aria/dist/private/${file}.mjs`, 'utf8');
		const [, template = '', trim] = /style\.textContent = `([^`]*)`(\.trim\(\))?/.exec(source) ?? [];
		const text = template.replaceAll(/\$\{[^}]*\}/g, 'data-react-aria-pressable');
		expect(contentSecurityPolicy({ scriptHashes: [], dev: false })).toContain(
			sha256(trim ? text.trim() : text),
		);
	},
);

test('the hosts of the provider are allowed where its card form is, and nowhere else', () => {
	const ordinary = contentSecurityPolicy({ scriptHashes: [], dev: false }) ?? '';
	expect(ordinary).not.toContain('stripe');
	expect(ordinary).toContain("require-trusted-types-for 'script'");
	const checkout = contentSecurityPolicy({ scriptHashes: [], dev: false, hasStripe: true }) ?? '';
	expect(checkout).toContain("connect-src 'self' https://api.stripe.com;");
	expect(checkout).toContain(
		"frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
	);
	expect(checkout).toMatch(/script-src 'self' 'wasm-unsafe-eval' https:\/\/js\.stripe\.com /);
	expect(checkout).toContain("require-trusted-types-for 'script'; trusted-types default foyer-html");
});
