/** Where a visitor came from: labels of the address they landed on, else the host of the site that linked here. */
export interface CameBy {
	/** Empty: by themselves. */
	source: string;
	medium: string;
	campaign: string;
	/** Code of a tracking link. */
	link: string;
}

const maxLabel = 40;
const linkCode = /^[a-z0-9]{4,16}$/;

/** The parameter of an address that names a tracking link. */
export const LINK_PARAMETER = 'l';

const label = (text: string) =>
	text
		.replaceAll(/[|\p{Cc}]/gu, ' ')
		.trim()
		.slice(0, maxLabel)
		.toLowerCase();

/** The labels of an address: utm_source (or ref), utm_medium, utm_campaign, and the tracking link. */
export function readLabels(search: string): CameBy {
	const given = new URLSearchParams(search);
	const link = (given.get(LINK_PARAMETER) ?? '').toLowerCase();
	return {
		source: label(given.get('utm_source') ?? given.get('ref') ?? ''),
		medium: label(given.get('utm_medium') ?? ''),
		campaign: label(given.get('utm_campaign') ?? ''),
		link: linkCode.test(link) ? link : '',
	};
}

/** The host that a page was reached from; empty for none, for our own, and for what is no web address. */
export function hostOf(referrer: string, ownHost: string): string {
	if (!URL.canParse(referrer)) return '';
	const { protocol, host } = new URL(referrer);
	return /^https?:$/.test(protocol) && host !== ownHost ? label(host.replace(/^www\./, '')) : '';
}

/** `source|medium|campaign|link`, as an order stores it; empty when nothing is known. */
export function writeCameBy(by: CameBy): string {
	const text = [by.source, by.medium, by.campaign, by.link].join('|');
	return text === '|||' ? '' : text;
}

/** The same from what a browser sent: anything else than labels is left out. Null when nothing is left. */
export function cleanCameBy(text: string | undefined): string | null {
	const [source = '', medium = '', campaign = '', link = ''] = (text ?? '').split('|');
	const by = {
		source: label(source),
		medium: label(medium),
		campaign: label(campaign),
		link: linkCode.test(link) ? link : '',
	};
	return writeCameBy(by) || null;
}
