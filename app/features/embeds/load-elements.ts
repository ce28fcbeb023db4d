import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** Attributes of the elements that /embed.js defines (app/embed/main.ts). */
interface EmbedAttributes extends HTMLAttributes<HTMLElement> {
	event?: string | undefined;
	organiser?: string | undefined;
	category?: string | undefined;
	view?: 'list' | 'grid' | 'month' | undefined;
	limit?: number | undefined;
	opens?: 'panel' | 'tab' | undefined;
	theme?: 'auto' | 'light' | 'dark' | undefined;
	accent?: string | undefined;
	/** The form sends nothing and says so. */
	preview?: boolean | undefined;
}
type EmbedTag = DetailedHTMLProps<EmbedAttributes, HTMLElement>;

declare module 'react' {
	namespace JSX {
		interface IntrinsicElements {
			'foyer-event': EmbedTag;
			'foyer-events': EmbedTag;
			'foyer-button': EmbedTag;
		}
	}
}

let loading: Promise<void> | undefined;

/**
 * Defines the elements in this document, once, by the same file that other sites load. What could not be had is requested again by the
 * next call.
 */
export function loadElements(): Promise<void> {
	const address = '/embed.js';
	loading ??= import(/* @vite-ignore */ address).then(
		() => undefined,
		(error: unknown) => {
			loading = undefined;
			throw error;
		},
	);
	return loading;
}
