import { atHost } from './host.ts';

/**
 * The page of an event, with what was chosen and where the reader comes from: the host of the page around. It is had in a new tab.
 * @param quantities tickets by id of their type; those of 0 are left out
 */
export function eventLink(slug: string, quantities: Record<string, number> = {}): string {
	const chosen = Object.entries(quantities)
		.filter(([, quantity]) => quantity > 0)
		.map(([id, quantity]) => `${id}.${quantity}`)
		.join(',');
	const query = [
		...(chosen ? [`tickets=${chosen}`] : []),
		...(siteHost() ? [`utm_source=${encodeURIComponent(siteHost())}`] : []),
		'utm_medium=embed',
	];
	return atHost(`/events/${encodeURIComponent(slug)}?${query.join('&')}`);
}

/** A name that an attribute gives; empty for what none can be: dots alone would lead to another path, and the API takes 200 characters. */
export function nameIn(element: Element, attribute: string): string {
	const name = element.getAttribute(attribute)?.trim().toWellFormed() ?? '';
	return name === '.' || name === '..' || name.length > 200 ? '' : name;
}

/** Host of the page around as reports name it, `club.example`; empty for a file. At most 100 characters, as the API takes it. */
export const siteHost = (): string => location.hostname.replace(/^www\./, '').slice(0, 100);
