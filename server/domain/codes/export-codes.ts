import type { EventScope } from '#server/domain/event-scope.ts';
import { eachPage } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import type { Code } from '#shared/contracts/codes.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import { getBatch, getCodedEvent, listBatches, listCodes } from './queries.ts';

const rowsPerPage = 1_000;

const shownValue = ({ basisPoints, amountMinor, currency }: Code): string => {
	if (basisPoints !== null) return String(basisPoints / 100);
	return amountMinor === null ? '' : moneyToText(amountMinor, currency);
};

const columns: [title: string, value: (code: Code, batches: ReadonlyMap<string, string>) => string][] = [
	['Code', ({ code }) => code],
	['Label', ({ label, batchId }, batches) => label || batches.get(batchId ?? '') || ''],
	['Link', ({ url }) => url],
	['Kind', ({ kind }) => kind],
	['Value', shownValue],
	['Currency', ({ currency }) => currency],
	['Uses', ({ uses }) => String(uses ?? '')],
	['Used', ({ used }) => String(used)],
	['Saved', ({ savedMinor, currency }) => moneyToText(savedMinor, currency)],
	['Starts at', ({ startsAt }) => startsAt ?? ''],
	['Ends at', ({ endsAt }) => endsAt ?? ''],
	['State', ({ state }) => state],
];

/** The codes of an event, or of one batch, as a file: the newest first. */
export async function exportCodes(
	services: Services,
	scope: EventScope,
	how: { batch?: string | undefined; format: 'csv' | 'xlsx' },
): Promise<Response> {
	const { title } = await getCodedEvent(services, scope);
	const labelled = how.batch
		? [await getBatch(services, scope, how.batch)]
		: await listBatches(services, scope);
	const batches = new Map(labelled.map(({ id, label }) => [id, label]));
	async function* pages(): AsyncGenerator<string[][]> {
		const { batch } = how;
		for await (const page of eachPage((cursor) =>
			listCodes(services, scope, { limit: rowsPerPage, cursor, batch, isAll: true }),
		))
			yield page.map((code) => columns.map(([, value]) => value(code, batches)));
	}
	return tableFile(services, scope.organisationId, {
		name: `${title} codes`,
		header: columns.map(([name]) => name),
		pages: pages(),
		kinds: {
			Value: 'number',
			Uses: 'number',
			Used: 'number',
			Saved: 'amount',
			'Starts at': 'instant',
			'Ends at': 'instant',
		},
		format: how.format,
	});
}
