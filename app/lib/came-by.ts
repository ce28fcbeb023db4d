import { type CameBy, hostOf, readLabels, writeCameBy } from '#shared/rules/came-by.ts';
import { redactSearch } from '#shared/rules/page-address.ts';
import { isCountingOff } from './visit-counting.ts';

const KEY = 'cameBy';

const hasLabels = (by: CameBy) => writeCameBy(by) !== '';

/** Where the visit of this tab began: labels of the address it is at, else those it landed with, else the site that linked here. */
function cameBy(search: string): CameBy {
	const here = readLabels(redactSearch(search));
	if (hasLabels(here)) return here;
	try {
		const [source = '', medium = '', campaign = '', link = ''] = (sessionStorage.getItem(KEY) ?? '').split(
			'|',
		);
		const landed = { source, medium, campaign, link };
		if (hasLabels(landed)) return landed;
	} catch {
		// Without storage, what the page itself says.
	}
	return { ...here, source: hostOf(document.referrer, location.host) };
}

/**
 * Remembers for this tab where the visitor came from: labels, nothing that says who they are, and nothing of who does not want to be
 * counted.
 */
export function noteLanding(search: string): void {
	try {
		const by = writeCameBy(cameBy(search));
		if (isCountingOff()) sessionStorage.removeItem(KEY);
		else if (by) sessionStorage.setItem(KEY, by);
	} catch {
		// A browser that forbids storage remembers nothing.
	}
}

/** The source of an order’s visit, for the request; undefined when nothing is known or they do not want to be counted. */
export function readCameBy(): string | undefined {
	return isCountingOff() ? undefined : writeCameBy(cameBy(location.search)) || undefined;
}

/** The same as a query, for what is counted by the address of a page. */
export function cameBySearch(): string {
	const { source, medium, campaign, link } = cameBy(location.search);
	const labels = { utm_source: source, utm_medium: medium, utm_campaign: campaign, l: link };
	return new URLSearchParams(Object.entries(labels).filter(([, value]) => value !== '')).toString();
}
