import type { EventScope } from '#server/domain/event-scope.ts';
import { eachPage } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { listDonations } from './queries.ts';

const rowsPerPage = 500;

const columns: [title: string, value: (donation: Donation) => string][] = [
	['Donated at', (one) => one.createdAt],
	['Received on', (one) => one.receivedOn ?? ''],
	['Donor', (one) => one.donorName],
	['Email', (one) => one.donorEmail],
	['Anonymous', (one) => (one.isAnonymous ? 'yes' : '')],
	['Source', (one) => one.source],
	['Paid by', (one) => one.way ?? ''],
	['Currency', (one) => one.currency],
	['Amount', (one) => moneyToText(one.amountMinor, one.currency)],
	['Card fees covered', (one) => moneyToText(one.coverMinor, one.currency)],
	['Refunded', (one) => moneyToText(one.refundedMinor, one.currency)],
	[
		'Dedication',
		(one) =>
			one.honour
				? `${one.honour.kind === 'memory' ? 'In memory of' : 'In honour of'} ${one.honour.name}`
				: '',
	],
	['Supporter’s page', (one) => one.page?.name ?? ''],
	['Team', (one) => one.team?.name ?? ''],
	['Message', (one) => one.message],
	['Note', (one) => one.note],
	['Order id', (one) => one.orderId ?? ''],
];

async function* pages(services: Services, scope: EventScope): AsyncGenerator<string[][]> {
	for await (const page of eachPage((cursor) =>
		listDonations(services, scope, { limit: rowsPerPage, cursor }),
	))
		yield page.map((donation) => columns.map(([, value]) => value(donation)));
}

/** All donations of an event as a file, the newest first. */
export async function exportDonations(
	services: Services,
	scope: EventScope,
	format: 'csv' | 'xlsx',
): Promise<Response> {
	const { title } = await getDoorEvent(services, scope);
	return tableFile(services, scope.organisationId, {
		name: `${title} donations`,
		header: columns.map(([name]) => name),
		pages: pages(services, scope),
		kinds: {
			'Donated at': 'instant',
			'Received on': 'day',
			Amount: 'amount',
			'Card fees covered': 'amount',
			Refunded: 'amount',
		},
		format,
	});
}
