/** Where a floating part goes: into the open dialog around its field, since everything outside that is inert. */
export function portalFor(element: Element | null): Element | undefined {
	return element?.closest('dialog') ?? undefined;
}
