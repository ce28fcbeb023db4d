/** A drawn sign of 24 × 24, in the colour of the text beside it, which says the same in words. */
export function icon(...paths: string[]): SVGElement {
	const svg = make('svg', {
		viewBox: '0 0 24 24',
		fill: 'none',
		stroke: 'currentColor',
		'stroke-width': '1.75',
		'stroke-linecap': 'round',
		'stroke-linejoin': 'round',
		'aria-hidden': 'true',
	});
	svg.append(...paths.map((d) => make('path', { d })));
	return svg;
}

function make(tag: string, attributes: Record<string, string>): SVGElement {
	const element = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	return element;
}

/** Paths of the signs, after Lucide (ISC). */
export const signs = {
	calendar: [
		'M8 2v4M16 2v4M3 10h18',
		'M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
	],
	place: ['M20 10c0 5-5.5 10.2-8 12-2.5-1.8-8-7-8-12a8 8 0 0 1 16 0', 'M12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6'],
	ticket: [
		'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2z',
		'M13 5v2M13 17v2M13 11v2',
	],
	tick: ['M20 6 9 17l-5-5'],
	down: ['m6 9 6 6 6-6'],
} as const;
