type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/**
 * Makes an HTML element: attributes by name (false, null and undefined are left out, true is an empty one), listeners as `onClick`.
 * Text becomes text nodes, never markup, which is what Trusted Types and titles of strangers ask for.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	props: Props = {},
	...children: Child[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(props)) {
		if (typeof value === 'function') element.addEventListener(name.slice(2).toLowerCase(), value);
		else if (value !== false && value != null)
			element.setAttribute(name, value === true ? '' : String(value));
	}
	element.append(...children.filter((child): child is Node | string => child != null && child !== false));
	return element;
}

/** A link that opens in a new tab and says so to those who do not see it. */
export function outLink(href: string, props: Props, ...children: Child[]): HTMLAnchorElement {
	const note = h('span', { class: 'unseen' }, ' (opens in a new tab)');
	return h('a', { href, target: '_blank', rel: 'noopener', ...props }, ...children, note);
}
