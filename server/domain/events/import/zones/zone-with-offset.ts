import { canonicalTimeZone } from '#shared/lib/time-zones.ts';

/** Zones tried first when only an offset is known: one of many people for each offset of the world, by summer and by winter. */
const prominent = [
	...[
		'UTC',
		'Europe/London',
		'Europe/Berlin',
		'Europe/Athens',
		'Europe/Istanbul',
		'Asia/Dubai',
		'Asia/Karachi',
	],
	...[
		'Asia/Kolkata',
		'Asia/Kathmandu',
		'Asia/Dhaka',
		'Asia/Yangon',
		'Asia/Bangkok',
		'Asia/Shanghai',
		'Asia/Tokyo',
	],
	...['Australia/Adelaide', 'Australia/Darwin', 'Australia/Sydney', 'Australia/Brisbane', 'Pacific/Auckland'],
	...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
	...['America/Anchorage', 'Pacific/Honolulu', 'America/Halifax', 'America/St_Johns', 'America/Sao_Paulo'],
	...[
		'America/Bogota',
		'America/Caracas',
		'Asia/Tehran',
		'Asia/Kabul',
		'Atlantic/Azores',
		'Atlantic/Cape_Verde',
	],
];

/** Minutes east of UTC that a zone's clock is at an instant. */
export function zoneOffsetAt(instant: string, zone: string): number {
	return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000;
}

let every: string[] | null = null;

/** All zones of the engine under their names of today, the prominent ones first. */
export function allZones(): string[] {
	every ??= [
		...new Set([
			...prominent,
			...Intl.supportedValuesOf('timeZone')
				.map((zone) => canonicalTimeZone(zone))
				.filter((zone) => zone !== null),
		]),
	];
	return every;
}

/**
 * A zone whose clock is so many minutes east of UTC at an instant: of the candidates, else a prominent one, else any, else a
 * fixed offset (`Etc/GMT-5` is five hours east, as IANA has it), else UTC.
 */
export function zoneWithOffset(instant: string, offsetMinutes: number, candidates: string[]): string {
	const isRight = (zone: string) => zoneOffsetAt(instant, zone) === offsetMinutes;
	return candidates.find(isRight) ?? allZones().find(isRight) ?? fixedZone(offsetMinutes);
}

/** The zone without place that always has this offset; only whole hours from −12 to +14 exist. */
export function fixedZone(offsetMinutes: number): string {
	const hours = offsetMinutes / 60;
	if (hours === 0 || !Number.isInteger(hours) || hours < -12 || hours > 14) return 'UTC';
	return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
