import { describe, expect, it } from 'vitest';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { readComponents } from '../calendar/components.ts';
import { describedZone } from './described-zone.ts';
import { zoneOfName } from './named-zone.ts';
import { windowsZones } from './windows-zones.ts';
import { fixedZone, zoneWithOffset } from './zone-with-offset.ts';

describe('zoneOfName', () => {
	it.each([
		['Europe/Berlin', 'Europe/Berlin'],
		['"Europe/Berlin"', 'Europe/Berlin'],
		['/mozilla.org/20070129_1/America/New_York', 'America/New_York'],
		[
			'/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires',
			'America/Argentina/Buenos_Aires',
		],
		['/softwarestudio.org/Olson_20011030_5/America/New_York', 'America/New_York'],
		['custom_America/New_York', 'America/New_York'],
		['US-Eastern', 'America/New_York'],
		['W. Europe Standard Time', 'Europe/Berlin'],
		['Pacific Daylight Time', 'America/Los_Angeles'],
		['Pacific Standard Time (Mexico)', 'America/Tijuana'],
		['GMT Standard Time', 'Europe/London'],
		['(UTC-05:00) Eastern Time (US and Canada)', 'America/New_York'],
		['(UTC-03:00) Brasília', 'America/Sao_Paulo'],
		['(GMT+01.00) Sarajevo/Warsaw/Zagreb', 'Europe/Sarajevo'],
		['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
		['UTC+11', 'Etc/GMT-11'],
		['-08:00', 'Etc/GMT+8'],
		['(UTC) Coordinated Universal Time', 'UTC'],
	])('%s is %s', (name, zone) => {
		expect(zoneOfName(name)).toBe(zone);
	});

	it.each(['', ' 1', 'MyTimezone', 'Customized Time Zone', 'Makebelieve/RDATE_as_date', '+99:99'])(
		'knows no %j',
		(name) => {
			expect(zoneOfName(name)).toBeNull();
		},
	);

	it('has only zones of today in the table of Windows names', () => {
		expect(windowsZones.size).toBeGreaterThan(130);
		for (const [name, zone] of windowsZones) expect(canonicalTimeZone(zone), name).toBe(zone);
	});
});

describe('describedZone', () => {
	const zone = (text: string, ...preferred: string[]) => {
		const root = readComponents(
			text
				.trim()
				.split('\n')
				.map((line, index) => ({ text: line.trim(), line: index + 1 })),
		);
		return describedZone(root.children[0] as (typeof root.children)[0], preferred);
	};

	it('finds the zone whose clock fits, whatever its name and the year of its rules', () => {
		const rules = `BEGIN:VTIMEZONE
			TZID:Customized Time Zone
			BEGIN:STANDARD
			DTSTART:16010101T030000
			TZOFFSETFROM:+0200
			TZOFFSETTO:+0100
			RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
			END:STANDARD
			BEGIN:DAYLIGHT
			DTSTART:16010101T020000
			TZOFFSETFROM:+0100
			TZOFFSETTO:+0200
			RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
			END:DAYLIGHT
			END:VTIMEZONE`;
		expect(zone(rules).zoneAt('2024-07-01T10:00:00')).toBe('Europe/Berlin');
		expect(zone(rules, 'Europe/Paris').zoneAt('2024-01-01T10:00:00')).toBe('Europe/Paris');
	});

	it('takes the fixed offset of a zone that nobody lives by', () => {
		const invented = zone(`BEGIN:VTIMEZONE
			TZID:MyTimezone
			BEGIN:STANDARD
			DTSTART:20240101T000000
			TZOFFSETFROM:+1200
			TZOFFSETTO:+1200
			END:STANDARD
			BEGIN:DAYLIGHT
			DTSTART:20240505T080000
			TZOFFSETFROM:+1200
			TZOFFSETTO:+1000
			END:DAYLIGHT
			END:VTIMEZONE`);
		expect(invented.zoneAt('2024-03-03T08:00:00')).toBe('Etc/GMT-12');
		expect(invented.zoneAt('2024-08-03T08:00:00')).toBe('Etc/GMT-10');
		// 07:00:01 happens twice on that day; the first is meant.
		expect(invented.zoneAt('2024-05-05T07:00:01')).toBe('Etc/GMT-12');
	});

	it('knows nothing of an empty description', () => {
		expect(zone('BEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE').zoneAt('2024-03-03T08:00:00')).toBeNull();
	});
});

it('finds a zone by its offset alone', () => {
	expect(zoneWithOffset('2018-05-12T04:30:00Z', 330, [])).toBe('Asia/Kolkata');
	expect(zoneWithOffset('2018-07-01T12:00:00Z', 120, ['Europe/Brussels'])).toBe('Europe/Brussels');
	expect(zoneWithOffset('2018-07-01T12:00:00Z', 17, [])).toBe('UTC');
	expect(fixedZone(-180)).toBe('Etc/GMT+3');
	expect(fixedZone(345)).toBe('UTC');
});
