import { eventLink } from '../kit/links.ts';

/** Opens the event page in a new tab that has no hold of this one. False: the browser did not let it. */
export function openTab(event: string): boolean {
	const tab = window.open(eventLink(event), '_blank');
	if (tab) tab.opener = null;
	return tab !== null;
}
