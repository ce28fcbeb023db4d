import { stat } from 'node:fs/promises';
import {
	type ProvidedOrganisation,
	provideOrganisation,
} from '#server/domain/accounts/commands/provide-organisation.ts';
import { type ImportOptions, importEvents } from '#server/domain/events/commands/import-events.ts';
import type { EventDraft } from '#server/domain/events/import/draft.ts';
import { createImportReport } from '#server/domain/events/import/import-report.ts';
import { readEventsFile } from '#server/domain/events/import/read-events-file.ts';
import { makeImportedSeries } from '#server/domain/series/commands/make-imported-series.ts';
import { StopError } from '#server/platform/stop-error.ts';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { command } from '../command.ts';

/** Events of one transaction. */
const BATCH = 250;
/** How often the progress is printed. */
const PROGRESS_MS = 2_000;

export const importEventsCommand = command({
	name: 'import events',
	summary: 'Import events from iCalendar, CSV, Excel (.xlsx) or JSON Lines. Columns are guessed.',
	parameters: ['FILE'],
	options: {
		organisation: {
			type: 'text',
			isRequired: true,
			placeholder: 'NAME',
			summary: 'Organisation that owns the events: name or slug. Created if it doesn’t exist.',
		},
		owner: {
			type: 'text',
			placeholder: 'EMAIL',
			summary: 'Make this account an owner of the organisation.',
		},
		'time-zone': {
			type: 'text',
			placeholder: 'ZONE',
			summary: 'Time zone of events that don’t specify one (default: UTC).',
		},
		draft: { type: 'switch', summary: 'Import as drafts instead of publishing.' },
		'dry-run': { type: 'switch', summary: 'Dry run: print what would be imported, and change nothing.' },
	},
	async run({ parameters: [file = ''], options, services: open, print, note }) {
		const timeZone = readZone(options['time-zone']);
		await requireFile(file);
		const services = await open();
		const isDry = options['dry-run'];
		let organisation: ProvidedOrganisation | null = null;
		/** Only when there is something to store: a file without events makes no organisation. */
		async function organisationId(): Promise<string> {
			if (!organisation) {
				const named = { name: options.organisation, ownerEmail: options.owner };
				organisation = await provideOrganisation(services, named);
				if (organisation.isNew) print(`Created the organisation "${organisation.name}".`);
			}
			return organisation.id;
		}

		const report = createImportReport();
		let batch: EventDraft[] = [];
		let toldAt = performance.now();
		async function store() {
			if (!isDry && batch.length > 0) {
				const id = await organisationId();
				const scope: ImportOptions = {
					organisationId: id,
					asDrafts: options.draft,
					series: (tx, dates) => makeImportedSeries(services, tx, id, dates),
				};
				report.stored(await importEvents(services, batch, scope));
			}
			batch = [];
			if (performance.now() - toldAt < PROGRESS_MS) return;
			toldAt = performance.now();
			note(`${report.rows} rows read, ${report.added} events stored …`);
		}
		for await (const item of readEventsFile(file, { timeZone, now: services.clock.now() })) {
			report.read(item);
			if (!('draft' in item)) continue;
			// The dates of a repeating entry are stored together.
			const { series } = item.draft;
			const isSameEntry = series !== undefined && series.id === batch.at(-1)?.series?.id;
			if (batch.length >= (isSameEntry ? 2 * BATCH : BATCH)) await store();
			batch.push(item.draft);
		}
		await store();
		for (const line of report.lines({ isDry })) print(line);
		if (isWithoutMembers(organisation) && report.added > 0) {
			print('The organisation has no members yet. To add one, run this again with --owner EMAIL.');
		}
		return report.hasEvents ? 0 : 1;
	},
});

/** A function, since the compiler does not see that the organisation is found meanwhile. */
function isWithoutMembers(organisation: ProvidedOrganisation | null): boolean {
	return organisation !== null && !organisation.hasMembers;
}

function readZone(name: string | undefined): string {
	const zone = canonicalTimeZone(name ?? 'UTC');
	if (!zone) throw new StopError(`"${name}" is not a time zone. Write one like Europe/Berlin.`);
	return zone;
}

async function requireFile(path: string): Promise<void> {
	try {
		const found = await stat(path);
		if (found.isFile()) return;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new StopError(
			code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read (${code}).`,
		);
	}
	throw new StopError(`${path} is not a file.`);
}
