/** Writes one of each that public pages show (shared/lib/formats.ts), so that the browser has read its data for the language in the worker's name. */
const locale = self.name;
new Intl.NumberFormat(locale).format(0);
new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).formatRange(0, 1);
new Intl.DisplayNames(locale, { type: 'region' }).of('DE');
postMessage(null);
close();
