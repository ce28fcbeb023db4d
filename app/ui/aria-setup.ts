/**
 * Imported by every component that stands on react-aria-components: the library makes one style element (touch-action of
 * pressable things), which the content security policy lets pass only with this response's nonce.
 */
if (typeof document !== 'undefined') {
	const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
	if (nonce) (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;
}

/** Where a floating part goes: into the open dialog around its field, since everything outside that is inert. */
export function portalFor(element: Element | null): Element | undefined {
	return element?.closest('dialog') ?? undefined;
}
