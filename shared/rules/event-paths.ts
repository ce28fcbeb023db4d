/** Path of the one page that search engines and links should know an event by. */
export function canonicalPath(event: { slug: string }): string {
	return `/events/${event.slug}`;
}

/** Path of the bare page for posters and door screens. */
export function codePath(event: { code: string }): string {
	return `/events/${event.code}`;
}

/** Path of the public page or team of a supporter: the fundraiser of its event, with what they say. */
export function supporterPath(event: { slug: string }, page: { slug: string }): string {
	return `/register/${event.slug}?for=${page.slug}`;
}
