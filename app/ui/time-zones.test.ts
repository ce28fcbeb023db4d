import { describe, expect, test } from 'vitest';
import { matchesWords } from './combo-box-field.tsx';
import { describeZone, listZones, offsetText, zoneCity } from './time-zones.ts';

const WINTER = new Date('2027-01-15T12:00:00Z');
const SUMMER = new Date('2027-07-15T12:00:00Z');

describe('describeZone', () => {
	test('knows the offset at the moment asked for', () => {
		expect(describeZone('Europe/Berlin', WINTER, 'en')).toMatchObject({
			city: 'Berlin',
			region: 'Europe',
			offset: 'UTC+1',
			offsetMinutes: 60,
		});
		expect(describeZone('Europe/Berlin', SUMMER, 'en').offset).toBe('UTC+2');
		expect(describeZone('America/St_Johns', WINTER, 'en').offset).toBe('UTC−3:30');
		expect(describeZone('Asia/Kathmandu', WINTER, 'en').offset).toBe('UTC+5:45');
		expect(describeZone('UTC', WINTER, 'en')).toMatchObject({ city: 'UTC', region: '', offset: 'UTC' });
	});

	test('old names come out under their name of today', () => {
		expect(describeZone('Asia/Calcutta', WINTER, 'en').id).toBe('Asia/Kolkata');
		expect(zoneCity('Europe/Kiev')).toBe('Kyiv');
		expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
	});
});

test.each([
	[0, 'UTC'],
	[60, 'UTC+1'],
	[-210, 'UTC−3:30'],
	[845, 'UTC+14:05'],
])('offsetText(%d) is %s', (minutes, text) => {
	expect(offsetText(minutes)).toBe(text);
});

describe('listZones', () => {
	const zones = listZones(WINTER, 'en');

	test('holds every zone once, from west to east', () => {
		expect(zones.length).toBeGreaterThan(380);
		expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
		const offsets = zones.map(({ offsetMinutes }) => offsetMinutes);
		expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
	});

	test.each([
		['munich', 'Europe/Berlin'],
		['MÜNCHEN', 'Europe/Berlin'],
		['san fran', 'America/Los_Angeles'],
		['pst', 'America/Los_Angeles'],
		['kyiv', 'Europe/Kyiv'],
		['kiev', 'Europe/Kyiv'],
		['mumbai', 'Asia/Kolkata'],
		['america new york', 'America/New_York'],
		['york new', 'America/New_York'],
		['sao paulo', 'America/Sao_Paulo'],
		['utc', 'UTC'],
	])('%s finds %s', (typed, id) => {
		const found = zones.filter((zone) => matchesWords({ label: zone.city, keywords: zone.keywords }, typed));
		expect(found.map((zone) => zone.id)).toContain(id);
	});

	test('a zone that the engine does not list is put in, one that it does not know is left out', () => {
		expect(listZones(WINTER, 'en', 'Europe/Kyiv').filter(({ id }) => id === 'Europe/Kyiv')).toHaveLength(1);
		expect(listZones(WINTER, 'en', 'Mars/Olympus').map(({ id }) => id)).not.toContain('Mars/Olympus');
	});
});
