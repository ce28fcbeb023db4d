/** Holds the page around still, at the place and the width that it has. @returns how to let it go */
export function lockScroll(): () => void {
	const page = document.documentElement;
	const before = { overflow: page.style.overflow, padding: page.style.paddingInlineEnd };
	const scrollbar = window.innerWidth - page.clientWidth;
	// Set through the object model, which a page's `style-src` does not forbid.
	if (scrollbar > 0) {
		const padding = Number.parseFloat(getComputedStyle(page).paddingInlineEnd) || 0;
		page.style.paddingInlineEnd = `${padding + scrollbar}px`;
	}
	page.style.overflow = 'hidden';
	return () => {
		page.style.overflow = before.overflow;
		page.style.paddingInlineEnd = before.padding;
	};
}
