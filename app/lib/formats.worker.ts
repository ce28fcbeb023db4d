import { formatsFor } from '#shared/lib/formats.ts';

/** Writes one of each that public pages show, so that the browser has read its data for the language in the worker's name. */
const formats = formatsFor(self.name);
const now = Date.now();
formats.number(now);
formats.when({ startsAt: now, endsAt: now + 3_600_000, timeZone: 'Europe/Berlin' });
formats.shortDate(now, 'Europe/Berlin');
formats.country('DE');
postMessage(null);
close();
