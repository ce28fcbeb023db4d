import { canonicalPath } from '#shared/rules/event-paths.ts';

/** What an element on another site shows. */
export type EmbedShow = 'event' | 'button' | 'list' | 'calendar';
export type EmbedTheme = 'auto' | 'light' | 'dark';

/** What an organiser chose for a snippet. */
export interface EmbedOptions {
	/** Origin of this installation, as `https://foyer.example`. */
	host: string;
	show: EmbedShow;
	/** Of an event or the series that leads to its next date; `event` and `button` need it. */
	event: { slug: string; title: string } | null;
	organiser: { slug: string; name: string };
	theme: EmbedTheme;
	/** As `#rrggbb`; empty: none. */
	accent: string;
	/** Where registration opens; nothing to an event, which has it inside. */
	opens: 'panel' | 'tab';
	/** On the button, and on the link in its place while there is no script. */
	words: string;
}

export interface EmbedElement {
	name: 'foyer-event' | 'foyer-events' | 'foyer-button';
	/** What differs from what an element does by itself. */
	attributes: Record<string, string>;
	/** Stands between the tags: what is there where scripts do not run. */
	link: { href: string; text: string };
}

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] as string);
const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** The element that the choices describe. */
export function embedElement(options: EmbedOptions): EmbedElement {
	const { host, show, event, organiser, theme, accent, opens, words } = options;
	const isOfEvent = show === 'event' || show === 'button';
	if (isOfEvent && !event) throw new Error(`There is no event for ${show}.`);
	const common = {
		...(opens === 'tab' && show !== 'event' ? { opens } : {}),
		...(theme === 'auto' ? {} : { theme }),
		...(isColor(accent) ? { accent } : {}),
	};
	if (isOfEvent && event) {
		return {
			name: show === 'event' ? 'foyer-event' : 'foyer-button',
			attributes: { event: event.slug, ...common },
			link: { href: host + canonicalPath(event), text: show === 'button' && words ? words : event.title },
		};
	}
	return {
		name: 'foyer-events',
		attributes: { organiser: organiser.slug, view: show === 'calendar' ? 'month' : 'list', ...common },
		link: { href: `${host}/organisers/${organiser.slug}`, text: organiser.name },
	};
}

/** The line that a page needs once, however many elements it has. */
export const scriptLine = (host: string) =>
	`<script type="module" src="${escapeHtml(host)}/embed.js"></script>`;

/** What an organiser pastes into a page: the script, and the element with a link between its tags. */
export function snippetOf(options: EmbedOptions): string {
	const { name, attributes, link } = embedElement(options);
	const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
	// Titles have no line breaks that matter here, and an editor may make paragraphs of those.
	const text = link.text.replaceAll(/\s+/g, ' ').trim();
	return [
		scriptLine(options.host),
		`<${name}${written.join('')}><a href="${escapeHtml(link.href)}">${escapeHtml(text)}</a></${name}>`,
	].join('\n');
}

/** What a site with a content security policy adds to it; styles need no line. */
export const policyLines = (host: string) =>
	['script-src', 'connect-src', 'img-src'].map((name) => `${name} ${host};`).join('\n');
