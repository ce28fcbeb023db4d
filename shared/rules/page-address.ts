import { secretSegments } from './routes.ts';

/**
 * The parts of a page’s URL that may be recorded: for counting views, for crash reports and for feedback. Tokens stand in paths and
 * queries, and a search may hold a name, so everything that is not known to be harmless is taken out before it is sent, and
 * once more by the server before it is stored. The server writes this function into pages as its own text (app/shell/first-view.ts), so
 * it uses nothing but its argument.
 * @param secrets the first segments of paths that go on with a secret, as alternatives: `/scan/{token}`
 */
export function createAddressRedactor(secrets: string) {
	const redacted = '[redacted]';
	const secretAfter = new RegExp(`^/(?:${secrets})/`);
	// Values that say where a visitor came from or how a list is sorted, and nothing about a person.
	const harmless =
		/^(?:utm_(?:source|medium|campaign|content|term)|ref|l|category|format|when|sort|tab|lang)$/;
	const maxPath = 300;
	const maxValue = 80;

	/** Long and with a digit: a code or token somebody put into a path; ids of rows pass. */
	function looksSecret(segment: string): boolean {
		if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment)) return false;
		return (
			segment.includes('@') ||
			/%40/i.test(segment) ||
			(/^[\w~-]{22,}$/.test(segment) && /\d/.test(segment) && /[A-Z]/.test(segment))
		);
	}

	/** `/scan/abc` → `/scan/[redacted]`; at most 300 characters. */
	function redactPath(pathname: string): string {
		const segments = pathname.split('/');
		const isSecret = secretAfter.test(pathname);
		return segments
			.map((segment, at) => (segment && ((isSecret && at > 1) || looksSecret(segment)) ? redacted : segment))
			.join('/')
			.slice(0, maxPath);
	}

	/** `?token=abc&utm_source=mail` → `?token=[redacted]&utm_source=mail`: names stay, values only where they are harmless. */
	function redactSearch(search: string): string {
		const shown = [...new URLSearchParams(search)].slice(0, 20).map(([name, value]) => {
			const isShown = harmless.test(name) && !looksSecret(value);
			return `${encodeURIComponent(name.slice(0, 40))}=${isShown ? encodeURIComponent(value.slice(0, maxValue)) : redacted}`;
		});
		return shown.length > 0 ? `?${shown.join('&')}` : '';
	}

	/** `#agenda` stays, anything longer or of another kind is redacted. */
	function redactHash(hash: string): string {
		if (hash === '' || hash === '#') return '';
		return /^#[a-z][a-z-]{0,39}$/.test(hash) ? hash : `#${redacted}`;
	}

	/** An address with all three parts redacted: origin, path, query, hash. Empty for what is no http address. */
	function redactUrl(address: string): string {
		if (!URL.canParse(address)) return '';
		const url = new URL(address);
		if (!/^https?:$/.test(url.protocol)) return '';
		return url.origin + redactPath(url.pathname) + redactSearch(url.search) + redactHash(url.hash);
	}

	return { redactPath, redactSearch, redactHash, redactUrl };
}

export type AddressRedactor = ReturnType<typeof createAddressRedactor>;

export const { redactPath, redactSearch, redactHash, redactUrl } = createAddressRedactor(secretSegments);
