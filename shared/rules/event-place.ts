/** Where an event is, in English: `Blue Hall, Berlin`, `Online`, `Blue Hall, Berlin and online`; empty where no place is known. */
export function eventPlace(event: { format: string; venueName: string; city: string }): string {
	if (event.format === 'online') return 'Online';
	const place = [event.venueName, event.city].filter(Boolean).join(', ');
	return event.format === 'hybrid' && place ? `${place} and online` : place;
}
