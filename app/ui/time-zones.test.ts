import { describe, expect, test } from 'vitest';
import { matchesWords } from './combo-box-field.tsx';
import { describeZone, listZones } from './time-zones.ts';

const WINTER = new Date('2027-01-15T12:00:00Z');
const SUMMER = new Date('2027-07-15T12:00:00Z');

describe('describeZone', () => {
	test('knows the offset at the moment given', () => {
		expect(describeZone('Europe/Berlin', WINTER, 'en')).toMatchObject({
			city: 'Berlin',
			offset: 'UTC+1',
		});
		expect(describeZone('Europe/Berlin', SUMMER, 'en')).toMatchObject({
			offset: 'UTC+2',
			offsetMinutes: 120,
		});
	});

	test('takes old names, and no others', () => {
		expect(describeZone('Asia/Calcutta', WINTER, 'en')).toMatchObject({
			timeZone: 'Asia/Kolkata',
			city: 'Kolkata',
		});
		expect(describeZone('Mars/Olympus', WINTER, 'en')).toBeNull();
	});
});

describe('listZones', () => {
	const zones = listZones(WINTER, 'en');

	test('holds every zone once, from west to east', () => {
		expect(zones.length).toBeGreaterThan(380);
		expect(new Set(zones.map(({ timeZone }) => timeZone)).size).toBe(zones.length);
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
		['utc+1', 'Europe/Berlin'],
		['utc+01:00', 'Europe/Berlin'],
		['utc+05:45', 'Asia/Kathmandu'],
		['utc−11:00', 'Pacific/Pago_Pago'],
	])('%s finds %s', (typed, id) => {
		const found = zones.filter((zone) => matchesWords({ label: zone.city, keywords: zone.keywords }, typed));
		expect(found.map((zone) => zone.timeZone)).toContain(id);
	});

	test('a zone that the engine does not list is put in, one that it does not know is left out', () => {
		expect(
			listZones(WINTER, 'en', 'Europe/Kyiv').filter((zone) => zone.timeZone === 'Europe/Kyiv'),
		).toHaveLength(1);
		expect(listZones(WINTER, 'en', 'Mars/Olympus').map((zone) => zone.timeZone)).not.toContain(
			'Mars/Olympus',
		);
	});
});
