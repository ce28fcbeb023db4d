import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { zoneOfWindowsName } from './windows-zones.ts';
import { allZones, fixedZone, zoneOffsetAt } from './zone-with-offset.ts';

/** Abbreviations and names that programs write in place of zones and that mean one zone only. */
const nicknames: Record<string, string> = {
	'eastern time': 'America/New_York',
	'eastern time (us & canada)': 'America/New_York',
	'eastern time (us and canada)': 'America/New_York',
	'central time': 'America/Chicago',
	'central time (us & canada)': 'America/Chicago',
	'central time (us and canada)': 'America/Chicago',
	'mountain time': 'America/Denver',
	'mountain time (us & canada)': 'America/Denver',
	'mountain time (us and canada)': 'America/Denver',
	'pacific time': 'America/Los_Angeles',
	'pacific time (us & canada)': 'America/Los_Angeles',
	'pacific time (us and canada)': 'America/Los_Angeles',
	'hawaii-aleutian': 'Pacific/Honolulu',
	pt: 'America/Los_Angeles',
	et: 'America/New_York',
	brasilia: 'America/Sao_Paulo',
	'greenwich mean time': 'UTC',
	'coordinated universal time': 'UTC',
};

/**
 * The IANA zone that a name means, whoever wrote it: IANA itself in any case, with a prefix (`/mozilla.org/…/Europe/Berlin`,
 * `custom_America/New_York`) or with other separators (`US-Eastern`), Windows (`W. Europe Standard Time`), Outlook's labels
 * (`(UTC-05:00) Eastern Time (US & Canada)`), offsets (`UTC+11`). Null for an invented name.
 */
export function zoneOfName(raw: string): string | null {
	const name = raw.replaceAll('"', '').trim();
	if (name === '') return null;
	return (
		canonicalTimeZone(name) ??
		zoneOfWindowsName(name) ??
		nicknames[name.toLowerCase()] ??
		zoneAtEnd(name) ??
		zoneOfLabel(name) ??
		zoneOfOffset(name)
	);
}

/** The longest end of the name that is an IANA zone with a slash in it: what stands before it is the program's own. */
function zoneAtEnd(name: string): string | null {
	const spelt = name.includes('/') ? name : name.replace('-', '/');
	for (const { index } of spelt.matchAll(/^|[/_-]/g)) {
		const end = spelt.slice(index).replace(/^[/_-]/, '');
		const zone = end.includes('/') ? canonicalTimeZone(end) : null;
		if (zone) return zone;
	}
	return null;
}

/** `(UTC-03:00) Brasília`, `(GMT+01.00) Sarajevo/Warsaw/Zagreb`: an offset, then cities or the name of a zone. */
function zoneOfLabel(name: string): string | null {
	const match = /^\((?:UTC|GMT)\s*(?:([+-])(\d{1,2})[:.]?(\d{2})?)?\)\s*(.+)$/i.exec(name);
	if (!match) return null;
	const [, sign, hours = '0', minutes = '0', label = ''] = match;
	const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
	const plain = plainLetters(label);
	const byName = nicknames[plain] ?? zoneOfWindowsName(label);
	if (byName) return byName;
	for (const city of plain.split(/[,/]|\band\b/)) {
		const zone = zoneOfCity(city.trim());
		// The label gives the offset of winter, whatever the day.
		if (zone && [1, 7].some((month) => zoneOffsetAt(`2026-0${month}-01T00:00:00Z`, zone) === offset))
			return zone;
	}
	return fixedZone(offset);
}

/** `UTC+11`, `GMT-3`, `+02:00`: fixed offsets, as people write them (east is plus). */
function zoneOfOffset(name: string): string | null {
	const match = /^(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name);
	if (!match) return null;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
	const zone = fixedZone(match[1] === '-' ? -minutes : minutes);
	return zone === 'UTC' && minutes !== 0 ? null : zone;
}

function plainLetters(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

let byCity: Map<string, string> | null = null;

function zoneOfCity(city: string): string | null {
	byCity ??= new Map(
		allZones().map((zone) => [
			plainLetters(zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')),
			zone,
		]),
	);
	return byCity.get(city) ?? null;
}
