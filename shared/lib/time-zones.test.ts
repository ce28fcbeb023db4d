import { describe, expect, it } from 'vitest';
import { canonicalTimeZone, listTimeZones, offsetMinutesOf } from './time-zones.ts';

describe('canonicalTimeZone', () => {
	it.each([
		['Europe/Berlin', 'Europe/Berlin'],
		['europe/berlin', 'Europe/Berlin'],
		['US/Pacific', 'America/Los_Angeles'],
		['Europe/Kiev', 'Europe/Kyiv'],
		['Asia/Calcutta', 'Asia/Kolkata'],
		['Asia/Kolkata', 'Asia/Kolkata'],
		['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
		['Etc/GMT', 'UTC'],
		['utc', 'UTC'],
		['Etc/GMT+3', 'Etc/GMT+3'],
	])('%s is %s', (name, expected) => {
		expect(canonicalTimeZone(name)).toBe(expected);
	});

	it.each(['+02:00', 'Hawaii-Aleutian', 'W. Europe Standard Time', '', ' 1', '../etc', 'x'.repeat(500)])(
		'%j is none',
		(name) => {
			expect(canonicalTimeZone(name)).toBeNull();
		},
	);
});

it('gives offsets as they are on the day', () => {
	expect(offsetMinutesOf('Europe/Berlin', new Date('2027-01-15T12:00:00Z'))).toBe(60);
	expect(offsetMinutesOf('Europe/Berlin', new Date('2027-07-15T12:00:00Z'))).toBe(120);
	expect(offsetMinutesOf('Asia/Kathmandu', new Date('2027-07-15T12:00:00Z'))).toBe(345);
	expect(offsetMinutesOf('America/St_Johns', new Date('2027-01-15T12:00:00Z'))).toBe(-210);
	expect(offsetMinutesOf('UTC', new Date('2027-01-15T12:00:00Z'))).toBe(0);
});

it('lists every zone once under the name of today, from west to east', () => {
	const zones = listTimeZones(new Date('2027-01-15T12:00:00Z'));
	const names = zones.map((zone) => zone.timeZone);
	expect(new Set(names).size).toBe(names.length);
	expect(names).toContain('UTC');
	expect(names).toContain('Europe/Kyiv');
	expect(names).not.toContain('Europe/Kiev');
	expect(names.filter((name) => canonicalTimeZone(name) !== name)).toEqual([]);
	expect(zones[0]?.offset).toBe('UTC−11');
	expect(zones.find((zone) => zone.timeZone === 'America/Argentina/Ushuaia')?.city).toBe('Ushuaia');
});
