/**
 * A first suggestion for an organiser's name, from an email: "nora.winter+events@example.org" gives "Nora Winter". Whoever has
 * exactly this name has not chosen one yet, and must when they publish.
 */
export function organiserNameFromEmail(email: string): string {
	const local = email.split('@')[0]?.split('+')[0] ?? '';
	return local
		.split(/[._-]+/)
		.filter(Boolean)
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
		.join(' ');
}
