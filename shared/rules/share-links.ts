/** The shared details of an event. */
export interface SharedEvent {
	title: string;
	/** The words that go with the link, without it. */
	text: string;
	/** Address of the event's page. */
	url: string;
}

/** Where a link is shared with a press. The name is what `utm_source` says of visits that come by it. */
export const shareTargets = ['whatsapp', 'email', 'linkedin'] as const;
export type ShareTarget = (typeof shareTargets)[number];

/** The address of the event's page that shows figures where it was shared (./came-by.ts). */
export const sharedUrl = (url: string, target: ShareTarget): string =>
	`${url}?utm_source=${target}&utm_medium=share`;

/** Opens the program in which an event is shared, with its words filled in. */
export function shareLink({ title, text, url }: SharedEvent, target: ShareTarget): string {
	const address = sharedUrl(url, target);
	const words = encodeURIComponent(`${text}\n${address}`);
	const links: Record<ShareTarget, string> = {
		whatsapp: `https://wa.me/?text=${words}`,
		// Not URLSearchParams: mail programs show its plus signs.
		email: `mailto:?subject=${encodeURIComponent(title)}&body=${words}`,
		linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`,
	};
	return links[target];
}
