/** In CSS pixels; a card is at least so high before it is cut by what frames it. */
export interface Size {
	width: number;
	height: number;
}

const usualWidth = 600;
/** From here on the picture stands beside the text; the same width as in card.css. */
const wideFrom = 460;
/** Up to here lines break often. */
const narrow = 320;

/** A size that a consumer of oEmbed allows; undefined for what is no number. */
export function readMost(text: string | undefined): number | undefined {
	const most = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
	return most > 0 ? most : undefined;
}

/** The size of an event's card with the longest title, within what is allowed. */
export function eventCardSize(most: Partial<Size>): Size {
	const width = Math.min(usualWidth, most.width ?? usualWidth);
	// Below the picture; the narrower the card, the more lines its text takes.
	const height = width >= wideFrom ? 300 : Math.round(width / 2 + 320 + Math.max(0, narrow - width) * 0.7);
	return { width, height: Math.min(height, most.height ?? height) };
}

/** The size of an organiser's card with so many events, within what is allowed. */
export function organiserCardSize(events: number, most: Partial<Size>): Size {
	const width = Math.min(usualWidth, most.width ?? usualWidth);
	const lineHeight = width >= wideFrom ? 76 : width >= narrow ? 96 : 130;
	const height = 160 + lineHeight * Math.max(1, events);
	return { width, height: Math.min(height, most.height ?? height) };
}
